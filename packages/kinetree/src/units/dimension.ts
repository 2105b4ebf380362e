/** Exponents of the base units. Angles are kept for display only: the radian is a number, so that N m/rad is N m and 65 deg a plain number. */
export interface Dimension {
  readonly m: number;
  readonly kg: number;
  readonly s: number;
  readonly A: number;
  readonly K: number;
  readonly rad: number;
}

const bases = ["m", "kg", "s", "A", "K", "rad"] as const;

export const dimensionless: Dimension = Object.freeze({ m: 0, kg: 0, s: 0, A: 0, K: 0, rad: 0 });

export const dimension = (exponents: Partial<Dimension>): Dimension =>
  Object.freeze({ ...dimensionless, ...exponents });

/** a · b^power. */
export const timesPower = (a: Dimension, b: Dimension, power: number): Dimension =>
  Object.freeze({
    m: a.m + power * b.m,
    kg: a.kg + power * b.kg,
    s: a.s + power * b.s,
    A: a.A + power * b.A,
    K: a.K + power * b.K,
    rad: a.rad + power * b.rad,
  });

/** Whether one can stand for the other; angles are numbers. */
export const isSameDimension = (a: Dimension, b: Dimension): boolean =>
  bases.every((base) => base === "rad" || a[base] === b[base]);

/** A unit of SI for the dimension, in base units: "kg*m^2/s^2"; "1" for plain numbers. */
export function baseUnit(of: Dimension): string {
  const power = (base: (typeof bases)[number], exponent: number): string =>
    exponent === 1 ? base : `${base}^${exponent}`;
  const above = bases.filter((base) => of[base] > 0).map((base) => power(base, of[base]));
  const below = bases.filter((base) => of[base] < 0).map((base) => power(base, -of[base]));
  const numerator = above.length === 0 ? "1" : above.join("*");
  if (below.length === 0) return numerator;
  return `${numerator}/${below.length === 1 ? below[0] : `(${below.join("*")})`}`;
}
