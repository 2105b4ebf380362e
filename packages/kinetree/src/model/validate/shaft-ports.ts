import { jointKinds } from "../joints.js";
import { jointSizes } from "../joint-sizes.js";
import { shaftElementDefinitions, shaftElementKinds } from "../shaft-elements.js";
import { isShaft, type ShaftPort } from "../shaft.js";
import { speedKinds } from "../speed-kinds.js";
import { checkKnown, issue, type Check } from "../check.js";
import { named, propertyOf, type Part } from "../part.js";

/** An end of an element: it must turn, and for a reaction elsewhere be a joint that does nothing else. */
export function checkPort(check: Check, part: Part, port: ShaftPort): void {
  if (isShaft(port)) {
    checkKnown(check, "unknown-shaft", named(propertyOf(part, "shaft"), part.name), port.shaft, check.shafts);
    return;
  }
  const ofJoint = propertyOf(part, "joint");
  if (!checkKnown(check, "unknown-joint", ofJoint, port.joint, check.joints)) return;
  const joint = check.joints.get(port.joint);
  if (joint === undefined || !jointKinds.includes(joint.kind)) return; // reported with the joint
  const { nv } = jointSizes(joint);
  const isThere = Number.isInteger(port.coordinate) && port.coordinate >= 0 && port.coordinate < nv;
  if (!isThere || speedKinds(joint)[port.coordinate] !== "rotation") {
    const rest = `must be a speed of joint "${port.joint}" (${joint.kind}) that turns. Choose another coordinate or joint.`;
    check.report(issue("coordinate-index", propertyOf(part, "coordinate"), port.coordinate, rest));
    return;
  }
  if (port.reaction === "parent") return;
  const ofReaction = propertyOf(part, "reaction");
  if (port.reaction !== "none") {
    const rest = `must be "parent" or "none". Use one of the two.`;
    check.report(issue("unknown-kind", ofReaction, port.reaction, rest));
  } else if (nv !== 1) {
    const rest = `must be "parent": joint "${port.joint}" (${joint.kind}) does more than turn about one axis. Use a revolute or continuous joint.`;
    check.report(issue("shaft-reaction", ofReaction, port.reaction, rest));
  }
}

/** The name of an element that an actuator commands. */
export function checkCommanded(check: Check, part: Part, name: string): void {
  if (!checkKnown(check, "unknown-shaft-element", part, name, check.shaftElements)) return;
  const element = check.shaftElements.get(name);
  if (element === undefined || !shaftElementKinds.includes(element.kind)) return;
  if (shaftElementDefinitions[element.kind].uncommanded !== null) return;
  const rest = `a ${element.kind}, which takes no command. Name a clutch, a brake, a motor, an engine or a gearbox.`;
  check.report(issue("shaft-command", part, name, rest));
}
