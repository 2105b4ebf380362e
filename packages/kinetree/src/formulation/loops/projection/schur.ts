import type { Num } from "../../../graph/graph.js";
import { add, mul } from "../../../graph/num.js";
import { Code, I32 } from "../../../kernel/code.js";
import { addDenseSolve } from "../../../kernel/dense-solve.js";
import type { Linkage } from "../../../kernel/link.js";
import type { Rec } from "../../../kernel/record.js";
import type { HingeFields } from "../../joints/node-joint.js";
import type { Articulated } from "../../recursions/articulated/passes.js";
import type { TreeProgram } from "../../tree/tree-program.js";
import type { ClosureTrace } from "../closures/closure-trace.js";
import type { Closure } from "../closures/closures.js";
import { traceShare, type RowForces } from "./row-forces.js";

/* The Schur complement of the closures over a tree, for accelerations and for taking drift back. */

type Rows = { x: readonly Num[] };

/** The closures that count, with the numbers of their rows among those that count. */
export interface Kept {
  readonly closure: Closure;
  readonly first: number;
  readonly count: number;
}

export function keptClosures(trace: ClosureTrace): readonly Kept[] {
  const kept: Kept[] = [];
  let first = 0;
  for (const closure of trace.closures) {
    const count = trace.rowsOf(closure).length;
    if (count > 0) kept.push({ closure, first, count });
    first += count;
  }
  return kept;
}

/** K M⁻¹ Kᵀ, lower triangle: for two closures, the sum over the nodes that both reach. */
export function traceSchur(
  { program, skeleton }: TreeProgram,
  kept: readonly Kept[],
  forces: readonly ReadonlyMap<number, RowForces>[],
  schur: Rec,
  m: number,
): void {
  kept.forEach((a, i) =>
    kept.slice(0, i + 1).forEach((b, j) => {
      const shared = [...forces[i].keys()].filter((node) => forces[j].has(node));
      if (shared.length === 0) return;
      let sum: Rec<Rows> = program.zeros<Rows>({ x: a.count * b.count });
      shared.forEach((node, s) => {
        const { nv } = skeleton.nodes[node];
        const inputs = { sum, half: (forces[i].get(node) as RowForces).half, u: (forces[j].get(node) as RowForces).u };
        const isLast = s === shared.length - 1;
        const into = Object.fromEntries(
          Array.from({ length: a.count }, (_, k) => [
            `row${k}`,
            program.slice(schur, (a.first + k) * m + b.first, { x: b.count }),
          ]),
        );
        const product = (x: {
          sum: Rows;
          half: { along: readonly Num[] };
          u: { along: readonly Num[] };
        }): readonly Num[] =>
          x.sum.x.map((start, e) => {
            const [k, l] = [Math.floor(e / b.count), e % b.count];
            let total = start;
            for (let c = 0; c < nv; c++) total = add(total, mul(x.half.along[k * nv + c], x.u.along[l * nv + c]));
            return total;
          });
        if (!isLast) {
          sum = program.step(`schur ${a.count} ${b.count} ${nv}`, inputs, (x) => ({ sum: { x: product(x) } })).sum;
          return;
        }
        program.step(
          `schur end ${a.count} ${b.count} ${nv}`,
          inputs,
          (x) => {
            const all = product(x);
            return Object.fromEntries(
              Array.from({ length: a.count }, (_, k) => [`row${k}`, { x: all.slice(k * b.count, (k + 1) * b.count) }]),
            );
          },
          into,
        );
      });
    }),
  );
}

/** The hinges with the forces of the closures along their rates. */
export function withForces(
  tree: TreeProgram,
  { hinges }: Articulated,
  kept: readonly Kept[],
  forces: readonly ReadonlyMap<number, RowForces>[],
  multipliers: Rec,
): readonly Rec<HingeFields>[] {
  const { program, skeleton } = tree;
  return skeleton.nodes.map(({ index, nv, motion }) => {
    const parts = kept.flatMap(({ first, count }, i) => {
      const force = forces[i].get(index);
      return force ? [{ half: force.half, count, lambda: program.slice(multipliers, first, { x: count }) }] : [];
    });
    if (parts.length === 0) return hinges[index];
    const inputs = { hinge: hinges[index], share: traceShare(tree, index, parts) };
    return program.step(`hinge with forces ${motion} ${nv}`, inputs, ({ hinge, share }) => ({
      hinge: { ...hinge, rest: hinge.rest.map((x, i) => add(x, share.along[i])) },
    })).hinge;
  });
}

/** λ from S λ + r = 0, in place of r. */
export function denseSolve({ module, offsetOf }: Linkage, m: number, schur: Rec, factor: Rec, right: Rec): number {
  const code = new Code([I32, I32, I32]);
  if (m > 0) {
    for (const rec of [schur, factor, right]) code.get(0).i32(offsetOf(rec)).op("i32.add");
    code.call(addDenseSolve(module, m));
  }
  return module.add(code);
}
