import { createSimulation, type RunOptions } from "kinetree";
import type { EuropaStart } from "kinetree/systems";
import { LANDING, stiffLander } from "./stiff-landings.js";

/** Steps of a run, and what bounds them. */
export interface StepRecord {
  /** Start and length of each accepted step [s]. */
  readonly t: readonly number[];
  readonly h: readonly number[];
  /** Longest stable step of the explicit method every so many steps [s], and the rate of the mode that bounds it [1/s]. */
  readonly limits: readonly {
    readonly t: number;
    readonly step: number;
    readonly rate: number;
    readonly part: string;
  }[];
}

/** Steps between two looks at the stiffness. */
const LOOK_EVERY = 25;

export function stepsOf(options: RunOptions, state: EuropaStart, withLimits: boolean): StepRecord {
  const simulation = createSimulation(stiffLander, { ...options, energyBalance: false });
  const run = simulation.begin(LANDING, { state, sampleEvery: LANDING });
  const [t, h]: [number[], number[]] = [[], []];
  const limits: { t: number; step: number; rate: number; part: string }[] = [];
  let before = run.t;
  let goesOn = true;
  while (goesOn) {
    goesOn = run.advance(1);
    if (!(run.t > before)) continue;
    t.push(before);
    h.push(run.t - before);
    before = run.t;
    if (!withLimits || !goesOn || t.length % LOOK_EVERY !== 0) continue;
    const { explicitStep, fastest } = run.stiffness();
    if (fastest) limits.push({ t: run.t, step: explicitStep, rate: fastest.rate, part: fastest.speed });
  }
  run.finish();
  return { t, h, limits };
}

/** One stretch of a landing. */
export interface Stretch {
  /** [s] */
  readonly from: number;
  readonly to: number;
  /** Touch-downs and lift-offs. */
  readonly changes: number;
  /** Median of the longest stable steps [s]; null without a look. */
  readonly limit: number | null;
  /** Mean step of each run [s]. */
  readonly steps: readonly number[];
}

/** Runs side by side along time. */
export function stretches(
  bounds: readonly number[],
  runs: readonly StepRecord[],
  changes: readonly number[],
): readonly Stretch[] {
  return bounds.slice(1).map((to, k) => {
    const from = bounds[k];
    const within = (t: number): boolean => t >= from && t < to;
    const limits = runs[0].limits.filter(({ t }) => within(t)).map(({ step }) => step);
    return {
      from,
      to,
      changes: changes.filter(within).length,
      limit: limits.length > 0 ? median(limits) : null,
      steps: runs.map(({ t, h }) => mean(h.filter((_, i) => within(t[i])))),
    };
  });
}

/** How a run's steps relate to changes of contact and to stability. */
export interface StepShares {
  readonly count: number;
  /** Share of steps that end within `NEAR` after a change or hold one. */
  readonly nearChanges: number;
  /** Share of the time that is that near to one. */
  readonly timeNear: number;
  /** Share of steps longer than four fifths of the longest stable one; null for runs without looks. */
  readonly atLimit: number | null;
}

/** After a change the motion differs from what it was before for about so long [s]: some times what the legs' dampers forget in. */
export const NEAR = 0.01;
const AT_LIMIT = 0.8;

export function stepShares({ t, h, limits }: StepRecord, changes: readonly number[]): StepShares {
  const isNear = (i: number): boolean => changes.some((change) => change <= t[i] + h[i] && t[i] < change + NEAR);
  const limitAt = (at: number): number => (limits.filter((limit) => limit.t <= at).at(-1) ?? limits[0]).step;
  const share = (isIt: (i: number) => boolean): number => t.filter((_, i) => isIt(i)).length / t.length;
  const near = h.reduce((sum, step, i) => (isNear(i) ? sum + step : sum), 0);
  return {
    count: t.length,
    nearChanges: share(isNear),
    timeNear: near / LANDING,
    atLimit: limits.length > 0 ? share((i) => h[i] >= AT_LIMIT * limitAt(t[i])) : null,
  };
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;
