import { inverseNormalCdf } from "./inverse-normal.js";
import { uniform } from "./random.js";

/** Successive draws of one sample, for tests and searches that do not name their draws. */
export interface Stream {
  /** Uniform on (0, 1). */
  readonly next: () => number;
  /** Standard normal. */
  readonly nextNormal: () => number;
  /** Uniform on 0, 1, …, n − 1. */
  readonly integer: (n: number) => number;
}

/** Its draws are those of the parameter named "stream"; streams with different seeds or samples are independent. */
export function stream(seed: number, sample = 0): Stream {
  let draw = 0;
  const next = (): number => uniform(seed, sample, "stream", draw++);
  return {
    next,
    nextNormal: () => inverseNormalCdf(next()),
    // u <= 1 − 2⁻⁵³, so the product stays below n after rounding. Some values are likelier than others by n · 2⁻⁵² of themselves.
    integer: (n) => Math.floor(next() * n),
  };
}
