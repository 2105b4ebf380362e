import { modelDefaults } from "../../model/defaults.js";
import type { CoordinateProperties } from "../../model/types.js";
import { quoted } from "../format-error.js";
import { onlyChild, warnUnknownContent, type XmlReport } from "../xml/report.js";
import { numberAttribute, numberOf } from "../xml/values.js";
import type { XmlElement } from "../xml/xml.js";
import { NO_LIMIT, type ReadableJointType } from "./joint-conventions.js";

type Limits = Pick<CoordinateProperties, "lower" | "upper" | "maxForce" | "maxSpeed">;
type Dynamics = Pick<CoordinateProperties, "damping" | "friction">;

const speedsOf: Readonly<Record<ReadableJointType, number>> = {
  fixed: 0,
  revolute: 1,
  continuous: 1,
  prismatic: 1,
  planar: 3,
  spherical: 3,
  floating: 6,
};

export function readCoordinate(
  report: XmlReport,
  joint: XmlElement,
  type: ReadableJointType,
): readonly CoordinateProperties[] {
  const limit = onlyChild(report, joint, "limit");
  const dynamics = onlyChild(report, joint, "dynamics");
  const plain = modelDefaults.coordinate;
  if (type === "fixed" || type === "floating" || type === "planar" || type === "spherical") {
    for (const element of [limit, dynamics])
      if (element !== null)
        report.unsupported(element, `URDF defines it for joints of one axis, not for ${type} ones. Remove it.`);
    return Array.from({ length: speedsOf[type] }, () => plain);
  }
  return [{ ...plain, ...readLimits(report, joint, type, limit), ...readDynamics(report, dynamics) }];
}

function readDynamics(report: XmlReport, element: XmlElement | null): Dynamics {
  const { damping, friction } = modelDefaults.coordinate;
  if (element === null) return { damping, friction };
  warnUnknownContent(report, element, { attributes: ["damping", "friction"], children: [] });
  return {
    damping: notNegative(report, element, "damping", numberAttribute(report, element, "damping", 0)) ?? damping,
    friction: notNegative(report, element, "friction", numberAttribute(report, element, "friction", 0)) ?? friction,
  };
}

const unlimited: Limits = { lower: null, upper: null, maxForce: null, maxSpeed: null };

function readLimits(
  report: XmlReport,
  joint: XmlElement,
  type: "revolute" | "continuous" | "prismatic",
  element: XmlElement | null,
): Limits {
  if (element === null) {
    if (type !== "continuous") {
      const name = joint.attributes.get("name")?.value ?? "";
      const fix = type === "revolute" ? "Write one, or make the joint continuous." : "Write one.";
      const message = `${type} joint ${quoted(name)} has no <limit>, which URDF requires; it moves without limits. ${fix}`;
      report.warn(joint, "missing-element", message);
    }
    return unlimited;
  }
  warnUnknownContent(report, element, { attributes: ["lower", "upper", "effort", "velocity"], children: [] });
  const drive = {
    maxForce: readDriveLimit(report, element, "effort"),
    maxSpeed: readDriveLimit(report, element, "velocity"),
  };
  if (type === "continuous") {
    for (const name of ["lower", "upper"])
      if (element.attributes.has(name)) {
        const message = `"${name}" of a continuous joint is ${quoted(element.attributes.get(name)?.value)} and not used: the joint has no limits. Remove it, or make the joint revolute.`;
        report.warnAt(element, name, "continuous-limits", message);
      }
    return { ...unlimited, ...drive };
  }
  const lower = readEnd(report, element, "lower");
  const upper = readEnd(report, element, "upper");
  if (lower !== null && upper !== null && lower > upper) {
    const message = `limits of joint ${quoted(joint.attributes.get("name")?.value ?? "")} are ${lower} to ${upper}, must not be reversed. Swap "lower" and "upper".`;
    report.error(element, "reversed-limits", message, [lower, upper]);
  }
  return { lower, upper, ...drive };
}

/** One end of the range; 0 by default in URDF. */
function readEnd(report: XmlReport, element: XmlElement, name: "lower" | "upper"): number | null {
  const attribute = element.attributes.get(name);
  if (attribute === undefined) {
    const message = `<limit> has no "${name}"; its default in URDF is 0. Write ${name}="0", or the limit of the joint.`;
    report.warn(element, "missing-attribute", message);
    return 0;
  }
  return limitOf(report, element, name);
}

function readDriveLimit(report: XmlReport, element: XmlElement, name: "effort" | "velocity"): number | null {
  if (element.attributes.has(name)) return notNegative(report, element, name, limitOf(report, element, name));
  const message = `<limit> has no "${name}", which URDF requires; the joint has no such limit. Write ${name}="…".`;
  return report.warn(element, "missing-attribute", message);
}

/** A number, or null for one so large that it limits nothing; "inf" counts as such. */
function limitOf(report: XmlReport, element: XmlElement, name: string): number | null {
  const word = element.attributes.get(name)?.value.trim() ?? "";
  const size = Math.abs(numberOf(word));
  return size >= NO_LIMIT ? null : numberAttribute(report, element, name, 0);
}

function notNegative(report: XmlReport, element: XmlElement, name: string, value: number | null): number | null {
  if (value === null || value >= 0) return value;
  const message = `"${name}" of <${element.name}> is ${value}, must be >= 0. Remove the sign.`;
  return report.errorAt(element, name, "negative-value", message, value);
}
