import { leastSquaresMinimumNorm } from "../linalg/least-squares.js";
import type { Matrix } from "../linalg/matrix.js";
import { columnsOf, rowsOf } from "./linear-kinematics.js";

/** Slower than this [1/s] nothing settles: a time constant of thirty years. */
export const IDLE = 1e-9;
/** Relative steps of states that are rounding. */
export const SETTLED = 1e-13;
export const MOST_STEPS = 50;

/** ż and ∂ż/∂z at some internal states. */
export interface StateRates {
  readonly rates: Float64Array;
  readonly byZ: Matrix;
}

/** The largest entry of each row of ∂ż/∂z: how fast each state settles [1/s]. */
export const settlingRates = ({ rows, cols, data }: Matrix): Float64Array =>
  Float64Array.from({ length: rows }, (_, i) => sizeOf(data.subarray(i * cols, (i + 1) * cols)));

/** States whose rates depend on them, and so vanish for one value. */
export const settling = (size: Float64Array): Int32Array =>
  Int32Array.from([...size.keys()].filter((i) => size[i] > IDLE));

/**
 * z with the rates of the states that settle at zero, by Newton's method; the others stay. "stuck": only states beyond a bound of their law,
 * such as creep beyond the depth, which move nothing there and so would never come back.
 */
export function settledStates(
  start: Float64Array,
  ratesAt: (z: Float64Array) => StateRates,
  which: "all" | "stuck" = "all",
): Float64Array {
  const z = start.slice();
  const restarted = new Set<number>();
  for (let k = 0; k < MOST_STEPS; k++) {
    const { rates, byZ } = ratesAt(z);
    const size = settlingRates(byZ);
    if (!rates.every(Number.isFinite)) return z;
    // Beyond its bound a state starts again from zero.
    const stuck = [...rates.keys()].filter((i) => size[i] <= IDLE && Math.abs(rates[i]) > IDLE && !restarted.has(i));
    for (const i of stuck) {
      z[i] = 0;
      restarted.add(i);
    }
    if (stuck.length > 0) continue;
    const active = settling(size).filter((i) => which === "all" || restarted.has(i));
    if (active.length === 0) return z;
    const own = columnsOf(rowsOf(byZ, active), active);
    const { x } = leastSquaresMinimumNorm(
      own,
      Float64Array.from(active, (i) => rates[i]),
    );
    active.forEach((i, j) => (z[i] -= x[j]));
    if (sizeOf(x) <= SETTLED * sizeOf(z)) return z;
  }
  return z;
}

export const sizeOf = (z: Float64Array): number => z.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
