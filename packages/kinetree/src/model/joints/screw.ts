import type { Real } from "../real.js";
import { axisField, type AxisOption } from "./axis.js";
import type { CoordinateOptions, JointDefinition, JointField } from "./joint-definition.js";
import { fixedSizes, scalarNumbers, turn } from "./joint-numbers.js";

/** Options of `screw`. */
export type ScrewOptions = AxisOption &
  CoordinateOptions & {
    /** Advance along the axis [m/rad]. */
    readonly pitch: Real;
  };

export const pitchField: JointField<"pitch"> = {
  type: "pitch",
  label: "pitch",
  doc: "advance along the axis for a turn of one radian",
};

const numbers = scalarNumbers([turn("angle")]);

export const screw: JointDefinition<"screw", ScrewOptions> = {
  kind: "screw",
  doc: "Turns about an axis and advances along it.",
  fields: {
    axis: axisField,
    pitch: pitchField,
  },
  options: { in: "joint" },
  sizes: fixedSizes(1, 1),
  numbers: () => numbers,
  quaternion: null,
  axes: ({ axis, pitch }) => [{ kind: "screw", axis, pitch }],
  check: ({ axis, pitch }, checks) => {
    checks.real("pitch", pitch);
    checks.direction("axis", axis);
  },
  takes: "everything",
  closes: "screw",
  glyph: "shared-axis",
};
