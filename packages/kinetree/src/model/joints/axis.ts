import type { Real, Vec3R } from "../real.js";
import type { JointAxis } from "../types.js";
import type { JointField } from "./joint-definition.js";

/** The field of joints with one axis. */
export const axisField: JointField<"direction"> = {
  type: "direction",
  label: "axis",
  doc: "direction of any length in the joint frame",
};

/** How an axis moves for a unit of its coordinate: whether it turns by one radian, and how far it advances [m, or m/rad]. */
export function axisMotion(axis: JointAxis): { readonly turns: boolean; readonly advance: Real } {
  if (axis.kind === "translation") return { turns: false, advance: 1 };
  return { turns: true, advance: axis.kind === "screw" ? axis.pitch : 0 };
}

/** That field as an option of the builder. */
export interface AxisOption {
  /** Direction in the joint frame, of any length. */
  readonly axis: Vec3R;
}
