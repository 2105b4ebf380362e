import {
  jointFacts,
  type CoordinateProperties,
  type Curve,
  type Flexible,
  type Joint,
  type JointFieldValue,
  type Real,
} from "kinetree";
import { amplitudeNames, type AmplitudeName } from "../amplitude-names.js";
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
            : [text("role", joint.role === "tree" ? "kept in the tree" : "cut by request")]),
        ],
      },
      ...joint.coordinates.map((each, i) => coordinateSection(joint, given?.coordinates[i], each, i)),
      loadSection(joint.name),
    ],
  };
}

function nowSection(joint: Joint, flexible: Flexible | undefined): Section {
  if (joint.kind === "flexible") return amplitudeSection(joint, flexible);
  const { coordinates, speeds, quaternion } = jointFacts(joint);
  // Four numbers of a quaternion are one thing: a line of their own.
  const turned = quaternion ?? coordinates.length;
  const orientation = coordinates.slice(turned).map(({ column }) => column);
  return {
    title: "Current values",
    properties: [
      ...coordinates.slice(0, turned).map(({ label, unit, column }) => live(label, unit, column)),
      ...(quaternion === null ? [] : [live("orientation", "", ...orientation)]),
      ...speeds.map(({ label, unit, column }) => live(speeds.length === 1 ? "speed" : `speed, ${label}`, unit, column)),
    ],
  };
}

function amplitudeSection(joint: Joint, flexible: Flexible | undefined): Section {
  const names = flexible === undefined ? [] : amplitudeNames(flexible);
  const rate = (unit: string): string => (unit === "" ? "1/s" : `${unit}/s`);
  const { coordinates, speeds } = jointFacts(joint);
  const nameOf = (i: number): AmplitudeName => names[i] ?? { label: coordinates[i].label, unit: "" };
  return {
    title: "Current values",
    properties: [
      ...coordinates.map(({ column }, i) => live(nameOf(i).label, nameOf(i).unit, column)),
      ...speeds.map(({ column }, i) => live(`rate of ${nameOf(i).label}`, rate(nameOf(i).unit), column)),
    ],
  };
}

const loopSection = (): Section => ({
  title: "Current values",
  properties: [live("largest closure error of all loops", "m, rad", "closure")],
});

function loadSection(name: string): Section {
  const columns = (parts: readonly string[]): readonly string[] => parts.map((part) => `load.${name}.${part}`);
  return {
    title: "Joint load, parent on child",
    properties: [
      live("force", "N", ...columns(["fx", "fy", "fz"])),
      live("torque", "N m", ...columns(["tx", "ty", "tz"])),
    ],
    recordable: { label: "Record loads", channels: columns(["tx", "ty", "tz", "fx", "fy", "fz"]) },
  };
}

/** The fields of its kind: `given` is the joint as the model has it, with parameters. */
function axes(joint: Joint, given: Joint | undefined): readonly Property[] {
  const same = given?.kind === joint.kind ? jointFacts(given).fields : [];
  return jointFacts(joint).fields.flatMap((field, i) => fieldProperties(field, same[i]));
}

function fieldProperties(field: JointFieldValue, given: JointFieldValue | undefined): readonly Property[] {
  switch (field.type) {
    case "direction":
      return [vector(field.label, "", field.value, given?.type === "direction" ? given.value : undefined)];
    case "pitch":
      return [number(field.label, "m/rad", field.value, given?.type === "pitch" ? given.value : undefined)];
    case "axes":
      return field.value.flatMap((axis, i) => {
        const same = given?.type === "axes" ? given.value[i] : undefined;
        return [
          vector(`axis ${i + 1}, ${axis.kind}`, "", axis.axis, same?.axis),
          ...("pitch" in axis
            ? [number("pitch", "m/rad", axis.pitch, same && "pitch" in same ? same.pitch : undefined)]
            : []),
        ];
      });
    // Shown with the body.
    case "modes":
      return [];
  }
}

/** Properties of a coordinate that are there: zero and null mean absent. */
function coordinateSection(
  joint: Joint,
  given: CoordinateProperties | undefined,
  own: CoordinateProperties,
  i: number,
): Section {
  const { speeds } = jointFacts(joint);
  const turns = speeds[i].kind === "rotation";
  const force = turns ? "N m" : "N";
  const unit = turns ? "rad" : "m";
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
    ...line("drive force limit", force, own.maxForce, given?.maxForce),
    ...line("drive speed limit", `${unit}/s`, own.maxSpeed, given?.maxSpeed),
  ];
  return { title: speeds.length === 1 ? "Along it" : `Along ${speeds[i].label}`, properties: sets };
}

/** A limit may well be zero. */
const limit = (label: string, unit: string, value: Real | null, model: Real | null | undefined): readonly Property[] =>
  value === null ? [] : [number(label, unit, value, model ?? undefined)];

export const isCurve = (value: Real | Curve | undefined): value is Curve => typeof value === "object" && "x" in value;

export const curveText = ({ x, y, beyond }: Curve): string =>
  `curve of ${x.length} points, ${x[0]} to ${x[x.length - 1]}, values ${Math.min(...y)} to ${Math.max(...y)}, ${beyond === "extend" ? "extrapolated" : "held"} beyond`;
