import type { Vec3R } from "../real.js";
import { axisField } from "./axis.js";
import type { CoordinateOptions, JointDefinition } from "./joint-definition.js";
import { fixedSizes, scalarNumbers, turn } from "./joint-numbers.js";

/** Options of `universal`. */
export interface UniversalOptions {
  /** First axis, fixed in the parent's joint frame. */
  readonly axis1: Vec3R;
  /** Second axis, carried along by the first. */
  readonly axis2: Vec3R;
  readonly first?: CoordinateOptions;
  readonly second?: CoordinateOptions;
}

const numbers = scalarNumbers([turn("first angle"), turn("second angle")]);

export const universal: JointDefinition<"universal", UniversalOptions> = {
  kind: "universal",
  doc: "Turns about two axes, the second carried along by the first.",
  fields: {
    axis1: { ...axisField, label: "first axis" },
    axis2: { type: "direction", label: "second axis", doc: "second direction, not parallel to the first" },
  },
  options: { in: "coordinates", names: ["first", "second"] },
  sizes: fixedSizes(2, 2),
  numbers: () => numbers,
  quaternion: null,
  axes: ({ axis1, axis2 }) => [
    { kind: "rotation", axis: axis1 },
    { kind: "rotation", axis: axis2 },
  ],
  check: ({ axis1, axis2 }, checks) => checks.notParallel(axis1, axis2),
  takes: "everything",
  closes: "crossed-axes",
  glyph: "axes",
};
