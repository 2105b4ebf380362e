import { axisField, type AxisOption } from "./axis.js";
import type { CoordinateOptions, JointDefinition } from "./joint-definition.js";
import { fixedSizes, scalarNumbers, turn } from "./joint-numbers.js";

/** Options of `revolute`. */
export type RevoluteOptions = AxisOption & CoordinateOptions;

const numbers = scalarNumbers([turn("angle")]);

export const revolute: JointDefinition<"revolute", RevoluteOptions> = {
  kind: "revolute",
  doc: "Turns about an axis.",
  fields: { axis: axisField },
  options: { in: "joint" },
  sizes: fixedSizes(1, 1),
  numbers: () => numbers,
  quaternion: null,
  axes: ({ axis }) => [{ kind: "rotation", axis }],
  check: ({ axis }, checks) => checks.direction("axis", axis),
  takes: "everything",
  closes: "hinge",
  glyph: "shared-axis",
};
