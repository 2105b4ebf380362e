import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { KEY_PARAMETER } from "../api/paths.js";
import { Problem } from "./problem.js";

/** A secret known only to the user who started the server. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** Compares in constant time, so that timing does not reveal the token. */
export function isToken(given: string | undefined, token: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given ?? ""), digest(token));
}

/** What opens one address of the server for reading, and tells nothing of the token. */
export const keyOf = (token: string, path: string): string =>
  createHmac("sha256", token).update(decodedPath(path)).digest("base64url");

/** An address with its key, for a browser that opens it without headers. */
export const withKey = (token: string, path: string): string => `${path}?${KEY_PARAMETER}=${keyOf(token, path)}`;

/** Browsers and servers escape paths in different ways. */
const decodedPath = (path: string): string => decodeURIComponent(path);

export function requireToken(given: string | undefined, token: string): void {
  if (isToken(given, token)) return;
  throw new Problem(
    401,
    given === undefined ? "token-missing" : "token-wrong",
    "files and studies are for whoever has the token of this server. Open the address that kinetree studio has printed, with all that is behind the #.",
  );
}
