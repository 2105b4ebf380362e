import { modelDefaults } from "../../model/defaults.js";
import { identityPose } from "../../model/pose.js";
import { GROUND, type Joint } from "../../model/types.js";
import { quoted } from "../format-error.js";
import { childrenNamed, type XmlReport } from "../xml/report.js";
import type { XmlElement } from "../xml/xml.js";
import type { UrdfJoint } from "./read-joint.js";

/** Whether the root link is fixed to the ground or free, which URDF leaves open. */
export type UrdfBase = "fixed" | "free";

/** The joint between the ground and the root link. */
export const ROOT_JOINT = "root";

/** Root links of these names are the world itself, by convention. */
const worldNames = ["world", GROUND];

/** True if the root link is the ground: by its name and without content; with a free base, only if it has a floating joint. */
export function isGround(root: XmlElement, joints: readonly UrdfJoint[], base: UrdfBase): boolean {
  const name = root.attributes.get("name")?.value ?? "";
  if (!worldNames.includes(name)) return false;
  if (["inertial", "visual", "collision"].some((part) => childrenNamed(root, part).length > 0)) return false;
  if (joints.length === 0) return false;
  const own = joints.filter(({ parent }) => parent === name);
  return base === "fixed" || own.every(({ made }) => made.kind === "free");
}

/** Warns where a free base is requested and the file itself defines the base. */
export function warnOfBase(report: XmlReport, root: XmlElement, joints: readonly UrdfJoint[], ground: boolean): void {
  const name = root.attributes.get("name")?.value ?? "";
  const own = joints.filter(({ parent }) => parent === name);
  if (ground) {
    const names = own.map((joint) => quoted(joint.name)).join(", ");
    const message = `a free base was requested, and the file already has one, by joint ${names}: no joint "${ROOT_JOINT}" is added. Name that joint in states.`;
    report.warn(root, "base-already-free", message);
  } else if (worldNames.includes(name)) {
    const message = `a free base was requested, so link ${quoted(name)}, by convention the world, moves with the robot. Read the file with a fixed base to keep it in place.`;
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
