import type { Num } from "../../../graph/graph.js";
import { abs, add, max } from "../../../graph/num.js";
import { callSequence, entryFunction, type Finish } from "../../../kernel/finish.js";
import type { Rec } from "../../../kernel/record.js";
import type { TreeProgram } from "../../tree/tree-program.js";
import { coordinateParts, traceRates } from "../closures/closure-rates.js";
import { ClosureTrace } from "../closures/closure-trace.js";
import type { Closure } from "../closures/closures.js";
import { traceMove } from "../../tree/move.js";
import { keptClosures } from "./schur.js";
import { sweeps } from "./sweeps.js";

type Rows = { x: readonly Num[] };

/** Residuals above this call for another step: the error that a Newton step leaves is about its square. */
const NEARLY_CLOSED = 1e-8;
const MOST_STEPS = 4;

/** Residuals of the rows that count, of poses and of speeds, and the corrections of each: one entry for each speed. */
export interface Drift {
  readonly byPose: Rec;
  readonly bySpeed: Rec;
  readonly move: Rec;
  readonly change: Rec;
}

/** Traces what depends on the pose; the result traces δ = −M⁻¹ Kᵀ (K M⁻¹ Kᵀ)⁻¹ φ, in entries of its own. May overwrite φ. */
export type TraceCorrections = (trace: ClosureTrace, drift: Drift) => () => Finish;

/** The nearest closed pose in the sense of the mass matrix, by Newton's method, and the nearest speeds that keep it. */
export function traceTakeBack(
  tree: TreeProgram,
  closures: readonly Closure[],
  rows: ReadonlySet<number>,
  traceCorrections: TraceCorrections,
): Finish {
  const { program, skeleton } = tree;
  const { nv, nq } = skeleton;
  const m = rows.size;
  const drift = {
    byPose: program.state({ x: m }),
    bySpeed: program.state({ x: m }),
    move: program.state({ vdot: nv }),
    change: program.state({ vdot: nv }),
  };
  const worst = program.state({ x: 1 });
  const moved = program.state({ q: nq });
  const corrected = [
    { rec: tree.q, before: program.state({ q: nq }) },
    { rec: tree.v, before: program.state({ v: nv }) },
  ];

  tree.begin("drift");
  const trace = new ClosureTrace(tree, closures, (row) => rows.has(row));
  const finish = traceCorrections(trace, drift);
  traceDrift(trace, drift, worst);
  const measure = entryFunction(program);
  const correct = finish();

  // In an entry of their own: all steps that read q and v are done before they change.
  traceMove(tree.begin("take back pose"), drift.move, moved);
  const shift = entryFunction(program);
  program.begin("take back speeds");
  for (let v = 0; v < nv; v++) {
    const inputs = {
      v: program.slice<Rows>(tree.v, v, { x: 1 }),
      change: program.slice<Rows>(drift.change, v, { x: 1 }),
    };
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
    const once = callSequence(linkage, measure(linkage), correct(linkage), shift(linkage), take(linkage));
    return sweeps(linkage, once, worst, corrected, { most: MOST_STEPS, nearlyClosed: NEARLY_CLOSED });
  };
}

function traceDrift(trace: ClosureTrace, { byPose, bySpeed }: Drift, worst: Rec): void {
  const { tree } = trace;
  const { program } = tree;
  let most: Rec<Rows> = program.zeros<Rows>({ x: 1 });
  for (const { closure, first, count } of keptClosures(trace)) {
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
}
