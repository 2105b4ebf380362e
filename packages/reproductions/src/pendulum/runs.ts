import { nBodyPendulum, type Pendulum } from "./equations/pendulum.js";
import { pendulumSchemes, type PendulumScheme } from "./run/operations.js";
import { simulatePendulum, type PendulumResult } from "./run/simulate.js";
import { PUBLISHED_STEP, PUBLISHED_TOLERANCE } from "./source.js";

export interface RunSettings {
  readonly tEnd: number;
  /** Times that all sizes are gone through, and how long each time at each size at least [ms]; the fastest run counts. */
  readonly passes: number;
  readonly patience: number;
  /** Processor time [ms]. */
  readonly processorTime: () => number;
}

/** One run by one scheme, with the processor time of the fastest [ms]. */
export interface SchemeRun {
  readonly n: number;
  readonly scheme: PendulumScheme;
  readonly result: PendulumResult;
  readonly ms: number;
}

/** Runs pendulums of each size by each scheme, several times over: a machine that is slow for a while is not so every time. */
export function runSchemes(
  sizes: readonly number[],
  settings: RunSettings,
  progress: (text: string, part: number) => void,
): readonly SchemeRun[] {
  const fastest = sizes.map(() => new Map<PendulumScheme, SchemeRun>());
  const pendulums = sizes.map((n) => nBodyPendulum({ n }));
  const { passes } = settings;
  for (let pass = 0; pass < passes; pass++)
    for (const [i, pendulum] of pendulums.entries()) {
      progress(`four schemes at all sizes, pass ${pass + 1} of ${passes}`, (pass + i / sizes.length) / passes);
      runSize(fastest[i], pendulum, settings);
    }
  return fastest.flatMap((each) => [...each.values()]);
}

/** The schemes take turns, and the fastest run of each is kept. */
function runSize(fastest: Map<PendulumScheme, SchemeRun>, pendulum: Pendulum, settings: RunSettings): void {
  const { tEnd, patience, processorTime } = settings;
  const until = processorTime() + patience;
  do
    for (const scheme of pendulumSchemes) {
      const from = processorTime();
      const result = simulatePendulum(pendulum, { scheme, tEnd, step: PUBLISHED_STEP, tolerance: PUBLISHED_TOLERANCE });
      const ms = processorTime() - from;
      if (ms < (fastest.get(scheme)?.ms ?? Infinity)) fastest.set(scheme, { n: pendulum.n, scheme, result, ms });
    }
  while (processorTime() < until);
}

/** Processor time of all of a run by the calls of the residual [us], as figure 2 has it. */
export const perResidual = ({ ms, result }: SchemeRun): number => (1000 * ms) / result.counts.residualCalls;

/** The same by the calls of the Jacobian [us]. */
export const perJacobian = ({ ms, result }: SchemeRun): number => (1000 * ms) / result.counts.jacobianCalls;

/** Runs of one scheme, by size. */
export const ofScheme = (runs: readonly SchemeRun[], scheme: PendulumScheme): readonly SchemeRun[] =>
  runs.filter((run) => run.scheme === scheme);

/** Largest change of energy in a run, by the energy that was in motion at most. */
export function energyDrift({ rows }: PendulumResult): number {
  const [first] = rows;
  const weight = Math.max(...rows.map((row) => Math.abs(row.energy)), Number.MIN_VALUE);
  return Math.max(...rows.map((row) => Math.abs(row.energy - first.energy))) / weight;
}

/** Largest difference of two final states: positions [m], velocities [m/s], Euler parameters, angular velocities [rad/s]. */
export function finalDifference(a: PendulumResult, b: PendulumResult): number {
  const [x, y] = [a.rows[a.rows.length - 1], b.rows[b.rows.length - 1]];
  const parts = ["displacement", "velocity", "orientation", "angularVelocity"] as const;
  return Math.max(...parts.map((part) => largest(x[part], y[part])));
}

const largest = (x: Float64Array, y: Float64Array): number =>
  x.reduce((most, each, i) => {
    const difference = Math.abs(each - y[i]);
    // What is not a number is worse than any.
    return difference <= most ? most : difference;
  }, 0);
