import type { ClosureSet } from "../../../src/formulation/loops/closures/block-structure.js";
import { closedFormOf, type ClosedSet } from "../../../src/formulation/loops/embedded/closed-form.js";
import { ClosureEvaluator } from "../../../src/formulation/loops/closures/closure-evaluator.js";
import { closuresOf } from "../../../src/formulation/loops/closures/closures.js";
import { compoundsOf } from "../../../src/formulation/loops/closures/compounds.js";
import type { LoopClosing } from "../../../src/formulation/loops/embedded/loop-closing.js";
import { embeddedFormulation } from "../../../src/formulation/loops/embedded/embedded.js";
import { meetingsOf, turnedRows } from "../../../src/formulation/loops/closures/meetings.js";
import { planLoops, type LoopPlan } from "../../../src/formulation/loops/closures/loop-plan.js";
import { buildSkeleton } from "../../../src/formulation/skeleton/skeleton.js";
import { neutralState } from "../../../src/state/state.js";
import { traceDynamics } from "../../../src/formulation/trace-dynamics.js";
import { TreeProgram } from "../../../src/formulation/tree/tree-program.js";
import { Instance } from "../../../src/kernel/instance.js";
import { link } from "../../../src/kernel/link.js";
import { SparseElimination } from "../../../src/linalg/sparse-elimination.js";
import type { Model } from "../../../src/model/types.js";
import { buildTopology } from "../../../src/topology/build-topology.js";

/** The choice that `embedded` would make at a state; where the model is drawn if none is given. */
export const planAt = (model: Model, state = neutralState(model)): LoopPlan =>
  planLoops(new ClosureEvaluator(model, buildTopology(model)), state);

/** A plan for one loop and any number of driven coordinates, in which these speeds are independent. */
export function planFor(model: Model, independent: readonly number[]): LoopPlan {
  const topology = buildTopology(model);
  const plan = planAt(model);
  const drives = closuresOf(buildSkeleton(model, topology)).flatMap((closure) =>
    closure.kind === "coordinate" ? [{ row: closure.first, v: closure.driven.v }] : [],
  );
  const dependent = Array.from({ length: topology.counts.nv }, (_, v) => v).filter((v) => !independent.includes(v));
  const loop: ClosureSet = {
    rows: plan.rows.filter((row) => drives.every((drive) => drive.row !== row)),
    columns: dependent.filter((v) => drives.every((drive) => drive.v !== v)),
  };
  return {
    ...plan,
    independent,
    dependent,
    sets: [...drives.map(({ row, v }) => ({ rows: [row], columns: [v] })), loop],
  };
}

/** A plan in which these speeds are independent, all others in one set; null where the rows do not give them well. */
export function planAmong(model: Model, independent: readonly number[], least = 0.05): LoopPlan | null {
  const topology = buildTopology(model);
  const evaluator = new ClosureEvaluator(model, topology);
  const { skeleton, closures } = evaluator;
  const meetings = meetingsOf(skeleton, closures, () => true);
  const rows = turnedRows(evaluator.at(neutralState(model)), meetings);
  const drives = closures.flatMap((closure) =>
    closure.kind === "coordinate" ? [{ row: closure.first, v: closure.driven.v }] : [],
  );
  const dependent = Array.from({ length: topology.counts.nv }, (_, v) => v).filter((v) => !independent.includes(v));
  const columns = dependent.filter((v) => drives.every((drive) => drive.v !== v));
  const own = rows.flatMap((_, row) => (drives.some((drive) => drive.row === row) ? [] : [row]));
  const block = own.map((row) => new Map([...rows[row]].filter(([column]) => columns.includes(column))));
  const { pivotRows, pivotColumns, smallest, largest } = new SparseElimination(block, { tolerance: 0, threshold: 1 });
  if (pivotRows.length !== own.length || !(smallest > least * largest)) return null;
  return {
    rows: rows.map((_, row) => row),
    redundant: [],
    dependent,
    independent,
    quality: smallest / largest,
    sets: [
      ...drives.map(({ row, v }) => ({ rows: [row], columns: [v] })),
      { rows: pivotRows.map((k) => own[k]), columns: [...pivotColumns] },
    ],
  };
}

/** How far from singular the last set of a plan, two rows, is where the model is drawn: the sine between its rows. */
export function sineOf(model: Model, { sets }: LoopPlan): number {
  const { rows, columns } = sets[sets.length - 1];
  const { sparse } = new ClosureEvaluator(model, buildTopology(model)).at(neutralState(model));
  const [[a, b], [c, d]] = rows.map((row) => columns.map((v) => sparse[row].get(v) ?? 0));
  return Math.abs(a * d - b * c) / Math.sqrt((a * a + b * b) * (c * c + d * d));
}

/** The formulas of each compound; null for those without. */
export function formsOf(model: Model, plan = planAt(model)): readonly (readonly ClosedSet[] | null)[] {
  const skeleton = buildSkeleton(model, buildTopology(model));
  return compoundsOf(skeleton, closuresOf(skeleton), plan).map((compound) => {
    const form = closedFormOf(skeleton, compound);
    return "sets" in form ? form.sets : null;
  });
}

/** What `embedded` does to a state between two stages, on its own. */
export function settleAlone(model: Model, plan = planAt(model), closing: LoopClosing | null = null) {
  const topology = buildTopology(model);
  const tree = new TreeProgram(buildSkeleton(model, topology));
  const vdot = tree.program.state({ vdot: tree.skeleton.nv });
  const dynamics = traceDynamics(embeddedFormulation(closing), tree, "dynamics", vdot, {
    plan,
    drift: "projection",
    held: null,
  });
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
