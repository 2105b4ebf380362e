import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import type { Jobs } from "./jobs.js";

/** Between looks at a job [ms]. */
const EVERY = 200;
/** Silence after which a comment is sent, so that proxies keep the connection open [ms]. */
const SILENCE = 15_000;

/** `GET /api/jobs/<id>/events`: the job whenever it has changed, until it has finished or failed. */
export function jobEvents(c: Context, jobs: Jobs, id: string, closing: AbortSignal): Response {
  const first = jobs.get(id);
  const isOver = (state: string): boolean => state === "finished" || state === "failed";
  // A page that comes back after the last event is told not to come again.
  if (c.req.header("last-event-id") === "end" && isOver(first.state)) return c.body(null, 204);
  return streamSSE(c, async (stream) => {
    let last = "";
    let spoken = performance.now();
    while (!stream.aborted && !closing.aborted) {
      const job = jobs.get(id);
      const data = JSON.stringify(job);
      if (data !== last) {
        await stream.writeSSE({ data, ...(isOver(job.state) ? { id: "end" } : {}) });
        last = data;
        spoken = performance.now();
      } else if (performance.now() - spoken > SILENCE) {
        await stream.write(":\n\n");
        spoken = performance.now();
      }
      if (isOver(job.state)) return;
      await stream.sleep(EVERY);
    }
  });
}
