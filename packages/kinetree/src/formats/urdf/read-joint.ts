import { modelDefaults } from "../../model/defaults.js";
import { identityPose } from "../../model/pose.js";
import type { CoordinateProperties, Joint, JointMotion } from "../../model/types.js";
import { vec3 } from "../../model/vector.js";
import { SHORTEST_AXIS } from "../../model/validate/axes.js";
import { quoted } from "../format-error.js";
import { onlyChild, warnUnknownContent, type XmlReport } from "../xml/report.js";
import { requiredText, tripleAttribute, type Triple } from "../xml/values.js";
import type { XmlElement } from "../xml/xml.js";
import { isJointType, planarDirection, urdfJointTypes, type ReadableJointType } from "./joint-conventions.js";
import { readCoordinate } from "./read-coordinate.js";
import { readOrigin } from "./read-origin.js";

/** A joint as the file has it: links and joints by their names there. */
export interface UrdfJoint {
  readonly element: XmlElement;
  readonly name: string;
  readonly parent: string;
  readonly child: string;
  /** The joint of the model, but for the names. */
  readonly made: Joint;
  readonly mimic: XmlElement | null;
}

const unsupportedChildren: Readonly<Record<string, string>> = {
  safety_controller: "soft limits belong to a controller. Write one that keeps them.",
  calibration: "reference positions of a real joint do not affect its motion. Remove it to silence this.",
};
const readChildren = ["origin", "parent", "child", "axis", "limit", "dynamics", "mimic"];
const jointChildren = [...readChildren, ...Object.keys(unsupportedChildren)];

/** Null once a mistake has been reported that leaves nothing to work with. */
export function readJoint(report: XmlReport, element: XmlElement): UrdfJoint | null {
  warnUnknownContent(report, element, { attributes: ["name", "type"], children: jointChildren });
  for (const child of element.children)
    if (Object.hasOwn(unsupportedChildren, child.name)) report.unsupported(child, unsupportedChildren[child.name]);
  const name = requiredText(report, element, "name");
  const type = readType(report, element);
  const parent = readLinkName(report, element, "parent");
  const child = readLinkName(report, element, "child");
  const X_parent_joint = readOrigin(report, element);
  const motion = type === null ? null : readMotion(report, element, type);
  if (name === null || type === null || parent === null || child === null || motion === null) return null;
  const coordinates = readCoordinate(report, element, type);
  const { role } = modelDefaults;
  const frames = { X_parent_joint, X_child_joint: identityPose };
  const made = { name, parent, child, ...frames, coordinates, role, ...unlimited(motion, coordinates) };
  return { element, name, parent, child, made, mimic: onlyChild(report, element, "mimic") };
}

/** A revolute joint without limits is a continuous one. */
function unlimited(motion: JointMotion, [coordinate]: readonly CoordinateProperties[]): JointMotion {
  if (motion.kind !== "revolute" || coordinate.lower !== null || coordinate.upper !== null) return motion;
  return { ...motion, kind: "continuous" };
}

function readType(report: XmlReport, element: XmlElement): ReadableJointType | null {
  const type = requiredText(report, element, "type");
  if (type === null || isJointType(type)) return type;
  if (type === "spherical") {
    const message = `type of <joint> ${quoted(element.attributes.get("name")?.value ?? "")} is "spherical", which URDF does not have; it is read as a ball joint, as Bullet and MuJoCo do. Other tools may refuse it.`;
    report.warnAt(element, "type", "extra-kind", message, type);
    return type;
  }
  const message = `type of <joint> is ${quoted(type)}, which does not exist. ${report.suggest(type, new Set<string>(urdfJointTypes))}`;
  return report.errorAt(element, "type", "unknown-kind", message, type);
}

function readLinkName(report: XmlReport, joint: XmlElement, side: "parent" | "child"): string | null {
  const element = onlyChild(report, joint, side);
  if (element === null) {
    const message = `<joint> ${quoted(joint.attributes.get("name")?.value ?? "")} has no <${side}>. Write <${side} link="…"/>.`;
    return report.error(joint, "missing-element", message);
  }
  warnUnknownContent(report, element, { attributes: ["link"], children: [] });
  return requiredText(report, element, "link");
}

function readMotion(report: XmlReport, element: XmlElement, type: ReadableJointType): JointMotion | null {
  const axis = readAxis(report, element, type);
  switch (type) {
    case "fixed":
      return { kind: "weld" };
    case "floating":
      return { kind: "free" };
    case "spherical":
      return { kind: "spherical" };
    case "planar":
      return axis === null ? null : { kind: "planar", axis: vec3(...axis), xAxis: vec3(...planarDirection(axis)) };
    case "revolute":
    case "continuous":
    case "prismatic":
      return axis === null ? null : { kind: type, axis: vec3(...axis) };
  }
}

/** Along x by default. Joints without an axis do not use it, and exporters leave zeros there. */
function readAxis(report: XmlReport, joint: XmlElement, type: ReadableJointType): Triple | null {
  const element = onlyChild(report, joint, "axis");
  if (element === null) return [1, 0, 0];
  warnUnknownContent(report, element, { attributes: ["xyz"], children: [] });
  const axis = tripleAttribute(report, element, "xyz", [1, 0, 0]);
  if (axis === null || type === "fixed" || type === "floating" || type === "spherical") return axis;
  const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  if (length >= SHORTEST_AXIS && length < Infinity) return axis;
  const message = `axis of <joint> ${quoted(joint.attributes.get("name")?.value ?? "")} is "${axis.join(" ")}", of length ${length}, must have a direction. Give it one, such as "0 0 1".`;
  return report.errorAt(element, "xyz", "zero-axis", message, axis);
}
