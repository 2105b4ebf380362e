import { atan, cos, sin } from "../../../graph/elementary.js";
import { isExpr, type Num } from "../../../graph/graph.js";
import { abs, add, and, div, eq, lt, mul, neg, select, sqrt, sub } from "../../../graph/num.js";
import { atanRatioSeries, evaluateSeries, ratioOf, sinRatioSeries, SMALL, type EvenSeries } from "../smooth-ratios.js";

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
export function sinOf(a: Secant): Secant {
  if (isFixed(a)) return fixed(sin(a.start));
  const end = sin(a.end);
  if (a.start === 0) return { start: 0, end, slope: mul(ratioOf(end, a.end, sinRatioSeries), a.slope) };
  return throughHalves(a, sin(a.start), cos(meanOf(a)));
}

/** cos a - cos b = -2 sin((a + b)/2) sin((a - b)/2). */
export const cosOf = (a: Secant): Secant =>
  isFixed(a) ? fixed(cos(a.start)) : throughHalves(a, cos(a.start), neg(sin(meanOf(a))));

const meanOf = ({ start, end }: Secant): Num => mul(0.5, add(start, end));

/** What is `start` at the start and grows by 2 factor sin((a_1 - a_0)/2). */
function throughHalves(a: Secant, start: Num, factor: Num): Secant {
  const half = mul(0.5, sub(a.end, a.start));
  const sine = sin(half);
  const slope = mul(mul(factor, ratioOf(sine, half, sinRatioSeries)), a.slope);
  return { start, end: add(start, mul(2, mul(factor, sine))), slope };
}

/** atan a_1 - atan a_0 is the angle of the point (1 + a_1 a_0, a_1 - a_0), by the tangent or the cotangent, whichever is smaller. */
export function atanOf(a: Secant, s: Num): Secant {
  if (isFixed(a)) return fixed(atan(a.start));
  const start = atan(a.start);
  const x = add(1, mul(a.start, a.end));
  const y = sub(a.end, a.start);
  const isNear = lt(abs(y), x);
  const tangent = div(select(isNear, y, x), select(isNear, x, y));
  const angle = atan(tangent);
  const quarter = select(lt(y, 0), -Math.PI / 2, Math.PI / 2);
  const turned = select(isNear, angle, sub(quarter, angle));
  const isSmall = and(isNear, lt(abs(tangent), SMALL));
  const perSlip = div(select(isSmall, a.slope, turned), select(isSmall, x, s));
  const slope = mul(perSlip, select(isSmall, evaluateSeries(atanRatioSeries, tangent), 1));
  return { start, end: add(start, turned), slope };
}

/** atan a / a. */
export const atanRatioOf = (a: Secant, s: Num): Secant => secantRatio(a, atanOf(a, s), atanRatioSeries);

/** sin a / a. */
export const sinRatioOf = (a: Secant): Secant => secantRatio(a, sinOf(a), sinRatioSeries);

/** f/a from f: where a is not small, f_1 - f_0 = r_1 (a_1 - a_0) + a_0 (r_1 - r_0), and the same with both ends exchanged. */
function secantRatio(a: Secant, f: Secant, series: EvenSeries): Secant {
  const start = ratioOf(f.start, a.start, series);
  if (isFixed(a)) return fixed(start);
  const end = ratioOf(f.end, a.end, series);
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
