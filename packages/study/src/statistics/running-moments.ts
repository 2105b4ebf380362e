/** Count, mean and spread of numbers seen so far; numbers are not kept. */
export interface Moments {
  readonly count: number;
  /** NaN of none. */
  readonly mean: number;
  /** Sum of the squared distances from the mean. */
  readonly squares: number;
  /** Infinity and -Infinity of none. */
  readonly min: number;
  readonly max: number;
}

/** The moments of no number at all. */
export const noMoments: Moments = Object.freeze({ count: 0, mean: NaN, squares: 0, min: Infinity, max: -Infinity });

/** With one number more: Welford, "Note on a method for calculating corrected sums of squares", Technometrics 4 (1962) 419. */
export function withNumber(moments: Moments, x: number): Moments {
  const count = moments.count + 1;
  if (count === 1) return { count, mean: x, squares: 0, min: x, max: x };
  const delta = x - moments.mean;
  const mean = moments.mean + delta / count;
  return {
    count,
    mean,
    squares: moments.squares + delta * (x - mean),
    min: Math.min(moments.min, x),
    max: Math.max(moments.max, x),
  };
}

/** The moments of all numbers of both: Chan, Golub, LeVeque, Stanford report STAN-CS-79-773 (1979). */
export function mergedMoments(a: Moments, b: Moments): Moments {
  if (a.count === 0) return b;
  if (b.count === 0) return a;
  const count = a.count + b.count;
  const delta = b.mean - a.mean;
  return {
    count,
    mean: a.mean + delta * (b.count / count),
    squares: a.squares + b.squares + delta * delta * ((a.count * b.count) / count),
    min: Math.min(a.min, b.min),
    max: Math.max(a.max, b.max),
  };
}

/** The moments of a list. NaN stands for a number that there is not, and is left out. */
export function momentsOf(values: Iterable<number>): Moments {
  let moments = noMoments;
  for (const x of values) if (!Number.isNaN(x)) moments = withNumber(moments, x);
  return moments;
}

/** The standard deviation of a sample (divided by n - 1); NaN of fewer than two numbers. */
export const sampleStd = ({ count, squares }: Moments): number => (count < 2 ? NaN : Math.sqrt(squares / (count - 1)));
