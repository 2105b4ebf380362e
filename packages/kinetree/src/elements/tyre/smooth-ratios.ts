import { atan, sin } from "../../graph/elementary.js";
import type { Num } from "../../graph/graph.js";
import { abs, add, div, lt, max, mul, select, sqrt, square } from "../../graph/num.js";

/** Below it, series stand for the ratios, whose own derivatives would lose all digits; the first term left out is below 1e-17. */
export const SMALL = 0.03;

/** Squares of slips that count as zero; keeps the derivatives of roots away from infinity. */
export const TINY = 1e-300;

const ratio = (f: (x: Num) => Num, x: Num, series: readonly number[]): Num => {
  const isSmall = lt(abs(x), SMALL);
  const x2 = square(x);
  const near = series.reduceRight<Num>((rest, coefficient) => add(coefficient, mul(x2, rest)), 0);
  const safe = select(isSmall, 1, x);
  return select(isSmall, near, div(f(safe), safe));
};

/** Coefficients of x to the powers 0, 2, 4 and so on. */
export const atanRatioSeries: readonly number[] = [1, -1 / 3, 1 / 5, -1 / 7, 1 / 9, -1 / 11];
export const sinRatioSeries: readonly number[] = [1, -1 / 6, 1 / 120, -1 / 5040];

/** atan(x) / x, 1 at x = 0. */
export const atanRatio = (x: Num): Num => ratio(atan, x, atanRatioSeries);

/** sin(x) / x, 1 at x = 0. */
export const sinRatio = (x: Num): Num => ratio(sin, x, sinRatioSeries);

/** Length of the vector (x, y), of which one component may be known to be 0. */
export const lengthOf = (x: Num, y: Num): Num => sqrt(max(add(square(x), square(y)), TINY));
