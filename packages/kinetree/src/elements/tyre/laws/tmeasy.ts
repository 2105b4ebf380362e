import type { Num } from "../../../graph/graph.js";
import { abs, add, div, lt, max, min, mul, neg, select, sqrt, square, sub } from "../../../graph/num.js";
import type { AtTwoLoads, TmeasyTyre } from "../../../model/tyre-laws/tmeasy.js";
import { TINY } from "../smooth-ratios.js";
import type { InGround, PlanSteadyLaw, TyrePoint } from "../steady-law.js";
import { steepness, tmeasySecant, type TmeasyCurve } from "./tmeasy-curve.js";

/**
 * Slip below which the forces along and across no longer share one slope [1]. The law's slope depends on the direction of the
 * slip and has none without any; there each direction takes its own. By the fourth power, so that 1 % of slip feels 1e-4 of it.
 */
const NO_DIRECTION = 1e-3;

/** Least friction of the ground, as a part of that of the data: slips are divided by it. */
const SMOOTHEST = 1e-6;

/** Places of the numbers of a plan. */
const at = Object.freeze({
  radius: 0,
  width: 1,
  stiffness: 2,
  load: 3,
  largest: 4,
  rolling: 5,
  x: 6,
  y: 16,
  trail: 26,
});

/** G. Rill and A. Castro, Road Vehicle Dynamics (2020), section 3.4, and M_x, M_z of Project Chrono's ChTMeasyTire. */
export const planTmeasy: PlanSteadyLaw<TmeasyTyre> = (law, num) => {
  const isNormalised = law.slips === "normalised";
  const two = (...pairs: readonly AtTwoLoads[]): readonly Num[] => pairs.flat().map(num);
  return {
    key: isNormalised ? "tmeasy normalised" : "tmeasy",
    numbers: [
      num(law.radius),
      num(law.width),
      num(law.verticalStiffness),
      num(law.load),
      num(law.largestLoad),
      num(law.rollingResistance ?? 0),
      ...two(
        law.longitudinalSlope,
        law.longitudinalPeak,
        law.longitudinalPeakSlip,
        law.longitudinalSliding,
        law.longitudinalSlidingSlip,
      ),
      ...two(law.lateralSlope, law.lateralPeak, law.lateralPeakSlip, law.lateralSliding, law.lateralSlidingSlip),
      ...two(law.trail, law.trailZeroSlip, law.trailEndSlip),
    ],
    slipBy: "rolling",
    forces: ({ slip, load, friction }, n) => {
      const q = ratioOf(load, n);
      const [x, y] = [curveAt(n, at.x, q), curveAt(n, at.y, q)];
      // Peak and sliding forces and their slips shrink with the friction: F(s) = μ F(s/μ) of the data.
      const mu = max(friction, SMOOTHEST);
      const slope = combined(x, y, [div(slip[0], mu), div(slip[1], mu)], isNormalised);
      return {
        slope: [mul(q, slope[0]), mul(q, slope[1])],
        offset: [0, 0],
        peak: [mul(mul(mu, q), x.peak), mul(mul(mu, q), y.peak)],
      };
    },
    moments: (point, force, n) => ({
      overturning: overturning(point, n),
      aligning: neg(mul(trail(point, n), force[1])),
    }),
    rollingResistance: (load, n) => mul(mul(n[at.rolling], n[at.radius]), load),
    carcass: null,
    rollingRadius: null,
  };
};

const ratioOf = (load: Num, n: readonly Num[]): Num => div(min(load, n[at.largest]), n[at.load]);

/** Forces are parabolas through 0 over the load, here as a part of the load ratio q, so that their ratios hold without load. */
const parabola = (n: readonly Num[], i: number, q: Num): Num => {
  const bend = sub(n[i], mul(0.5, n[i + 1]));
  return sub(add(n[i], bend), mul(bend, q));
};
const line = (n: readonly Num[], i: number, q: Num): Num => add(n[i], mul(sub(n[i + 1], n[i]), sub(q, 1)));

const curveAt = (n: readonly Num[], i: number, q: Num): TmeasyCurve => ({
  slope: parabola(n, i, q),
  peak: parabola(n, i + 2, q),
  peakSlip: line(n, i + 4, q),
  sliding: parabola(n, i + 6, q),
  slidingSlip: line(n, i + 8, q),
});

/** Slopes of the forces over their own slips, for both slips together: the curve of the direction in which they point. */
function combined(x: TmeasyCurve, y: TmeasyCurve, slip: InGround, isNormalised: boolean): InGround {
  const [unitX, unitY] = isNormalised ? slipUnits(x, y) : ([1, 1] as const);
  const [sx, sy] = [div(slip[0], unitX), div(slip[1], unitY)];
  const [sx2, sy2] = [square(sx), square(sy)];
  const both = add(sx2, sy2);
  // Shares of the direction; equal ones without slip, where they do not count.
  const whole = add(both, 2 * LEAST);
  const [alongX, alongY] = [div(add(sx2, LEAST), whole), div(add(sy2, LEAST), whole)];
  const ellipse = (a: Num, b: Num): Num => sqrt(add(mul(alongX, square(a)), mul(alongY, square(b))));
  const curve: TmeasyCurve = {
    slope: ellipse(mul(x.slope, unitX), mul(y.slope, unitY)),
    peak: ellipse(x.peak, y.peak),
    peakSlip: ellipse(div(x.peakSlip, unitX), div(y.peakSlip, unitY)),
    sliding: ellipse(x.sliding, y.sliding),
    slidingSlip: ellipse(div(x.slidingSlip, unitX), div(y.slidingSlip, unitY)),
  };
  const secant = tmeasySecant(curve, sqrt(max(both, TINY)));
  const fourth = min(1, square(both));
  const hasDirection = div(fourth, add(fourth, NO_DIRECTION ** 4));
  const blend = (own: Num, shared: Num): Num => add(own, mul(hasDirection, sub(shared, own)));
  return [blend(steepness(x), div(secant, unitX)), blend(steepness(y), div(secant, unitY))];
}

/** Squares of slips in which no direction can be told [1]. */
const LEAST = 1e-30;

/** Slips that count alike along and across. */
function slipUnits(x: TmeasyCurve, y: TmeasyCurve): InGround {
  const [riseX, riseY] = [div(x.peak, x.slope), div(y.peak, y.slope)];
  const unit = (peakSlip: Num, rise: Num): Num =>
    add(div(peakSlip, add(x.peakSlip, y.peakSlip)), div(rise, add(riseX, riseY)));
  return [unit(x.peakSlip, riseX), unit(y.peakSlip, riseY)];
}

/** Pneumatic trail [m]: falls over the lateral slip, changes its sign where the tyre begins to slide, and ends at 0. */
function trail({ slip, load, friction, depth }: TyrePoint, n: readonly Num[]): Num {
  const q = ratioOf(load, n);
  const [zero, end] = [line(n, at.trail + 2, q), line(n, at.trail + 4, q)];
  const s = div(abs(slip[1]), max(friction, SMOOTHEST));
  const x = div(s, zero);
  const blend = div(zero, end);
  const rest = sub(1, blend);
  const before = add(mul(rest, sub(1, x)), mul(blend, sub(1, mul(sub(3, mul(2, x)), square(x)))));
  const left = div(max(0, sub(end, s)), sub(end, zero));
  const after = neg(mul(mul(rest, sub(x, 1)), square(left)));
  const contact = mul(2, sqrt(max(mul(n[at.radius], depth), TINY)));
  return mul(mul(contact, line(n, at.trail, q)), select(lt(s, zero), before, after));
}

/** A leaning tyre presses more on one side; the ground cannot press beyond the edge of the tyre. */
function overturning({ load, camber }: TyrePoint, n: readonly Num[]): Num {
  const width = n[at.width];
  const moment = neg(mul(mul(div(square(width), 12), n[at.stiffness]), camber));
  const most = mul(mul(0.5, width), load);
  return max(neg(most), min(most, moment));
}
