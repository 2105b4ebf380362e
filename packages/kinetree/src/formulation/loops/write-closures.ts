import type { Num } from "../../graph/graph.js";
import type { Rec } from "../../kernel/record.js";
import type { ClosureTrace } from "./closure-trace.js";

/** State records that take the rows of all closures that count, numbered without gaps; those left out are not computed. */
export interface ClosureTargets {
  /** Residuals. */
  readonly phi?: Rec;
  /** Rows by speeds, all of them. Entries that cannot move a row are never written. */
  readonly K?: Rec;
  /** Rate of the residuals beyond K v. */
  readonly drift?: Rec;
  /** Acceleration of the residuals beyond K v̇. */
  readonly gamma?: Rec;
}

/** Writes closures as plain vectors and a dense matrix, for whoever solves them by general linear algebra. */
export function writeClosures(trace: ClosureTrace, { phi, K, drift, gamma }: ClosureTargets): void {
  const { tree, closures } = trace;
  const { program, skeleton } = tree;
  const { nv } = skeleton;
  const copy = (rec: Rec, into: Rec, first: number, count: number): void => {
    const inputs = { from: rec as Rec<{ x: readonly Num[] }> };
    const target = { to: program.slice(into, first, { x: count }) };
    program.step(`copy ${count}`, inputs, ({ from }) => ({ to: { x: Object.values(from).flat() } }), target);
  };
  let row = 0;
  for (const closure of closures) {
    const count = trace.rowsOf(closure).length;
    if (count === 0) continue;
    if (closure.kind === "frames") {
      if (phi) copy(trace.frames(closure).phi, phi, row, count);
      if (gamma) copy(trace.bias(closure), gamma, row, count);
      if (K) {
        for (const index of [...closure.outerPath, ...closure.innerPath]) {
          const node = skeleton.nodes[index];
          if (node.nv === 0) continue;
          const rowTargets = Array.from({ length: count }, (_, k) => [
            `row${k}`,
            program.slice(K, (row + k) * nv + node.v, { K: node.nv }),
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
        ["drift", drift, at],
        ["gamma", gamma, at],
      ];
      const into = wanted.flatMap(([name, rec, place]) =>
        rec ? [{ name, to: program.slice(rec, place, { x: 1 }) }] : [],
      );
      if (into.length > 0)
        program.step(
          `write coordinate ${into.map(({ name }) => name).join()}`,
          { parts },
          ({ parts }) => {
            const all: Parts = { ...parts, one: [1] };
            return Object.fromEntries(into.map(({ name }) => [name, { x: all[name] }]));
          },
          Object.fromEntries(into.map(({ name, to }) => [name, to])),
        );
    }
    row += count;
  }
}

type Parts = Readonly<Record<"phi" | "slope" | "drift" | "gamma" | "one", readonly Num[]>>;
