import type { Beam } from "../../model/flexible.js";
import type { Joint, Model } from "../../model/types.js";
import { unreachable } from "../../model/unreachable.js";
import type { Topology } from "../../topology/types.js";

/** A number of the state by the name of its column, with its unit ("" for quaternions and for amplitudes of modes from elsewhere). */
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
    const units = part === "q" ? coordinateUnits(model, joint) : speedUnits(model, joint);
    const name = `${prefix}.${joint.name}`;
    return units.length === 1 ? [{ name, unit: units[0] }] : units.map((unit, i) => ({ name: `${name}.${i}`, unit }));
  });
}

function coordinateUnits(model: Model, joint: Joint): readonly string[] {
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
      return amplitudeUnits(model, joint.parent, joint.modes);
    default:
      return unreachable(joint);
  }
}

/** Amplitudes of a beam are its largest displacement, or turn; those of other modal bodies mean what their shapes mean. */
function amplitudeUnits({ bodies }: Model, parent: string, count: number): readonly string[] {
  const flexible = bodies.find(({ name }) => name === parent)?.flexible;
  if (flexible?.kind !== "beam") return Array.from({ length: count }, () => "");
  const turns = torsionModes(flexible);
  return Array.from({ length: count }, (_, i) => (i < count - turns ? "m" : "rad"));
}

/** How many of a beam's modes, its last ones, turn its sections about its axis. */
const torsionModes = ({ modes, corrections }: Beam): number =>
  modes.torsion + corrections.filter(({ load }) => load === "torque-x").length;

function speedUnits(model: Model, joint: Joint): readonly string[] {
  if (joint.kind === "spherical") return ["rad/s", "rad/s", "rad/s"];
  if (joint.kind === "free") return ["rad/s", "rad/s", "rad/s", "m/s", "m/s", "m/s"];
  return coordinateUnits(model, joint).map((unit) => (unit === "" ? "1/s" : `${unit}/s`));
}
