/** Where the entries of a square matrix are that may differ from zero: the first `count` of both lists. */
export interface SquarePattern {
  readonly n: number;
  readonly count: number;
  readonly rows: Int32Array;
  readonly columns: Int32Array;
}

/** Gaussian elimination entry by entry; (i, j) is at i n + j. Pivot k owns `…Start[k]` to `…Start[k + 1]` of the lists. */
export interface LuPlan {
  /** Entries of the pattern that take part, and those that have been zero so far. */
  readonly used: Int32Array;
  readonly unused: Int32Array;
  /** Places that are zero at first and then are not. */
  readonly filled: Int32Array;
  readonly pivotRow: Int32Array;
  /** 1, or -1 if rows had to be exchanged. */
  readonly sign: Int8Array;
  /** Rows below with an entry in the pivot's column. */
  readonly lowerStart: Int32Array;
  readonly lowerRow: Int32Array;
  /** Columns behind, ascending, in which the pivot's row has an entry. */
  readonly upperStart: Int32Array;
  readonly upperColumn: Int32Array;
}

/**
 * The plan with the largest entry of each column as the pivot, the one of the first row if two are alike. Null if there is none
 * that differs from zero.
 * @param isUsed which entries of the pattern may differ from zero
 * @param a the matrix; holds its factors afterwards
 */
export function planLu({ n, count, rows, columns }: SquarePattern, isUsed: Uint8Array, a: Float64Array): LuPlan | null {
  const entries = Array.from({ length: count }, (_, e) => e);
  const used = entries.filter((e) => isUsed[e] !== 0);
  const columnsOf = Array.from({ length: n }, () => new Set<number>());
  const rowsOf = Array.from({ length: n }, () => new Set<number>());
  for (const e of used) {
    columnsOf[rows[e]].add(columns[e]);
    rowsOf[columns[e]].add(rows[e]);
  }
  const order = Array.from({ length: n }, (_, i) => i);
  const placeOf = [...order];
  const sign = new Int8Array(n);
  const filled: number[] = [];
  const lower: number[] = [];
  const upper: number[] = [];
  const [lowerStart, upperStart] = [new Int32Array(n + 1), new Int32Array(n + 1)];
  for (let k = 0; k < n; k++) {
    const best = largestIn(rowsOf[k], (row) => Math.abs(a[row * n + k]));
    if (best < 0) return null;
    const [p, other] = [placeOf[best], order[k]];
    [order[p], order[k]] = [other, best];
    [placeOf[other], placeOf[best]] = [p, k];
    sign[k] = p === k ? 1 : -1;
    columnsOf[best].delete(k);
    const behind = [...columnsOf[best]].sort((x, y) => x - y);
    for (const j of behind) rowsOf[j].delete(best);
    const from = best * n;
    for (const row of rowsOf[k]) {
      if (row === best) continue;
      lower.push(row);
      columnsOf[row].delete(k);
      const to = row * n;
      const factor = (a[to + k] /= a[from + k]);
      for (const j of behind) {
        if (!columnsOf[row].has(j)) {
          columnsOf[row].add(j);
          rowsOf[j].add(row);
          filled.push(to + j);
          a[to + j] = 0;
        }
        a[to + j] -= factor * a[from + j];
      }
    }
    upper.push(...behind);
    lowerStart[k + 1] = lower.length;
    upperStart[k + 1] = upper.length;
  }
  return {
    used: Int32Array.from(used),
    unused: Int32Array.from(entries.filter((e) => isUsed[e] === 0)),
    filled: Int32Array.from(filled),
    pivotRow: Int32Array.from(order),
    sign,
    lowerStart,
    lowerRow: Int32Array.from(lower),
    upperStart,
    upperColumn: Int32Array.from(upper),
  };
}

/** The row of the largest size, the first of those that are alike; -1 if all are zero. */
function largestIn(rows: Iterable<number>, sizeOf: (row: number) => number): number {
  let [best, most] = [-1, 0];
  for (const row of rows) {
    const size = sizeOf(row);
    if (size > most || (size === most && size > 0 && row < best)) [best, most] = [row, size];
  }
  return best;
}
