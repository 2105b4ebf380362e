import type { Vec3R } from "../real.js";
import type { JointField } from "./joint-definition.js";

/** The field of joints with one axis. */
export const axisField: JointField<"direction"> = {
  type: "direction",
  label: "axis",
  doc: "direction of any length in the joint frame",
};

/** That field as an option of the builder. */
export interface AxisOption {
  /** Direction in the joint frame, of any length. */
  readonly axis: Vec3R;
}
