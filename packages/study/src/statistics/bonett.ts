import { inverseNormalCdf } from "kinetree/random";
import { realFunctions } from "kinetree/tools";
import { normalCdf } from "../sampling/normal-cdf.js";
import type { Difference } from "./differences.js";
import { DEFAULT_CONFIDENCE, requireConfidence, type Interval } from "./intervals.js";
import { sorted } from "./quantiles.js";
import { momentsOf } from "./running-moments.js";

const exp = (x: number): number => realFunctions.exp.of(x, 0);
const log = (x: number): number => realFunctions.log.of(x, 0);

/** How a standard deviation of a sample is spread, whatever the numbers' distribution: by their kurtosis. */
export interface Spreading {
  readonly count: number;
  readonly std: number;
  /** Bonett's estimate of the kurtosis, about a trimmed mean; 3 for normal numbers. */
  readonly kurtosis: number;
}

/** What `bonettInterval` and `bonettRatio` need of a sample; NaN is left out. */
export function spreadingOf(values: Iterable<number>): Spreading {
  const rising = sorted(values);
  const { count, squares } = momentsOf(rising);
  const std = Math.sqrt(squares / (count - 1));
  if (count < 5) return { count, std, kurtosis: NaN };
  const cut = Math.floor(count / (2 * Math.sqrt(count - 4)));
  const middle = momentsOf(rising.slice(cut, Math.max(cut + 1, count - cut))).mean;
  let fourth = 0;
  for (const x of rising) fourth += (x - middle) * (x - middle) * (x - middle) * (x - middle);
  return { count, std, kurtosis: squares === 0 ? NaN : (count * fourth) / (squares * squares) };
}

/** Variance of the logarithm of a sample's variance. */
const logVariance = (kurtosis: number, count: number): number => (kurtosis - (count - 3) / count) / (count - 1);

/**
 * The interval of a standard deviation of numbers that need not be normal: Bonett, Computational Statistics and Data Analysis 50
 * (2006) 775. As good as a bootstrap for the skewed peaks that studies are about, at the cost of one pass. NaN of fewer than five.
 */
export function bonettInterval({ count, std, kurtosis }: Spreading, confidence = DEFAULT_CONFIDENCE): Interval {
  requireConfidence(confidence);
  if (count < 5 || Number.isNaN(kurtosis)) return { low: NaN, high: NaN };
  const z = inverseNormalCdf(0.5 + 0.5 * confidence);
  const c = count / (count - z);
  const half = z * c * Math.sqrt(logVariance(kurtosis, count));
  const middle = log(c * std * std);
  return { low: Math.sqrt(exp(middle - half)), high: Math.sqrt(exp(middle + half)) };
}

/**
 * The ratio of a sample's standard deviation to one of which no more is known than a table says. Both samples are taken to have the
 * kurtosis of the one at hand: Bonett, Applied Psychological Measurement 30 (2006) 432. `difference` and the interval are ratios.
 */
export function bonettRatio(
  ours: Spreading,
  other: { readonly count: number; readonly std: number },
  confidence = DEFAULT_CONFIDENCE,
): Difference {
  requireConfidence(confidence);
  const ratio = ours.std / other.std;
  const error = Math.sqrt(logVariance(ours.kurtosis, ours.count) + logVariance(ours.kurtosis, other.count));
  const wide = exp((inverseNormalCdf(0.5 + 0.5 * confidence) * error) / 2);
  const p = 2 * normalCdf(-Math.abs((2 * log(ratio)) / error));
  return { difference: ratio, low: ratio / wide, high: ratio * wide, p };
}
