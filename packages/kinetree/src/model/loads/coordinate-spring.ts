import { real, realOrCurve } from "../fields.js";
import type { Real } from "../real.js";
import type { CoordinateRef, Curve } from "../types.js";
import { PASSIVE, type LoadDefinition } from "./load-definition.js";

/**
 * Spring and damper between two coordinates, such as an anti-roll bar without bodies. It resists the difference
 * x = a - ratio b - rest: force -F along a and ratio F along b, with F = stiffness x + damping x'.
 */
export interface CoordinateSpring {
  readonly kind: "coordinate-spring";
  readonly name: string;
  readonly a: CoordinateRef;
  readonly b: CoordinateRef;
  /** Displacement along a for one along b without force; negative where the coordinates count in opposite directions. */
  readonly ratio: Real;
  /** [N/m or N m/rad], as a has it, or a curve of force over deflection. */
  readonly stiffness: Real | Curve;
  /** Difference without force [m or rad]. */
  readonly rest: Real;
  /** [N s/m or N m s/rad], or a curve of force over the rate of deflection. */
  readonly damping: Real | Curve;
}

export const coordinateSpring: LoadDefinition<CoordinateSpring> = {
  kind: "coordinate-spring",
  doc: "Spring and damper between two coordinates, such as an anti-roll bar without bodies: force −F along a and ratio · F along b, F = stiffness · x + damping · x', x = a − ratio · b − rest. Units are those of a.",
  fields: {
    a: { type: "coordinate", doc: "one coordinate" },
    b: { type: "coordinate", doc: "other coordinate" },
    ratio: real({ of: "a", per: "b" }, "displacement along a for one along b without force", {
      sign: { is: "not-zero", fix: "For a spring along one coordinate give its joint a stiffness and a rest." },
      default: 1,
    }),
    stiffness: realOrCurve({ quantity: "stiffness", of: "a" }, "a curve is force over deflection"),
    rest: real({ quantity: "position", of: "a" }, "difference without force", { default: 0 }),
    damping: realOrCurve({ quantity: "damping", of: "a" }, "a curve is force over the rate of deflection", {
      sign: PASSIVE,
      default: 0,
    }),
  },
  exerts: [],
  mark: "bar",
};
