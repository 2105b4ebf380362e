import { atan, sin } from "../../graph/elementary.js";
import type { Num } from "../../graph/graph.js";
import { abs, add, div, lt, max, mul, select, sqrt, square } from "../../graph/num.js";

/** Below it, series stand for the ratios, whose own derivatives would lose all digits; the first term left out is below 1e-17. */
export const SMALL = 0.03;

/** Squares of slips that count as zero; keeps the derivatives of roots away from infinity. */
export const TINY = 1e-300;

/** Coefficients of x to the powers 0, 2, 4 and so on. */
export type EvenSeries = readonly number[];
export const atanRatioSeries: EvenSeries = [1, -1 / 3, 1 / 5, -1 / 7, 1 / 9, -1 / 11];
export const sinRatioSeries: EvenSeries = [1, -1 / 6, 1 / 120, -1 / 5040];

export function evaluateSeries(series: EvenSeries, x: Num): Num {
  const x2 = square(x);
  return series.reduceRight<Num>((rest, coefficient) => add(coefficient, mul(x2, rest)), 0);
}

/** f(x)/x of a known value of f, by its series where x is small. */
export function ratioOf(value: Num, x: Num, series: EvenSeries): Num {
  const isSmall = lt(abs(x), SMALL);
  return select(isSmall, evaluateSeries(series, x), div(value, select(isSmall, 1, x)));
}

/** atan(x) / x, 1 at x = 0. */
export const atanRatio = (x: Num): Num => ratioOf(atan(x), x, atanRatioSeries);

/** sin(x) / x, 1 at x = 0. */
export const sinRatio = (x: Num): Num => ratioOf(sin(x), x, sinRatioSeries);

/** Length of the vector (x, y), of which one component may be known to be 0. */
export const lengthOf = (x: Num, y: Num): Num => sqrt(max(add(square(x), square(y)), TINY));
