import { leastSquaresMinimumNorm } from "../../linalg/least-squares.js";
import { newMatrix, type Matrix } from "../../linalg/matrix.js";

/** What has to vanish in a steady motion, row by row, and its derivative by the unknowns. */
export interface TrimValues {
  readonly residuals: Float64Array;
  readonly names: readonly string[];
  readonly J: Matrix;
  /** How many of the first unknowns are coordinates. */
  readonly coordinates: number;
  /** Directions of the unknowns that are to have no effect. */
  readonly ignorable: readonly { readonly name: string; readonly x: Float64Array }[];
  readonly vdot: Float64Array;
  readonly zdot: Float64Array;
}

/** Newton's step at a place, and how far the place is from a steady motion. */
export interface TrimStep {
  readonly values: TrimValues;
  readonly x: Float64Array;
  /** The part of x that moves coordinates. */
  readonly moves: Float64Array;
  /** Largest residual, in units of the unknowns: what would remove it. */
  readonly residual: number;
  /** Length of residuals by the same measure: of those here, or of another place's. */
  readonly normOf: (residuals: Float64Array) => number;
  readonly worst: { readonly name: string; readonly value: number };
  readonly undetermined: number;
  /** How much residuals depend on what is to be ignorable, as a part of what they depend on at most. */
  readonly depending: readonly { readonly name: string; readonly share: number }[];
}

/** A dependence below this part of the largest is rounding. */
const RANK = 1e-11;
/** An unknown by which no row changes by more than this part of what it changes by at most has no effect, but for rounding. */
const NO_EFFECT = 1e-11;

/** Rows and columns are scaled to largest entries of one, so that units do not matter. */
export function trimStep(values: TrimValues): TrimStep {
  const { residuals, names, J, coordinates, ignorable } = values;
  const rows = Float64Array.from(residuals, (_, i) => 1 / largestIn(J.data.subarray(i * J.cols, (i + 1) * J.cols)));
  const scaled = newMatrix(J.rows, J.cols);
  J.data.forEach((x, k) => (scaled.data[k] = x * rows[Math.floor(k / J.cols)]));
  const columns = Float64Array.from({ length: J.cols }, (_, j) =>
    largestIn(residuals.map((__, i) => scaled.data[i * J.cols + j])),
  );
  const whole = scaled.data.slice();
  for (let k = 0; k < whole.length; k++) {
    const column = columns[k % J.cols];
    scaled.data[k] = column < NO_EFFECT ? 0 : scaled.data[k] / column;
  }
  const left = residuals.map((r, i) => r * rows[i]);
  const { x, rank } = leastSquaresMinimumNorm(
    scaled,
    left.map((r) => 0 - r),
    RANK,
  );
  const step = x.map((value, j) => value / columns[j]);
  const sizes = left.map(Math.abs);
  const worst = sizes.reduce((best, size, i) => (size > sizes[best] || !Number.isFinite(size) ? i : best), 0);
  const depending = ignorable.map((direction) => {
    const effect = residuals.map((_, i) =>
      direction.x.reduce((sum, value, j) => sum + whole[i * J.cols + j] * value, 0),
    );
    return { name: direction.name, share: effect.reduce((most, value) => Math.max(most, Math.abs(value)), 0) };
  });
  return {
    values,
    x: step,
    moves: step.subarray(0, coordinates),
    residual: sizes[worst] ?? 0,
    normOf: (others) => Math.sqrt(others.reduce((sum, r, i) => sum + (r * rows[i]) ** 2, 0)),
    worst: { name: names[worst] ?? "", value: residuals[worst] ?? 0 },
    undetermined: Math.max(0, J.cols - rank - ignorable.length),
    depending,
  };
}

/** The largest size, or 1 where all is zero. */
function largestIn(values: Float64Array): number {
  const most = values.reduce((size, x) => Math.max(size, Math.abs(x)), 0);
  return most > 0 ? most : 1;
}
