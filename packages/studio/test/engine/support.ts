import { createEngineHost, type EngineHost } from "../../src/engine/engine-host.js";
import type { EngineEvent, Rows, RunStatus } from "../../src/engine/protocol.js";
import type { ModelSource } from "../../src/experiment/types.js";

/** An engine in this process whose clock and timers the test turns. */
export interface TestEngine {
  readonly host: EngineHost;
  readonly events: EngineEvent[];
  /** Lets wall time pass [ms]: timers that fall due run. */
  readonly pass: (ms: number) => void;
  readonly status: () => RunStatus;
  /** All rows that came, one after the other. */
  readonly rows: () => Pick<Rows, "t" | "values">;
}

/** Each look at the clock takes a hundredth of a millisecond, so that stretches of work end. */
const TICK = 0.01;

export function testEngine(): TestEngine {
  let now = 0;
  const timers: { readonly at: number; readonly work: () => void }[] = [];
  const events: EngineEvent[] = [];
  const host = createEngineHost({
    now: () => (now += TICK),
    soon: (work, afterMs) => void timers.push({ at: now + afterMs, work }),
    tell: (event) => void events.push(event),
  });
  return {
    host,
    events,
    pass: (ms) => {
      const until = now + ms;
      for (;;) {
        timers.sort((a, b) => a.at - b.at);
        if (timers.length === 0 || timers[0].at > until) break;
        const next = timers.shift();
        now = Math.max(now, next?.at ?? now);
        next?.work();
      }
      now = Math.max(now, until);
    },
    status: () => {
      const last = events.findLast((event) => event.type === "status");
      if (last?.type !== "status") throw new Error("no status was told");
      return last.status;
    },
    rows: () => {
      const parts = events.flatMap((event) => (event.type === "rows" ? [event.rows] : []));
      return {
        t: Float64Array.from(parts.flatMap(({ t }) => Array.from(t))),
        values: Float64Array.from(parts.flatMap(({ values }) => Array.from(values))),
      };
    },
  };
}

/** A named system as a source. */
export const system = (name: string, options: Record<string, number | string> = {}): ModelSource => ({
  kind: "system",
  name,
  options,
});

/** A model file as a source. */
export const file = (name: string, text: string): ModelSource => ({ kind: "file", name, text, served: null });
