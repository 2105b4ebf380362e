import type { AxisShape } from "./axis-shape.js";

/** A unit load that does work on the displacement of its group there (a force; a torque on a rod), or on the slope (a torque). */
export interface UnitLoad {
  readonly at: number;
  readonly on: "value" | "slope";
}

/** Deflection under a unit load of a beam of unit bending stiffness, clamped at 0; straight beyond the load. */
export function bendingDeflection({ at, on }: UnitLoad): AxisShape {
  if (on === "slope") return (x) => (x <= at ? [(x * x) / 2, x, 1, 0] : [at * (x - at / 2), at, 0, 0]);
  return (x) =>
    x <= at
      ? [(x * x * (3 * at - x)) / 6, (x * (2 * at - x)) / 2, at - x, -1]
      : [(at * at * (3 * x - at)) / 6, (at * at) / 2, 0, 0];
}

/** Displacement of a rod of unit stiffness, held at 0, under a unit load at a place. */
export const rodDeflection =
  ({ at }: UnitLoad): AxisShape =>
  (x) =>
    x <= at ? [x, 1, 0, 0] : [at, 0, 0, 0];
