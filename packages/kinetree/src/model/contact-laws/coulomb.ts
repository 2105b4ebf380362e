import { real } from "../fields.js";
import type { Real } from "../real.js";
import { positive, stribeck, type LawDefinition } from "./law-definition.js";

/**
 * Coulomb, made smooth about zero: μ(|v|) F_n v / √(v² + transitionSpeed²), with μ(s) = kinetic + (static - kinetic) exp(-(s/stribeckSpeed)²).
 * `static` is `kinetic` if left out; `stribeckSpeed` [m/s] must be given where they differ. It creeps instead of sticking.
 */
export interface CoulombFriction {
  readonly kind: "coulomb";
  readonly kinetic: Real;
  readonly static?: Real;
  readonly stribeckSpeed?: Real;
  readonly transitionSpeed: Real;
}

export const coulomb: LawDefinition<CoulombFriction> = {
  kind: "coulomb",
  doc: "−μ · N · v/√(v² + transitionSpeed²), with μ = kinetic + (static − kinetic) · exp(−(v/stribeckSpeed)²). It creeps where it should hold.",
  fields: {
    kinetic: stribeck.kinetic,
    static: { ...stribeck.static, optional: true, defaultText: "kinetic" },
    stribeckSpeed: { ...stribeck.stribeckSpeed, optional: true, defaultText: "required with another static" },
    transitionSpeed: real("speed", "speed over which friction builds up", {
      sign: positive("Give a speed well below those of interest, such as 1e-3 m/s."),
    }),
  },
  states: 0,
  lacks: (law) =>
    law.static === undefined || law.static === law.kinetic || law.stribeckSpeed !== undefined
      ? null
      : ["stribeckSpeed", "must be given where static differs from kinetic. Give the speed at which friction falls."],
};
