import { SparseElimination, type SparseRow } from "../../../linalg/sparse-elimination.js";

/** Closures that must be solved together: as many rows as speeds, each in the order in which elimination takes them. */
export interface ClosureSet {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

/**
 * Splits a square system into sets that can be solved one after the other: rows of a set hold columns of its own and of sets
 * before it only (block triangular form: a perfect matching, then strongly connected components; Duff, Erisman, Reid, Direct
 * Methods for Sparse Matrices, 1986, chapter 6).
 * @param pattern whether an entry can differ from zero in some pose
 * @param values entries at the pose for which pivots are chosen
 */
export function blockStructure(
  rows: readonly number[],
  columns: readonly number[],
  pattern: (row: number, column: number) => boolean,
  values: readonly SparseRow[],
): readonly ClosureSet[] {
  const isOurs = new Set(columns);
  const candidates = new Map(
    rows.map((row) => [row, [...values[row].keys()].filter((column) => isOurs.has(column) && pattern(row, column))]),
  );
  const rowOf = matching(rows, candidates, values);
  const columnOf = new Map([...rowOf].map(([column, row]) => [row, column]));
  // An edge leads from a row to the rows that its other columns wait for.
  const needs = (row: number): number[] =>
    (candidates.get(row) ?? []).map((column) => rowOf.get(column) as number).filter((other) => other !== row);
  return components(rows, needs).map((set) => {
    const own = set.map((row) => columnOf.get(row) as number);
    if (set.length === 1) return { rows: set, columns: own };
    const keep = new Set(own);
    const block = set.map((row) => new Map([...values[row]].filter(([column]) => keep.has(column))));
    const { pivotRows, pivotColumns } = new SparseElimination(block, { tolerance: 0, threshold: 1 });
    return { rows: pivotRows.map((k) => set[k]), columns: [...pivotColumns] };
  });
}

/** A row for every column, by augmenting paths; large entries are tried first. */
function matching(
  rows: readonly number[],
  candidates: ReadonlyMap<number, readonly number[]>,
  values: readonly SparseRow[],
): ReadonlyMap<number, number> {
  const rowOf = new Map<number, number>();
  const size = (row: number, column: number): number => Math.abs(values[row].get(column) ?? 0);
  for (const start of rows) {
    // Breadth first from row to row, so that long chains need no deep recursion.
    const from = new Map<number, number>(); // column -> row that reached it
    const queue = [start];
    let end = -1;
    for (let i = 0; end < 0 && i < queue.length; i++) {
      const row = queue[i];
      const order = [...(candidates.get(row) ?? [])].sort((a, b) => size(row, b) - size(row, a));
      for (const column of order) {
        if (from.has(column)) continue;
        from.set(column, row);
        const owner = rowOf.get(column);
        if (owner === undefined) {
          end = column;
          break;
        }
        queue.push(owner);
      }
    }
    for (let column = end; column >= 0;) {
      const row = from.get(column) as number;
      const before = [...rowOf].find(([, owner]) => owner === row)?.[0] ?? -1;
      rowOf.set(column, row);
      if (row === start) break;
      if (before >= 0) rowOf.delete(before);
      column = before;
    }
  }
  return rowOf;
}

/** Strongly connected components, those that others need first (Tarjan 1972, without recursion). */
function components(nodes: readonly number[], needs: (node: number) => readonly number[]): number[][] {
  const index = new Map<number, number>();
  const low = new Map<number, number>();
  const onStack = new Set<number>();
  const stack: number[] = [];
  const found: number[][] = [];
  for (const root of nodes) {
    if (index.has(root)) continue;
    const walk: { node: number; rest: number[] }[] = [];
    const enter = (node: number): void => {
      index.set(node, index.size);
      low.set(node, index.get(node) as number);
      stack.push(node);
      onStack.add(node);
      walk.push({ node, rest: [...needs(node)] });
    };
    enter(root);
    while (walk.length > 0) {
      const top = walk[walk.length - 1];
      const next = top.rest.pop();
      if (next !== undefined) {
        if (!index.has(next)) enter(next);
        else if (onStack.has(next)) low.set(top.node, Math.min(low.get(top.node) as number, index.get(next) as number));
        continue;
      }
      walk.pop();
      const parent = walk.at(-1);
      if (parent) low.set(parent.node, Math.min(low.get(parent.node) as number, low.get(top.node) as number));
      if (low.get(top.node) !== index.get(top.node)) continue;
      const set: number[] = [];
      for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
        onStack.delete(node);
        set.push(node);
        if (node === top.node) break;
      }
      found.push(set.reverse());
    }
  }
  return found;
}
