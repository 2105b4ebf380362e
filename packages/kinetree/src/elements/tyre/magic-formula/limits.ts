import type { Num } from "../../../graph/graph.js";
import { max, min } from "../../../graph/num.js";

/*
 * Polynomials over load and camber say nothing beyond the data that they were fitted to: friction and stiffness fall through
 * zero there. These limits keep a tyre a tyre.
 */

/** Coefficient of friction of the data, before factors and the ground. */
export const atLeastSlippery = (mu: Num): Num => max(mu, 0.05);
/** Slope as a part of the load, per slip or radian. */
export const atLeastSoft = (slope: Num): Num => max(slope, 1);
/** Factor of camber on a stiffness. */
export const atLeastUpright = (factor: Num): Num => max(factor, 0.1);
/** Friction of the ground, by which slips are divided. */
export const atLeastIcy = (friction: Num): Num => max(friction, 1e-3);
/** A larger E would bend the curve back. */
export const bentAtMost = (E: Num): Num => min(1, E);
