import type { Num } from "../../graph/graph.js";
import { abs, add, max } from "../../graph/num.js";
import type { Rec } from "../../kernel/record.js";
import { accelerateNodes, articulate } from "../articulated-body.js";
import { entryFunction } from "../formulation.js";
import type { HingeFields } from "../joint-elimination.js";
import type { NodeLoads } from "../node-loads.js";
import type { Finish } from "../traced-dynamics.js";
import type { TreeProgram } from "../tree-program.js";
import { coordinateParts, traceRates } from "./closure-rates.js";
import { ClosureTrace } from "./closure-trace.js";
import type { Closure } from "./closures.js";
import { inTurn } from "./in-turn.js";
import { traceMove } from "./move.js";
import { traceRowForces } from "./row-forces.js";
import { denseSolve, keptClosures, traceSchur, withForces } from "./schur.js";
import { sweeps } from "./sweeps.js";

type Rows = { x: readonly Num[] };

/** Residuals above this call for another step: the error that a Newton step leaves is about its square. */
const NEARLY_CLOSED = 1e-8;
const MOST_STEPS = 4;

/**
 * The nearest closed pose in the sense of the mass matrix, by Newton's method: δ = −M⁻¹ Kᵀ (K M⁻¹ Kᵀ)⁻¹ φ, and the same for
 * speeds. The recursions are those of the accelerations, with nothing moving.
 */
export function traceProjection(
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
  const corrected = [
    { rec: tree.q, before: program.state({ q: nq }) },
    { rec: tree.v, before: program.state({ v: nv }) },
  ];

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
    const once = inTurn(linkage, measure(linkage), ...parts);
    return sweeps(linkage, once, worst, corrected, { most: MOST_STEPS, nearlyClosed: NEARLY_CLOSED });
  };
}

/** A hinge that nothing pushes and that does not move. */
function withoutRest({ program }: TreeProgram, hinge: Rec<HingeFields>): Rec<HingeFields> {
  return program.step("hinge at rest", { hinge }, ({ hinge }) => ({
    hinge: { ...hinge, rest: hinge.rest.map(() => 0) },
  })).hinge;
}
