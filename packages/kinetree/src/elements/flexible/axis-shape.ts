/** The value of a function of the distance x from the clamped end, and its first three derivatives; from the left where they jump. */
export type Derivatives = readonly [number, number, number, number];

export type AxisShape = (x: number) => Derivatives;

/** Σ cₖ fₖ. */
export function combine(functions: readonly Derivatives[], coefficients: readonly number[]): Derivatives {
  const total: [number, number, number, number] = [0, 0, 0, 0];
  functions.forEach((f, k) => {
    for (let order = 0; order < 4; order++) total[order] += coefficients[k] * f[order];
  });
  return total;
}

/** The factor that makes the largest |f| on [0, length] 1, and f positive at the free end. Corners of f must be among the breaks. */
export function normalisation(
  f: (x: number) => number,
  length: number,
  samples: number,
  breaks: readonly number[],
): number {
  const step = length / samples;
  const places = [...Array.from({ length: samples }, (_, i) => (i + 1) * step), ...breaks, length];
  let best = length;
  let largest = 0;
  for (const x of places) {
    const size = Math.abs(f(x));
    if (size > largest) [best, largest] = [x, size];
  }
  const peak = goldenSection((x) => Math.abs(f(x)), Math.max(0, best - step), Math.min(length, best + step));
  const tip = f(length);
  // A shape that all but vanishes at the free end has no sign there but that of rounding.
  const sign = Math.abs(tip) > 1e-9 * largest ? tip : f(best);
  return (sign < 0 ? -1 : 1) / Math.max(largest, peak);
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** The largest value of a function with one peak, to rounding: 40 rounds find the place to 1e-8 of the interval, and peaks are flat. */
function goldenSection(f: (x: number) => number, from: number, to: number): number {
  let [a, b] = [from, to];
  let [x, y] = [b - GOLDEN * (b - a), a + GOLDEN * (b - a)];
  let [left, right] = [f(x), f(y)];
  for (let round = 0; round < 40; round++) {
    if (left > right) {
      [b, y, right] = [y, x, left];
      x = b - GOLDEN * (b - a);
      left = f(x);
    } else {
      [a, x, left] = [x, y, right];
      y = a + GOLDEN * (b - a);
      right = f(y);
    }
  }
  return Math.max(left, right);
}
