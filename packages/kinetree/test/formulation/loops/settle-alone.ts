import { traceDynamics } from "../../../src/formulation/formulation.js";
import type { ClosureSet } from "../../../src/formulation/loops/block-structure.js";
import { closedFormOf, type ClosedSet } from "../../../src/formulation/loops/closed-form.js";
import { ClosureEvaluator } from "../../../src/formulation/loops/closure-evaluator.js";
import { closuresOf } from "../../../src/formulation/loops/closures.js";
import { compoundsOf } from "../../../src/formulation/loops/compounds.js";
import { embedded } from "../../../src/formulation/loops/embedded.js";
import { planLoops, type LoopPlan } from "../../../src/formulation/loops/loop-plan.js";
import { buildSkeleton } from "../../../src/formulation/skeleton.js";
import { neutralState } from "../../../src/formulation/state.js";
import { TreeProgram } from "../../../src/formulation/tree-program.js";
import { Instance } from "../../../src/kernel/instance.js";
import { link } from "../../../src/kernel/link.js";
import type { Model } from "../../../src/model/types.js";
import { buildTopology } from "../../../src/topology/build-topology.js";

/** The choice that `embedded` would make where the model is drawn. */
export const drawnPlan = (model: Model): LoopPlan =>
  planLoops(new ClosureEvaluator(model, buildTopology(model)), neutralState(model));

/** A plan in which these speeds are independent, for models whose rows all belong to one set. */
export function planFor(plan: LoopPlan, independent: readonly number[]): LoopPlan {
  const count = plan.dependent.length + plan.independent.length;
  const dependent = Array.from({ length: count }, (_, v) => v).filter((v) => !independent.includes(v));
  const set: ClosureSet = { rows: plan.rows, columns: dependent };
  return { ...plan, independent, dependent, sets: [set] };
}

/** The formulas of each compound; null for those without. */
export function formsOf(model: Model, plan = drawnPlan(model)): readonly (readonly ClosedSet[] | null)[] {
  const skeleton = buildSkeleton(model, buildTopology(model));
  return compoundsOf(skeleton, closuresOf(skeleton), plan).map((compound) => closedFormOf(skeleton, compound));
}

/** What `embedded` does to a state between two stages, on its own. */
export function settleAlone(model: Model, plan = drawnPlan(model)) {
  const topology = buildTopology(model);
  const tree = new TreeProgram(buildSkeleton(model, topology));
  const vdot = tree.program.state({ vdot: tree.skeleton.nv });
  const dynamics = traceDynamics(embedded, tree, "dynamics", vdot, { plan, drift: "projection", gain: null });
  const { artifact, offsetOf } = link(tree.program, (linkage) => {
    if (dynamics.settle) linkage.module.export(dynamics.settle.finish(linkage), "settle");
  });
  const instance = new Instance(artifact);
  instance.prologue();
  const evaluator = new ClosureEvaluator(model, topology);
  const at = (rec: Parameters<typeof offsetOf>[0]): number => (instance.state() + offsetOf(rec)) / 8;
  return (q: Float64Array): { q: Float64Array; quality: number; residual: number } => {
    q.forEach((x, i) => instance.f64.fill(x, at(tree.q) + 2 * i, at(tree.q) + 2 * i + 2));
    instance.run("settle");
    const settled = q.map((_, i) => instance.f64[at(tree.q) + 2 * i]);
    const quality = dynamics.quality ? instance.f64[at(dynamics.quality)] : 1;
    const residual = evaluator.at({ t: 0, q: settled }).phi.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    return { q: settled, quality, residual };
  };
}
