import type { AllowedDifferences, Sensitivity } from "./compare-types.js";

/** Allowed difference of accelerations at one state, relative to the largest. */
const ACCELERATIONS = 1e-9;
/** The same for loads: multipliers of closures divide by levers twice, so they round more than accelerations. */
const LOADS = 1e-8;
/** Allowed difference of motions in tolerances, where errors do not grow. */
const TOLERANCES = 100;
/** Allowed difference of motions in differences of the looser run, whose error is about ten times that of the run itself. */
const LOOSER = 10;
/** Error of the looser run, relative to the motion, from which on differences mean nothing. */
const MEANINGLESS = 1e-4;
/** The same for fixed steps, which only differ by rounding where the coordinates are the same. */
const OF_FIXED_STEPS = 1e-9;

/** Errors of the looser run at every instant. */
export interface LooserRun {
  readonly coordinates: Float64Array;
  readonly positions: Float64Array;
}

/** The tolerance of the runs; null for fixed steps. */
export type Promised = number | null;

/** Largest coordinate [rad or m], and size of the space in which the bodies move [m]. */
export type MotionSizes = readonly [coordinates: number, positions: number];

/** Error growth as measured by the looser run; without one, errors are assumed to add up only. */
export function sensitivityOf(
  t: Float64Array,
  looser: LooserRun | null,
  sizes: MotionSizes,
  tolerance: Promised,
): Sensitivity {
  const [q, p] = sizes;
  const coordinates = looser ? largestSoFar(looser.coordinates) : new Float64Array(t.length);
  const positions = looser ? largestSoFar(looser.positions) : new Float64Array(t.length);
  const last = t.length - 1;
  const lost = t.findIndex((_, i) => !(coordinates[i] <= MEANINGLESS * q && positions[i] <= MEANINGLESS * p));
  return {
    coordinates,
    positions,
    growth:
      tolerance === null || looser === null
        ? null
        : Math.max(1, coordinates[last] / (LOOSER * tolerance * q), positions[last] / (LOOSER * tolerance * p)),
    until: lost < 0 ? t[last] : t[lost],
  };
}

/**
 * A hundred tolerances, times the growth that was measured: a formulation's own error is about a tenth of what the looser run
 * is off by, in other coordinates perhaps several times that, so ten times the latter leaves no doubt.
 */
export function allowedDifferences(
  t: Float64Array,
  { coordinates, positions, until }: Sensitivity,
  [q, p]: MotionSizes,
  tolerance: Promised,
): AllowedDifferences {
  const least = tolerance === null ? OF_FIXED_STEPS : TOLERANCES * tolerance;
  const lastMeant = t[t.length - 1] === until ? Infinity : until;
  const allow = (off: Float64Array, size: number): Float64Array =>
    off.map((x, i) => (t[i] < lastMeant ? Math.max(least * size, LOOSER * x) : Infinity));
  return {
    accelerations: ACCELERATIONS,
    loads: LOADS,
    coordinates: allow(coordinates, q),
    positions: allow(positions, p),
  };
}

function largestSoFar(values: Float64Array): Float64Array {
  let most = 0;
  // Once NaN, a looser run stays NaN.
  return values.map((x) => (most = x <= most ? most : x));
}
