import { PivotSearch } from "./pivot-search.js";

/** One row of a sparse matrix: values by column; columns that are not there are zero. */
export type SparseRow = ReadonlyMap<number, number>;

interface EliminationOptions {
  /** Rows whose entries have all fallen below this part of the largest pivot count as dependent on the others. */
  readonly tolerance: number;
  /** Least size of a pivot, as part of the largest candidate; of these the one that makes the least fill is taken (Markowitz 1957). 1: full pivoting. */
  readonly threshold: number;
  /** Pivots after which to stop; default: none. */
  readonly most?: number;
}

/** Gaussian elimination of a sparse matrix of any shape: its rank, a set of independent rows, and columns that can be solved for. */
export class SparseElimination {
  /** Row and column of each pivot, in the order of elimination. */
  readonly pivotRows: readonly number[];
  readonly pivotColumns: readonly number[];
  readonly dependentRows: readonly number[];
  /** Largest and smallest pivot; their ratio tells how well the choice is conditioned. */
  readonly largest: number;
  readonly smallest: number;
  /** Sign of the product of all pivots, row and column exchanges not counted. */
  readonly sign: -1 | 1;
  readonly #upper: readonly SparseRow[];
  /** For each pivot, the multiples of its row that were subtracted from others: row and factor. */
  readonly #taken: readonly (readonly (readonly [row: number, factor: number])[])[];

  constructor(rows: readonly SparseRow[], { tolerance, threshold, most = Infinity }: EliminationOptions) {
    const active = new Map(rows.map((row, i) => [i, new Map(row)]));
    const users = usersOf(active);
    const pivotRows: number[] = [];
    const pivotColumns: number[] = [];
    const upper: SparseRow[] = [];
    const taken: (readonly [number, number])[][] = [];
    let [largest, smallest] = [0, Infinity];
    let sign: -1 | 1 = 1;
    const search = new PivotSearch({ rows: active, users }, threshold);
    while (active.size > 0 && pivotRows.length < most) {
      if (!(search.most > tolerance * largest)) break;
      const [p, c] = search.choose();
      const row = active.get(p) as Map<number, number>;
      const pivot = row.get(c) as number;
      active.delete(p);
      for (const j of row.keys()) users.get(j)?.delete(p);
      largest = Math.max(largest, Math.abs(pivot));
      smallest = Math.min(smallest, Math.abs(pivot));
      if (pivot < 0) sign = sign === 1 ? -1 : 1;
      const factors = eliminateColumn(active, users, row, c);
      const changed = factors.map(([i]) => i);
      search.follow(p, changed, row.keys());
      pivotRows.push(p);
      pivotColumns.push(c);
      upper.push(row);
      taken.push(factors);
    }
    this.pivotRows = pivotRows;
    this.pivotColumns = pivotColumns;
    this.dependentRows = [...active.keys()].sort((a, b) => a - b);
    this.largest = largest;
    this.smallest = pivotRows.length === 0 ? 0 : smallest;
    this.sign = sign;
    this.#upper = upper;
    this.#taken = taken;
  }

  get rank(): number {
    return this.pivotRows.length;
  }

  /** Solves the independent rows for the pivots' columns, all other columns being 0; `left` is the largest residual of a dependent row. */
  solve(b: Float64Array, columns: number): { readonly x: Float64Array; readonly left: number } {
    const right = Float64Array.from(b);
    this.pivotRows.forEach((p, k) => {
      for (const [i, factor] of this.#taken[k]) right[i] -= factor * right[p];
    });
    const x = new Float64Array(columns);
    for (let k = this.rank - 1; k >= 0; k--) {
      const c = this.pivotColumns[k];
      let sum = right[this.pivotRows[k]];
      for (const [j, value] of this.#upper[k]) if (j !== c) sum -= value * x[j];
      x[c] = sum / (this.#upper[k].get(c) as number);
    }
    return { x, left: this.dependentRows.reduce((most, i) => Math.max(most, Math.abs(right[i])), 0) };
  }
}

type ActiveRows = ReadonlyMap<number, Map<number, number>>;
type Users = ReadonlyMap<number, Set<number>>;

/** The rows in which each column occurs; zeros are dropped. */
function usersOf(active: ActiveRows): Users {
  const users = new Map<number, Set<number>>();
  for (const [i, row] of active)
    for (const [j, value] of row) {
      if (value === 0) {
        row.delete(j);
        continue;
      }
      let set = users.get(j);
      if (!set) users.set(j, (set = new Set()));
      set.add(i);
    }
  return users;
}

/** Subtracts a multiple of the pivot's row from each other row that has its column; returns these rows and their factors. */
function eliminateColumn(
  active: ActiveRows,
  users: Users,
  row: SparseRow,
  c: number,
): (readonly [row: number, factor: number])[] {
  const pivot = row.get(c) as number;
  const factors: (readonly [number, number])[] = [];
  for (const i of users.get(c) ?? []) {
    const other = active.get(i) as Map<number, number>;
    const factor = (other.get(c) as number) / pivot;
    factors.push([i, factor]);
    for (const [j, value] of row) {
      const rest = j === c ? 0 : (other.get(j) ?? 0) - factor * value;
      // The remainder of a cancellation is rounding.
      const isZero = Math.abs(rest) <= 1e-15 * Math.abs(factor * value);
      if (isZero) {
        other.delete(j);
        users.get(j)?.delete(i);
      } else {
        other.set(j, rest);
        users.get(j)?.add(i);
      }
    }
  }
  return factors;
}
