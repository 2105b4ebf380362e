import { real } from "../fields.js";
import type { Real } from "../real.js";
import { notNegative, positive, stribeck, type LawDefinition } from "./law-definition.js";

/**
 * Bristles z along two directions of the surface, which are states: z' = v - sigma0 |v| / g(|v|) z, with
 * g(s) = kinetic + (static - kinetic) exp(-(s/stribeckSpeed)^exponent); force (sigma0 z + sigma1 z' + sigma2 v) |F_n|. Sigma0 is per
 * unit normal force [1/m], sigma1 and sigma2 [s/m]; exponent 1 if left out. It sticks.
 */
export interface LuGreFriction {
  readonly kind: "lugre";
  readonly sigma0: Real;
  readonly sigma1: Real;
  readonly sigma2: Real;
  readonly static: Real;
  readonly kinetic: Real;
  readonly stribeckSpeed: Real;
  readonly exponent?: Real;
}

export const LUGRE_EXPONENT = 1;

export const lugre: LawDefinition<LuGreFriction> = {
  kind: "lugre",
  doc: "Bristles z that bend: z' = v − sigma0 · |v|/g · z, with g = kinetic + (static − kinetic) · exp(−(|v|/stribeckSpeed)^exponent); force −(sigma0 · z + sigma1 · z' + sigma2 · v) · N. It holds.",
  fields: {
    sigma0: real("perLength", "stiffness of the bristles, for a unit of normal force", {
      sign: positive("Give the stiffness of the bristles per unit of normal force."),
    }),
    sigma1: real("perSpeed", "damping of the bristles, likewise", { sign: notNegative() }),
    sigma2: real("perSpeed", "viscous part, likewise", { sign: notNegative() }),
    static: stribeck.static,
    // The bristles bend at most by g / sigma0, which must not be zero.
    kinetic: { ...stribeck.kinetic, sign: positive(`Without friction, use "none".`) },
    stribeckSpeed: stribeck.stribeckSpeed,
    exponent: real("ratio", "how abruptly it falls", {
      sign: positive("Usual are 1 and 2."),
      optional: true,
      default: LUGRE_EXPONENT,
    }),
  },
  states: 2,
};
