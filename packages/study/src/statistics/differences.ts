import { realFunctions } from "kinetree/tools";
import { normalCdf } from "../sampling/normal-cdf.js";
import { DEFAULT_CONFIDENCE, rateInterval, requireConfidence, type Interval } from "./intervals.js";
import { momentsOf } from "./running-moments.js";
import { studentQuantile, studentTwoSided } from "./student-t.js";

/** How far two numbers are apart, and whether sampling alone may have done it. */
export interface Difference extends Interval {
  /** The first less the second. */
  readonly difference: number;
  /** How likely a difference as large is if there is none in truth. */
  readonly p: number;
}

/** What is known of a sample: enough for published tables, which give no more. */
export interface SampleSummary {
  readonly count: number;
  readonly mean: number;
  /** Standard deviation of the sample. */
  readonly std: number;
}

/** Welch's test of two means of independent samples, whose spreads may differ (Biometrika 34 (1947) 28). */
export function meanDifference(a: SampleSummary, b: SampleSummary, confidence = DEFAULT_CONFIDENCE): Difference {
  requireConfidence(confidence);
  const difference = a.mean - b.mean;
  if (a.count < 2 || b.count < 2) return { difference, low: NaN, high: NaN, p: NaN };
  const [sa, sb] = [(a.std * a.std) / a.count, (b.std * b.std) / b.count];
  const error = Math.sqrt(sa + sb);
  if (error === 0) return { difference, low: difference, high: difference, p: difference === 0 ? 1 : 0 };
  const freedom = ((sa + sb) * (sa + sb)) / ((sa * sa) / (a.count - 1) + (sb * sb) / (b.count - 1));
  const half = studentQuantile(0.5 + 0.5 * confidence, freedom) * error;
  return {
    difference,
    low: difference - half,
    high: difference + half,
    p: studentTwoSided(difference / error, freedom),
  };
}

/** The mean of differences sample by sample: for cases that were run with the same draws, far sharper than `meanDifference`. */
export function pairedDifference(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  confidence = DEFAULT_CONFIDENCE,
): Difference {
  const { count, mean, squares } = momentsOf(Array.from(a, (x, i) => x - b[i]));
  return meanDifference(
    { count, mean, std: Math.sqrt(squares / (count - 1)) },
    { count: Number.MAX_SAFE_INTEGER, mean: 0, std: 0 },
    confidence,
  );
}

/**
 * Two rates of independent samples: Newcombe's interval from the two of Wilson (Statistics in Medicine 17 (1998) 873, method 10),
 * and the usual test with the pooled rate.
 */
export function rateDifference(
  a: { readonly happened: number; readonly trials: number },
  b: { readonly happened: number; readonly trials: number },
  confidence = DEFAULT_CONFIDENCE,
): Difference {
  const [ra, rb] = [a.happened / a.trials, b.happened / b.trials];
  const [ia, ib] = [rateInterval(a.happened, a.trials, confidence), rateInterval(b.happened, b.trials, confidence)];
  const difference = ra - rb;
  const away = (x: number, y: number): number => Math.sqrt(x * x + y * y);
  const pooled = (a.happened + b.happened) / (a.trials + b.trials);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / a.trials + 1 / b.trials));
  return {
    difference,
    low: difference - away(ra - ia.low, ib.high - rb),
    high: difference + away(ia.high - ra, rb - ib.low),
    p: error === 0 ? 1 : 2 * normalCdf(-Math.abs(difference) / error),
  };
}

/**
 * The ratio of two standard deviations, first over second, of numbers that are roughly normal: their logarithms have a spread
 * of about 1/√(2(n-1)). `difference` and the interval are ratios; `p` asks whether the ratio is 1.
 */
export function stdRatio(
  a: Omit<SampleSummary, "mean">,
  b: Omit<SampleSummary, "mean">,
  confidence = DEFAULT_CONFIDENCE,
): Difference {
  requireConfidence(confidence);
  const ratio = a.std / b.std;
  const error = Math.sqrt(0.5 / (a.count - 1) + 0.5 / (b.count - 1));
  const wide = realFunctions.exp.of(studentQuantile(0.5 + 0.5 * confidence, a.count + b.count - 2) * error, 0);
  const z = realFunctions.log.of(ratio, 0) / error;
  return { difference: ratio, low: ratio / wide, high: ratio * wide, p: 2 * normalCdf(-Math.abs(z)) };
}
