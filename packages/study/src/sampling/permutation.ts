import { uniform } from "kinetree/random";

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
