import { dimension, dimensionless, timesPower, type Dimension } from "./dimension.js";

/** A unit as a multiple of SI: numerator / denominator · 10^tens. Powers of ten are apart: they shift the text of a number without rounding. */
export interface Unit {
  readonly dimension: Dimension;
  readonly numerator: number;
  readonly denominator: number;
  readonly tens: number;
  /** Counts turns, as hertz does: a number of them a second is no angular speed, however alike the dimensions are. */
  readonly countsTurns: boolean;
}

export const unitless: Unit = Object.freeze({
  dimension: dimensionless,
  numerator: 1,
  denominator: 1,
  tens: 0,
  countsTurns: false,
});

/** a · b^power, for whole powers. */
export function unitTimesPower(a: Unit, b: Unit, power: number): Unit {
  let { numerator, denominator } = a;
  const [above, below] = power > 0 ? [b.numerator, b.denominator] : [b.denominator, b.numerator];
  for (let i = 0; i < Math.abs(power); i++) {
    numerator *= above;
    denominator *= below;
  }
  return Object.freeze({
    dimension: timesPower(a.dimension, b.dimension, power),
    numerator,
    denominator,
    tens: a.tens + power * b.tens,
    countsTurns: a.countsTurns || b.countsTurns,
  });
}

const unit = (exponents: Partial<Dimension>, numerator = 1, tens = 0, denominator = 1): Unit =>
  Object.freeze({ dimension: dimension(exponents), numerator, denominator, tens, countsTurns: false });

const length = { m: 1 };
const mass = { kg: 1 };
const force = { kg: 1, m: 1, s: -2 };
const torque = { kg: 1, m: 2, s: -2 };
const pressure = { kg: 1, m: -1, s: -2 };
const power = { kg: 1, m: 2, s: -3 };
const angle = { rad: 1 };

const powersOfTen = {
  P: 15,
  T: 12,
  G: 9,
  M: 6,
  k: 3,
  h: 2,
  da: 1,
  d: -1,
  c: -2,
  m: -3,
  µ: -6,
  μ: -6,
  n: -9,
  p: -12,
  f: -15,
};

/** Powers of ten by their prefix; "u" stands for µ, which few keyboards have. */
export const prefixes: ReadonlyMap<string, number> = new Map([...Object.entries(powersOfTen), ["u", -6]]);

export const prefixable: ReadonlyMap<string, Unit> = new Map([
  ["m", unit(length)],
  ["g", unit(mass, 1, -3)],
  ["s", unit({ s: 1 })],
  ["A", unit({ A: 1 })],
  ["K", unit({ K: 1 })],
  ["rad", unit(angle)],
  ["Hz", Object.freeze({ ...unit({ s: -1 }), countsTurns: true })],
  ["N", unit(force)],
  ["Pa", unit(pressure)],
  ["J", unit(torque)],
  ["W", unit(power)],
  ["C", unit({ A: 1, s: 1 })],
  ["V", unit({ ...power, A: -1 })],
  ["Ω", unit({ ...power, A: -2 })],
  ["ohm", unit({ ...power, A: -2 })],
  ["F", unit({ kg: -1, m: -2, s: 4, A: 2 })],
  ["H", unit({ ...torque, A: -2 })],
  ["Wb", unit({ ...torque, A: -1 })],
  ["T", unit({ kg: 1, s: -2, A: -1 })],
  ["bar", unit(pressure, 1, 5)],
  ["l", unit({ m: 3 }, 1, -3)],
  ["L", unit({ m: 3 }, 1, -3)],
  ["Wh", unit(torque, 3600)],
  ["Nm", unit(torque)],
  ["Ns", unit({ kg: 1, m: 1, s: -1 })],
  ["Nms", unit({ kg: 1, m: 2, s: -1 })],
]);

const degree = Math.PI / 180;

// 1 lb = 0.45359237 kg, 1 in = 0.0254 m and g0 = 9.80665 m/s² are exact by definition.
const POUND = 45_359_237;
const STANDARD_GRAVITY = 980_665;

/** Units that stand alone. */
export const plainUnits: ReadonlyMap<string, Unit> = new Map([
  ["%", unit({}, 1, -2)],
  ["deg", unit(angle, degree)],
  ["degree", unit(angle, degree)],
  ["degrees", unit(angle, degree)],
  ["°", unit(angle, degree)],
  ["arcmin", unit(angle, degree, 0, 60)],
  ["arcsec", unit(angle, degree, 0, 3600)],
  ["gon", unit(angle, Math.PI, 0, 200)],
  ["rev", unit(angle, 2 * Math.PI)],
  ["turn", unit(angle, 2 * Math.PI)],
  ["rpm", unit({ rad: 1, s: -1 }, 2 * Math.PI, 0, 60)],
  ["sec", unit({ s: 1 })],
  ["min", unit({ s: 1 }, 60)],
  ["h", unit({ s: 1 }, 3600)],
  ["d", unit({ s: 1 }, 86_400)],
  ["in", unit(length, 254, -4)],
  ["ft", unit(length, 3048, -4)],
  ["yd", unit(length, 9144, -4)],
  ["mi", unit(length, 1_609_344, -3)],
  ["nmi", unit(length, 1852)],
  ["t", unit(mass, 1, 3)],
  ["lb", unit(mass, POUND, -8)],
  ["lbm", unit(mass, POUND, -8)],
  ["oz", unit(mass, POUND, -8, 16)],
  // lbf s²/ft
  ["slug", unit(mass, POUND * STANDARD_GRAVITY, -9, 3048)],
  ["lbf", unit(force, POUND * STANDARD_GRAVITY, -13)],
  ["ozf", unit(force, POUND * STANDARD_GRAVITY, -13, 16)],
  ["kgf", unit(force, STANDARD_GRAVITY, -5)],
  ["kp", unit(force, STANDARD_GRAVITY, -5)],
  ["dyn", unit(force, 1, -5)],
  ["psi", unit(pressure, POUND * STANDARD_GRAVITY, -5, 254 * 254)],
  ["atm", unit(pressure, 101_325)],
  ["erg", unit(torque, 1, -7)],
  // 550 ft lbf/s, and 75 m kgf/s.
  ["hp", unit(power, 745.6998715822702)],
  ["PS", unit(power, 75 * STANDARD_GRAVITY, -5)],
  ["g0", unit({ m: 1, s: -2 }, STANDARD_GRAVITY, -5)],
  ["mph", unit({ m: 1, s: -1 }, 1_609_344, -3, 3600)],
  ["kph", unit({ m: 1, s: -1 }, 1, 3, 3600)],
  ["kn", unit({ m: 1, s: -1 }, 1852, 0, 3600)],
  ["knot", unit({ m: 1, s: -1 }, 1852, 0, 3600)],
]);
