import type { JointSizes } from "../joint-sizes.js";
import type { SpeedKind } from "../speed-kinds.js";
import type { JointCoordinate, JointNumbers, JointSpeed } from "./joint-definition.js";

/** A coordinate whose rate is the speed. */
export interface ScalarCoordinate extends JointCoordinate {
  readonly kind: SpeedKind;
}

export const turn = (label: string): ScalarCoordinate => ({ label, kind: "rotation", unit: "rad" });
export const slide = (label: string): ScalarCoordinate => ({ label, kind: "translation", unit: "m" });

const rateUnits = { rad: "rad/s", m: "m/s", "": "1/s" } as const;

/** The numbers of a joint whose speeds are the rates of its coordinates. */
export const scalarNumbers = (each: readonly ScalarCoordinate[]): JointNumbers => ({
  coordinates: each.map(({ label, unit }) => ({ label, unit })),
  speeds: each.map(({ label, kind, unit }) => ({ label, kind, unit: rateUnits[unit] })),
});

export const quaternionCoordinates: readonly JointCoordinate[] = ["qw", "qx", "qy", "qz"].map((label) => ({
  label,
  unit: "",
}));
export const angularSpeeds: readonly JointSpeed[] = ["angular x", "angular y", "angular z"].map((label) => ({
  label,
  kind: "rotation",
  unit: "rad/s",
}));

/** Sizes that do not depend on the fields of a joint. */
export function fixedSizes(nq: number, nv: number): () => JointSizes {
  const sizes = Object.freeze({ nq, nv });
  return () => sizes;
}
