import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { Problem } from "./problem.js";

/** A secret known only to the user who started the server. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** Compares in constant time, so that timing does not reveal the token. */
export function isToken(given: string | undefined, token: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given ?? ""), digest(token));
}

export function requireToken(given: string | undefined, token: string): void {
  if (isToken(given, token)) return;
  throw new Problem(
    401,
    given === undefined ? "token-missing" : "token-wrong",
    "saving and running need the token of this server. Open the address that kinetree studio has printed.",
  );
}
