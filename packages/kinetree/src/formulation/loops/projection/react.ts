import { callSequence, entryFunction, type Finish } from "../../../kernel/finish.js";
import type { EntryFunction, Instance } from "../../../kernel/instance.js";
import type { Rec } from "../../../kernel/record.js";
import { SparseElimination } from "../../../linalg/sparse-elimination.js";
import { inverseDynamics } from "../../recursions/inverse-dynamics.js";
import type { NodeLoads } from "../../tree/node-loads.js";
import type { TreeProgram } from "../../tree/tree-program.js";
import { ClosureTrace } from "../closures/closure-trace.js";
import { rowCount, type Closure } from "../closures/closures.js";
import type { LoopPlan } from "../closures/loop-plan.js";
import { closureBlocks, writeClosures, type ClosureBlock } from "../closures/write-closures.js";

/** Kind of the host part that finds multipliers from accelerations. */
export const REACTIONS = "reactions";

/** Sizes and places of the records in the state section [bytes]. */
export interface ReactionData {
  readonly nv: number;
  /** Numbers among all rows of those that count. */
  readonly rows: readonly number[];
  readonly dependent: readonly number[];
  readonly blocks: readonly ClosureBlock[];
  readonly at: Readonly<Record<"blocks" | "missing" | "lambda", number>>;
}

/** Multipliers from known accelerations: the forces missing in M v̇ + bias = τ + Kᵀ λ, by the rows of the dependent speeds. */
export function traceReact(
  tree: TreeProgram,
  loads: NodeLoads,
  closures: readonly Closure[],
  plan: Pick<LoopPlan, "rows" | "dependent">,
  vdot: Rec,
): { readonly lambda: Rec; readonly react: Finish } {
  const { program, skeleton } = tree;
  const lambda = program.state({ x: rowCount(closures) });
  const missing = program.state({ tau: skeleton.nv });
  program.begin("reactions");
  inverseDynamics(tree, loads, vdot, missing);
  const rows = new Set(plan.rows);
  const trace = new ClosureTrace(tree, closures, (row) => rows.has(row));
  const { list, size } = closureBlocks(trace);
  const blocks = program.state({ x: size });
  writeClosures(trace, { blocks });
  const assemble = entryFunction(program);
  return {
    lambda,
    react: (linkage) => {
      const data: ReactionData = {
        nv: skeleton.nv,
        rows: plan.rows,
        dependent: plan.dependent,
        blocks: list,
        at: { blocks: linkage.offsetOf(blocks), missing: linkage.offsetOf(missing), lambda: linkage.offsetOf(lambda) },
      };
      return callSequence(linkage, assemble(linkage), linkage.callHost({ kind: REACTIONS, data }));
    },
  };
}

/** λ of both lanes from K_uᵀ λ = missing_u. */
export function makeReactionHost({ rows, dependent, blocks, at }: ReactionData, { f64 }: Instance): EntryFunction {
  const places = new Map(dependent.map((v, i) => [v, i]));
  return (state) => {
    for (const lane of [0, 1]) {
      const slot = (offset: number, k: number): number => state / 8 + lane + offset / 8 + 2 * k;
      const matrix = dependent.map(() => new Map<number, number>());
      for (const { row, rows: n, v, nv, at: from } of blocks)
        for (let i = 0; i < n; i++)
          for (let j = 0; j < nv; j++) {
            const place = places.get(v + j);
            if (place !== undefined) matrix[place].set(row + i, f64[slot(at.blocks, from + i * nv + j)]);
          }
      const factors = new SparseElimination(matrix, { tolerance: 1e-13, threshold: dependent.length > 150 ? 0.1 : 1 });
      const right = Float64Array.from(dependent, (v) => f64[slot(at.missing, v)]);
      const { x } = factors.solve(right, rows.length);
      rows.forEach((row, k) => (f64[slot(at.lambda, row)] = x[k]));
    }
  };
}
