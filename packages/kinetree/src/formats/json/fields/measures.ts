import { jointSizes } from "../../../model/joint-sizes.js";
import type { JointMotion } from "../../../model/types.js";
import { dimension, timesPower } from "../../../units/dimension.js";
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
export function measuresOfJoint(motion: JointMotion): readonly CoordinateMeasures[] {
  switch (motion.kind) {
    case "weld":
      return [];
    case "revolute":
    case "continuous":
    case "screw":
      return [angular];
    case "prismatic":
      return [linear];
    case "cylindrical":
      return [angular, linear];
    case "universal":
      return [angular, angular];
    case "planar":
      return [linear, linear, angular];
    case "spherical":
      return [angular, angular, angular];
    case "free":
      return [angular, angular, angular, linear, linear, linear];
    case "general":
      return motion.axes.map(({ kind }) => (kind === "translation" ? linear : angular));
  }
}

/** Whether what is known of a joint so far is enough for its coordinates. */
export const isKnownMotion = (known: Readonly<Record<string, unknown>>): boolean =>
  known.kind !== "general" || Array.isArray(known.axes);

export const speedsOf = (motion: JointMotion): number => jointSizes(motion).nv;

/** What the coefficient of driving^power measures. */
export function coefficientMeasure(
  driven: CoordinateMeasures,
  driving: CoordinateMeasures,
  power: number,
): MeasureKind {
  const isAngle = (measures: CoordinateMeasures): boolean => measures === angular;
  const of = (measures: CoordinateMeasures) => dimension(isAngle(measures) ? { rad: 1 } : { m: 1 });
  const unit = (measures: CoordinateMeasures): string => (isAngle(measures) ? "rad" : "m");
  const below = power === 0 ? "" : `/${unit(driving)}${power === 1 ? "" : `^${power}`}`;
  const text = `${unit(driven)}${below}`;
  return {
    name: "coefficient",
    unit: text,
    example: `2 ${text}`,
    dimension: timesPower(of(driven), of(driving), -power),
  };
}
