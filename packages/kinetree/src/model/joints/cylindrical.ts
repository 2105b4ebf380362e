import { axisField, type AxisOption } from "./axis.js";
import type { CoordinateOptions, JointDefinition } from "./joint-definition.js";
import { fixedSizes, scalarNumbers, slide, turn } from "./joint-numbers.js";

/** Options of `cylindrical`. */
export interface CylindricalOptions extends AxisOption {
  readonly rotation?: CoordinateOptions;
  readonly translation?: CoordinateOptions;
}

const numbers = scalarNumbers([turn("angle"), slide("displacement")]);

export const cylindrical: JointDefinition<"cylindrical", CylindricalOptions> = {
  kind: "cylindrical",
  doc: "Turns about an axis and slides along it: angle, displacement.",
  fields: { axis: axisField },
  options: { in: "coordinates", names: ["rotation", "translation"] },
  sizes: fixedSizes(2, 2),
  numbers: () => numbers,
  quaternion: null,
  axes: ({ axis }) => [
    { kind: "rotation", axis },
    { kind: "translation", axis },
  ],
  check: ({ axis }, checks) => checks.direction("axis", axis),
  takes: "everything",
  closes: "cylinder",
  glyph: "shared-axis",
};
