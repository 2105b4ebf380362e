import { ranksOf, type Estimate } from "@kinetree/study/report";
import { inverseNormalCdf } from "kinetree/random";

/**
 * How well a number tells two groups apart: the chance that one of the first is larger than one of the second; 0.5 says nothing, 0
 * and 1 say everything. Mann and Whitney's count by ranks; interval after Hanley and McNeil, Radiology 143 (1982) 29.
 */
export function separation(first: ArrayLike<number>, second: ArrayLike<number>): Estimate {
  const known = (values: ArrayLike<number>): number[] => Array.from(values).filter((x) => !Number.isNaN(x));
  const [a, b] = [known(first), known(second)];
  if (a.length === 0 || b.length === 0) return { value: NaN, low: NaN, high: NaN };
  const ranks = ranksOf([...a, ...b]);
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += ranks[i];
  const area = (sum - (a.length * (a.length + 1)) / 2) / (a.length * b.length);
  const [q1, q2] = [area / (2 - area), (2 * area * area) / (1 + area)];
  const variance =
    (area * (1 - area) + (a.length - 1) * (q1 - area * area) + (b.length - 1) * (q2 - area * area)) /
    (a.length * b.length);
  const half = inverseNormalCdf(0.975) * Math.sqrt(Math.max(0, variance));
  return { value: area, low: Math.max(0, area - half), high: Math.min(1, area + half) };
}
