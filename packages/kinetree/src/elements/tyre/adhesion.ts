import type { Num } from "../../graph/graph.js";
import { add, div, max, min, mul, sqrt, square, sub } from "../../graph/num.js";
import { TINY } from "./smooth-ratios.js";
import type { InGround } from "./steady-law.js";

/** Parts of the largest force below which a standing contact sticks, and above which it slides; the latter below any ratio of sliding to peak. */
const HOLDS = 0.3;
const SLIDES = 0.5;

/** A contact whose wheel turns slower than this may stick [m/s]. */
const STICKING = 2e-3;

/** Whether the contact is renewed by rolling: 1 while the rim moves, 0 while it stands. */
export const renewal = (rimSpeed: Num): Num => div(square(rimSpeed), add(square(rimSpeed), STICKING ** 2));

/**
 * 1: the contact slides or rolls. 0: it sticks.
 * @param share force of the carcass if the contact sticks, its damping included, as a part of the largest one: a wheel that lands
 * on a moving ground slides at once, however little its carcass is deflected
 */
export const freedomOf = (share: Num, least: Num): Num =>
  max(smoothStep(mul(1 / (SLIDES - HOLDS), sub(share, HOLDS))), least);

/** From 0 at 0 to 1 at 1, level at both ends. */
export function smoothStep(x: Num): Num {
  const t = max(0, min(1, x));
  return mul(square(t), sub(3, mul(2, t)));
}

/** Of forces that count as largest ones [N]: their reciprocals can be squared. */
export const LEAST_PEAK = 1e-100;

/** Length of a force in units of the largest ones along and across, of which `perPeak` are the reciprocals. */
export const shareOf = (force: InGround, perPeak: InGround): Num =>
  sqrt(max(add(square(mul(force[0], perPeak[0])), square(mul(force[1], perPeak[1]))), TINY));

/** Deflections whose force is within the ellipse of the largest forces. */
export function withinEllipse(
  deflection: InGround,
  stiffness: InGround,
  offset: InGround,
  perPeak: InGround,
): InGround {
  const elastic = (i: 0 | 1): Num => add(mul(stiffness[i], deflection[i]), offset[i]);
  const part = min(1, div(1, shareOf([elastic(0), elastic(1)], perPeak)));
  const kept = (i: 0 | 1): Num =>
    sub(deflection[i], mul(sub(1, part), add(deflection[i], div(offset[i], stiffness[i]))));
  return [kept(0), kept(1)];
}
