import { real } from "../fields.js";
import type { Real } from "../real.js";
import { shaft, type NamedElement, type ShaftElementDefinition } from "./element-definition.js";

/** Rigid wheels or a belt: speed of the input = ratio · speed of the output, torque on the output = ratio · torque from the input. */
export interface ShaftGear extends NamedElement {
  readonly kind: "gear";
  readonly input: string;
  readonly output: string;
  readonly ratio: Real;
}

export const gear: ShaftElementDefinition<ShaftGear> = {
  kind: "gear",
  doc: "Rigid gear between shafts: speed of input = ratio · speed of output.",
  fields: {
    input: shaft("shaft that drives"),
    output: shaft("shaft that is driven"),
    ratio: real("ratio", "turns of the input for one of the output; negative turns it back", {
      sign: { is: "not-zero", fix: "Leave the gear out for shafts that are apart." },
    }),
  },
  nature: "rigid",
  uncommanded: null,
};
