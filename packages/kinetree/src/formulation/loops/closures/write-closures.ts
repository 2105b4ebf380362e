import type { Num } from "../../../graph/graph.js";
import type { Rec } from "../../../kernel/record.js";
import type { ClosureTrace } from "./closure-trace.js";

/** State records that take the rows of all closures that count, numbered without gaps; those left out are not computed. */
export interface ClosureTargets {
  /** Residuals. */
  readonly phi?: Rec;
  /** Rows by speeds, all of them. Entries that cannot move a row are never written. */
  readonly K?: Rec;
  /** The same without the entries that are always zero: as `closureBlocks` lays them out. */
  readonly blocks?: Rec;
  /** Rate of the residuals beyond K v. */
  readonly drift?: Rec;
  /** Acceleration of the residuals beyond K v̇. */
  readonly gamma?: Rec;
}

/** Writes closures as plain vectors and a dense matrix, for whoever solves them by general linear algebra. */
export function writeClosures(trace: ClosureTrace, { phi, K, blocks, drift, gamma }: ClosureTargets): void {
  const { tree, closures } = trace;
  const { program, skeleton } = tree;
  const { nv } = skeleton;
  const copy = (rec: Rec, into: Rec, first: number, count: number): void => {
    const inputs = { from: rec as Rec<{ x: readonly Num[] }> };
    const target = { to: program.slice(into, first, { x: count }) };
    program.step(`copy ${count}`, inputs, ({ from }) => ({ to: { x: Object.values(from).flat() } }), target);
  };
  let row = 0;
  let block = 0;
  const { list } = closureBlocks(trace);
  for (const closure of closures) {
    const count = trace.rowsOf(closure).length;
    if (count === 0) continue;
    if (closure.kind === "frames") {
      if (phi) copy(trace.frames(closure).phi, phi, row, count);
      if (gamma) copy(trace.bias(closure), gamma, row, count);
      for (const node of trace.moving(closure)) {
        const { moving } = node;
        if (blocks) copy(trace.column(closure, node), blocks, list[block].at, count * moving.nv);
        block++;
        if (K) {
          const rowTargets = Array.from({ length: count }, (_, k) => [
            `row${k}`,
            program.slice(K, (row + k) * nv + moving.v, { K: moving.nv }),
          ]);
          trace.column(closure, node, Object.fromEntries(rowTargets) as { [row: `row${number}`]: Rec });
        }
      }
    } else {
      const at = row;
      const { driven, driving } = closure;
      const parts = trace.coordinate(closure);
      const wanted: [keyof Parts, Rec | undefined, number][] = [
        ["phi", phi, at],
        ["one", K, at * nv + driven.v],
        ["slope", driving ? K : undefined, at * nv + (driving?.v ?? 0)],
        ["pair", blocks, list[block].at],
        ["drift", drift, at],
        ["gamma", gamma, at],
      ];
      const into = wanted.flatMap(([name, rec, place]) =>
        rec ? [{ name, to: program.slice(rec, place, { x: name === "pair" && driving ? 2 : 1 }) }] : [],
      );
      if (into.length > 0)
        program.step(
          `write coordinate ${driving !== null} ${into.map(({ name }) => name).join()}`,
          { parts },
          ({ parts }) => {
            const all: Parts = { ...parts, one: [1], pair: driving ? [1, ...parts.slope] : [1] };
            return Object.fromEntries(into.map(({ name }) => [name, { x: all[name] }]));
          },
          Object.fromEntries(into.map(({ name, to }) => [name, to])),
        );
    }
    row += count;
    if (closure.kind === "coordinate") block += closure.driving ? 2 : 1;
  }
}

/** Entries of K that may differ from zero: rows `row` on by speeds `v` on, row by row from place `at` on. */
export interface ClosureBlock {
  readonly row: number;
  readonly rows: number;
  readonly v: number;
  readonly nv: number;
  readonly at: number;
}

/** Where the entries of K are, closure by closure, and how many there are. */
export function closureBlocks(trace: ClosureTrace): { readonly list: readonly ClosureBlock[]; readonly size: number } {
  const list: ClosureBlock[] = [];
  let [row, size] = [0, 0];
  const push = (rows: number, v: number, nv: number): void => {
    list.push({ row, rows, v, nv, at: size });
    size += rows * nv;
  };
  for (const closure of trace.closures) {
    const count = trace.rowsOf(closure).length;
    if (count === 0) continue;
    if (closure.kind === "frames") {
      for (const { moving } of trace.moving(closure)) push(count, moving.v, moving.nv);
    } else {
      push(1, closure.driven.v, 1);
      if (closure.driving) push(1, closure.driving.v, 1);
    }
    row += count;
  }
  return { list, size };
}

type Parts = Readonly<Record<"phi" | "slope" | "drift" | "gamma" | "one" | "pair", readonly Num[]>>;
