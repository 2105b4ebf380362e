import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { Context } from "hono";
import { Problem } from "./problem.js";

const PIECE = 1 << 18;

export async function servedFile(
  c: Context,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  // A link that has just taken the place of the file is not followed, and a pipe is not waited for.
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  let isHandedOver = false;
  try {
    const about = await file.stat();
    if (!about.isFile()) throw new Problem(404, "not-a-file", "that is not a file. Name a file in it.");
    const etag = `"${about.size.toString(36)}-${Math.round(about.mtimeMs).toString(36)}"`;
    const all = { "cache-control": "no-cache", etag, ...headers };
    if (c.req.header("if-none-match") === etag) return new Response(null, { status: 304, headers: all });
    const withLength = { ...all, "content-length": String(about.size) };
    if (c.req.method === "HEAD") return new Response(null, { headers: withLength });
    isHandedOver = true;
    let left = about.size;
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const { bytesRead, buffer } = await file.read(new Uint8Array(Math.min(PIECE, Math.max(1, left))));
        // Sends exactly the announced length: appended bytes are left out, and a shorter file is an error.
        const count = Math.min(bytesRead, left);
        left -= count;
        if (count > 0) controller.enqueue(buffer.subarray(0, count));
        if (left > 0 && count > 0) return;
        await file.close();
        if (left > 0) controller.error(new Error("the file was truncated while being read"));
        else controller.close();
      },
      cancel: () => file.close(),
    });
    return new Response(body, { headers: withLength });
  } finally {
    if (!isHandedOver) await file.close();
  }
}
