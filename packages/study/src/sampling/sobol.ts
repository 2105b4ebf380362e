import { uniform } from "kinetree/random";
import { directionNumbers, SOBOL_BITS } from "./sobol-directions.js";

/** The coordinate of point `index` in one dimension as a word of 32 bits, before any scrambling, in the order of Gray's code. */
export function sobolWord(directions: Uint32Array, index: number): number {
  let gray = (index ^ (index >>> 1)) >>> 0;
  let word = 0;
  for (let k = 0; gray !== 0; k++, gray >>>= 1) if (gray & 1) word ^= directions[k];
  return word >>> 0;
}

/** Draws of the generator below these numbers belong to others; each bit of a word has one of its own. */
const FIRST_DRAW = 16;

/**
 * Owen's nested uniform scrambling (Owen, "Randomly permuted (t,m,s)-nets and (t,s)-sequences", 1995): each bit is flipped
 * by a coin that belongs to the bits above it. Keeps every net property and makes each point uniform on its own.
 */
export function owenScramble(word: number, seed: number, key: string): number {
  let scrambled = 0;
  for (let level = 0; level < SOBOL_BITS; level++) {
    const above = level === 0 ? 0 : word >>> (SOBOL_BITS - level);
    const bit = (word >>> (SOBOL_BITS - 1 - level)) & 1;
    const flip = uniform(seed, above, key, FIRST_DRAW + level) < 0.5 ? 0 : 1;
    scrambled = (scrambled << 1) | (bit ^ flip);
  }
  return scrambled >>> 0;
}

/** Sobol's sequence in one dimension, scrambled; what 32 bits leave open is filled by the generator. In (0, 1). */
export function sobolSampler(dimension: number, seed: number, key: string): (index: number) => number {
  const directions = directionNumbers(dimension);
  return (index) => {
    const word = owenScramble(sobolWord(directions, index), seed, key);
    return withinCell(word, 0x100000000, uniform(seed, index, key));
  };
}

/** The place `within` (0 to 1) of a cell, strictly inside (0, 1): close to the ends the sum may round to an end of the cell. */
export function withinCell(cell: number, cells: number, within: number): number {
  const u = (cell + within) / cells;
  return u < 1 ? u : 1 - Number.EPSILON / 2;
}
