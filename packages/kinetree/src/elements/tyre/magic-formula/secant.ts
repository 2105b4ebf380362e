import { atan, cos, sin } from "../../../graph/elementary.js";
import { isExpr, type Num } from "../../../graph/graph.js";
import { abs, add, div, eq, lt, mul, neg, select, sqrt, sub } from "../../../graph/num.js";
import { atanRatio, atanRatioSeries, sinRatio, sinRatioSeries, SMALL } from "../smooth-ratios.js";

/*
 * Divided differences carried through a formula, as derivatives are by the chain rule: f(s) - f(0) over s without the
 * cancellation that this quotient has at small s.
 */

/** A quantity that follows from the slip s: without slip, with it, and (end - start) / s, which is the derivative at s = 0. */
export interface Secant {
  readonly start: Num;
  readonly end: Num;
  readonly slope: Num;
}

/** Does not follow from s. */
export const fixed = (value: Num): Secant => ({ start: value, end: value, slope: 0 });

export const plus = (a: Secant, b: Secant): Secant => ({
  start: add(a.start, b.start),
  end: add(a.end, b.end),
  slope: add(a.slope, b.slope),
});

export const minus = (a: Secant, b: Secant): Secant => ({
  start: sub(a.start, b.start),
  end: sub(a.end, b.end),
  slope: sub(a.slope, b.slope),
});

export const scaled = (factor: Num, a: Secant): Secant => ({
  start: mul(factor, a.start),
  end: mul(factor, a.end),
  slope: mul(factor, a.slope),
});

export const times = (a: Secant, b: Secant): Secant => ({
  start: mul(a.start, b.start),
  end: mul(a.end, b.end),
  slope: add(mul(a.end, b.slope), mul(b.start, a.slope)),
});

/** 1 / a, for a that is never 0. */
export const inverse = (a: Secant): Secant => ({
  start: div(1, a.start),
  end: div(1, a.end),
  slope: neg(div(a.slope, mul(a.start, a.end))),
});

const isFixed = ({ slope }: Secant): boolean => !isExpr(slope) && slope === 0;

/** cos atan a = 1 / √(1 + a²). */
export function cosAtan(a: Secant): Secant {
  const { start, end, slope } = plus(fixed(1), times(a, a));
  const [from, to] = [sqrt(start), sqrt(end)];
  return inverse({ start: from, end: to, slope: div(slope, add(from, to)) });
}

/** sin a - sin b = 2 cos((a + b)/2) sin((a - b)/2). */
export function sinOf({ start, end, slope }: Secant): Secant {
  const half = mul(0.5, sub(end, start));
  const mean = mul(0.5, add(start, end));
  return { start: sin(start), end: sin(end), slope: mul(mul(cos(mean), sinRatio(half)), slope) };
}

/** cos a - cos b = -2 sin((a + b)/2) sin((a - b)/2). */
export function cosOf({ start, end, slope }: Secant): Secant {
  const half = mul(0.5, sub(end, start));
  const mean = mul(0.5, add(start, end));
  return { start: cos(start), end: cos(end), slope: neg(mul(mul(sin(mean), sinRatio(half)), slope)) };
}

/** atan a - atan b = atan((a - b)/(1 + a b)) on one branch; where that leaves it, a and b are far apart and of two signs. */
export function atanOf(a: Secant, s: Num): Secant {
  if (isFixed(a)) return fixed(atan(a.start));
  const [start, end] = [atan(a.start), atan(a.end)];
  const product = mul(a.start, a.end);
  const isNear = lt(-0.5, product);
  const denominator = select(isNear, add(1, product), 1);
  const near = mul(div(a.slope, denominator), atanRatio(div(sub(a.end, a.start), denominator)));
  return { start, end, slope: select(isNear, near, div(sub(end, start), select(isNear, 1, s))) };
}

/** atan a / a. */
export const atanRatioOf = (a: Secant, s: Num): Secant => ratioOf(a, atanOf(a, s), atanRatio, atanRatioSeries);

/** sin a / a. */
export const sinRatioOf = (a: Secant): Secant => ratioOf(a, sinOf(a), sinRatio, sinRatioSeries);

/** f/a from f: where a is not small, f_1 - f_0 = r_1 (a_1 - a_0) + a_0 (r_1 - r_0), and the same with both ends exchanged. */
function ratioOf(a: Secant, f: Secant, ratio: (x: Num) => Num, series: readonly number[]): Secant {
  if (isFixed(a)) return fixed(ratio(a.start));
  const [start, end] = [ratio(a.start), ratio(a.end)];
  const [from, to] = [abs(a.start), abs(a.end)];
  const isEndLarger = lt(from, to);
  const larger = select(isEndLarger, a.end, a.start);
  const isSmall = lt(abs(larger), SMALL);
  const rest = sub(f.slope, mul(select(isEndLarger, start, end), a.slope));
  const squares = times(a, a);
  const near = series.reduceRight((sum, coefficient) => plus(fixed(coefficient), times(squares, sum)), fixed(0));
  return { start, end, slope: select(isSmall, near.slope, div(rest, select(isSmall, 1, larger))) };
}

/** Factor by the sign of x: E has one value where x < 0 and another elsewhere. */
export interface Sided {
  readonly below: Num;
  readonly above: Num;
}

/** E(x) g(x), for g that vanishes where x changes its sign. */
export function timesSided(factor: Sided, x: Secant, g: Secant, s: Num): Secant {
  if (factor.below === factor.above) return scaled(factor.above, g);
  const at = (value: Num): Num => select(lt(value, 0), factor.below, factor.above);
  const [from, to] = [at(x.start), at(x.end)];
  const isSame = eq(from, to);
  // Of two signs, x has gone further than from 0 to its start, and g is no larger.
  const jump = select(isSame, 0, div(mul(sub(to, from), g.start), select(isSame, 1, s)));
  return { start: mul(from, g.start), end: mul(to, g.end), slope: add(mul(to, g.slope), jump) };
}
