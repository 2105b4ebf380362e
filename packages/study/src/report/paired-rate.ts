import { inverseNormalCdf } from "kinetree/random";
import type { Estimate } from "./document.js";

/**
 * The difference of two rates of the same samples, first less second. Interval after Agresti and Min, Statistics in Medicine 24
 * (2005) 729: half a sample is added to each of the four outcomes, so that pairs that never differ do not pass for certainty.
 */
export function pairedRate(first: ArrayLike<number>, second: ArrayLike<number>): Estimate {
  let [count, onlyFirst, onlySecond] = [0, 0, 0];
  for (let i = 0; i < Math.min(first.length, second.length); i++) {
    if (Number.isNaN(first[i]) || Number.isNaN(second[i])) continue;
    count++;
    if (first[i] !== 0 && second[i] === 0) onlyFirst++;
    if (first[i] === 0 && second[i] !== 0) onlySecond++;
  }
  if (count === 0) return { value: NaN, low: NaN, high: NaN };
  const [n, b, c] = [count + 2, onlyFirst + 0.5, onlySecond + 0.5];
  const middle = (b - c) / n;
  const half = (inverseNormalCdf(0.975) * Math.sqrt(b + c - ((b - c) * (b - c)) / n)) / n;
  return { value: (onlyFirst - onlySecond) / count, low: middle - half, high: middle + half };
}
