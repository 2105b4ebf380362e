import type { Num } from "../../../graph/graph.js";
import { add, div, max, min } from "../../../graph/num.js";
import { callSequence, entryFunction, type Finish } from "../../../kernel/finish.js";
import type { Linkage } from "../../../kernel/link.js";
import type { Rec } from "../../../kernel/record.js";
import type { Formulation, LoopContext, TracedDynamics } from "../../formulation.js";
import type { HingeFields } from "../../joints/node-joint.js";
import { accelerateNodes, articulate } from "../../recursions/articulated/articulated-body.js";
import type { NodeLoads } from "../../tree/node-loads.js";
import type { TreeProgram } from "../../tree/tree-program.js";
import { coordinateParts, traceRates } from "../closures/closure-rates.js";
import { ClosureTrace } from "../closures/closure-trace.js";
import { rowsAlike } from "../closures/rows-alike.js";
import { closuresOf, countedRows, rowCount, type Closure } from "../closures/closures.js";
import { traceRowForces } from "../projection/row-forces.js";
import { denseSolve, keptClosures, traceSchur, withForces, type Kept } from "../projection/schur.js";
import { traceTakeBack } from "../projection/take-back.js";

/** Rows beyond which the dense solve of the closures outgrows memory and patience. */
export const MOST_ROWS = 2000;

/** O(n) recursion over the spanning tree, and the Schur complement of the closures. */
export const treeAugmented: Formulation = Object.freeze<Formulation>({
  name: "tree-augmented",
  coordinates: "joint",
  refuses: (model, { counts }) =>
    counts.constraints + counts.couplers === 0
      ? `model "${model.name}" has nothing to close: it is a tree. Choose "articulated", or leave the choice open.`
      : counts.constraints + counts.couplers > MOST_ROWS
        ? `model "${model.name}" has ${counts.constraints + counts.couplers} closure rows, and this formulation solves them densely, up to ${MOST_ROWS}. Choose "embedded".`
        : null,
  trace: traceTreeAugmented,
});

type Rows = { x: readonly Num[] };

function traceTreeAugmented(
  tree: TreeProgram,
  loads: NodeLoads,
  vdot: Rec,
  { plan, drift, held }: LoopContext,
): TracedDynamics {
  const { program } = tree;
  const { closures, rows, trace } = independentRows(tree, plan);
  const m = rows.size;
  const kept = keptClosures(trace);
  const schur = program.state({ x: m * m });
  const factor = program.state({ x: m * m });
  const multipliers = program.state({ x: m });
  const lambda = program.state({ x: rowCount(closures) });
  const quality = program.state({ x: 1 });

  // Free motion, the Schur complement, and the accelerations at which the free motion opens the closures.
  const articulated = articulate(tree, loads, { withInverses: true });
  accelerateNodes(tree, articulated.hinges, vdot);
  const forces = kept.map(({ closure }) => traceRowForces(trace, closure, articulated));
  traceSchur(tree, kept, forces, schur, m);
  kept.forEach((one) => traceOpening(trace, one, vdot, held, program.slice(multipliers, one.first, { x: one.count })));
  const open = entryFunction(program);

  // With the multipliers known, the motion as it is. The records of the first part are read on.
  program.begin("closed motion");
  traceQuality(trace, schur, factor, quality);
  const hinges = withForces(tree, articulated, kept, forces, multipliers);
  accelerateNodes(tree, hinges, vdot);
  scatterMultipliers(trace, multipliers, lambda);
  const close = entryFunction(program);
  const solve = (linkage: Linkage, right: Rec): number => denseSolve(linkage, m, schur, factor, right);
  const accelerate = (linkage: Linkage): number =>
    callSequence(linkage, open(linkage), solve(linkage, multipliers), close(linkage));
  const settle = drift === "projection" ? traceProjection(tree, loads, closures, rows) : null;
  return { accelerate, lambda, quality, ...(settle ? { settle: { when: "step", finish: settle } } : {}) };
}

/** The closures of a model, traced for the rows that count. */
export function independentRows(
  tree: TreeProgram,
  plan: LoopContext["plan"],
): { readonly closures: readonly Closure[]; readonly rows: ReadonlySet<number>; readonly trace: ClosureTrace } {
  const closures = closuresOf(tree.skeleton);
  const rows = countedRows(plan?.rows, rowCount(closures));
  return { closures, rows, trace: new ClosureTrace(tree, closures, (row) => rows.has(row)) };
}

/** Multipliers of the rows that count to their places among all rows; redundant rows carry nothing. */
export function scatterMultipliers({ tree: { program }, keptRows }: ClosureTrace, from: Rec, lambda: Rec): void {
  keptRows.forEach((row, k) => {
    const one = program.slice<Rows>(from, k, { x: 1 });
    const out = program.slice(lambda, row, { x: 1 });
    program.step("multiplier", { one }, ({ one }) => ({ out: { x: one.x } }), { out });
  });
}

/** K v̇ + γ for the free motion, with damping of the drift. */
function traceOpening(
  trace: ClosureTrace,
  { closure, count }: Kept,
  vdot: Rec,
  held: LoopContext["held"],
  into: Rec,
): void {
  const { program } = trace.tree;
  const rows = trace.rowsOf(closure);
  const gamma =
    closure.kind === "frames" ? (trace.bias(closure) as unknown as Rec<Rows>) : coordinateParts(trace, closure).gamma;
  const inputs = {
    gamma,
    opening: traceRates(trace, closure, count, vdot),
    held: held
      ? program.slice<Rows>(held, closure.first, { x: closure.rows.length })
      : program.zeros<Rows>({ x: closure.rows.length }),
  };
  program.step(
    `opening ${closure.kind} ${rows.join()}`,
    inputs,
    (x) => {
      const bias = Object.values(x.gamma)[0] as readonly Num[];
      return { out: { x: x.opening.x.map((a, k) => add(add(a, bias[k]), x.held.x[rows[k]])) } };
    },
    { out: into },
  );
}

/** The least pivot relative to the largest diagonal entry of its row and those beside it: 0 where rows are redundant, or one vanishes. */
export function traceQuality(trace: ClosureTrace, schur: Rec, factor: Rec, quality: Rec): void {
  const { program } = trace.tree;
  const m = trace.keptRows.length;
  let least: Rec<Rows> = program.constants<Rows>({ x: [1] });
  for (const group of rowsAlike(trace)) {
    const diagonal = (name: string, matrix: Rec): Record<string, Rec<Rows>> =>
      Object.fromEntries(group.map((k, i) => [`${name}${i}`, program.slice<Rows>(matrix, k * m + k, { x: 1 })]));
    const inputs: Record<string, Rec<Rows>> = { least, ...diagonal("whole", schur), ...diagonal("pivot", factor) };
    least = program.step(`least pivot of ${group.length}`, inputs, (x) => {
      const largest = group.map((_, i) => x[`whole${i}`].x[0]).reduce(max);
      return {
        // The larger of 0 and of 0 / 0, where the whole group vanishes, is 0.
        least: {
          x: [group.reduce<Num>((l, _, i) => min(l, max(0, div(x[`pivot${i}`].x[0], largest))), x["least"].x[0])],
        },
      };
    }).least;
  }
  const state = program.slice<Rows>(schur, 0, { x: m > 0 ? 1 : 0 });
  program.step("quality", { least, state }, ({ least }) => ({ out: { x: least.x } }), { out: quality });
}

/** Takes drift back by the recursions of the accelerations, with nothing moving. */
function traceProjection(
  tree: TreeProgram,
  loads: NodeLoads,
  closures: readonly Closure[],
  rows: ReadonlySet<number>,
): Finish {
  const { program } = tree;
  const m = rows.size;
  const schur = program.state({ x: m * m });
  const factor = program.state({ x: m * m });
  return traceTakeBack(tree, closures, rows, (trace, { byPose, bySpeed, move, change }) => {
    const kept = keptClosures(trace);
    const articulated = articulate(tree, loads, { withInverses: true, atRest: true });
    const forces = kept.map(({ closure }) => traceRowForces(trace, closure, articulated));
    traceSchur(tree, kept, forces, schur, m);
    return () => {
      program.begin("take back");
      const hinges = articulated.hinges.map((hinge) => withoutRest(tree, hinge));
      const still = { hinges, inverses: articulated.inverses };
      accelerateNodes(tree, withForces(tree, still, kept, forces, byPose), move, { atRest: true });
      accelerateNodes(tree, withForces(tree, still, kept, forces, bySpeed), change, { atRest: true });
      const spread = entryFunction(program);
      return (linkage) => {
        const solve = (right: Rec): number => denseSolve(linkage, m, schur, factor, right);
        return callSequence(linkage, solve(byPose), solve(bySpeed), spread(linkage));
      };
    };
  });
}

/** A hinge that nothing pushes and that does not move. */
function withoutRest({ program }: TreeProgram, hinge: Rec<HingeFields>): Rec<HingeFields> {
  return program.step("hinge at rest", { hinge }, ({ hinge }) => ({
    hinge: { ...hinge, rest: hinge.rest.map(() => 0) },
  })).hinge;
}
