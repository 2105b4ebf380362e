/* Spearman's rank correlation: how surely one number grows with another, whatever the curve. */

/** Sums over pairs of ranks: those of several cases can be added, so that differences between cases do not count. */
export interface RankSums {
  readonly xx: number;
  readonly xy: number;
  readonly yy: number;
  readonly count: number;
}

/** Ranks from 1; equal numbers share the middle of theirs. */
export function ranksOf(values: ArrayLike<number>): Float64Array {
  const order = Array.from(values, (_, i) => i).sort((a, b) => values[a] - values[b]);
  const ranks = new Float64Array(values.length);
  for (let first = 0; first < order.length;) {
    let beyond = first + 1;
    while (beyond < order.length && values[order[beyond]] === values[order[first]]) beyond++;
    for (let k = first; k < beyond; k++) ranks[order[k]] = (first + beyond + 1) / 2;
    first = beyond;
  }
  return ranks;
}

/** Sums of one case; pairs of which one is missing are left out. */
export function rankSums(x: ArrayLike<number>, y: ArrayLike<number>): RankSums {
  const kept = Array.from(x, (_, i) => i).filter((i) => !Number.isNaN(x[i]) && !Number.isNaN(y[i]));
  return sumsOf(ranksOf(kept.map((i) => x[i])), ranksOf(kept.map((i) => y[i])));
}

/** Sums of any two columns of one case. Columns without gaps are sorted once, however many others they are paired with. */
export function columnSums(numbers: (column: string) => Float64Array): (x: string, y: string) => RankSums {
  const whole = new Map<string, Float64Array | null>();
  const ranked = (column: string): Float64Array | null => {
    let found = whole.get(column);
    if (found === undefined) {
      const values = numbers(column);
      whole.set(column, (found = values.some(Number.isNaN) ? null : ranksOf(values)));
    }
    return found;
  };
  return (x, y) => {
    const [a, b] = [ranked(x), ranked(y)];
    return a === null || b === null ? rankSums(numbers(x), numbers(y)) : sumsOf(a, b);
  };
}

function sumsOf(a: Float64Array, b: Float64Array): RankSums {
  const middle = (a.length + 1) / 2;
  let [xx, xy, yy] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    xx += (a[i] - middle) * (a[i] - middle);
    xy += (a[i] - middle) * (b[i] - middle);
    yy += (b[i] - middle) * (b[i] - middle);
  }
  return { xx, xy, yy, count: a.length };
}

/** The correlation of sums of one case or of several; NaN where something does not vary. */
export function correlationOf(sums: readonly RankSums[]): number {
  let [xx, xy, yy] = [0, 0, 0];
  for (const each of sums) {
    xx += each.xx;
    xy += each.xy;
    yy += each.yy;
  }
  return xx === 0 || yy === 0 ? NaN : xy / Math.sqrt(xx * yy);
}
