import { modelDefaults } from "../../model/defaults.js";
import type { Actuator } from "../../model/types.js";
import { quoted } from "../format-error.js";
import { childrenNamed, type XmlReport } from "../xml/report.js";
import { numberOf, requiredText } from "../xml/values.js";
import type { XmlElement } from "../xml/xml.js";
import type { UrdfJoint } from "./read-joint.js";

/** A simple transmission to one joint is an actuator: effort of the joint = reduction × effort of the motor. Others are reported and left out. */
export function readTransmission(
  report: XmlReport,
  element: XmlElement,
  joints: ReadonlyMap<string, UrdfJoint>,
  nameOf: (joint: string) => string,
  taken: ReadonlySet<string>,
): Actuator | null {
  const type = textOf(element, "type") || (element.attributes.get("type")?.value ?? "");
  const [jointElement, ...otherJoints] = childrenNamed(element, "joint");
  const [actuator, ...otherActuators] = childrenNamed(element, "actuator");
  const ends = [jointElement, actuator];
  const isPair = ends.every((end) => end !== undefined) && otherJoints.length + otherActuators.length === 0;
  if (!type.endsWith("SimpleTransmission") || !isPair) {
    const why = `only simple transmissions between one joint and one motor are supported, this is ${quoted(type)}. Add the actuator to the model.`;
    report.unsupported(element, why);
    return null;
  }
  const interfaces = ends.flatMap((end) => childrenNamed(end, "hardwareInterface")).map(({ text }) => text);
  if (!interfaces.some((text) => text.endsWith("EffortJointInterface"))) {
    const shown = interfaces.length === 0 ? "none" : interfaces.map(quoted).join(", ");
    const why = `only effort interfaces are supported, its hardware interface is ${shown}. Write a controller instead.`;
    report.unsupported(element, why);
    return null;
  }
  const joint = requiredText(report, jointElement, "name");
  const name = requiredText(report, actuator, "name");
  const gain = readReduction(report, element, actuator);
  if (joint === null || name === null || gain === null) return null;
  const kind = joints.get(joint)?.made.kind;
  if (kind === undefined) {
    const message = `the transmission drives joint ${quoted(joint)}, which is unknown. ${report.suggest(joint, joints)}`;
    return report.errorAt(jointElement, "name", "unknown-joint", message, joint);
  }
  if (kind === "weld" || kind === "free" || kind === "planar") {
    report.unsupported(element, `joint ${quoted(joint)} has no single axis to drive. Remove it.`);
    return null;
  }
  if (taken.has(name)) {
    report.unsupported(actuator, "another actuator has that name. Rename one of the two.");
    return null;
  }
  return { ...modelDefaults.actuator, kind: "joint", name, gain, joint: nameOf(joint), coordinate: 0 };
}

const textOf = (element: XmlElement, name: string): string => childrenNamed(element, name)[0]?.text ?? "";

function readReduction(report: XmlReport, transmission: XmlElement, actuator: XmlElement): number | null {
  const [element] = [
    ...childrenNamed(actuator, "mechanicalReduction"),
    ...childrenNamed(transmission, "mechanicalReduction"),
  ];
  if (element === undefined) return 1;
  const value = numberOf(element.text);
  if (Number.isFinite(value)) return value;
  const message = `<mechanicalReduction> is ${quoted(element.text)}, must be a number. Write one such as 1.`;
  return report.error(element, "not-a-number", message, element.text);
}
