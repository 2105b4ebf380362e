import type { Joint, Model } from "../model/types.js";
import { unreachable } from "../model/unreachable.js";
import type { Topology } from "../topology/types.js";

/** A number of the state by the name of its column, with its unit ("" for quaternions). */
export interface NamedNumber {
  readonly name: string;
  readonly unit: string;
}

/**
 * q.<joint> or q.<joint>.<i>, and the same for v, in the order of the state.
 * @param prefix what the names begin with, if not with the part itself
 */
export function stateNames(
  model: Model,
  { tree }: Topology,
  part: "q" | "v",
  prefix: string = part,
): readonly NamedNumber[] {
  return tree.flatMap((place) => {
    const joint = model.joints[place.joint];
    const units = part === "q" ? coordinateUnits(joint) : speedUnits(joint);
    const name = `${prefix}.${joint.name}`;
    return units.length === 1 ? [{ name, unit: units[0] }] : units.map((unit, i) => ({ name: `${name}.${i}`, unit }));
  });
}

function coordinateUnits(joint: Joint): readonly string[] {
  switch (joint.kind) {
    case "weld":
      return [];
    case "revolute":
    case "continuous":
    case "screw":
      return ["rad"];
    case "prismatic":
      return ["m"];
    case "cylindrical":
      return ["rad", "m"];
    case "universal":
      return ["rad", "rad"];
    case "planar":
      return ["m", "m", "rad"];
    case "spherical":
      return ["", "", "", ""];
    case "free":
      return ["m", "m", "m", "", "", "", ""];
    case "general":
      return joint.axes.map(({ kind }) => (kind === "translation" ? "m" : "rad"));
    case "flexible":
      return Array.from({ length: joint.modes }, () => "m");
    default:
      return unreachable(joint);
  }
}

function speedUnits(joint: Joint): readonly string[] {
  if (joint.kind === "spherical") return ["rad/s", "rad/s", "rad/s"];
  if (joint.kind === "free") return ["rad/s", "rad/s", "rad/s", "m/s", "m/s", "m/s"];
  return coordinateUnits(joint).map((unit) => `${unit}/s`);
}
