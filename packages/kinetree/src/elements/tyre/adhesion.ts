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
  max(smoothStep(div(sub(share, HOLDS), SLIDES - HOLDS)), least);

/** From 0 at 0 to 1 at 1, level at both ends. */
export function smoothStep(x: Num): Num {
  const t = max(0, min(1, x));
  return mul(square(t), sub(3, mul(2, t)));
}

/** Length of a force in units of the largest ones along and across. */
export const shareOf = (force: InGround, peak: InGround): Num =>
  sqrt(max(add(square(div(force[0], peak[0])), square(div(force[1], peak[1]))), TINY));

/** Deflections whose force is within the ellipse of the largest forces. */
export function withinEllipse(deflection: InGround, stiffness: InGround, offset: InGround, peak: InGround): InGround {
  const elastic = (i: 0 | 1): Num => add(mul(stiffness[i], deflection[i]), offset[i]);
  const part = min(1, div(1, shareOf([elastic(0), elastic(1)], peak)));
  const kept = (i: 0 | 1): Num => sub(deflection[i], div(mul(sub(1, part), elastic(i)), stiffness[i]));
  return [kept(0), kept(1)];
}
