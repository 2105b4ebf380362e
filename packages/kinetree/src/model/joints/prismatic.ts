import { axisField, type AxisOption } from "./axis.js";
import type { CoordinateOptions, JointDefinition } from "./joint-definition.js";
import { fixedSizes, scalarNumbers, slide } from "./joint-numbers.js";

/** Options of `prismatic`. */
export type PrismaticOptions = AxisOption & CoordinateOptions;

const numbers = scalarNumbers([slide("displacement")]);

export const prismatic: JointDefinition<"prismatic", PrismaticOptions> = {
  kind: "prismatic",
  doc: "Slides along an axis.",
  fields: { axis: axisField },
  options: { in: "joint" },
  sizes: fixedSizes(1, 1),
  numbers: () => numbers,
  quaternion: null,
  axes: ({ axis }) => [{ kind: "translation", axis }],
  check: ({ axis }, checks) => checks.direction("axis", axis),
  takes: "everything",
  closes: "slider",
  glyph: "shared-axis",
};
