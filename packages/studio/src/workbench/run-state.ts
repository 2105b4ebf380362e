import type { StudioState } from "../run/store.js";

/** What the run is doing, in one word. */
export function runState({
  result,
  status,
  history,
  playing,
}: Pick<StudioState, "result" | "status" | "history" | "playing">): string {
  if (result) return playing ? "replaying" : "recorded";
  if (status?.state === "compiling" || status?.state === "failed") return status.state;
  if (!history) return "ready";
  if (status?.state === "running") return "running";
  return playing ? "replaying" : status?.state === "ended" ? "ended" : "paused";
}
