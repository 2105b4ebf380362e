import { callSequence, type Finish } from "../kernel/finish.js";
import type { Rec } from "../kernel/record.js";
import type { Model } from "../model/types.js";
import type { Topology } from "../topology/types.js";
import {
  ACCELERATION_SIZE,
  MOTION_SIZE,
  traceBodyAccelerations,
  traceBodyMotions,
} from "../formulation/recursions/body-motion.js";
import { compositeBody } from "../formulation/recursions/composite-body.js";
import { TOTALS, traceTotals } from "./energy.js";
import type { TracedAlgorithm } from "./evaluator-algorithm.js";
import { noLoops, turnsFor, type Formulation } from "../formulation/formulation.js";
import { inverseDynamics, jointLoads } from "../formulation/recursions/inverse-dynamics.js";
import { traceLoads } from "../formulation/loads/loads.js";
import { hasClosures } from "../topology/has-closures.js";
import type { LoopPlan } from "../formulation/loops/closures/loop-plan.js";
import { Reactions } from "../formulation/loads/reactions.js";
import { COLUMN_SIZE, columnCount, traceSpeedColumns } from "../formulation/recursions/point-jacobian.js";
import { buildSkeleton } from "../formulation/skeleton/skeleton.js";
import { traceDynamics } from "../formulation/trace-dynamics.js";
import type { WhichTurns } from "../formulation/joints/cut-turns.js";
import { TreeProgram } from "../formulation/tree/tree-program.js";

/* Each algorithm of an evaluator, traced for one model. */

export type AlgorithmName =
  | "forwardDynamics"
  | "couplerForces"
  | "inverseDynamics"
  | "massMatrix"
  | "totals"
  | "bodies"
  | "bodyAccelerations"
  | "jointLoads"
  | "speedColumns";

type TraceAlgorithm = (
  model: Model,
  topology: Topology,
  formulation: Formulation,
  plan: LoopPlan | null,
) => TracedAlgorithm;

const treeOf = (model: Model, topology: Topology, keepWelds = false, turns: WhichTurns = "read"): TreeProgram =>
  new TreeProgram(buildSkeleton(model, topology, { keepWelds }), 0, turns);

const vdotOf = ({ program, skeleton }: TreeProgram): Rec => program.state({ vdot: skeleton.nv });

export const algorithms: Readonly<Record<AlgorithmName, TraceAlgorithm>> = Object.freeze({
  // Couplers alone have forces that nobody asks for with the accelerations.
  forwardDynamics: (model, topology, formulation, plan) =>
    traceForward(model, topology, formulation, plan, plan !== null),

  couplerForces: (model, topology, formulation, plan) => traceForward(model, topology, formulation, plan, true),

  inverseDynamics: (model, topology) => {
    const tree = treeOf(model, topology);
    const vdot = vdotOf(tree);
    const out = tree.program.state({ needed: tree.skeleton.nv });
    inverseDynamics(tree, traceLoads(tree), vdot, out);
    return { tree, vdot, out };
  },

  massMatrix: (model, topology) => {
    const tree = treeOf(model, topology);
    const out = tree.program.state({ M: tree.skeleton.nv ** 2 });
    compositeBody(tree, traceLoads(tree), out);
    return { tree, vdot: null, out };
  },

  totals: (model, topology) => {
    const tree = treeOf(model, topology);
    const out = tree.program.state(TOTALS);
    traceTotals(tree, out);
    return { tree, vdot: null, out };
  },

  bodies: (model, topology) => {
    const tree = treeOf(model, topology);
    const out = tree.program.state({ motions: MOTION_SIZE * model.bodies.length });
    traceBodyMotions(tree, out);
    return { tree, vdot: null, out };
  },

  bodyAccelerations: (model, topology) => {
    const tree = treeOf(model, topology);
    const vdot = vdotOf(tree);
    const out = tree.program.state({ accelerations: ACCELERATION_SIZE * model.bodies.length });
    traceBodyAccelerations(tree, vdot, out);
    return { tree, vdot, out };
  },

  jointLoads: (model, topology) => {
    // Welds carry loads too, so they stay joints here.
    const tree = treeOf(model, topology, true);
    const vdot = vdotOf(tree);
    const out = tree.program.state({ loads: 6 * model.joints.length });
    return { tree, vdot, out, ...traceJointLoads(tree, vdot, out) };
  },

  speedColumns: (model, topology) => {
    const tree = treeOf(model, topology);
    const out = tree.program.state({ columns: COLUMN_SIZE * columnCount(tree.skeleton) });
    traceSpeedColumns(tree, out);
    return { tree, vdot: null, out };
  },
});

function traceForward(
  model: Model,
  topology: Topology,
  formulation: Formulation,
  plan: LoopPlan | null,
  withReactions: boolean,
): TracedAlgorithm {
  const tree = treeOf(model, topology, false, turnsFor(formulation));
  const out = vdotOf(tree);
  const { accelerate, react, lambda } = traceDynamics(formulation, tree, "dynamics", out, { ...noLoops, plan });
  const finish: Finish =
    react && withReactions ? (linkage) => callSequence(linkage, accelerate(linkage), react(linkage)) : accelerate;
  return { tree, vdot: null, out, finish, ...(lambda ? { lambda } : {}) };
}

/** Loads of all joints for given v̇; with closures also for given multipliers, in the record that it returns. */
export function traceJointLoads(tree: TreeProgram, vdot: Rec, out: Rec): { readonly lambda?: Rec } {
  const { model, topology } = tree.skeleton;
  const reactions = hasClosures(model, topology) ? new Reactions(tree) : null;
  const loads = traceLoads(tree);
  jointLoads(tree, inverseDynamics(tree, reactions?.with(loads) ?? loads, vdot, null), out);
  if (!reactions) return {};
  reactions.jointLoads(out);
  return { lambda: reactions.lambda };
}
