/** Points at which functions are tested: seeded, so that a failure can be repeated. */
export interface Sampler {
  /** Even in [low, high). */
  uniform(count: number, low: number, high: number): number[];
  /** ± or +2^e with e even in [low, high), all bits random. */
  byExponent(count: number, low: number, high: number, signs?: "both" | "positive"): number[];
}

/** Weyl sequence with the output mixing of S. Vigna's splitmix64 (2015). */
export function sampler(seed: bigint): Sampler {
  let state = seed;
  const next = (): number => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let z = state;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return Number((z ^ (z >> 31n)) >> 11n) * 2 ** -53;
  };
  const repeat = (count: number, draw: () => number): number[] => Array.from({ length: count }, draw);
  return {
    uniform: (count, low, high) => repeat(count, () => low + (high - low) * next()),
    byExponent: (count, low, high, signs = "both") =>
      repeat(count, () => {
        const exponent = low + (high - low) * next();
        const whole = Math.floor(exponent);
        const x = 2 ** whole * (1 + (exponent - whole)) + 2 ** (whole - 26) * next();
        return signs === "both" && next() < 0.5 ? -x : x;
      }),
  };
}

const words = new DataView(new ArrayBuffer(8));

/** The double `steps` places above x > 0. */
export function neighbour(x: number, steps: number): number {
  words.setFloat64(0, x);
  words.setBigInt64(0, words.getBigInt64(0) + BigInt(steps));
  return words.getFloat64(0);
}

/** The numbers with their nearest neighbours, and all of these negated. */
export function around(centres: readonly number[], reach = 2): number[] {
  const found: number[] = [];
  for (const centre of centres)
    for (let step = -reach; step <= reach; step++) {
      const x = neighbour(centre, step);
      found.push(x, -x);
    }
  return found;
}

/** How many doubles lie between a and b. */
export function placesBetween(a: number, b: number): number {
  if (Object.is(a, b) || a === b) return 0;
  const ordinal = (x: number): bigint => {
    words.setFloat64(0, x);
    const bits = words.getBigInt64(0);
    return bits < 0n ? -(bits & 0x7fffffffffffffffn) : bits;
  };
  const places = Number(ordinal(a) - ordinal(b));
  return Number.isNaN(a) || Number.isNaN(b) ? Infinity : Math.abs(places);
}
