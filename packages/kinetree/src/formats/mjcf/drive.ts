import type { XmlReport } from "../xml/report.js";
import { numberAttribute, numbersAttribute } from "../xml/values.js";
import type { XmlElement } from "../xml/xml.js";
import { keyword, rangeAttribute } from "./attributes.js";

/** Elements that describe actuators of the kind force = gain · command + bias; they differ only in their defaults. */
export const actuatorKinds: readonly string[] = ["motor", "position", "velocity", "general"];

/** Law of an actuator along its transmission: force = gain[0] · command + bias[0] + bias[1] · length + bias[2] · rate. */
export interface Drive {
  readonly gaintype: string;
  readonly biastype: string;
  readonly dyntype: string;
  readonly gain: Three;
  readonly bias: Three;
  /** Of the transmission: six numbers, of which a hinge or slide takes the first. */
  readonly gear: readonly number[];
  readonly ctrlrange: readonly number[] | null;
  readonly ctrllimited: Limited;
  readonly forcerange: readonly number[] | null;
  readonly forcelimited: Limited;
  readonly armature: number;
  readonly damping: number;
  /** Part of the joint's range that the command may cover; 0: `ctrlrange` says it. */
  readonly inheritrange: number;
  readonly group: number;
}

type Three = readonly [number, number, number];
type Limited = "auto" | "true" | "false";

export const neutralDrive: Drive = Object.freeze({
  gaintype: "fixed",
  biastype: "none",
  dyntype: "none",
  gain: [1, 0, 0] as const,
  bias: [0, 0, 0] as const,
  gear: [1, 0, 0, 0, 0, 0],
  ctrlrange: null,
  ctrllimited: "auto",
  forcerange: null,
  forcelimited: "auto",
  armature: 0,
  damping: 0,
  inheritrange: 0,
  group: 0,
});

const MOST_PARAMETERS = 10;

/** The drive as an element changes it, be it an actuator or the default of a class. */
export function applyActuator(report: XmlReport, before: Drive, element: XmlElement): Drive {
  const drive = { ...before, ...common(report, before, element) };
  const number = (name: string, fallback: number): number =>
    numberAttribute(report, element, name, fallback) ?? fallback;
  switch (element.name) {
    case "motor":
      return { ...drive, gaintype: "fixed", biastype: "none", dyntype: "none", gain: withFirst(drive.gain, 1) };
    case "position": {
      const kp = number("kp", drive.gain[0]);
      const kv = numberAttribute(report, element, "kv", -drive.bias[2]);
      // A positive third bias is how MuJoCo keeps a damping ratio until the masses are known.
      const rate = element.attributes.has("dampratio") ? number("dampratio", 0) : -(kv ?? 0);
      const filter = number("timeconst", 0);
      return {
        ...drive,
        gaintype: "fixed",
        biastype: "affine",
        dyntype: filter > 0 ? "filterexact" : drive.dyntype,
        gain: withFirst(drive.gain, kp),
        bias: [drive.bias[0], -kp, rate],
        inheritrange: number("inheritrange", drive.inheritrange),
      };
    }
    case "velocity": {
      const kv = number("kv", drive.gain[0]);
      return {
        ...drive,
        gaintype: "fixed",
        biastype: "affine",
        dyntype: "none",
        gain: withFirst(drive.gain, kv),
        bias: [0, 0, -kv],
      };
    }
    default: {
      const dynamics = ["none", "integrator", "filter", "filterexact", "muscle", "user", "dcmotor"] as const;
      const gains = ["fixed", "affine", "muscle", "user", "dcmotor", "so3", "pid"] as const;
      const biases = ["none", "affine", "muscle", "user", "dcmotor", "so3", "pid"] as const;
      return {
        ...drive,
        dyntype: keyword(report, element, "dyntype", dynamics, drive.dyntype as "none"),
        gaintype: keyword(report, element, "gaintype", gains, drive.gaintype as "fixed"),
        biastype: keyword(report, element, "biastype", biases, drive.biastype as "none"),
        gain: three(report, element, "gainprm", drive.gain),
        bias: three(report, element, "biasprm", drive.bias),
      };
    }
  }
}

function common(report: XmlReport, before: Drive, element: XmlElement): Partial<Drive> {
  const said = ["auto", "true", "false"] as const;
  const gear = numbersAttribute(report, element, "gear", { least: 1, most: 6 });
  return {
    gear: gear ? [...gear, ...before.gear.slice(gear.length)] : before.gear,
    ctrlrange: rangeAttribute(report, element, "ctrlrange") ?? before.ctrlrange,
    forcerange: rangeAttribute(report, element, "forcerange") ?? before.forcerange,
    ctrllimited: keyword(report, element, "ctrllimited", said, before.ctrllimited),
    forcelimited: keyword(report, element, "forcelimited", said, before.forcelimited),
    armature: numberAttribute(report, element, "armature", before.armature) ?? 0,
    damping: firstOf(report, element, "damping", before.damping),
    group: numberAttribute(report, element, "group", before.group) ?? 0,
  };
}

/** The linear part of a damping or stiffness; higher terms, which newer files may have, are reported where they are not zero. */
export function firstOf(report: XmlReport, element: XmlElement, name: string, fallback: number): number {
  const given = numbersAttribute(report, element, name, { least: 1, most: MOST_PARAMETERS });
  if (!given) return fallback;
  const [linear, ...higher] = given;
  if (higher.some((coefficient) => coefficient !== 0)) {
    const message = `"${name}" of <${element.name}> is a polynomial, of which only the linear part ${linear} is used. Model the rest as a load of its own.`;
    report.warnAt(element, name, "unsupported-attribute", message, given);
  }
  return linear;
}

function three(report: XmlReport, element: XmlElement, name: string, before: Three): Three {
  const given = numbersAttribute(report, element, name, { least: 1, most: MOST_PARAMETERS });
  if (!given) return before;
  return [given[0], given[1] ?? before[1], given[2] ?? before[2]];
}

const withFirst = (gain: Three, first: number): Three => [first, gain[1], gain[2]];
