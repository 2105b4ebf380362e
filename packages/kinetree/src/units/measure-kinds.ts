import { dimension, dimensionless, type Dimension } from "./dimension.js";

/** The quantity of a field: its dimension, with words for messages and tables. */
export interface MeasureKind {
  readonly name: string;
  /** Coherent unit of SI: a number without a unit is in it. */
  readonly unit: string;
  /** A typical value with its unit. */
  readonly example: string;
  readonly dimension: Dimension;
}

const kind = (name: string, unit: string, example: string, exponents: Partial<Dimension>): MeasureKind =>
  Object.freeze({ name, unit, example, dimension: dimension(exponents) });

/** The quantities of the fields of a model. */
export const measureKinds = Object.freeze({
  ratio: Object.freeze({ name: "plain number", unit: "1", example: "5 %", dimension: dimensionless }),
  length: kind("length", "m", "120 mm", { m: 1 }),
  angle: kind("angle", "rad", "65 deg", { rad: 1 }),
  mass: kind("mass", "kg", "900 kg", { kg: 1 }),
  time: kind("time", "s", "5 ms", { s: 1 }),
  momentOfInertia: kind("moment of inertia", "kg*m^2", "40 kg*cm^2", { kg: 1, m: 2 }),
  speed: kind("speed", "m/s", "90 km/h", { m: 1, s: -1 }),
  angularSpeed: kind("angular speed", "rad/s", "3000 rpm", { rad: 1, s: -1 }),
  acceleration: kind("acceleration", "m/s^2", "9.81 m/s^2", { m: 1, s: -2 }),
  force: kind("force", "N", "1.5 kN", { kg: 1, m: 1, s: -2 }),
  torque: kind("torque", "N*m", "80 N*m", { kg: 1, m: 2, s: -2 }),
  stiffness: kind("stiffness", "N/m", "12 kN/m", { kg: 1, s: -2 }),
  angularStiffness: kind("angular stiffness", "N*m/rad", "350 N*m/rad", { kg: 1, m: 2, s: -2, rad: -1 }),
  damping: kind("damping", "N*s/m", "2 kN*s/m", { kg: 1, s: -1 }),
  angularDamping: kind("angular damping", "N*m*s/rad", "0.2 N*m*s/rad", { kg: 1, m: 2, s: -1, rad: -1 }),
  area: kind("area", "m^2", "12 cm^2", { m: 2 }),
  density: kind("density", "kg/m^3", "2.7 g/cm^3", { kg: 1, m: -3 }),
  perLength: kind("inverse length", "1/m", "0.4 /mm", { m: -1 }),
  perSpeed: kind("inverse speed", "s/m", "0.5 s/m", { m: -1, s: 1 }),
  power: kind("power", "W", "112 kW", { kg: 1, m: 2, s: -3 }),
  pitch: kind("pitch", "m/rad", "5 mm/rev", { m: 1, rad: -1 }),
});
