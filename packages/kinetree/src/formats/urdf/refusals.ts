import { coordinateRelation } from "../../model/constraints/coordinate-relation.js";
import { modelDefaults } from "../../model/defaults.js";
import {
  GROUND,
  type Actuator,
  type Constraint,
  type CoordinateProperties,
  type Joint,
  type Model,
} from "../../model/types.js";
import { isXmlText } from "../xml/write-xml.js";
import { planarDirection } from "./joint-conventions.js";

/** Everything in a model, with numbers in place of expressions, that URDF cannot express, each by name and with a fix. */
export function urdfRefusals(model: Model): readonly string[] {
  return [
    ...gravityRefusals(model),
    ...nameRefusals(model),
    ...treeRefusals(model),
    ...model.bodies.flatMap(({ name, flexible }) =>
      flexible === undefined ? [] : [`body "${name}" bends: URDF has rigid bodies only. Make it rigid, or write JSON.`],
    ),
    ...model.joints.flatMap(jointRefusals),
    ...model.loads.map(({ kind, name }) => `load "${name}" (${kind}): URDF has no springs and forces. Remove it.`),
    ...model.actuators.flatMap((actuator) => actuatorRefusals(actuator, model)),
    ...model.controllers.map(({ name }) => `controller "${name}": URDF has no controllers. Remove it.`),
    ...constraintRefusals(model),
    ...model.terrains.map(({ name }) => `terrain "${name}": URDF has no ground. Remove it.`),
    ...model.shafts.map(({ name }) => `shaft "${name}": URDF has no shafts. Remove it.`),
    ...model.shaftElements.map(({ kind, name }) => `${kind} "${name}": URDF has no shafts. Remove it.`),
    ...model.contacts.map(({ name }) => `contact "${name}": URDF has no contact laws. Remove it.`),
    ...model.tyres.map(({ name }) => `tyre "${name}": URDF has no tyres. Remove it.`),
  ];
}

function gravityRefusals({ gravity }: Model): string[] {
  if (gravity.every((component, i) => component === modelDefaults.gravity[i])) return [];
  const usual = modelDefaults.gravity.join(", ");
  return [
    `gravity [${gravity.join(", ")}]: URDF has no gravity. Set it to [${usual}], and give gravity to the reader.`,
  ];
}

function nameRefusals({ bodies, joints, actuators }: Model): string[] {
  const named = [
    ...bodies.map(({ name }) => ({ kind: "body", name })),
    ...joints.map(({ name }) => ({ kind: "joint", name })),
    ...actuators.map(({ name }) => ({ kind: "actuator", name })),
  ];
  return named
    .filter(({ name }) => !isXmlText(name) || name.trim() === "")
    .map(({ kind, name }) => `${kind} ${JSON.stringify(name)}: XML cannot hold that name. Rename it.`);
}

/** Joints of URDF form a tree, from parent to child. */
function treeRefusals({ bodies, joints }: Model): string[] {
  const carrier = new Map<string, Joint>();
  const found: string[] = [];
  for (const joint of joints) {
    const other = carrier.get(joint.child);
    if (joint.child === GROUND)
      found.push(`joint "${joint.name}": its child is the ground. Swap parent and child, and the sign of its axis.`);
    else if (joint.role === "loop" || other !== undefined) {
      const also = other === undefined ? "" : `: joint "${other.name}" carries body "${joint.child}" too`;
      found.push(`joint "${joint.name}" closes a loop${also}. URDF has trees only: remove it, or write JSON.`);
    } else carrier.set(joint.child, joint);
  }
  for (const { name } of bodies)
    if (!carrier.has(name)) {
      const own = joints.find(({ parent, child }) => parent === name || child === name);
      const fix = own === undefined ? "Join it to another body." : `Swap parent and child of joint "${own.name}".`;
      found.push(`body "${name}": no joint has it as its child, which URDF requires. ${fix}`);
    }
  return found;
}

function jointRefusals(joint: Joint): string[] {
  const subject = `joint "${joint.name}"`;
  switch (joint.kind) {
    case "revolute":
    case "continuous":
    case "prismatic":
      return joint.coordinates.flatMap((c) =>
        coordinateRefusals(subject, c, ["damping", "friction", "lower", "upper", "maxForce", "maxSpeed"]),
      );
    case "planar": {
      const axis = joint.axis as readonly [number, number, number];
      const found = joint.coordinates.flatMap((c) => coordinateRefusals(subject, c, []));
      if (!areParallel(planarDirection(axis), joint.xAxis as readonly [number, number, number]))
        found.push(
          `${subject}: xAxis [${joint.xAxis.join(", ")}] of a planar joint; URDF has the normal only. Set xAxis to [${planarDirection(axis).join(", ")}].`,
        );
      return found;
    }
    case "weld":
    case "free":
      return joint.coordinates.flatMap((c) => coordinateRefusals(subject, c, []));
    case "flexible":
      return [`${subject} leads to a station of flexible body "${joint.parent}", which URDF does not have. Weld it.`];
    default:
      return [
        `${subject}: URDF has no ${joint.kind} joints. Build it from revolute and prismatic ones with massless bodies between.`,
      ];
  }
}

function coordinateRefusals(subject: string, c: CoordinateProperties, expressible: readonly string[]): string[] {
  const hasFriction = c.friction !== 0;
  const acting: readonly (readonly [string, unknown, boolean])[] = [
    ["damping", c.damping, c.damping !== 0],
    ["friction", c.friction, hasFriction],
    ["frictionSpeed", c.frictionSpeed, hasFriction && c.frictionSpeed !== modelDefaults.coordinate.frictionSpeed],
    ["stiffness", typeof c.stiffness === "object" ? "a curve" : c.stiffness, c.stiffness !== 0],
    ["stopStiffness", c.stopStiffness, c.stopStiffness !== 0],
    ["stopDamping", c.stopDamping, c.stopDamping !== 0],
    ["armature", c.armature, c.armature !== 0],
    ["lower", c.lower, c.lower !== null],
    ["upper", c.upper, c.upper !== null],
    ["maxForce", c.maxForce, (c.maxForce ?? null) !== null],
    ["maxSpeed", c.maxSpeed, (c.maxSpeed ?? null) !== null],
  ];
  return acting
    .filter(([name, , acts]) => acts && !expressible.includes(name))
    .map(
      ([name, value]) => `${subject}: ${name} ${String(value)}; URDF cannot express it here. Set it to its default.`,
    );
}

const isScalar = (joint: Joint | undefined): boolean =>
  joint !== undefined && ["revolute", "continuous", "prismatic"].includes(joint.kind);

function actuatorRefusals(actuator: Actuator, { joints }: Model): string[] {
  const subject = `actuator "${actuator.name}"`;
  if (actuator.kind === "body") return [`${subject}: URDF has no actuators on bodies. Remove it.`];
  if (actuator.kind === "shaft") return [`${subject}: URDF has no shafts. Remove it.`];
  if (actuator.lower !== null || actuator.upper !== null)
    return [`${subject}: URDF has no range of commands. Remove lower and upper.`];
  if (isScalar(joints.find(({ name }) => name === actuator.joint))) return [];
  return [`${subject}: joint "${actuator.joint}" has several coordinates, and URDF drives single ones. Remove it.`];
}

function constraintRefusals({ constraints, joints }: Model): string[] {
  const kindOf = new Map(joints.map((joint) => [joint.name, joint]));
  return constraints.flatMap((constraint: Constraint) => {
    const subject = `${constraint.kind} "${constraint.name}"`;
    const relation = coordinateRelation(constraint);
    if (relation === null) return [`${subject}: ${whyNot(constraint.kind)}. Remove it, or write JSON.`];
    const { driven, driving, polynomial } = relation;
    if (driving === null)
      return [`${subject} locks joint "${driven.joint}", which URDF cannot express. Weld the joint instead.`];
    if (polynomial.slice(2).some((coefficient) => coefficient !== 0))
      return [`${subject} is of degree ${polynomial.length - 1}; URDF has multiplier and offset only. Make it linear.`];
    if (![driven, driving].every(({ joint }) => isScalar(kindOf.get(joint))))
      return [`${subject} couples a joint of several coordinates; URDF couples joints of one axis. Remove it.`];
    return [];
  });
}

const whyNot = (kind: Constraint["kind"]): string =>
  kind === "motion" ? "URDF has no prescribed motion" : "URDF couples joints, not points of bodies";

function areParallel(a: readonly [number, number, number], b: readonly [number, number, number]): boolean {
  const dot = (u: typeof a, v: typeof a): number => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  const cosine = dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
  return cosine > 1 - 1e-12;
}
