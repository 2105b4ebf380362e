import type { RowIndex } from "./closure-rows.js";

/** Orders in which closures and bodies are eliminated. */
export interface EliminationOrder {
  /** All rows, tips first. */
  readonly rows: Int32Array;
  /** All speeds, or δ, body by body in the same order. */
  readonly columns: Int32Array;
}

/**
 * Bodies with few neighbours first, so that a body that many others are joined to comes last and makes no new entries: minimum
 * degree, Tinney, Walker, Direct solutions of sparse network equations (1967). Rows follow their first body.
 */
export function eliminationOrder(index: RowIndex, bodyCount: number): EliminationOrder {
  const rowCount = index.start.length - 1;
  const bodiesOf = Array.from({ length: rowCount }, (_, row) =>
    Array.from(index.speed.subarray(index.start[row], index.start[row + 1]), (speed) => speed / 6),
  );
  const neighbours = Array.from({ length: bodyCount }, () => new Set<number>());
  for (const bodies of bodiesOf) for (const a of bodies) for (const b of bodies) if (a !== b) neighbours[a].add(b);
  const left = new Set(neighbours.keys());
  const position = new Int32Array(bodyCount);
  const order: number[] = [];
  while (left.size > 0) {
    let next = -1;
    for (const body of left) if (next < 0 || neighbours[body].size < neighbours[next].size) next = body;
    left.delete(next);
    position[next] = order.push(next) - 1;
    const joined = [...neighbours[next]];
    for (const a of joined) {
      neighbours[a].delete(next);
      for (const b of joined) if (a !== b) neighbours[a].add(b);
    }
  }
  const first = bodiesOf.map((bodies) => Math.min(...bodies.map((body) => position[body])));
  const rows = Int32Array.from({ length: rowCount }, (_, row) => row).sort((a, b) => first[a] - first[b] || a - b);
  return { rows, columns: Int32Array.from(order.flatMap((body) => [0, 1, 2, 3, 4, 5].map((k) => 6 * body + k))) };
}
