import { uniform } from "kinetree/random";
import type { SamplerName } from "../description/sampler-name.js";
import { sobolSampler, withinCell } from "./sobol.js";

/** One parameter among those that are drawn. */
export interface Axis {
  /** What its random numbers are called by: the parameter's name, unless cases have draws of their own. */
  readonly key: string;
  /** Its number among the drawn parameters. */
  readonly dimension: number;
}

/**
 * The share of the distribution below sample `index`, in (0, 1). It depends on the seed, the axis, the index and, for a Latin
 * hypercube, on how many samples there are; never on other samples.
 */
export function unitSampler(
  sampler: Exclude<SamplerName, "full-factorial">,
  { key, dimension }: Axis,
  samples: number,
  seed: number,
): (index: number) => number {
  switch (sampler) {
    case "monte-carlo":
      return (index) => uniform(seed, index, key);
    case "latin-hypercube":
      return (index) => withinCell(permuted(index, samples, seed, key), samples, uniform(seed, index, key));
    case "sobol":
      return sobolSampler(dimension, seed, key);
  }
}

/** The level of each axis in sample `index` of all combinations; the last axis changes fastest. */
export function factorialLevels(counts: readonly number[], index: number): readonly number[] {
  const levels = new Array<number>(counts.length);
  let rest = index;
  for (let axis = counts.length - 1; axis >= 0; axis--) {
    levels[axis] = rest % counts[axis];
    rest = Math.floor(rest / counts[axis]);
  }
  return levels;
}

/** Draws of the generator below this number belong to others. */
const FIRST_DRAW = 16;
const ROUNDS = 6;

/**
 * Where `index` goes in a random order of 0 … count-1, without a list of them: a Feistel network over the next even number of
 * bits (Luby, Rackoff 1988) with the counter-based generator as its round function; what falls outside goes round again
 * ("cycle walking", Black, Rogaway 2002). The order is that of (seed, key) alone.
 */
export function permuted(index: number, count: number, seed: number, key: string): number {
  if (count <= 1) return 0;
  let half = 2;
  while (half * half < count) half *= 2;
  let at = index;
  do {
    let left = Math.floor(at / half);
    let right = at % half;
    for (let round = 0; round < ROUNDS; round++) {
      const mixed = Math.floor(uniform(seed, right, key, FIRST_DRAW + round) * half);
      [left, right] = [right, (left + mixed) % half];
    }
    at = left * half + right;
  } while (at >= count);
  return at;
}
