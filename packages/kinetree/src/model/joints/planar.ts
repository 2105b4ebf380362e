import type { Vec3R } from "../real.js";
import type { JointAxis } from "../types.js";
import type { CoordinateOptions, JointDefinition } from "./joint-definition.js";
import { fixedSizes, scalarNumbers, slide, turn } from "./joint-numbers.js";

/** Options of `planar`. */
export interface PlanarOptions {
  /** Normal of the plane. */
  readonly axis: Vec3R;
  /** Direction of the first coordinate, perpendicular to `axis`. */
  readonly xAxis: Vec3R;
  readonly x?: CoordinateOptions;
  readonly y?: CoordinateOptions;
  readonly rotation?: CoordinateOptions;
}

const numbers = scalarNumbers([slide("x"), slide("y"), turn("angle")]);

export const planar: JointDefinition<"planar", PlanarOptions> = {
  kind: "planar",
  doc: "Moves in a plane: x, y, angle.",
  fields: {
    axis: { type: "direction", label: "normal", doc: "normal of the plane" },
    xAxis: { type: "direction", label: "x direction", doc: "direction of x, perpendicular to the normal" },
  },
  options: { in: "coordinates", names: ["x", "y", "rotation"] },
  sizes: fixedSizes(3, 3),
  numbers: () => numbers,
  quaternion: null,
  axes: ({ axis, xAxis }): readonly JointAxis[] => [
    { kind: "translation", axis: xAxis },
    { kind: "translation", axis: yAxis(axis, xAxis) },
    { kind: "rotation", axis },
  ],
  check: ({ axis, xAxis }, checks) => checks.perpendicular(axis, xAxis),
  takes: "everything",
  closes: "plane",
  glyph: "plane",
};

/** Completes the right-handed frame of xAxis and axis. */
function yAxis(axis: Vec3R, xAxis: Vec3R): Vec3R {
  const product = (i: 0 | 1 | 2, j: 0 | 1 | 2) =>
    ({
      op: "sub",
      args: [
        { op: "mul", args: [axis[i], xAxis[j]] },
        { op: "mul", args: [axis[j], xAxis[i]] },
      ],
    }) as const;
  return [product(1, 2), product(2, 0), product(0, 1)];
}
