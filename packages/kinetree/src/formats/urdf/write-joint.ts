import type { Pose } from "../../model/real.js";
import type { CoordinateRelation } from "../../model/constraints/coordinate-relation.js";
import type { Actuator, CoordinateProperties, Joint } from "../../model/types.js";
import type { XmlNode } from "../xml/write-xml.js";
import { NO_LIMIT, type UrdfJointType } from "./joint-conventions.js";
import { originNodes } from "./write-pose.js";

/** A joint between two links; `mimic` is the coupler, gear or rack that drives it. */
export function jointNode(
  joint: Joint,
  parentLink: string,
  X_link_joint: Pose,
  mimic: CoordinateRelation | undefined,
): XmlNode {
  return {
    name: "joint",
    attributes: { name: joint.name, type: typeOf(joint) },
    children: [
      { name: "parent", attributes: { link: parentLink } },
      { name: "child", attributes: { link: joint.child } },
      ...originNodes(X_link_joint),
      ...axisNodes(joint),
      ...coordinateNodes(joint),
      ...mimicNodes(mimic),
    ],
  };
}

function typeOf(joint: Joint): UrdfJointType {
  switch (joint.kind) {
    case "weld":
      return "fixed";
    case "free":
      return "floating";
    case "revolute":
      // In URDF a revolute joint without limits is called continuous.
      return hasLimits(joint.coordinates[0]) ? "revolute" : "continuous";
    case "continuous":
    case "prismatic":
    case "planar":
      return joint.kind;
    default:
      throw new Error(`joint "${joint.name}" of kind ${joint.kind} has not been refused`);
  }
}

const hasLimits = ({ lower, upper }: CoordinateProperties): boolean => lower !== null || upper !== null;

const axisNodes = (joint: Joint): readonly XmlNode[] =>
  joint.kind === "revolute" || joint.kind === "continuous" || joint.kind === "prismatic" || joint.kind === "planar"
    ? [{ name: "axis", attributes: { xyz: joint.axis as readonly number[] } }]
    : [];

function coordinateNodes(joint: Joint): readonly XmlNode[] {
  if (joint.kind !== "revolute" && joint.kind !== "continuous" && joint.kind !== "prismatic") return [];
  const [c] = joint.coordinates;
  const numberOr = (value: unknown, none: number): number => (typeof value === "number" ? value : none);
  const drive = { effort: numberOr(c.maxForce, NO_LIMIT), velocity: numberOr(c.maxSpeed, NO_LIMIT) };
  const isDriveLimited = drive.effort !== NO_LIMIT || drive.velocity !== NO_LIMIT;
  const range = { lower: numberOr(c.lower, -NO_LIMIT), upper: numberOr(c.upper, NO_LIMIT) };
  const isRanged = joint.kind === "prismatic" || hasLimits(c);
  const limits = isRanged ? [{ ...range, ...drive }] : isDriveLimited ? [drive] : [];
  const isDamped = c.damping !== 0 || c.friction !== 0;
  const dynamics = isDamped ? [{ damping: c.damping as number, friction: c.friction as number }] : [];
  return [
    ...limits.map((attributes) => ({ name: "limit", attributes })),
    ...dynamics.map((attributes) => ({ name: "dynamics", attributes })),
  ];
}

function mimicNodes(mimic: CoordinateRelation | undefined): readonly XmlNode[] {
  if (mimic === undefined || mimic.driving === null) return [];
  const [offset = 0, multiplier = 0] = mimic.polynomial as readonly number[];
  return [{ name: "mimic", attributes: { joint: mimic.driving.joint, multiplier, offset } }];
}

export function transmissionNode(actuator: Extract<Actuator, { kind: "joint" }>): XmlNode {
  const effort = { name: "hardwareInterface", text: "hardware_interface/EffortJointInterface" };
  const reduction = { name: "mechanicalReduction", text: String(actuator.gain) };
  return {
    name: "transmission",
    attributes: { name: `${actuator.name}_transmission` },
    children: [
      { name: "type", text: "transmission_interface/SimpleTransmission" },
      { name: "joint", attributes: { name: actuator.joint }, children: [effort] },
      { name: "actuator", attributes: { name: actuator.name }, children: [effort, reduction] },
    ],
  };
}
