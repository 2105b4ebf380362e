import { MOST_MODES } from "../../../model/bodies/complete-flexible.js";
import { jointSizes } from "../../../model/joint-sizes.js";
import { fieldsOf } from "../../../model/joints.js";
import { speedKinds } from "../../../model/speed-kinds.js";
import type { JointKind, JointMotion } from "../../../model/types.js";
import { dimension, timesPower, type Dimension } from "../../../units/dimension.js";
import { measureKinds as k, type MeasureKind } from "../../../units/measure-kinds.js";

/** What the properties of a coordinate measure: it is an angle, a length, or either where that is not known. */
export interface CoordinateMeasures {
  readonly position: readonly MeasureKind[];
  readonly speed: readonly MeasureKind[];
  readonly force: readonly MeasureKind[];
  readonly stiffness: readonly MeasureKind[];
  readonly damping: readonly MeasureKind[];
  readonly inertia: readonly MeasureKind[];
}

export const angular: CoordinateMeasures = {
  position: [k.angle],
  speed: [k.angularSpeed],
  force: [k.torque],
  stiffness: [k.angularStiffness],
  damping: [k.angularDamping],
  inertia: [k.momentOfInertia],
};

export const linear: CoordinateMeasures = {
  position: [k.length],
  speed: [k.speed],
  force: [k.force],
  stiffness: [k.stiffness],
  damping: [k.damping],
  inertia: [k.mass],
};

export const angularOrLinear: CoordinateMeasures = {
  position: [k.angle, k.length],
  speed: [k.angularSpeed, k.speed],
  force: [k.torque, k.force],
  stiffness: [k.angularStiffness, k.stiffness],
  damping: [k.angularDamping, k.damping],
  inertia: [k.momentOfInertia, k.mass],
};

/** One for each speed of a joint. */
export const measuresOfJoint = (motion: JointMotion): readonly CoordinateMeasures[] =>
  speedKinds(motion).map((kind) => (kind === "rotation" ? angular : linear));

/** Whether what is known of a joint so far is enough for its coordinates. */
export function isKnownMotion(known: Readonly<Record<string, unknown>>): boolean {
  return fieldsOf(known.kind as JointKind).every(([name, { type }]) => {
    const value = known[name];
    if (type === "modes") return typeof value === "number" && value <= MOST_MODES;
    return type !== "axes" || Array.isArray(value);
  });
}

export const speedsOf = (motion: JointMotion): number => jointSizes(motion).nv;

const dimensionOf = (measures: CoordinateMeasures): Dimension =>
  dimension(measures === angular ? { rad: 1 } : { m: 1 });
const unitOf = (measures: CoordinateMeasures): string => (measures === angular ? "rad" : "m");

/** What the coefficient of driving^power measures. */
export const coefficientMeasure = (
  driven: CoordinateMeasures,
  driving: CoordinateMeasures,
  power: number,
): MeasureKind => coefficientOf(driven, unitOf(driving), dimensionOf(driving), power);

/** What the coefficient of t^power measures. */
export const timeCoefficientMeasure = (driven: CoordinateMeasures, power: number): MeasureKind =>
  coefficientOf(driven, "s", dimension({ s: 1 }), power);

function coefficientOf(driven: CoordinateMeasures, unit: string, of: Dimension, power: number): MeasureKind {
  const below = power === 0 ? "" : `/${unit}${power === 1 ? "" : `^${power}`}`;
  const text = `${unitOf(driven)}${below}`;
  return {
    name: "coefficient",
    unit: text,
    example: `2 ${text}`,
    dimension: timesPower(dimensionOf(driven), of, -power),
  };
}
