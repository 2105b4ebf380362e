import type { Vec3R } from "../real.js";
import type { CoordinateOptions, JointDefinition } from "./joint-definition.js";
import { fixedSizes, scalarNumbers, turn } from "./joint-numbers.js";

/** Options of `constantVelocity`. */
export interface ConstantVelocityOptions {
  /** Direction of both shafts where the joint is straight. */
  readonly axis: Vec3R;
  /** Axis of the first bend, perpendicular to `axis`. That of the second one is `axis` × `xAxis`. */
  readonly xAxis: Vec3R;
  readonly first?: CoordinateOptions;
  readonly second?: CoordinateOptions;
}

/** Distance of the second bend from half a turn at which the rate of the first one has lost most of its digits [rad]. */
const SINGULAR = 1e-6;

const numbers = scalarNumbers([turn("first bend"), turn("second bend")]);

/**
 * R = Rx(α/2) Ry(β) Rx(α/2), with z along the shaft: the unit quaternion (cos(α/2) cos(β/2), sin(α/2) cos(β/2), sin(β/2), 0) has no
 * part along the shaft, so that both shafts turn at the same speed about themselves. Bends about x or y alone are α or β. At β = ±π a
 * rate of α turns nothing.
 */
export const constantVelocity: JointDefinition<"constant-velocity", ConstantVelocityOptions> = {
  kind: "constant-velocity",
  doc: "Bends about two axes across a shaft, with equal speeds of both shafts at every bend.",
  fields: {
    axis: { type: "direction", label: "shaft", doc: "direction of the shaft" },
    xAxis: { type: "direction", label: "first bend axis", doc: "axis of the first bend, perpendicular to the shaft" },
  },
  options: { in: "coordinates", names: ["first", "second"] },
  sizes: fixedSizes(2, 2),
  numbers: () => numbers,
  quaternion: null,
  axes: () => null,
  singularAt: ([, second]) =>
    Math.abs(Math.abs(second % (2 * Math.PI)) - Math.PI) < SINGULAR
      ? `its second bend is half a turn (${second} rad), where a rate of the first one turns nothing`
      : null,
  frame: ({ axis, xAxis }) => ({ z: axis, x: xAxis }),
  check: ({ axis, xAxis }, checks) => checks.perpendicular(axis, xAxis),
  takes: "everything",
  closes: "own",
  glyph: "ball",
};
