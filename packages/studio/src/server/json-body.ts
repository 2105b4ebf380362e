import type { Context } from "hono";
import { Problem } from "./problem.js";

/** More than any request of the page takes [bytes]. */
const MOST = 1 << 16;

/** The JSON that was sent. Other types are refused: forms of other sites can send those without being asked. */
export async function jsonBody(c: Context): Promise<unknown> {
  const type = (c.req.header("content-type") ?? "").split(";")[0].trim().toLowerCase();
  if (type !== "application/json")
    throw new Problem(415, "not-json", `the body is "${type}", must be application/json.`);
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of c.req.raw.body ?? []) {
    size += piece.length;
    if (size > MOST) throw new Problem(413, "too-large", `the body is larger than ${MOST / 1024} KB.`);
    pieces.push(piece);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString("utf8")) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Problem(400, "not-json", `the body is not valid JSON: ${reason}.`);
  }
}
