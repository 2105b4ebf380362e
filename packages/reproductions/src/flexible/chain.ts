import { createAccelerationBatch, neutralState, type AccelerationBatch } from "kinetree";
import { flexibleChain } from "kinetree/systems";

/** What the accelerations of a chain of beams cost. */
export interface ChainCost {
  readonly links: number;
  readonly speeds: number;
  readonly compileMs: number;
  /** Operations of one state, by link. */
  readonly operationsPerLink: number;
  /** Least time of one state by link, two being computed at a time [ns]. */
  readonly timePerLink: number;
}

export interface ChainPatience {
  /** For compilers to notice what is called often [ms], each. */
  readonly warmUp: number;
  /** Of one window [ms]: shorter than what other processes leave undisturbed. */
  readonly window: number;
  /** Windows of each. */
  readonly rounds: number;
}

interface TimedChain {
  readonly links: number;
  readonly batch: AccelerationBatch;
  readonly compileMs: number;
  readonly calls: number;
}

/**
 * Time by link of chains of all these lengths, by "articulated". They take short windows in turn, and the least of many is what the machine
 * does when it is let alone.
 */
export function measureChains(
  lengths: readonly number[],
  now: () => number,
  patience: ChainPatience,
  progress: (text: string) => void,
): readonly ChainCost[] {
  const made = lengths.map((n): TimedChain => {
    progress(`chain of ${n} beams: compiling`);
    const from = now();
    const batch = movingChain(n);
    const compileMs = now() - from;
    return { links: n, batch, compileMs, calls: callsOf(batch, now, patience) };
  });
  progress("chains of beams: timing");
  const least = made.map(() => Infinity);
  for (let round = 0; round < patience.rounds; round++)
    made.forEach(({ batch, calls }, i) => {
      least[i] = Math.min(least[i], timeOf(batch, calls, now) / calls);
    });
  return made.map(({ links, batch, compileMs }, i) => ({
    links,
    speeds: batch.nv,
    compileMs,
    operationsPerLink: batch.flops / links,
    timePerLink: (1e6 * least[i]) / links / batch.count,
  }));
}

/** Two states, neither of them at rest. */
function movingChain(n: number): AccelerationBatch {
  const model = flexibleChain({ n });
  const batch = createAccelerationBatch(model, 2, { formulation: "articulated" });
  const { q } = neutralState(model);
  for (const k of [0, 1])
    batch.set(
      k,
      q.map((_, i) => 1e-3 * (1 + ((i + k) % 3))),
      q.map((_, i) => 1e-2 * (1 + ((i + k) % 5))),
    );
  return batch;
}

function timeOf(batch: AccelerationBatch, calls: number, now: () => number): number {
  const from = now();
  for (let i = 0; i < calls; i++) batch.evaluate(0);
  return now() - from;
}

/** Calls of a window, found while warming up. */
function callsOf(batch: AccelerationBatch, now: () => number, { warmUp, window }: ChainPatience): number {
  const until = now() + warmUp;
  let calls = 1;
  do {
    const took = timeOf(batch, calls, now);
    if (took < window / 2) calls *= 2;
    else if (took > 2 * window) calls = Math.max(1, Math.floor(calls / 2));
  } while (now() < until);
  return calls;
}
