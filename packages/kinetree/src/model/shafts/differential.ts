import { real } from "../fields.js";
import type { Real } from "../real.js";
import { shaft, type NamedElement, type ShaftElementDefinition } from "./element-definition.js";

/** An open differential behind a bevel gear: speed of the input = ratio · mean speed of a and b, which get equal torques. */
export interface Differential extends NamedElement {
  readonly kind: "differential";
  readonly input: string;
  readonly a: string;
  readonly b: string;
  readonly ratio: Real;
}

export const differential: ShaftElementDefinition<Differential> = {
  kind: "differential",
  doc: "Open differential: speed of input = ratio · (speed of a + speed of b)/2, equal torques on a and b. Limited or locked: add a clutch between a and b.",
  fields: {
    input: shaft("shaft that drives"),
    a: shaft("one output"),
    b: shaft("other output"),
    ratio: real("ratio", "turns of the input for one of both outputs", {
      sign: { is: "not-zero", fix: "Give 1 for a differential without a bevel gear." },
      default: 1,
    }),
  },
  nature: "rigid",
  uncommanded: null,
};
