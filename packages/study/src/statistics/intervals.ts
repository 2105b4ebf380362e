import { RequestError } from "kinetree";
import { inverseNormalCdf } from "kinetree/random";
import { sampleStd, type Moments } from "./running-moments.js";
import { studentQuantile } from "./student-t.js";

/** Where the true number is believed to be. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The confidence of every interval that names none. */
export const DEFAULT_CONFIDENCE = 0.95;

/** Refuses a confidence that is no probability. */
export function requireConfidence(confidence: number): void {
  if (confidence > 0 && confidence < 1) return;
  throw new RequestError({
    code: "confidence-range",
    subject: "confidence",
    value: confidence,
    message: `confidence is ${confidence}, must be between 0 and 1. Write 95 % as 0.95.`,
  });
}

/**
 * Wilson's interval of a rate (Wilson, JASA 22 (1927) 209): stays within [0, 1] and holds near its ends, where the usual
 * normal one fails. Of no trials, everything is possible.
 */
export function rateInterval(happened: number, trials: number, confidence = DEFAULT_CONFIDENCE): Interval {
  requireConfidence(confidence);
  if (trials === 0) return { low: 0, high: 1 };
  const z = inverseNormalCdf(0.5 + 0.5 * confidence);
  const rate = happened / trials;
  const share = (z * z) / trials;
  const middle = (rate + share / 2) / (1 + share);
  const half = (z * Math.sqrt((rate * (1 - rate)) / trials + share / (4 * trials))) / (1 + share);
  // At the ends the formula gives 0 and 1 exactly but for rounding.
  return { low: happened === 0 ? 0 : middle - half, high: happened === trials ? 1 : middle + half };
}

/** Student's interval of a mean: exact for normal numbers, good for means of many others. NaN of fewer than two numbers. */
export function meanInterval(moments: Moments, confidence = DEFAULT_CONFIDENCE): Interval {
  requireConfidence(confidence);
  const { count, mean } = moments;
  if (count < 2) return { low: NaN, high: NaN };
  const half = (studentQuantile(0.5 + 0.5 * confidence, count - 1) * sampleStd(moments)) / Math.sqrt(count);
  return { low: mean - half, high: mean + half };
}
