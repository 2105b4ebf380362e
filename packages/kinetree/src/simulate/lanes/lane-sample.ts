import { FIRST_STEP_SPAN } from "../implicit/first-step-span.js";
import { LEAST_QUALITY } from "../../integrate/control.js";
import type { LaneIndex } from "../../kernel/instance.js";
import { partOf, type ClockField } from "../plan/state-layout.js";
import type { LanePair } from "./lane-pair.js";

/** The start of a sample; states of contacts and inputs are zero where left out. */
export interface LaneSample {
  readonly t: number;
  readonly q: ArrayLike<number>;
  readonly v: ArrayLike<number>;
  readonly z?: ArrayLike<number>;
  readonly tau?: ArrayLike<number>;
  readonly u?: ArrayLike<number>;
}

/** Clock fields that begin at zero. */
const cleared: readonly ClockField[] = [
  "h",
  "hTaken",
  "error",
  "accept",
  "landing",
  "accepted",
  "rejected",
  "count",
  "failure",
  "theta",
];

const none: readonly number[] = [];

/** Puts a sample into a lane and resets the lane's clock; run "start" before stepping. */
export function loadSample(pair: LanePair, lane: LaneIndex, { t, q, v, z, tau, u }: LaneSample): void {
  const { layout, artifact, laws } = pair.plan;
  // Host parts keep selections in memory, which must not be passed on from the lane's previous sample.
  if (artifact.hosts.length > 0) {
    pair.fill(layout.all, 0, lane);
    pair.run("prologue");
  }
  const { accepted } = layout;
  // Drift is first measured after the first stage: nothing of the lane's previous sample may act on that stage.
  for (const slots of [accepted.delta, accepted.z, layout.held, layout.tau, layout.u, layout.steppedOver])
    pair.fill(slots, 0, lane);
  pair.write(accepted.q, q, lane);
  pair.write(accepted.v, v, lane);
  pair.write(accepted.z, z ?? none, lane);
  pair.write(layout.tau, tau ?? none, lane);
  pair.write(layout.u, u ?? none, lane);
  forgetExtremes(pair, lane);
  for (const { memory, memoryStart } of laws)
    pair.write(partOf(layout.memory, memory, memoryStart.length), memoryStart, lane);
  for (const field of cleared) pair.setClock(field, lane, 0);
  for (const field of ["t", "tNext", "tFirst"] as const) pair.setClock(field, lane, t);
  pair.setClock("active", lane, 1);
  pair.setClock("restart", lane, 1);
  pair.setClock("leastQuality", lane, LEAST_QUALITY);
}

/** Resets the extremes to their values before the first step. */
export function forgetExtremes(pair: LanePair, lane: LaneIndex): void {
  const { layout, extremesBefore } = pair.plan;
  pair.write(layout.extremes, extremesBefore, lane);
  pair.fill(layout.extremeTimes, 0, lane);
}

/** Upper bound of the first step as a fraction of `FIRST_STEP_SPAN`: it is a guess, and a short step costs little. */
const FIRST_STEP_SHARE = 1e-3;
/** Lower bound of the first step in units of the clock's resolution: shorter ones would not advance the clock. */
const FIRST_STEP_ULPS = 16;

/** After "start", from the norms of state and rate: Hairer, Nørsett, Wanner I (1993), II.4, without their trial step. */
export function firstStep(pair: LanePair, lane: LaneIndex): number {
  const chosen = pair.implicitFirstStep(lane);
  if (chosen !== null) return chosen;
  const { nv, layout } = pair.plan;
  const relative = pair.clock("relative", lane);
  const absolute = pair.clock("absolute", lane);
  const y = pair.index(layout.accepted.y, lane);
  const f = pair.index(layout.startRates.y, lane);
  let size = 0;
  let rate = 0;
  // Turns and the work of the loads take no part: a run that adds work up takes the steps of one that does not.
  const { y: whole, turns, summed } = layout.accepted;
  const controlled = whole.count - turns.count - summed.count;
  for (let i = 0; i < controlled; i++) {
    // Coordinates on a manifold have no magnitude: they count as 1.
    const value = i < nv ? 1 : pair.f64[y + 2 * i];
    const scale = absolute + relative * Math.abs(value);
    size += (value / scale) ** 2;
    rate += (pair.f64[f + 2 * i] / scale) ** 2;
  }
  const longest = FIRST_STEP_SHARE * FIRST_STEP_SPAN;
  const guess = 0.01 * Math.sqrt(size / Math.max(rate, 1e-300));
  if (!(guess > 0)) return longest; // nothing moves, or the rate is NaN: the first attempt finds out
  return Math.min(Math.max(guess, FIRST_STEP_ULPS * Number.EPSILON * Math.abs(pair.clock("t", lane))), longest);
}
