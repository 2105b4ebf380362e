import { axisField, type AxisOption } from "./axis.js";
import type { CoordinateOptions, JointDefinition } from "./joint-definition.js";
import { fixedSizes, scalarNumbers, turn } from "./joint-numbers.js";

/** The properties of a limit are options at run time as well: the model says why they are wrong. */
export type ContinuousOptions = AxisOption &
  Omit<CoordinateOptions, "lower" | "upper" | "stopStiffness" | "stopDamping">;

const numbers = scalarNumbers([turn("angle")]);

export const continuous: JointDefinition<"continuous", ContinuousOptions> = {
  kind: "continuous",
  doc: "Turns about an axis for ever: no limits.",
  fields: { axis: axisField },
  options: { in: "joint" },
  sizes: fixedSizes(1, 1),
  numbers: () => numbers,
  quaternion: null,
  axes: ({ axis }) => [{ kind: "rotation", axis }],
  check: ({ axis }, checks) => checks.direction("axis", axis),
  takes: "no-limits",
  closes: "hinge",
  glyph: "shared-axis",
};
