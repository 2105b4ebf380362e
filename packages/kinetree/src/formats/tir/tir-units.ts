/** Quantities that the section [UNITS] has units for. */
export type TirQuantity = "LENGTH" | "FORCE" | "ANGLE" | "MASS" | "TIME";

/** Words of units, in small letters, with their values in SI. */
export const tirUnits: Readonly<Record<TirQuantity, Readonly<Record<string, number>>>> = Object.freeze({
  LENGTH: {
    meter: 1,
    metre: 1,
    m: 1,
    millimeter: 1e-3,
    mm: 1e-3,
    centimeter: 1e-2,
    cm: 1e-2,
    kilometer: 1e3,
    km: 1e3,
    inch: 0.0254,
    in: 0.0254,
    foot: 0.3048,
    ft: 0.3048,
  },
  FORCE: {
    newton: 1,
    n: 1,
    kilonewton: 1e3,
    knewton: 1e3,
    kn: 1e3,
    kilogram_force: 9.80665,
    kgf: 9.80665,
    pound_force: 4.4482216152605,
    lbf: 4.4482216152605,
    dyne: 1e-5,
  },
  ANGLE: {
    radian: 1,
    radians: 1,
    rad: 1,
    degree: Math.PI / 180,
    degrees: Math.PI / 180,
    deg: Math.PI / 180,
  },
  MASS: {
    kilogram: 1,
    kg: 1,
    gram: 1e-3,
    g: 1e-3,
    tonne: 1e3,
    megagram: 1e3,
    pound_mass: 0.45359237,
    pound: 0.45359237,
    lbm: 0.45359237,
    slug: 14.59390293720636,
  },
  TIME: {
    second: 1,
    seconds: 1,
    sec: 1,
    s: 1,
    millisecond: 1e-3,
    ms: 1e-3,
    minute: 60,
    min: 60,
    hour: 3600,
    h: 3600,
  },
});

/** Exponents of the quantities in a dimension, such as { FORCE: 1, LENGTH: -1 }. */
export type TirDimension = Readonly<Partial<Record<TirQuantity, number>>>;

/** SI per unit of a dimension. */
export const factorOf = (units: Readonly<Record<TirQuantity, number>>, dimension: TirDimension): number =>
  Object.entries(dimension).reduce(
    (product, [quantity, power]) => product * units[quantity as TirQuantity] ** power,
    1,
  );
