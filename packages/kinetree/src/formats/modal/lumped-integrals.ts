import type { ModalBody, NumberTriple } from "../../model/types.js";
import type { LumpedNode } from "./modal-tables.js";

/** A small rigid piece of a body, and its displacement in the modes. */
export interface Lump extends Omit<LumpedNode, "name"> {
  readonly shapes: readonly NumberTriple[];
  readonly slopes: readonly NumberTriple[];
}

type Nine = readonly number[];

export function rigidProperties(lumps: readonly Omit<LumpedNode, "name">[]): {
  readonly mass: number;
  readonly com: NumberTriple;
  readonly inertia: readonly [number, number, number, number, number, number];
} {
  const mass = lumps.reduce((sum, lump) => sum + lump.mass, 0);
  const centre = (k: number): number =>
    lumps.reduce((sum, lump) => sum + lump.mass * lump.position[k], 0) / (mass === 0 ? 1 : mass);
  const com: NumberTriple = [centre(0), centre(1), centre(2)];
  // About the mass centre at once: far from the origin, Steiner's term would hide the digits.
  const sums = [0, 0, 0, 0, 0, 0];
  for (const lump of lumps) {
    const [x, y, z] = lump.position.map((p, k) => p - com[k]);
    const steiner = [y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z];
    steiner.forEach((term, k) => (sums[k] += lump.mass * term + lump.inertia[k]));
  }
  const [xx, yy, zz, xy, xz, yz] = sums;
  return { mass, com, inertia: [xx, yy, zz, xy, xz, yz] };
}

/**
 * The integrals of a modal body from its pieces. A piece at x moves by φ + θ × r about its centre, and has ∫ r rᵀ dm =
 * S = ½ tr(J) 1 − J: so ∫ x Φᵀ dm = m x φᵀ + S [θ]ᵀ and ∫ Φᵢ Φⱼᵀ dm = m φᵢ φⱼᵀ + [θᵢ] S [θⱼ]ᵀ, with [θ] r = θ × r.
 */
export function lumpedIntegrals(
  lumps: readonly Lump[],
  modes: number,
): Pick<ModalBody, "translation" | "firstMoments"> & {
  readonly secondMoments: readonly (readonly Nine[])[];
  readonly mass: number[][];
} {
  const each = <T>(make: (j: number) => T): T[] => Array.from({ length: modes }, (_, j) => make(j));
  const translation = each((j): NumberTriple => {
    const along = (k: number): number => lumps.reduce((sum, { mass, shapes }) => sum + mass * shapes[j][k], 0);
    return [along(0), along(1), along(2)];
  });
  const firstMoments = each((j) =>
    summed(lumps, ({ mass, position, shapes, slopes, inertia }) =>
      plus(outer(mass, position, shapes[j]), timesTransposed(spread(inertia), crossOf(slopes[j]))),
    ),
  );
  const secondMoments = each((i) =>
    each((j) =>
      summed(lumps, ({ mass, shapes, slopes, inertia }) =>
        plus(
          outer(mass, shapes[i], shapes[j]),
          timesTransposed(times(crossOf(slopes[i]), spread(inertia)), crossOf(slopes[j])),
        ),
      ),
    ),
  );
  const mass = secondMoments.map((row) => row.map(traceOf));
  return { translation, firstMoments, secondMoments, mass };
}

export const traceOf = (A: Nine): number => A[0] + A[4] + A[8];

const nine = (entry: (row: number, column: number) => number): Nine =>
  Array.from({ length: 9 }, (_, at) => entry(Math.floor(at / 3), at % 3));

const summed = (lumps: readonly Lump[], term: (lump: Lump) => Nine): Nine => {
  const sum = new Array<number>(9).fill(0);
  for (const lump of lumps) term(lump).forEach((x, at) => (sum[at] += x));
  return sum;
};

const plus = (A: Nine, B: Nine): Nine => A.map((x, at) => x + B[at]);
const outer = (factor: number, a: NumberTriple, b: NumberTriple): Nine => nine((i, j) => factor * a[i] * b[j]);
const times = (A: Nine, B: Nine): Nine =>
  nine((i, j) => A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j]);
const timesTransposed = (A: Nine, B: Nine): Nine =>
  nine((i, j) => A[3 * i] * B[3 * j] + A[3 * i + 1] * B[3 * j + 1] + A[3 * i + 2] * B[3 * j + 2]);
const crossOf = ([x, y, z]: NumberTriple): Nine => [0, -z, y, z, 0, -x, -y, x, 0];

function spread([xx, yy, zz, xy, xz, yz]: Lump["inertia"]): Nine {
  const half = (xx + yy + zz) / 2;
  return [half - xx, -xy, -xz, -xy, half - yy, -yz, -xz, -yz, half - zz];
}
