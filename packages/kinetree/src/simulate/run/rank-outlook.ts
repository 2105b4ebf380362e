import { moveInto } from "../../formulation/joints/move.js";
import type { ClosureEvaluator, Pose } from "../../formulation/loops/closures/closure-evaluator.js";
import { coupledSpeeds } from "../../formulation/loops/closures/coupled-speeds.js";
import { eliminate } from "../../formulation/loops/closures/loop-plan.js";
import type { SparseRow } from "../../linalg/sparse-elimination.js";
import type { State } from "../../state/state.js";

/** Change of the least pivot that tells its slope; looks until it is seen, each so much farther. */
const [VISIBLE, MOST_LOOKS, FARTHER] = [1e-3, 16, 8];
/** Secants, each from this part of the way to the zero of the one before. */
const [SECANTS, NEARER] = [4, 0.5];
/** Doublings of a time until the least pivot no longer rises. */
const MOST_DOUBLINGS = 40;
/** Part of the time in which a state gets away from a pose, over which it is told on which side it is. */
const LOOK_CLOSELY = 0.01;
/** Energy that is left where a mechanism comes to rest, as part of its present one. */
const STILL = 0.01;
/** Part of its present value that the least pivot falls below at a singular pose: poses that are only passed nearby keep more. */
const VANISHING = 0.25;

/** Where closures lose rank, by the pivots of their derivatives along the motion as it goes on. */
export class RankOutlook {
  readonly #evaluator: ClosureEvaluator;
  readonly #rank: number;

  /** @param rank of the closures except at single poses */
  constructor(evaluator: ClosureEvaluator, rank: number) {
    this.#evaluator = evaluator;
    this.#rank = rank;
  }

  /** The least of the pivots that the rank takes, relative to the largest; 0 at a singular pose. Redundant rows may take each other's place. */
  leastPivot(pose: Pose): number {
    return leastPivotOf(this.#evaluator.at(pose).sparse, this.#rank);
  }

  /** The state after a time dt, with constant accelerations a that change the place alone; without any if left out. */
  after(state: State, dt: number, a?: Float64Array): State {
    const { t, q, v } = state;
    const move = v.map((x, i) => dt * (x + (a ? 0.5 * dt * a[i] : 0)));
    const there = moveInto(new Float64Array(q.length), this.#evaluator.skeleton, q, move);
    return { ...state, t: t + dt, q: there };
  }

  #after(state: State, a: Float64Array, dt: number): number {
    return this.leastPivot(this.after(state, dt, a));
  }

  /** Time until a singular pose, with constant accelerations a; 0 at one, null if there is none ahead. `step`: a time over which to look. */
  timeToSingular(state: State, a: Float64Array, step: number): number | null {
    const after = (dt: number): Look => ({ dt, pivot: this.#after(state, a, dt) });
    let near = after(0);
    if (near.pivot === 0) return 0;
    const { pivot: now } = near;
    let far = after(step);
    for (let i = 0; i < MOST_LOOKS && !(Math.abs(far.pivot - now) > VISIBLE * now); i++) far = after(FARTHER * far.dt);
    // The pivot falls in proportion to the time that is left once that is short.
    for (let i = 0; i < SECANTS; i++) {
      const zero = zeroOf(near, far);
      if (!(zero > far.dt && zero < Infinity)) break;
      [near, far] = [far, after(far.dt + NEARER * (zero - far.dt))];
    }
    const zero = zeroOf(near, far);
    return zero > 0 && zero < Infinity && after(zero).pivot < VANISHING * now ? zero : null;
  }

  /** Near a singular pose: the time until the state is in it, along its speeds; 0 in the pose or behind it. `step`: a time over which to look. */
  timeLeft(state: State, step: number): number {
    const still = new Float64Array(state.v.length);
    if (!this.isFalling(state, LOOK_CLOSELY * step)) return 0;
    return this.timeToSingular(state, still, LOOK_CLOSELY * step) ?? 0;
  }

  /** From a singular pose: the time over which the least pivot rises along the speeds, up to its first peak. `step`: a first look. */
  timeAway(state: State, step: number): number {
    const still = new Float64Array(state.v.length);
    let [dt, before] = [step, 0];
    for (let i = 0; i < MOST_DOUBLINGS; i++) {
      const now = this.#after(state, still, dt);
      if (!(now > before)) return dt / 2;
      before = now;
      dt *= 2;
    }
    return dt;
  }

  /** The speeds of the loops that are about to lose rank, or have lost it: others say nothing about how these go on. */
  speedsConcerned(pose: Pose): readonly number[] {
    const { sparse } = this.#evaluator.at(pose);
    const { dependentRows, pivotRows, rank } = eliminate({ sparse }, { tolerance: 0, most: this.#rank });
    const row = rank < this.#rank ? dependentRows[0] : pivotRows.at(-1);
    return row === undefined ? [] : [...coupledSpeeds(sparse, row)].sort((i, j) => i - j);
  }

  /** Time until the loops that lose rank come to rest in or beside a singular pose, with constant accelerations a; null if they do not. */
  timeToRest(state: State, a: Float64Array): number | null {
    const concerned = this.speedsConcerned(state);
    const v = Float64Array.from(concerned, (i) => state.v[i]);
    const rates = Float64Array.from(concerned, (i) => a[i]);
    const dot = (x: Float64Array, y: Float64Array): number => x.reduce((sum, each, i) => sum + each * y[i], 0);
    const dt = -dot(v, rates) / dot(rates, rates);
    const left = v.map((x, i) => x + dt * rates[i]);
    if (!(dt > 0 && dt < Infinity && dot(left, left) < STILL * dot(v, v))) return null;
    return this.#after(state, a, dt) < VANISHING * this.leastPivot(state) ? dt : null;
  }

  /** Whether the least pivot falls along the speeds, over a time dt. */
  isFalling(state: State, dt: number): boolean {
    return this.#after(state, new Float64Array(state.v.length), dt) < this.leastPivot(state);
  }
}

/** The least of so many pivots, relative to the largest; 0 if there are fewer, 1 of none. */
export function leastPivotOf(sparse: readonly SparseRow[], rank: number): number {
  if (rank === 0) return 1;
  const found = eliminate({ sparse }, { tolerance: 0, most: rank });
  return found.rank < rank ? 0 : found.smallest / found.largest;
}

/** The least pivot after some time. */
interface Look {
  readonly dt: number;
  readonly pivot: number;
}

/** Where the line through two looks vanishes. */
const zeroOf = (near: Look, far: Look): number => far.dt + (far.pivot * (far.dt - near.dt)) / (near.pivot - far.pivot);
