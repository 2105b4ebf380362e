import type { Num } from "../../graph/graph.js";
import { add, mul, sub } from "../../graph/num.js";
import type { Rec } from "../../kernel/record.js";
import { ClosureTrace } from "../loops/closures/closure-trace.js";
import { rowCount, type Closure } from "../loops/closures/closures.js";
import type { LoopPlan } from "../loops/closures/loop-plan.js";
import { closureBlocks, writeClosures, type ClosureBlock } from "../loops/closures/write-closures.js";
import { jointOf } from "../joints/node-joints.js";
import type { Node } from "../skeleton/skeleton.js";
import type { TreeProgram } from "../tree/tree-program.js";

/*
 * Rates of formulations that find a part of the state from the rest: ẏ = f(S(y)), where S keeps the independent entries of y and
 * finds the dependent ones from φ = 0 and φ̇ = 0. Changes of S(y) are those of y and any change of the dependent entries, which the
 * closures determine: with multipliers μ and ν as unknowns, dδ ← dδ − D E Kᵀ dμ and dv ← dv − D Kᵀ dν, where D selects the dependent
 * entries, 0 = dφ and 0 = dφ̇. Any basis of the dependent entries would do; with this one the pivots of μ and ν are those of a
 * Gram matrix, and elimination needs no exchanges of rows.
 */

/** Speeds that follow as "embedded" has it, by a plan; or coordinates and speeds that are chosen on the way. */
export type Following = LoopPlan | "chosen";

export interface FollowRecords {
  /** K at the state, written by the entry point `BASES`, and so constant for derivatives. */
  readonly blocks: Rec;
  /** The same for δ, where coordinates follow as well. */
  readonly deltaBlocks: Rec | null;
  readonly list: readonly ClosureBlock[];
  /** Multipliers that change the dependent speeds. */
  readonly nu: Rec;
  /** φ̇ of all rows. */
  readonly rates: Rec;
  readonly speeds: readonly number[];
  /** Marks of what was chosen, for the caller to fill; null where that is known. */
  readonly marks: Marks | null;
}

/** 1 for each row that counts, and for each δ and each speed that follows from the others. */
export interface Marks {
  readonly rows: Rec;
  readonly deltas: Rec;
  readonly speeds: Rec;
}

/** Entry point to run before the equations. */
export const BASES = "dependent directions";

type Rows = { x: readonly Num[] };

/** Traces the entry point `BASES`. */
export function declareFollowing(tree: TreeProgram, closures: readonly Closure[], following: Following): FollowRecords {
  const { program, skeleton } = tree;
  const { nv } = skeleton;
  const count = rowCount(closures);
  const isChosen = following === "chosen";
  tree.begin(BASES);
  const trace = new ClosureTrace(tree, closures);
  const { list, size } = closureBlocks(trace);
  const blocks = program.state({ x: size });
  writeClosures(trace, { blocks });
  return {
    list,
    blocks,
    deltaBlocks: isChosen ? turnedBlocks(tree, list, blocks) : null,
    nu: program.state({ x: count }),
    rates: program.state({ x: count }),
    speeds: isChosen ? Array.from({ length: nv }, (_, i) => i) : following.dependent,
    marks: isChosen
      ? { rows: program.state({ x: count }), deltas: program.state({ x: nv }), speeds: program.state({ x: nv }) }
      : null,
  };
}

/** The rows of K seen as speeds, and turned into rates of δ: E Kᵀ, row by row. Bodies are on free joints of their own. */
function turnedBlocks({ program, skeleton, q, delta }: TreeProgram, list: readonly ClosureBlock[], blocks: Rec): Rec {
  const turned = program.state({ x: blocks.layout.size });
  for (const { rows, v, nv, at } of list) {
    const node = skeleton.nodes.find((each) => each.v === v && each.nv === nv) as Node;
    const inputs = {
      now: program.slice<Rows>(q, node.q, { x: node.nq }),
      delta: program.slice<Rows>(delta, v, { x: nv }),
      K: program.slice<Rows>(blocks, at, { x: rows * nv }),
    };
    const { chart } = jointOf(node);
    const rateOf = (now: readonly Num[], delta: readonly Num[], speeds: readonly Num[]): readonly Num[] =>
      chart.deltaRates(now, delta, speeds);
    program.step(
      `turned block ${rows} ${nv}`,
      inputs,
      ({ now, delta, K }) => ({
        to: {
          x: Array.from({ length: rows }, (_, k) => rateOf(now.x, delta.x, K.x.slice(k * nv, (k + 1) * nv))).flat(),
        },
      }),
      { to: program.slice(turned, at, { x: rows * nv }) },
    );
  }
  return turned;
}

/** Adds what the multipliers change to δ and v of the tree, before anything reads them. The multipliers are zero. */
export function traceFollowing(tree: TreeProgram, follow: FollowRecords, mu: Rec): void {
  const { blocks, deltaBlocks, marks, nu } = follow;
  for (const v of follow.speeds) {
    if (deltaBlocks) traceEntry(tree, follow, { of: tree.delta, v, blocks: deltaBlocks, by: mu, marks: marks?.deltas });
    traceEntry(tree, follow, { of: tree.v, v, blocks, by: nu, marks: marks?.speeds });
  }
}

interface EntryRequest {
  readonly of: Rec;
  readonly v: number;
  readonly blocks: Rec;
  readonly by: Rec;
  readonly marks: Rec | undefined;
}

/** Takes an entry of Kᵀ μ from an entry that follows. */
function traceEntry(
  { program }: TreeProgram,
  { list }: FollowRecords,
  { of, v, blocks, by, marks }: EntryRequest,
): void {
  const own = list.filter((block) => block.v <= v && v < block.v + block.nv);
  const entry = program.slice<Rows>(of, v, { x: 1 });
  const inputs: Record<string, Rec<Rows>> = { entry };
  if (marks) inputs["mark"] = program.slice<Rows>(marks, v, { x: 1 });
  own.forEach(({ row, rows, nv, at }, b) => {
    inputs[`K${b}`] = program.slice<Rows>(blocks, at, { x: rows * nv });
    inputs[`mu${b}`] = program.slice<Rows>(by, row, { x: rows });
  });
  const shape = own.map((block) => `${block.rows} ${block.nv} ${v - block.v}`).join();
  program.step(
    `follow ${shape} ${marks !== undefined}`,
    inputs,
    (x) => {
      let sum: Num = 0;
      own.forEach((block, b) =>
        x[`mu${b}`].x.forEach((m, k) => (sum = add(sum, mul(x[`K${b}`].x[k * block.nv + v - block.v], m)))),
      );
      return { to: { x: [sub(x["entry"].x[0], marks ? mul(x["mark"].x[0], sum) : sum)] } };
    },
    { to: entry },
  );
}

/** Rows that do not count give way to multipliers that vanish. */
export function traceCounted({ program }: TreeProgram, { rows }: Marks, values: Rec, multipliers: Rec): void {
  for (let k = 0; k < values.layout.size; k++) {
    const value = program.slice<Rows>(values, k, { x: 1 });
    const inputs = {
      value,
      mark: program.slice<Rows>(rows, k, { x: 1 }),
      multiplier: program.slice<Rows>(multipliers, k, { x: 1 }),
    };
    program.step(
      "row if it counts",
      inputs,
      ({ value, mark, multiplier }) => ({
        to: { x: [add(mul(mark.x[0], value.x[0]), mul(sub(1, mark.x[0]), multiplier.x[0]))] },
      }),
      { to: value },
    );
  }
}
