import type { Actuator } from "../../model/types.js";
import { quoted } from "../format-error.js";
import type { XmlElement } from "../xml/xml.js";
import type { Assembly, BodyDraft, JointDraft, SiteDraft } from "./assembly.js";
import { referred, text } from "./attributes.js";
import type { Context } from "./context.js";
import type { Drive } from "./drive.js";
import { rangesOf } from "./drive-ranges.js";
import { norm, nowhere, type Placement, type Vec3 } from "./mass/placement.js";

type BodyActuator = Extract<Actuator, { kind: "body" }>;

const COMBINED_GEAR = "its gear is not one force or one torque. Split it into two actuators.";

interface Direction {
  readonly effect: BodyActuator["effect"];
  readonly axis: Vec3;
}

/** The gear of six numbers as one force or one torque; null if it is both, or neither. */
function directionOf(gear: readonly number[]): Direction | null {
  const force: Vec3 = [gear[0], gear[1], gear[2]];
  const torque: Vec3 = [gear[3], gear[4], gear[5]];
  const [hasForce, hasTorque] = [norm(force) > 0, norm(torque) > 0];
  if (hasForce === hasTorque) return null;
  return hasForce ? { effect: "force", axis: force } : { effect: "torque", axis: torque };
}

const isPlainMotor = ({ biastype, bias, damping, armature }: Drive): boolean =>
  (biastype === "none" || bias.every((part) => part === 0)) && damping === 0 && armature === 0;

function bodyActuator(
  context: Context,
  element: XmlElement,
  drive: Drive,
  name: string,
  body: BodyDraft,
  pose: Placement,
  along: BodyActuator["along"],
  { effect, axis }: Direction,
): BodyActuator {
  const { lower, upper } = rangesOf(context, element, drive, null);
  const gain = drive.gain[0] * norm(axis);
  return { kind: "body", name, gain, lower, upper, at: { body: body.name, pose }, along, effect, axis };
}

/** A thruster: force or torque along the axes of a site. */
export function addSiteActuator(
  context: Context,
  assembly: Assembly,
  element: XmlElement,
  name: string,
  drive: Drive,
): void {
  const { report } = context;
  const site = referred<SiteDraft>(report, element, "site", "site", assembly.siteOf);
  if (site === null) return;
  const direction = directionOf(drive.gear);
  if (text(element, "refsite") !== null)
    report.unsupported(element, "forces between a site and a reference site are not supported.");
  else if (direction === null) report.unsupported(element, COMBINED_GEAR);
  else if (!isPlainMotor(drive))
    report.unsupported(
      element,
      "stiffness and damping are not supported for an actuator on a site, which has no length.",
    );
  else if (site.body === assembly.ground) report.unsupported(element, "its site is fixed to the ground.");
  else assembly.actuators.push(bodyActuator(context, element, drive, name, site.body, site.X_body, "body", direction));
}

/** A motor on a ball joint (one axis is a coordinate) or a free joint (force along the world's axes, torque along the body's); else not supported. */
export function addSpatialActuator(
  context: Context,
  assembly: Assembly,
  element: XmlElement,
  name: string,
  drive: Drive,
  joint: JointDraft,
  isInParent: boolean,
): void {
  const { report } = context;
  const isFree = joint.motion.kind === "free";
  if (!isPlainMotor(drive)) {
    const why = `only motors can act on the ${joint.motion.kind} joint ${quoted(joint.name)}, and it is a servo.`;
    return report.unsupported(element, why);
  }
  const direction = isFree ? directionOf(drive.gear) : directionOf([0, 0, 0, ...drive.gear.slice(0, 3)]);
  if (direction === null) return report.unsupported(element, COMBINED_GEAR);
  const { effect, axis } = direction;
  const nonzero = axis.flatMap((part, i) => (part === 0 ? [] : [i]));
  const { lower, upper } = rangesOf(context, element, drive, null);
  if (effect === "torque" && !isInParent && nonzero.length === 1) {
    const gain = drive.gain[0] * axis[nonzero[0]];
    assembly.actuators.push({ kind: "joint", name, joint: joint.name, coordinate: nonzero[0], gain, lower, upper });
    return;
  }
  const isGrounded = joint.parent === assembly.ground;
  const isWorldTorque = isInParent && effect === "torque";
  if (!isGrounded || (isWorldTorque && !isFree)) {
    const why = `its axis is not one of the axes of the ball joint ${quoted(joint.name)}. Split it into one motor for each axis.`;
    return report.unsupported(element, why);
  }
  const along = effect === "force" || isWorldTorque ? "world" : "body";
  assembly.actuators.push(bodyActuator(context, element, drive, name, joint.child, nowhere, along, direction));
}
