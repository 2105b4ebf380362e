import { quoted } from "../format-error.js";
import type { XmlElement } from "../xml/xml.js";
import type { Assembly, BodyDraft, JointDraft } from "./assembly.js";
import { referred, text } from "./attributes.js";
import type { Context } from "./context.js";
import { actuatorKinds, applyActuator, type Drive } from "./drive.js";
import { rangesOf } from "./drive-ranges.js";
import { turned } from "./mass/mass-sum.js";
import { at, compose, cross, dot, rotate, subtract, type Vec3 } from "./mass/placement.js";
import { addSiteActuator, addSpatialActuator } from "./spatial-actuator.js";
import { checkContent } from "./unused.js";

/** Actuators become a gain on the command; terms in the coordinate or its rate become stiffness and damping of the joint. */
export function readActuators(context: Context, assembly: Assembly, sections: readonly XmlElement[]): void {
  const { report, options } = context;
  for (const element of sections.flatMap(({ children }) => children)) {
    const number = assembly.counts.actuator++;
    if (!actuatorKinds.includes(element.name)) {
      report.unsupported(element, "only actuators with a gain on the command, stiffness and damping are supported.");
      continue;
    }
    checkContent(report, element);
    const drive = applyActuator(report, context.defaults.drive(element), element);
    if (options.disabled.has("actuation") || options.disabledActuatorGroups.includes(drive.group)) {
      report.unsupported(element, "the file disables it.");
      continue;
    }
    const why = whyNotLinear(element, drive);
    if (why !== null) {
      report.unsupported(element, why);
      continue;
    }
    transmit(context, assembly, element, assembly.actuatorNames.of(element, `actuator${number}`), drive);
  }
}

function whyNotLinear(element: XmlElement, { dyntype, gaintype, biastype, gain }: Drive): string | null {
  if (element.children.some(({ name }) => name === "plugin")) return "plugins of MuJoCo are not supported.";
  if (dyntype !== "none") return `actuators here have no activation (dyntype "${dyntype}").`;
  const isConstant = gaintype === "fixed" || (gaintype === "affine" && gain[1] === 0 && gain[2] === 0);
  if (!isConstant) return `its gain changes with the motion (gaintype "${gaintype}").`;
  return biastype === "none" || biastype === "affine" ? null : `its bias is not linear (biastype "${biastype}").`;
}

function transmit(context: Context, assembly: Assembly, element: XmlElement, name: string, drive: Drive): void {
  const { report } = context;
  for (const other of ["tendon", "cranksite", "slidersite", "body"])
    if (text(element, other) !== null) {
      const why = `transmission by "${other}" is not supported: actuators here act on joints and bodies.`;
      return report.unsupported(element, why);
    }
  if (text(element, "site") !== null) {
    addSiteActuator(context, assembly, element, name, drive);
    return;
  }
  const attribute =
    text(element, "joint") === null && text(element, "jointinparent") !== null ? "jointinparent" : "joint";
  if (text(element, attribute) === null) {
    report.error(element, "missing-attribute", `<${element.name}> ${quoted(name)} drives nothing. Write joint="…".`);
    return;
  }
  const joint = referred<JointDraft>(report, element, attribute, "joint", assembly.jointOf);
  if (joint === null) return;
  if (joint.scalar === null)
    addSpatialActuator(context, assembly, element, name, drive, joint, attribute === "jointinparent");
  else addScalarActuator(context, assembly, element, name, drive, joint);
}

/**
 * Along the transmission, length = gear q: force on q = gear (g u + b0 + b1 gear q + b2 gear q̇). So the gain is gear g, the
 * stiffness -gear² b1 with its rest at 0, the damping -gear² b2, and gear b0 a constant force.
 */
function addScalarActuator(
  context: Context,
  assembly: Assembly,
  element: XmlElement,
  name: string,
  drive: Drive,
  joint: JointDraft,
): void {
  const { report } = context;
  const [coordinate] = joint.coordinates;
  const [gear] = drive.gear;
  const ranges = rangesOf(context, element, drive, coordinate);
  const bias = drive.biastype === "affine" ? drive.bias : ([0, 0, 0] as const);
  const isRatio = bias[2] > 0 && drive.gain[0] === -bias[1];
  if (!isRatio && bias[2] > 0)
    return report.unsupported(element, `its damping ${-bias[2]} is negative and would add energy.`);
  coordinate.armature += gear * gear * drive.armature;
  const rate = isRatio ? -criticalRate(joint, drive.gain[0], gear, bias[2]) : bias[2];
  coordinate.damping += gear * gear * (drive.damping - rate);
  coordinate.addSpring(-gear * gear * bias[1], 0);
  coordinate.addForce(gear * bias[0]);
  assembly.actuators.push({
    kind: "joint",
    name,
    joint: joint.name,
    coordinate: 0,
    gain: gear * drive.gain[0],
    ...ranges,
  });
}

/** The rate gain of a damping ratio: ratio · 2 √(kp m), with m the inertia of the coordinate in the reference configuration, seen through the gear. */
function criticalRate(joint: JointDraft, kp: number, gear: number, ratio: number): number {
  const inertia = referenceInertia(joint) / (gear * gear);
  return ratio * 2 * Math.sqrt(kp * inertia);
}

/** Inertia of a hinge or slide in the reference configuration, with all bodies outboard of it and its armature [kg m² or kg]. */
function referenceInertia({ child, X_child_joint, scalar, motion, coordinates }: JointDraft): number {
  const axis = rotate(child.X_world.rotation, scalar?.axis ?? [0, 0, 1]);
  const point = compose(child.X_world, X_child_joint).position;
  const [{ armature }] = coordinates;
  let inertia = armature;
  const hanging: BodyDraft[] = [outermost(child)];
  for (let body = hanging.pop(); body !== undefined; body = hanging.pop()) {
    hanging.push(...body.children);
    inertia += motion.kind === "prismatic" ? body.mass.mass : aboutAxis(body, point, axis);
  }
  return inertia;
}

/** The body that a massless carrier belongs to. */
function outermost(body: BodyDraft): BodyDraft {
  return body.carries === null ? body : outermost(body.carries);
}

/** aᵀ I a + m |a × r|². */
function aboutAxis({ X_world, mass }: BodyDraft, point: Vec3, axis: Vec3): number {
  const centre = compose(X_world, at(mass.com)).position;
  const lever = cross(axis, subtract(centre, point));
  const [xx, yy, zz, xy, xz, yz] = turned(X_world.rotation, mass.inertia);
  const [x, y, z] = axis;
  const own: Vec3 = [xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z];
  return dot(axis, own) + mass.mass * dot(lever, lever);
}
