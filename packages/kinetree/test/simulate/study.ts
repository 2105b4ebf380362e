import { uniform } from "../../src/random/random.js";
import { hashNumbers } from "../../src/model/hash.js";
import type { BatchResult, Sample } from "../../src/simulate/batch/batch-types.js";

const SEED = 7;
const between = (sample: number, parameter: string, low: number, high: number): number =>
  low + (high - low) * uniform(SEED, sample, parameter);

/** A pendulum of its own length, mass, start and duration for each sample; durations differ up to tenfold. */
export const anyPendulum = (i: number): Sample & { readonly tEnd: number } => ({
  parameters: { length: between(i, "length", 0.3, 3), mass: between(i, "mass", 0.1, 10) },
  state: { q: { hinge: between(i, "angle", -3, 3) }, v: { hinge: between(i, "rate", -2, 2) } },
  tEnd: between(i, "end", 0.5, 5),
});

/** A tilted, spinning top for each sample. */
export const anyTop = (i: number): Sample & { readonly tEnd: number } => {
  const half = between(i, "tilt", 0, 1);
  return {
    state: {
      t: between(i, "start", -1, 1),
      q: { pivot: [Math.cos(half), Math.sin(half), 0, 0] },
      v: { pivot: [between(i, "x", -2, 2), between(i, "y", -2, 2), between(i, "z", -20, 20)] },
    },
    tEnd: between(i, "end", 1.2, 3),
  };
};

/** Everything that a batch computes, but for how full its lanes were. */
export const bitsOf = ({ t, q, v, measures, events, end, accepted, rejected }: BatchResult): string =>
  `${hashNumbers(t, q, v, measures, events, accepted, rejected)} ${end.join()}`;
