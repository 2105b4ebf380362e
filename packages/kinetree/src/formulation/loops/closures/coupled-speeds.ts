import type { SparseRow } from "../../../linalg/sparse-elimination.js";

/** The speeds that a row of the closures is about, and those that other rows tie to them. */
export function coupledSpeeds(sparse: readonly SparseRow[], row: number): ReadonlySet<number> {
  const rowsOf = new Map<number, number[]>();
  sparse.forEach((entries, i) => {
    for (const [j, value] of entries) {
      if (value === 0) continue;
      const rows = rowsOf.get(j);
      if (rows) rows.push(i);
      else rowsOf.set(j, [i]);
    }
  });
  const speeds = new Set<number>();
  const seen = new Set([row]);
  const pending = [row];
  for (let i = pending.pop(); i !== undefined; i = pending.pop()) {
    for (const [j, value] of sparse[i]) {
      if (value === 0 || speeds.has(j)) continue;
      speeds.add(j);
      for (const other of rowsOf.get(j) ?? []) {
        if (seen.has(other)) continue;
        seen.add(other);
        pending.push(other);
      }
    }
  }
  return speeds;
}
