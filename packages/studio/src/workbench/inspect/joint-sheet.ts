import type { CoordinateProperties, Curve, Flexible, Joint, Real } from "kinetree";
import { amplitudeNames } from "../amplitude-names.js";
import { coordinateLabels, coordinateUnits, speedLabels, speedUnits, stateColumns } from "../coordinate-names.js";
import { isExpression } from "../model-real.js";
import {
  live,
  number,
  numbers,
  pose,
  text,
  vector,
  type Property,
  type PropertySheet,
  type Section,
} from "./property-sheet.js";
import { bodyLink } from "./links.js";

/** Properties of a joint: what it connects, its axes, what acts along its coordinates, and where they are at the time shown. */
export function jointSheet(joint: Joint, given: Joint | undefined, isCut: boolean, flexible?: Flexible): PropertySheet {
  return {
    title: joint.name,
    subtitle: isCut ? `${joint.kind} joint, closes a loop` : `${joint.kind} joint`,
    sections: [
      isCut ? loopSection() : nowSection(joint, flexible),
      {
        title: "Connects",
        properties: [
          bodyLink("parent", joint.parent),
          bodyLink("child", joint.child),
          ...axes(joint, given),
          ...pose("frame on parent", joint.X_parent_joint, given?.X_parent_joint),
          ...pose("frame on child", joint.X_child_joint, given?.X_child_joint),
          ...(joint.role === "auto"
            ? []
            : [text("role", joint.role === "tree" ? "kept in the tree" : "cut on purpose")]),
        ],
      },
      ...joint.coordinates.map((each, i) => coordinateSection(joint, given?.coordinates[i], each, i)),
      loadSection(joint.name),
    ],
  };
}

function nowSection(joint: Joint, flexible: Flexible | undefined): Section {
  if (joint.kind === "flexible") return amplitudeSection(joint, flexible);
  const units = coordinateUnits(joint);
  const labels = coordinateLabels(joint);
  const q = stateColumns("q", joint);
  const v = stateColumns("v", joint);
  // Four numbers of a quaternion are one thing: a line of their own.
  const turned = units.indexOf("");
  const plain = turned < 0 ? q.length : turned;
  return {
    title: "At the time shown",
    properties: [
      ...q.slice(0, plain).map((column, i) => live(labels[i], units[i], column)),
      ...(turned < 0 ? [] : [live("orientation", "", ...q.slice(turned))]),
      ...v.map((column, i) =>
        live(v.length === 1 ? "speed" : `speed, ${speedLabels(joint)[i]}`, speedUnits(joint)[i], column),
      ),
    ],
  };
}

function amplitudeSection(joint: Joint, flexible: Flexible | undefined): Section {
  const names = flexible === undefined ? [] : amplitudeNames(flexible);
  const rate = (unit: string): string => (unit === "" ? "1/s" : `${unit}/s`);
  const line = (part: "q" | "v"): readonly Property[] =>
    stateColumns(part, joint).map((column, i) => {
      const { label = `mode ${i + 1}`, unit = "" } = names[i] ?? {};
      return part === "q" ? live(label, unit, column) : live(`rate of ${label}`, rate(unit), column);
    });
  return { title: "At the time shown", properties: [...line("q"), ...line("v")] };
}

const loopSection = (): Section => ({
  title: "At the time shown",
  properties: [live("largest gap of all loops", "m, rad", "closure")],
});

function loadSection(name: string): Section {
  const columns = (parts: readonly string[]): readonly string[] => parts.map((part) => `load.${name}.${part}`);
  return {
    title: "Loads, of the parent on the child",
    properties: [
      live("force", "N", ...columns(["fx", "fy", "fz"])),
      live("torque", "N m", ...columns(["tx", "ty", "tz"])),
    ],
    recordable: { label: "Record loads", channels: columns(["tx", "ty", "tz", "fx", "fy", "fz"]) },
  };
}

function axes(joint: Joint, given: Joint | undefined): readonly Property[] {
  switch (joint.kind) {
    case "weld":
    case "spherical":
    case "free":
    case "flexible":
      return [];
    case "universal": {
      const same = given?.kind === "universal" ? given : undefined;
      return [vector("first axis", "", joint.axis1, same?.axis1), vector("second axis", "", joint.axis2, same?.axis2)];
    }
    case "planar": {
      const same = given?.kind === "planar" ? given : undefined;
      return [vector("normal", "", joint.axis, same?.axis), vector("x direction", "", joint.xAxis, same?.xAxis)];
    }
    case "general":
      return joint.axes.flatMap((axis, i) => {
        const same = given?.kind === "general" ? given.axes[i] : undefined;
        return [
          vector(`axis ${i + 1}, ${axis.kind}`, "", axis.axis, same?.axis),
          ...(axis.kind === "screw"
            ? [number("pitch", "m/rad", axis.pitch, same?.kind === "screw" ? same.pitch : undefined)]
            : []),
        ];
      });
    case "screw": {
      const same = given?.kind === "screw" ? given : undefined;
      return [vector("axis", "", joint.axis, same?.axis), number("pitch", "m/rad", joint.pitch, same?.pitch)];
    }
    default: {
      const same = given?.kind === joint.kind ? given : undefined;
      return [vector("axis", "", joint.axis, same?.axis)];
    }
  }
}

/** Properties of a coordinate that are there: zero and null mean absent. */
function coordinateSection(
  joint: Joint,
  given: CoordinateProperties | undefined,
  own: CoordinateProperties,
  i: number,
): Section {
  const turns = speedUnits(joint)[i] === "rad/s";
  const force = turns ? "N m" : "N";
  const unit = turns ? "rad" : "m";
  const labels = speedLabels(joint);
  const line = (
    label: string,
    lineUnit: string,
    value: Real | null,
    model: Real | null | undefined,
  ): readonly Property[] =>
    value === null || (value === 0 && !isExpression(model)) ? [] : [number(label, lineUnit, value, model ?? undefined)];
  const isSprung = isCurve(own.stiffness) || own.stiffness !== 0 || isExpression(given?.stiffness as Real | undefined);
  const range = own.lower !== null && own.upper !== null;
  const sets = [
    ...(range
      ? [
          numbers(
            "limits",
            unit,
            [own.lower ?? 0, own.upper ?? 0],
            [given?.lower ?? undefined, given?.upper ?? undefined],
          ),
        ]
      : [
          ...limit("lower limit", unit, own.lower, given?.lower),
          ...limit("upper limit", unit, own.upper, given?.upper),
        ]),
    ...(isCurve(own.stiffness)
      ? [text("stiffness", curveText(own.stiffness))]
      : line("stiffness", `${force}/${unit}`, own.stiffness, isCurve(given?.stiffness) ? undefined : given?.stiffness)),
    ...(isSprung ? [number("rest", unit, own.rest, given?.rest)] : []),
    ...line("damping", `${force} s/${unit}`, own.damping, given?.damping),
    ...line("friction", force, own.friction, given?.friction),
    ...(own.friction === 0 ? [] : line("friction speed", `${unit}/s`, own.frictionSpeed, given?.frictionSpeed)),
    ...line("stop stiffness", `${force}/${unit}`, own.stopStiffness, given?.stopStiffness),
    ...line("stop damping", `${force} s/${unit}`, own.stopDamping, given?.stopDamping),
    ...line("armature", turns ? "kg m²" : "kg", own.armature, given?.armature),
    ...line("largest force of the drive", force, own.maxForce, given?.maxForce),
    ...line("largest speed of the drive", `${unit}/s`, own.maxSpeed, given?.maxSpeed),
  ];
  return { title: labels.length === 1 ? "Along it" : `Along ${labels[i]}`, properties: sets };
}

/** A limit may well be zero. */
const limit = (label: string, unit: string, value: Real | null, model: Real | null | undefined): readonly Property[] =>
  value === null ? [] : [number(label, unit, value, model ?? undefined)];

/** Whether a stiffness or damping is a curve. */
export const isCurve = (value: Real | Curve | undefined): value is Curve => typeof value === "object" && "x" in value;

/** A curve in words. */
export const curveText = ({ x, y, beyond }: Curve): string =>
  `curve of ${x.length} points, ${x[0]} to ${x[x.length - 1]}, values ${Math.min(...y)} to ${Math.max(...y)}, ${beyond === "extend" ? "goes on" : "held"} beyond`;
