import { modelDefaults } from "../../model/defaults.js";
import { identityPose } from "../../model/pose.js";
import { GROUND, type Joint } from "../../model/types.js";
import { quoted } from "../format-error.js";
import { childrenNamed } from "../xml/children.js";
import type { XmlReport } from "../xml/report.js";
import type { XmlElement } from "../xml/xml.js";
import type { UrdfJoint } from "./read-joint.js";

/** How the robot stands in the world, which URDF leaves to whoever reads it. */
export type UrdfBase = "fixed" | "free";

/** The joint between the ground and the root link. */
export const ROOT_JOINT = "root";

/** Root links of these names stand for the world itself, by custom. */
const worldNames = ["world", GROUND];

/**
 * True if the root link is the ground itself: called so, and nothing but a name. Where the base is to be free, it stays so
 * only if the file itself lets the robot float on it.
 */
export function isGround(root: XmlElement, joints: readonly UrdfJoint[], base: UrdfBase): boolean {
  const name = root.attributes.get("name")?.value ?? "";
  if (!worldNames.includes(name)) return false;
  if (["inertial", "visual", "collision"].some((part) => childrenNamed(root, part).length > 0)) return false;
  if (joints.length === 0) return false;
  const own = joints.filter(({ parent }) => parent === name);
  return base === "fixed" || own.every(({ made }) => made.kind === "free");
}

/** Warns where the wish for a free base meets a file that says itself how the robot stands. */
export function warnOfBase(report: XmlReport, root: XmlElement, joints: readonly UrdfJoint[], ground: boolean): void {
  const name = root.attributes.get("name")?.value ?? "";
  const own = joints.filter(({ parent }) => parent === name);
  if (ground) {
    const names = own.map((joint) => quoted(joint.name)).join(", ");
    const message = `the base is to be free, and the file already lets it float, by joint ${names}: no joint "${ROOT_JOINT}" is added. Name that joint in states.`;
    report.warn(root, "base-already-free", message);
  } else if (worldNames.includes(name)) {
    const message = `the base is to be free, so that link ${quoted(name)}, which by custom is the world, moves with the robot. Read the file with a fixed base to let it stand.`;
    report.warn(root, "moving-world", message);
  }
}

export function rootJoint(child: string, base: UrdfBase): Joint {
  const { coordinate, role } = modelDefaults;
  const frames = { X_parent_joint: identityPose, X_child_joint: identityPose };
  const common = { name: ROOT_JOINT, parent: GROUND, child, ...frames, role };
  return base === "free"
    ? { ...common, kind: "free", coordinates: Array.from({ length: 6 }, () => coordinate) }
    : { ...common, kind: "weld", coordinates: [] };
}
