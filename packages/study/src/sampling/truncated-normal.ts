import { inverseNormalCdf } from "kinetree/random";
import { realFunctions } from "kinetree/tools";
import { inverseLogNormalCdfTail, logNormalCdfTail, normalCdf } from "./normal-cdf.js";

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
