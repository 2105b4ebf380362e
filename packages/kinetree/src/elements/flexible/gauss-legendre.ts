import { realFunctions } from "../../model/real-arithmetic.js";

/** Points and weights: the integral of f is the sum of weights times f at the points. */
export interface Quadrature {
  readonly points: readonly number[];
  readonly weights: readonly number[];
}

/** Points of one panel. On half a wave of sin βx the error of ∫ sin² βx is some 1e-19, that of 10 points 1e-14. */
const POINTS = 12;

/** Points and weights, and the integral up to each of the points of what has given values there. */
export interface RunningQuadrature extends Quadrature {
  readonly upTo: (values: ArrayLike<number>) => Float64Array;
}

/** The same with integrals from `from` up to each point, exact for polynomials of as many terms as a panel has points. */
export function running(from: number, to: number, panel: number, breaks: readonly number[]): RunningQuadrature {
  const { points, weights } = composite(from, to, panel, breaks);
  const shares = runningShares(gaussLegendre(POINTS));
  const upTo = (values: ArrayLike<number>): Float64Array => {
    const out = new Float64Array(points.length);
    let before = 0;
    for (let first = 0; first < points.length; first += POINTS) {
      let whole = 0;
      for (let i = 0; i < POINTS; i++) whole += weights[first + i] * values[first + i];
      for (let p = 0; p < POINTS; p++) {
        let part = 0;
        for (let i = 0; i < POINTS; i++) part += shares[p * POINTS + i] * weights[first + i] * values[first + i];
        out[first + p] = before + part;
      }
      before += whole;
    }
    return out;
  };
  return { points, weights, upTo };
}

/** Share of the weight of point i in the integral up to point p, row by row, by ∫ Pₖ = (Pₖ₊₁ − Pₖ₋₁) / (2k + 1). */
function runningShares({ points }: Quadrature): Float64Array {
  const n = points.length;
  const values = points.map((x) => legendreValues(n, x));
  const out = new Float64Array(n * n);
  for (let p = 0; p < n; p++)
    for (let i = 0; i < n; i++) {
      let sum = points[p] + 1;
      for (let k = 1; k < n; k++) sum += values[i][k] * (values[p][k + 1] - values[p][k - 1]);
      out[p * n + i] = sum / 2;
    }
  return out;
}

/** P₀ to Pₙ at x. */
function legendreValues(n: number, x: number): readonly number[] {
  const values = [1, x];
  for (let k = 2; k <= n; k++) values.push(((2 * k - 1) * x * values[k - 1] - (k - 1) * values[k - 2]) / k);
  return values;
}

/** From `from` to `to`, in panels no longer than `panel` that end at every break in between. */
export function composite(from: number, to: number, panel: number, breaks: readonly number[]): Quadrature {
  const rule = gaussLegendre(POINTS);
  const inside = [...new Set(breaks)].filter((x) => x > from && x < to).sort((a, b) => a - b);
  const ends = [from, ...inside, to];
  const points: number[] = [];
  const weights: number[] = [];
  for (let piece = 0; piece + 1 < ends.length; piece++) {
    const start = ends[piece];
    const width = ends[piece + 1] - start;
    // A hair over a whole number of panels is rounding, not another panel.
    const panels = Math.max(1, Math.ceil(width / panel - 1e-9));
    const half = width / panels / 2;
    for (let k = 0; k < panels; k++) {
      const middle = start + (2 * k + 1) * half;
      rule.points.forEach((x, i) => {
        points.push(middle + half * x);
        weights.push(half * rule.weights[i]);
      });
    }
  }
  return { points, weights };
}

/** On [-1, 1]: roots of the Legendre polynomial by Newton's method, 2 / ((1 - x²) P'²) their weights. */
export function gaussLegendre(count: number): Quadrature {
  const points: number[] = [];
  const weights: number[] = [];
  for (let i = count; i >= 1; i--) {
    let x = realFunctions.cos.of((Math.PI * (i - 0.25)) / (count + 0.5), 0);
    for (let round = 0; round < 5; round++) {
      const { value, slope } = legendre(count, x);
      x -= value / slope;
    }
    const { slope } = legendre(count, x);
    points.push(x);
    weights.push(2 / ((1 - x * x) * slope * slope));
  }
  return { points, weights };
}

function legendre(degree: number, x: number): { readonly value: number; readonly slope: number } {
  let before = 1;
  let value = x;
  for (let n = 2; n <= degree; n++) {
    const next = ((2 * n - 1) * x * value - (n - 1) * before) / n;
    before = value;
    value = next;
  }
  return { value, slope: (degree * (x * value - before)) / (x * x - 1) };
}
