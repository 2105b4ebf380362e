import { real } from "../fields.js";
import type { Real } from "../real.js";
import type { ShaftPort } from "../shaft.js";
import { sticking, type Sticking } from "./clutch.js";
import { command, port, type Commanded, type ShaftElementDefinition } from "./element-definition.js";

/**
 * A box of gears, each engaged by friction: the command is the gear, 1 for the first of `ratios`, 0 for neutral, −1 for reverse. A lever
 * follows it within the shift time a gear; friction lets go on its way out of a gear and takes hold on its way into the next, so
 * that speeds meet by slipping and no momentum jumps.
 */
export interface Gearbox extends Commanded, Sticking {
  readonly kind: "gearbox";
  readonly input: ShaftPort;
  readonly output: ShaftPort;
  /** Turns of the input for one of the output, from the first gear on. */
  readonly ratios: readonly Real[];
  /** Of the reverse gear, negative; left out, there is none. */
  readonly reverse?: Real;
  /** From one gear to the next [s]. */
  readonly shiftTime: Real;
}

export const gearbox: ShaftElementDefinition<Gearbox> = {
  kind: "gearbox",
  doc: "Gears that friction engages: the command is the gear (0 neutral, −1 reverse), and a lever follows it within shiftTime a gear.",
  fields: {
    input: port("what drives"),
    output: port("what is driven"),
    ratios: {
      type: "reals",
      measure: "ratio",
      sign: { is: "not-zero", fix: "Neutral is the command 0." },
      doc: "turns of the input for one of the output, from the first gear on",
    },
    reverse: real("ratio", "of the reverse gear, negative", {
      sign: { is: "not-zero", fix: "Leave it out for none." },
      optional: true,
      defaultText: "none",
    }),
    ...sticking,
    shiftTime: real("time", "from one gear to the next", {
      sign: { is: "positive", fix: "Give the time in which friction changes over." },
      default: 0.5,
    }),
    command: command("the gear"),
  },
  nature: "housed",
  uncommanded: 1,
};
