/* Numbers over time: rising times t and a value for each. */

/** Linear between samples, held beyond the ends. */
export function valueAt(t: ArrayLike<number>, x: ArrayLike<number>, time: number): number {
  const last = t.length - 1;
  if (time <= t[0]) return x[0];
  if (time >= t[last]) return x[last];
  let [low, high] = [0, last];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (t[middle] <= time) low = middle;
    else high = middle;
  }
  return x[low] + ((x[high] - x[low]) * (time - t[low])) / (t[high] - t[low]);
}

/** First time from `from` on at which a signal passes a level, in either direction; null if it never does. */
export function crossingTime(
  t: ArrayLike<number>,
  x: ArrayLike<number>,
  level: number,
  from = -Infinity,
): number | null {
  for (let k = 1; k < t.length; k++) {
    if (t[k] < from) continue;
    const [before, after] = [x[k - 1] - level, x[k] - level];
    if (before === 0 && t[k - 1] >= from) return t[k - 1];
    if (before < 0 !== after < 0) return t[k - 1] + ((t[k] - t[k - 1]) * before) / (before - after);
  }
  return null;
}

/** Indices of the samples between two times, both included. */
const within = (t: ArrayLike<number>, from: number, until: number): readonly number[] =>
  Array.from({ length: t.length }, (_, k) => k).filter((k) => t[k] >= from - 1e-9 && t[k] <= until + 1e-9);

/** Mean of the samples between two times; NaN if there are none. */
export function meanBetween(t: ArrayLike<number>, x: ArrayLike<number>, from: number, until: number): number {
  const found = within(t, from, until);
  return found.reduce((sum, k) => sum + x[k], 0) / found.length;
}

/** The sample of the largest size between two times, with its sign. */
export function peakBetween(t: ArrayLike<number>, x: ArrayLike<number>, from = -Infinity, until = Infinity): number {
  return within(t, from, until).reduce((peak, k) => (Math.abs(x[k]) > Math.abs(peak) ? x[k] : peak), 0);
}

/** Square root of the mean square. */
export function rms(x: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k] * x[k];
  return Math.sqrt(sum / x.length);
}

/** Straight line through points by least squares: y = offset + slope x. */
export function fitLine(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
): { readonly slope: number; readonly offset: number } {
  const n = x.length;
  let [sx, sy] = [0, 0];
  for (let k = 0; k < n; k++) {
    sx += x[k] / n;
    sy += y[k] / n;
  }
  let [sxx, sxy] = [0, 0];
  for (let k = 0; k < n; k++) {
    sxx += (x[k] - sx) * (x[k] - sx);
    sxy += (x[k] - sx) * (y[k] - sy);
  }
  const slope = sxy / sxx;
  return { slope, offset: sy - slope * sx };
}

/** A signal at evenly spaced times from its first to its last. */
export function resample(
  t: ArrayLike<number>,
  x: ArrayLike<number>,
  interval: number,
): { readonly t: Float64Array; readonly x: Float64Array } {
  const count = Math.floor((t[t.length - 1] - t[0]) / interval + 1e-9) + 1;
  const times = Float64Array.from({ length: count }, (_, k) => t[0] + k * interval);
  return { t: times, x: times.map((time) => valueAt(t, x, time)) };
}
