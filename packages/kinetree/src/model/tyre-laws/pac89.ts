import { real, type CoefficientDefaults, type Coefficients } from "../fields.js";
import type { Real } from "../real.js";
import { notNegative, positive } from "../contact-laws/law-definition.js";
import { tyreRadius } from "./brush.js";
import type { TyreLawDefinition } from "./law-definition.js";

/** The Magic Formula of E. Bakker, H. Pacejka and L. Lidner (SAE 890087), with loads in kN, slip angles in degrees and slips in per cent. */
export interface Pac89Tyre {
  readonly kind: "pac89";
  /** Unloaded [m]. */
  readonly radius: Real;
  /** a0 to a13 across, b0 to b10 along; those left out are 0. */
  readonly coefficients: Coefficients;
  /** Multiplies the coefficients of friction; 1 if left out. */
  readonly friction?: Real;
  /** Multiplies the slopes at zero slip; 1 if left out. */
  readonly stiffness?: Real;
  /** Moment against rolling per load and radius; 0 if left out. */
  readonly rollingResistance?: Real;
}

const numbered = (letter: string, last: number): readonly string[] =>
  Array.from({ length: last + 1 }, (_, i) => `${letter}${i}`);

/** Coefficients and what they are if left out. */
export const pac89Coefficients: CoefficientDefaults = Object.freeze(
  Object.fromEntries([...numbered("a", 13), ...numbered("b", 10)].map((name) => [name, 0])),
);

export const pac89: TyreLawDefinition<Pac89Tyre> = {
  kind: "pac89",
  doc: "The Magic Formula of 1989, with loads in kN, slip angles in degrees and slips in per cent; combined by an ellipse.",
  relaxes: () => false,
  fields: {
    radius: tyreRadius,
    coefficients: { type: "coefficients", doc: "a0 to a13 across, b0 to b10 along", defaults: pac89Coefficients },
    friction: real("ratio", "multiplies the coefficients of friction", {
      sign: notNegative(),
      optional: true,
      default: 1,
    }),
    stiffness: real("ratio", "multiplies the slopes at zero slip", {
      sign: positive("Leave it out for the slopes of the coefficients."),
      optional: true,
      default: 1,
    }),
    rollingResistance: real("ratio", "moment against rolling per load and radius", {
      sign: notNegative("It would drive the wheel."),
      optional: true,
      default: 0,
    }),
  },
  mistake: ({ coefficients }, number) => {
    const wrong = ["a0", "a3", "a4", "b0"].find((name) => !(number(coefficients[name] ?? 0) > 0));
    if (wrong === undefined) return null;
    const rest = `whose ${wrong} must be > 0: nothing else makes a curve over the slip. Give ${wrong}.`;
    return { code: "not-positive", field: "coefficients", value: { [wrong]: coefficients[wrong] ?? 0 }, rest };
  },
};
