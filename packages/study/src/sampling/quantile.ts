import { inverseNormalCdf } from "kinetree/random";
import { realFunctions } from "kinetree/tools";
import type { PlainDistribution } from "../description/distribution.js";
import { inverseLogNormalCdfTail, logNormalCdfTail, normalCdf } from "./normal-cdf.js";

/** The inverse distribution function: the value below which a share u of the distribution lies, for u in (0, 1). */
export function quantileOf(distribution: PlainDistribution): (u: number) => number {
  switch (distribution.kind) {
    case "normal": {
      const { mean, std } = distribution;
      return (u) => mean + std * inverseNormalCdf(u);
    }
    case "truncatedNormal": {
      const { mean, std, min, max } = distribution;
      const [least, most] = [min ?? -Infinity, max ?? Infinity];
      const standard = truncatedNormalQuantile((least - mean) / std, (most - mean) / std);
      return (u) => Math.min(Math.max(mean + std * standard(u), least), most);
    }
    case "uniform": {
      const { min, max } = distribution;
      // Both terms have the sign of their end, so that the largest numbers do not overflow in a difference.
      return (u) => (1 - u) * min + u * max;
    }
    case "logNormal": {
      const { mu, sigma } = distribution;
      return (u) => realFunctions.exp.of(mu + sigma * inverseNormalCdf(u), 0);
    }
    case "discrete":
      return discreteQuantile(distribution.values, distribution.weights);
  }
}

/** Values in the order in which they are given, each over a share of (0, 1) that is its weight over the sum. */
function discreteQuantile(values: readonly number[], weights: readonly number[]): (u: number) => number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  const upper = weights.map((weight) => (sum += weight) / total);
  // The ends are rounded: what lies above all of them belongs to the last value that may come at all.
  const last = weights.length - 1 - [...weights].reverse().findIndex((weight) => weight > 0);
  return (u) => {
    const index = upper.findIndex((end) => u < end);
    return values[index < 0 ? last : index];
  };
}

/** What a full factorial takes where only the number of levels is said: a uniform one from end to end, others the middles of equal shares. */
export function levelsOf(distribution: PlainDistribution, count: number): readonly number[] {
  const quantile = quantileOf(distribution);
  return Array.from({ length: count }, (_, k) => {
    if (distribution.kind !== "uniform" || count === 1) return quantile((k + 0.5) / count);
    const share = k / (count - 1);
    return (1 - share) * distribution.min + share * distribution.max;
  });
}

/** Probabilities below this are near the end of what a number can hold; their logarithms are not. */
const LEAST_PROBABILITY = 1e-280;

/**
 * The inverse distribution function of a standard normal cut off to [low, high]. A range above zero is mirrored to below, where
 * probabilities near 0 keep their digits; a range in the far tail is worked with by logarithms.
 */
export function truncatedNormalQuantile(low: number, high: number): (u: number) => number {
  if (low + high > 0) {
    const mirrored = truncatedNormalQuantile(-high, -low);
    return (u) => -mirrored(1 - u);
  }
  const inside = (x: number): number => Math.min(Math.max(x, low), high); // rounding alone leaves it
  const pHigh = normalCdf(high);
  if (pHigh > LEAST_PROBABILITY) {
    const pLow = normalCdf(low);
    // Mirrored ranges are below zero or around it, so that p stays where the inverse is accurate.
    return (u) => inside(inverseNormalCdf(pLow + u * (pHigh - pLow)));
  }
  const logHigh = logNormalCdfTail(high);
  const ratio = Number.isFinite(low) ? exp(logNormalCdfTail(low) - logHigh) : 0;
  return (u) => inside(inverseLogNormalCdfTail(logHigh + log(ratio + u * (1 - ratio))));
}

const exp = (x: number): number => realFunctions.exp.of(x, 0);
const log = (x: number): number => realFunctions.log.of(x, 0);
