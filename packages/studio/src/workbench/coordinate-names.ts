import type { Joint } from "kinetree";

/** What each coordinate of a joint is, in words, in the order of q. */
export function coordinateLabels(joint: Joint): readonly string[] {
  switch (joint.kind) {
    case "weld":
      return [];
    case "revolute":
    case "continuous":
    case "screw":
      return ["angle"];
    case "prismatic":
      return ["displacement"];
    case "cylindrical":
      return ["angle", "displacement"];
    case "universal":
      return ["first angle", "second angle"];
    case "planar":
      return ["x", "y", "angle"];
    case "spherical":
      return ["qw", "qx", "qy", "qz"];
    case "free":
      return ["x", "y", "z", "qw", "qx", "qy", "qz"];
    case "flexible":
      return Array.from({ length: joint.modes }, (_, i) => `mode ${i + 1}`);
    default:
      return joint.axes.map(({ kind }, i) => `${kind} ${i + 1}`);
  }
}

/** What each speed of a joint is, in words, in the order of v. */
export function speedLabels(joint: Joint): readonly string[] {
  if (joint.kind === "spherical") return ["angular x", "angular y", "angular z"];
  if (joint.kind === "free") return ["angular x", "angular y", "angular z", "linear x", "linear y", "linear z"];
  return coordinateLabels(joint);
}

/** Columns of a joint's coordinates or speeds: "q.elbow", or "q.root.0" and so on where there are several. */
export function stateColumns(part: "q" | "v", joint: Joint): readonly string[] {
  const labels = part === "q" ? coordinateLabels(joint) : speedLabels(joint);
  const name = `${part}.${joint.name}`;
  return labels.length === 1 ? [name] : labels.map((_, i) => `${name}.${i}`);
}

/** Units of the speeds of a joint; amplitudes of a flexible body as if all were displacements. */
export function speedUnits(joint: Joint): readonly ("rad/s" | "m/s")[] {
  switch (joint.kind) {
    case "spherical":
      return ["rad/s", "rad/s", "rad/s"];
    case "free":
      return ["rad/s", "rad/s", "rad/s", "m/s", "m/s", "m/s"];
    case "planar":
      return ["m/s", "m/s", "rad/s"];
    case "cylindrical":
      return ["rad/s", "m/s"];
    case "prismatic":
      return ["m/s"];
    case "universal":
      return ["rad/s", "rad/s"];
    case "general":
      return joint.axes.map(({ kind }) => (kind === "translation" ? "m/s" : "rad/s"));
    case "flexible":
      return Array.from({ length: joint.modes }, () => "m/s" as const);
    case "weld":
      return [];
    default:
      return ["rad/s"];
  }
}

/** Units of the coordinates of a joint; "" for quaternions. */
export function coordinateUnits(joint: Joint): readonly string[] {
  if (joint.kind === "spherical") return ["", "", "", ""];
  if (joint.kind === "free") return ["m", "m", "m", "", "", "", ""];
  return speedUnits(joint).map((unit) => unit.replace("/s", ""));
}
