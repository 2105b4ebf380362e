import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { Problem } from "./problem.js";

/** Header of requests that write or run something. */
export const TOKEN_HEADER = "x-kinetree-token";

/** A secret that only whoever started the server can know. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** Whether the secret is the right one, in a time that tells nothing about it. */
export function isToken(given: string | undefined, token: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given ?? ""), digest(token));
}

/** Refuses a request without the secret. */
export function requireToken(given: string | undefined, token: string): void {
  if (isToken(given, token)) return;
  throw new Problem(
    401,
    given === undefined ? "token-missing" : "token-wrong",
    "saving and running need the token of this server. Open the address that kinetree studio has printed.",
  );
}
