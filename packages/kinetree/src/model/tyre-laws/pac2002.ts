import { real, type Coefficients } from "../fields.js";
import type { Real } from "../real.js";
import { positive } from "../contact-laws/law-definition.js";
import { tyreRadius } from "./brush.js";
import type { LawMistake, TyreLawDefinition } from "./law-definition.js";
import { pac2002Coefficients } from "./pac2002-coefficients.js";

/** The Magic Formula of 2002, as .tir files have it; without turn slip. */
export interface Pac2002Tyre {
  readonly kind: "pac2002";
  /** Load of the data [N]: FNOMIN. */
  readonly nominalLoad: Real;
  /** Unloaded [m]. */
  readonly radius: Real;
  /** By their names in .tir files, such as PCX1; those left out are 0, and factors (L…) are 1. */
  readonly coefficients: Coefficients;
  /** Beyond it the forces are those at this load [N]; no limit if left out. */
  readonly largestLoad?: Real;
  /** Beyond it the forces are those at this camber [rad]; no limit if left out. */
  readonly largestCamber?: Real;
  /** Across the ground [N/m]; needed only where BREFF, DREFF and FREFF make the rolling radius. */
  readonly verticalStiffness?: Real;
  /** How slips along and across act together: by the formula's own weights or by an ellipse; "pacejka" if left out. */
  readonly combined?: "pacejka" | "ellipse";
}

export const pac2002: TyreLawDefinition<Pac2002Tyre> = {
  kind: "pac2002",
  doc: "The Magic Formula of 2002, with the coefficients of a .tir file.",
  relaxes: () => true,
  fields: {
    nominalLoad: real("force", "load of the data, FNOMIN", { sign: positive("Give FNOMIN of the data.") }),
    radius: tyreRadius,
    coefficients: { type: "coefficients", doc: "by their names in .tir files", defaults: pac2002Coefficients },
    largestLoad: real("force", "load beyond which forces stay as they are, FZMAX", {
      sign: positive("Leave it out for no limit."),
      optional: true,
      defaultText: "none",
    }),
    largestCamber: real("angle", "camber beyond which forces stay as they are, CAMMAX", {
      sign: positive("Leave it out for no limit."),
      optional: true,
      defaultText: "none",
    }),
    verticalStiffness: real("stiffness", "across the ground, for the rolling radius by DREFF and FREFF", {
      sign: positive("Leave it out where DREFF and FREFF are 0."),
      optional: true,
      defaultText: "none",
    }),
    combined: {
      type: "choice",
      values: ["pacejka", "ellipse"],
      doc: "how slips along and across act together: by the formula's own weights, or by an ellipse",
      optional: true,
      default: "pacejka",
    },
  },
  mistake: ({ coefficients, verticalStiffness }, number) => {
    const valueOf = (name: string): number => number(coefficients[name] ?? pac2002Coefficients[name]);
    for (const [name, must, holds] of pac2002Musts) {
      const value = valueOf(name);
      if (!holds(value)) return mistaken(name, value, must);
    }
    const bends = ["DREFF", "FREFF"].find((name) => valueOf(name) !== 0);
    if (bends === undefined || verticalStiffness !== undefined) return null;
    const rest = `though ${bends} is given, which needs it. Give it, or leave DREFF and FREFF out.`;
    return { code: "missing-option", field: "verticalStiffness", value: undefined, rest };
  },
};

const isPositive = (value: number): boolean => value > 0;

/** What no tyre can do without. */
export const pac2002Musts: readonly (readonly [name: string, must: string, holds: (value: number) => boolean])[] = [
  ["PCX1", "> 0", isPositive],
  ["PDX1", "> 0", isPositive],
  ["PKX1", "> 0", isPositive],
  ["PCY1", "> 0", isPositive],
  ["PDY1", "> 0", isPositive],
  ["PKY1", "< 0: forces across are against a positive slip angle", (value) => value < 0],
  ["PKY2", "> 0", isPositive],
  ...["LFZO", "LCX", "LMUX", "LKX", "LCY", "LMUY", "LKY"].map((name) => [name, "> 0", isPositive] as const),
];

const mistaken = (name: string, value: number, must: string): LawMistake => ({
  code: "not-positive",
  field: "coefficients",
  value: { [name]: value },
  rest: `whose ${name} must be ${must}. Correct it, or take the data of another tyre.`,
});
