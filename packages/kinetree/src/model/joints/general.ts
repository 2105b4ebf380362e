import type { JointAxis } from "../types.js";
import type { CoordinateOptions, JointDefinition } from "./joint-definition.js";
import { scalarNumbers, slide, turn } from "./joint-numbers.js";

/** Options of `general`. */
export interface GeneralOptions {
  /** 1 to 6 axes in order, each with what acts along it: `rotateAbout`, `slideAlong`, `screwAlong`. */
  readonly axes: readonly (JointAxis & CoordinateOptions)[];
}

export const general: JointDefinition<"general", GeneralOptions> = {
  kind: "general",
  doc: "Moves along 1 to 6 axes in order.",
  fields: { axes: { type: "axes", label: "axes", doc: "the axes" } },
  options: { in: "axes" },
  sizes: ({ axes }) => ({ nq: axes.length, nv: axes.length }),
  numbers: ({ axes }) =>
    scalarNumbers(axes.map(({ kind }, i) => (kind === "translation" ? slide : turn)(`${kind} ${i + 1}`))),
  quaternion: null,
  axes: ({ axes }) => axes,
  check: ({ axes }, checks) => checks.axes(axes),
  takes: "everything",
  closes: "axes",
  glyph: "axes",
};
