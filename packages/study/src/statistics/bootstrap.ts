import { uniform } from "kinetree/random";
import { DEFAULT_CONFIDENCE, requireConfidence, type Interval } from "./intervals.js";
import { quantile, sorted } from "./quantiles.js";
import { momentsOf, sampleStd } from "./running-moments.js";

/** How a bootstrap is made; the same settings give the same interval on every machine. */
export interface BootstrapOptions {
  /** Default 0.95. */
  readonly confidence?: number;
  /** Number of resamples. Default 1000. */
  readonly repeats?: number;
  /** Default 0. */
  readonly seed?: number;
}

/**
 * The interval of any number that is computed from a sample, by drawing samples of the same size from it with replacement (Efron
 * 1979, percentile method). For numbers whose distribution has no formula, such as the spread of skewed numbers.
 */
export function bootstrapInterval(
  values: ArrayLike<number>,
  statistic: (sample: Float64Array) => number,
  { confidence = DEFAULT_CONFIDENCE, repeats = 1000, seed = 0 }: BootstrapOptions = {},
): Interval {
  requireConfidence(confidence);
  const kept = Float64Array.from(values).filter((x) => !Number.isNaN(x));
  if (kept.length < 2) return { low: NaN, high: NaN };
  const drawn = new Float64Array(kept.length);
  const found = new Float64Array(repeats);
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (let i = 0; i < drawn.length; i++)
      drawn[i] = kept[Math.floor(uniform(seed, i, "bootstrap", repeat) * kept.length)];
    found[repeat] = statistic(drawn);
  }
  const rising = sorted(found);
  return { low: quantile(rising, (1 - confidence) / 2), high: quantile(rising, (1 + confidence) / 2) };
}

/** The interval of a standard deviation, whatever the numbers' distribution. */
export const stdInterval = (values: ArrayLike<number>, options: BootstrapOptions = {}): Interval =>
  bootstrapInterval(values, (sample) => sampleStd(momentsOf(sample)), options);
