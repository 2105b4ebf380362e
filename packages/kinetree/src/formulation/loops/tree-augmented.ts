import type { Num } from "../../graph/graph.js";
import { abs, add, div, max, min, mul } from "../../graph/num.js";
import { Code, I32 } from "../../kernel/code.js";
import { addDenseSolve } from "../../kernel/dense-solve.js";
import type { Linkage } from "../../kernel/link.js";
import type { Rec } from "../../kernel/record.js";
import { accelerateNodes, articulate, type Articulated } from "../articulated-body.js";
import { entryFunction, type Formulation } from "../formulation.js";
import type { HingeFields } from "../joint-elimination.js";
import type { NodeLoads } from "../node-loads.js";
import type { Finish, LoopContext, TracedDynamics } from "../traced-dynamics.js";
import type { TreeProgram } from "../tree-program.js";
import { ClosureTrace } from "./closure-trace.js";
import { closuresOf, rowCount, type Closure } from "./closures.js";
import { coordinateParts, traceRates } from "./closure-rates.js";
import { inTurn } from "./in-turn.js";
import { traceMove } from "./move.js";
import { traceRowForces, traceShare, type RowForces } from "./row-forces.js";

/** Rows beyond which the dense solve of the closures outgrows memory and patience. */
const MOST_ROWS = 2000;

/** O(n) recursion over the spanning tree, and the Schur complement of what closes the loops. */
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

/** The closures that count, with the numbers of their rows among those that count. */
interface Kept {
  readonly closure: Closure;
  readonly first: number;
  readonly count: number;
}

function traceTreeAugmented(
  tree: TreeProgram,
  loads: NodeLoads,
  vdot: Rec,
  { plan, drift, held }: LoopContext,
): TracedDynamics {
  const { program, skeleton } = tree;
  const closures = closuresOf(skeleton);
  const rows = new Set(plan?.rows ?? Array.from({ length: rowCount(closures) }, (_, k) => k));
  const m = rows.size;
  const trace = new ClosureTrace(tree, closures, (row) => rows.has(row));
  const kept = keptClosures(trace);
  const schur = program.state({ x: m * m });
  const factor = program.state({ x: m * m });
  const multipliers = program.state({ x: m });
  const lambda = program.state({ x: rowCount(closures) });
  const quality = program.state({ x: 1 });

  // Free motion, the Schur complement, and what the free motion would do to the closures.
  const articulated = articulate(tree, loads, { withInverses: true });
  accelerateNodes(tree, articulated.hinges, vdot);
  const forces = kept.map(({ closure }) => traceRowForces(trace, closure, articulated));
  traceSchur(tree, kept, forces, schur, m);
  kept.forEach((one) => traceOpening(trace, one, vdot, held, program.slice(multipliers, one.first, { x: one.count })));
  const open = entryFunction(program);

  // With the multipliers known, the motion as it is. The records of the first part are read on.
  program.begin("closed motion");
  traceQuality(tree, schur, factor, quality, m);
  const hinges = withForces(tree, articulated, kept, forces, multipliers);
  accelerateNodes(tree, hinges, vdot);
  kept.forEach(({ closure, first, count }) => {
    const from = program.slice<Rows>(multipliers, first, { x: count });
    trace.rowsOf(closure).forEach((k, i) => {
      const one = program.slice<Rows>(from, i, { x: 1 });
      program.step("multiplier", { one }, ({ one }) => ({ out: { x: one.x } }), {
        out: program.slice(lambda, closure.first + k, { x: 1 }),
      });
    });
  });
  const close = entryFunction(program);
  const solve = (linkage: Linkage, right: Rec): number => denseSolve(linkage, m, schur, factor, right);
  const accelerate = (linkage: Linkage): number =>
    inTurn(linkage, open(linkage), solve(linkage, multipliers), close(linkage));
  const settle = drift === "projection" ? traceProjection(tree, loads, closures, rows) : null;
  return { accelerate, lambda, quality, ...(settle ? { settle: { when: "step", finish: settle } } : {}) };
}

function keptClosures(trace: ClosureTrace): readonly Kept[] {
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
function traceSchur(
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

/** K v̇ + γ for the free motion, with damping of what is open already. */
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

/** The hinges with what the closures' forces add along their rates. */
function withForces(
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

/** The least pivot beside the entry that it came from: 0 where the rows say the same. */
function traceQuality({ program }: TreeProgram, schur: Rec, factor: Rec, quality: Rec, m: number): void {
  let least: Rec<Rows> = program.constants<Rows>({ x: [1] });
  for (let k = 0; k < m; k++) {
    const at = k * m + k;
    const inputs = {
      least,
      whole: program.slice<Rows>(schur, at, { x: 1 }),
      pivot: program.slice<Rows>(factor, at, { x: 1 }),
    };
    least = program.step("least pivot", inputs, ({ least, whole, pivot }) => ({
      least: { x: [min(least.x[0], div(pivot.x[0], whole.x[0]))] },
    })).least;
  }
  const state = program.slice<Rows>(schur, 0, { x: m > 0 ? 1 : 0 });
  program.step("quality", { least, state }, ({ least }) => ({ out: { x: least.x } }), { out: quality });
}

/** λ from S λ + r = 0, in place of r. */
function denseSolve({ module, offsetOf }: Linkage, m: number, schur: Rec, factor: Rec, right: Rec): number {
  const code = new Code([I32, I32, I32]);
  if (m > 0) {
    for (const rec of [schur, factor, right]) code.get(0).i32(offsetOf(rec)).op("i32.add");
    code.call(addDenseSolve(module, m));
  }
  return module.add(code);
}

/** Residuals above this call for another step: the error that a Newton step leaves is about its square. */
const NEARLY_CLOSED = 1e-8;
const MOST_STEPS = 4;

/**
 * The nearest closed pose in the sense of the mass matrix, by Newton's method: δ = −M⁻¹ Kᵀ (K M⁻¹ Kᵀ)⁻¹ φ, and the same for
 * speeds. The recursions are those of the accelerations, with nothing moving.
 */
function traceProjection(
  tree: TreeProgram,
  loads: NodeLoads,
  closures: readonly Closure[],
  rows: ReadonlySet<number>,
): Finish {
  const { program, skeleton } = tree;
  const { nv, nq } = skeleton;
  const m = rows.size;
  const byPose = program.state({ x: m });
  const bySpeed = program.state({ x: m });
  const worst = program.state({ x: 1 });
  const move = program.state({ vdot: nv });
  const change = program.state({ vdot: nv });
  const moved = program.state({ q: nq });

  tree.begin("drift");
  const trace = new ClosureTrace(tree, closures, (row) => rows.has(row));
  const kept = keptClosures(trace);
  const articulated = articulate(tree, loads, { withInverses: true, atRest: true });
  const forces = kept.map(({ closure }) => traceRowForces(trace, closure, articulated));
  const schur = program.state({ x: m * m });
  const factor = program.state({ x: m * m });
  traceSchur(tree, kept, forces, schur, m);
  let most: Rec<Rows> = program.zeros<Rows>({ x: 1 });
  for (const { closure, first, count } of kept) {
    const parts =
      closure.kind === "frames"
        ? { phi: trace.frames(closure).phi as unknown as Rec<Rows>, drift: program.zeros<Rows>({ x: count }) }
        : coordinateParts(trace, closure);
    const inputs = { most, phi: parts.phi, drift: parts.drift, rates: traceRates(trace, closure, count, tree.v) };
    most = program.step(
      `drift ${count} ${closure.kind}`,
      inputs,
      (x) => {
        const phi = Object.values(x.phi)[0] as readonly Num[];
        return {
          most: { x: [phi.reduce<Num>((largest, value) => max(largest, abs(value)), x.most.x[0])] },
          pose: { x: phi },
          speed: { x: x.rates.x.map((rate, k) => add(rate, x.drift.x[k])) },
        };
      },
      { pose: program.slice(byPose, first, { x: count }), speed: program.slice(bySpeed, first, { x: count }) },
    ).most;
  }
  const clock = program.slice<Rows>(tree.t, 0, { x: 1 });
  program.step("worst drift", { most, clock }, ({ most }) => ({ out: { x: most.x } }), { out: worst });
  const measure = entryFunction(program);

  program.begin("take back");
  const still = { hinges: articulated.hinges.map((hinge) => withoutRest(tree, hinge)), inverses: articulated.inverses };
  accelerateNodes(tree, withForces(tree, still, kept, forces, byPose), move, { atRest: true });
  accelerateNodes(tree, withForces(tree, still, kept, forces, bySpeed), change, { atRest: true });
  const spread = entryFunction(program);
  // In an entry of their own: what reads q and v is done before they change.
  traceMove(tree.begin("take back pose"), move, moved);
  const shift = entryFunction(program);
  program.begin("take back speeds");
  for (let v = 0; v < nv; v++) {
    const inputs = { v: program.slice<Rows>(tree.v, v, { x: 1 }), change: program.slice<Rows>(change, v, { x: 1 }) };
    program.step("changed speed", inputs, ({ v, change }) => ({ out: { x: [add(v.x[0], change.x[0])] } }), {
      out: program.slice(tree.v, v, { x: 1 }),
    });
  }
  for (let q = 0; q < nq; q++) {
    const from = program.slice<Rows>(moved, q, { x: 1 });
    program.step("moved coordinate", { from }, ({ from }) => ({ out: { x: from.x } }), {
      out: program.slice(tree.q, q, { x: 1 }),
    });
  }
  const take = entryFunction(program);

  return (linkage) => {
    const parts = [
      denseSolve(linkage, m, schur, factor, byPose),
      denseSolve(linkage, m, schur, factor, bySpeed),
      spread(linkage),
      shift(linkage),
      take(linkage),
    ];
    const measured = measure(linkage);
    const code = new Code([I32, I32, I32]);
    const left = code.local(I32);
    const call = (index: number): Code => code.get(0).get(1).get(2).call(index);
    code.i32(MOST_STEPS).set(left).loop();
    call(measured);
    for (const index of parts) call(index);
    // Another step where a residual was far from closed before this one.
    code.get(left).i32(1).op("i32.sub").tee(left).i32(0).op("i32.gt_u");
    code
      .f64(NEARLY_CLOSED)
      .simd("f64x2.splat")
      .get(0)
      .load(linkage.offsetOf(worst))
      .simd("f64x2.lt")
      .simd("v128.any_true");
    code.op("i32.and").brIf(0).op("end");
    return linkage.module.add(code);
  };
}

/** A hinge that nothing pushes and that does not move. */
function withoutRest({ program }: TreeProgram, hinge: Rec<HingeFields>): Rec<HingeFields> {
  return program.step("hinge at rest", { hinge }, ({ hinge }) => ({
    hinge: { ...hinge, rest: hinge.rest.map(() => 0) },
  })).hinge;
}
