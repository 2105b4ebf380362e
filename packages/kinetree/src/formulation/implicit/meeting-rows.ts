import type { Num } from "../../graph/graph.js";
import { add, mul, sub } from "../../graph/num.js";
import type { Fields, Rec } from "../../kernel/record.js";
import { ClosureTrace } from "../loops/closures/closure-trace.js";
import type { Closure, FrameClosure } from "../loops/closures/closures.js";
import { compoundsOf } from "../loops/closures/compounds.js";
import type { LoopPlan } from "../loops/closures/loop-plan.js";
import { isMeeting } from "../loops/closures/meetings.js";
import { CompoundRows } from "../loops/embedded/compound-rows.js";
import type { Node } from "../skeleton/skeleton.js";
import type { TreeProgram } from "../tree/tree-program.js";
import type { RowTargets } from "./trace-equations.js";

type Rows = { x: readonly Num[] };
type Named = Readonly<Record<string, Fields>>;

/** The nodes that move a closure, with its rows by their speeds. */
interface Lever {
  readonly node: Node;
  readonly K: Rec<{ K: readonly Num[] }>;
}

interface Meeting {
  readonly closure: FrameClosure;
  readonly rows: CompoundRows;
  /** The closure as the compound has it. */
  readonly own: Closure;
  readonly levers: readonly Lever[];
  /** Axes of the outer frame in the base. */
  readonly axes: Rec<Rows>;
}

/**
 * Points that meet, as "embedded" has them: each point moves with its own arm. Off the closures that differs from the rows of two
 * frames, where the inner point counts for both, and so do the derivatives on them. The rows are along the axes of the outer frame,
 * held for derivatives, so that multipliers are those of the frames.
 */
export class MeetingRows {
  readonly #tree: TreeProgram;
  readonly #meetings: readonly Meeting[];

  constructor(tree: TreeProgram, closures: readonly Closure[], plan: LoopPlan) {
    const { program, skeleton } = tree;
    this.#tree = tree;
    const kept = new Set(plan.rows);
    const trace = new ClosureTrace(tree, closures, (row) => kept.has(row));
    this.#meetings = compoundsOf(skeleton, closures, plan).flatMap((compound) => {
      const isOwn = (closure: Closure): boolean => isMeeting(closure, compound.parent, (row) => kept.has(row));
      if (!compound.closures.some(isOwn)) return [];
      const rows = new CompoundRows(trace, compound);
      return compound.closures.flatMap((closure, number) => {
        if (!isMeeting(closure, compound.parent, (row) => kept.has(row))) return [];
        const axes = program.state<Rows>({ x: 9 });
        trace.outerAxes(closure, axes);
        const levers = compound.nodes.flatMap((index) => {
          const node = skeleton.nodes[index];
          const K = node.nv > 0 ? rows.entries(number, node) : null;
          return K ? [{ node, K }] : [];
        });
        return [{ closure, rows, own: rows.closures[number], levers, axes }];
      });
    });
  }

  has(closure: Closure): boolean {
    return this.#meetings.some((each) => each.closure.first === closure.first);
  }

  /** Takes the forces of all meetings from the generalised forces that are missing. */
  push(lambda: Rec, needed: Rec): void {
    const { program } = this.#tree;
    for (const { closure, levers, axes } of this.#meetings)
      for (const { node, K } of levers) {
        const { v, nv } = node;
        const missing = program.slice<Rows>(needed, v, { x: nv });
        const inputs = { missing, K, held: axes, lambda: program.slice<Rows>(lambda, closure.first, { x: 3 }) };
        program.step(
          `meeting force ${nv}`,
          inputs,
          ({ missing, K, held, lambda }) => {
            const force = [0, 1, 2].map((i) => dot(3, (k) => mul(held.x[3 * i + k], lambda.x[k])));
            return {
              to: {
                x: missing.x.map((x, j) =>
                  sub(
                    x,
                    dot(3, (i) => mul(K.K[i * nv + j], force[i])),
                  ),
                ),
              },
            };
          },
          { to: missing },
        );
      }
  }

  /** Writes the rows of all meetings. */
  write(a: Rec, { rates, accelerations }: RowTargets): void {
    for (const meeting of this.#meetings) {
      const { rows, own } = meeting;
      if (rates) this.#total(meeting, this.#tree.v, rows.drift(own), rates);
      if (accelerations) this.#total(meeting, a, rows.bias(own), accelerations);
    }
  }

  /** Pᵀ (K x + bias) */
  #total({ closure, levers, axes }: Meeting, of: Rec, bias: Rec<Rows>, out: Rec): void {
    const { program } = this.#tree;
    const inputs: Record<string, Rec<Fields>> = { held: axes, bias };
    levers.forEach(({ node, K }, l) => {
      inputs[`K${l}`] = K;
      inputs[`x${l}`] = program.slice<Rows>(of, node.v, { x: node.nv });
    });
    const shape = levers.map(({ node }) => node.nv).join();
    program.step(
      `meeting total ${shape}`,
      inputs,
      (x: Named) => {
        const along = [0, 1, 2].map((i) =>
          levers.reduce(
            (sum, { node }, l) =>
              add(
                sum,
                dot(node.nv, (j) => mul(x[`K${l}`]["K"][i * node.nv + j], x[`x${l}`]["x"][j])),
              ),
            x["bias"]["x"][i],
          ),
        );
        return { to: { x: [0, 1, 2].map((k) => dot(3, (i) => mul(x["held"]["x"][3 * i + k], along[i]))) } };
      },
      { to: program.slice(out, closure.first, { x: 3 }) },
    );
  }
}

function dot(count: number, term: (k: number) => Num): Num {
  let sum: Num = 0;
  for (let k = 0; k < count; k++) sum = add(sum, term(k));
  return sum;
}
