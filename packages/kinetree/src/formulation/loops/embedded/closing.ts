import { RequestError } from "../../../errors/kinetree-error.js";
import type { Num } from "../../../graph/graph.js";
import { abs, le, max, min, mul, select } from "../../../graph/num.js";
import { callSequence, entryFunction, fuseIfSmall, type Finish } from "../../../kernel/finish.js";
import type { Rec } from "../../../kernel/record.js";
import type { Skeleton } from "../../skeleton/skeleton.js";
import { moveNode } from "../../tree/move.js";
import type { TreeProgram } from "../../tree/tree-program.js";
import { ClosureTrace } from "../closures/closure-trace.js";
import type { Closure } from "../closures/closures.js";
import type { Compound } from "../closures/compounds.js";
import { sweeps } from "../projection/sweeps.js";
import { traceClosedForm } from "./closed-form-trace.js";
import { closedFormOf, type ClosedSet } from "./closed-form.js";
import { CompoundKinematics } from "./compound-kinematics.js";
import type { LoopClosing } from "./loop-closing.js";

type One = { x: readonly Num[] };

/** The formulas of a compound; null where it is closed by Newton's method. */
type Formulas = readonly ClosedSet[] | null;

/**
 * Which compounds are closed by formulas. Left open, planar ones are: of points in space, one correction by Newton's method takes fewer
 * operations than formulas do, and a step hardly ever takes two. Refused where "analytic" lacks some.
 */
export function formulasOf(
  skeleton: Skeleton,
  compounds: readonly Compound[],
  closing: LoopClosing | null,
): readonly Formulas[] {
  if (closing === "iterative") return compounds.map(() => null);
  return compounds.map((compound) => {
    const form = closedFormOf(skeleton, compound);
    const isInSpace = "sets" in form && form.sets.some(({ kind }) => kind === "spatial");
    if (closing === null && (isInSpace || !("sets" in form))) return null;
    if ("sets" in form) return form.sets;
    throw new RequestError({
      code: "no-closed-form",
      subject: `model "${skeleton.model.name}"`,
      value: closing,
      message: `closure "analytic" is not possible: model "${skeleton.model.name}": ${form.lacking}. Choose "iterative", or leave closure out.`,
    });
  });
}

/** Nodes of a compound up to which its steps are traced as one. */
const MOST_FUSED = 24;

/** Steps of a compound as one: it is a single body to the recursion. */
export const asOne = <T>({ program }: TreeProgram, { nodes }: Compound, make: () => T): T =>
  fuseIfSmall(program, nodes.length, MOST_FUSED, make);

/** Residuals that a last correction may start from: it leaves about their square. */
const NEARLY_CLOSED = 1e-7;
const MOST_SWEEPS = 12;

/** The worst pivot of all sets relative to its row, squared; 0 where the loops did not close. */
export function traceQuality(
  tree: TreeProgram,
  all: readonly CompoundKinematics[],
  forms: readonly Formulas[],
  worst: Rec,
  quality: Rec,
): void {
  const { program } = tree;
  let least: Rec<One> = program.constants<One>({ x: [1] });
  let most: Rec<One> = program.slice<One>(worst, 0, { x: 1 });
  all.forEach((kinematics, i) => {
    for (const set of kinematics.compound.sets) {
      const inputs = { least, own: kinematics.quality(set) };
      least = program.step("least quality", inputs, ({ least, own }) => ({
        least: { x: [min(least.x[0], own.x[0])] },
      })).least;
    }
    // Formulas do not check their residual; the poses that show it are needed here anyway.
    if (forms[i]) most = traceWorst(tree, residualsOf(kinematics).values(), most);
  });
  program.step(
    "compound quality",
    { least, most },
    ({ least, most }) => ({ out: { x: [select(le(most.x[0], NEARLY_CLOSED), mul(least.x[0], least.x[0]), 0)] } }),
    { out: quality },
  );
}

/** Dependent coordinates from independent ones: by formulas where a compound has them for all its sets, else by Newton's method. */
export function traceClosing(
  tree: TreeProgram,
  closures: readonly Closure[],
  rows: ReadonlySet<number>,
  compounds: readonly Compound[],
  forms: readonly Formulas[],
  worst: Rec,
): Finish {
  const { program, skeleton } = tree;
  const corrections = program.state({ x: skeleton.nv });
  const before = program.state({ q: skeleton.nq });
  tree.begin("close loops");
  const trace = new ClosureTrace(tree, closures, (row) => rows.has(row));
  let most: Rec<One> = program.zeros<One>({ x: 1 });
  const moved = new Set<number>();
  compounds.forEach((compound, i) => {
    const form = forms[i];
    if (form) {
      asOne(tree, compound, () => {
        for (const index of traceClosedForm(trace, form, corrections)) moved.add(index);
      });
      return;
    }
    const kinematics = new CompoundKinematics(trace, compound);
    asOne(tree, compound, () => {
      const residuals = residualsOf(kinematics);
      most = traceWorst(tree, residuals.values(), most);
      for (const [v, x] of kinematics.solve((closure) => residuals.get(closure) as Rec<One>)) {
        program.step("copy 1", { from: x }, ({ from }) => ({ to: { x: from.x } }), {
          to: program.slice(corrections, v, { x: 1 }),
        });
        moved.add(kinematics.nodeOf(v).index);
      }
    });
  });
  const clock = program.slice<One>(tree.t, 0, { x: 1 });
  program.step("worst of all", { most, clock }, ({ most }) => ({ out: { x: most.x } }), { out: worst });
  const measure = entryFunction(program);
  program.begin("move coordinates");
  for (const index of [...moved].sort((a, b) => a - b)) moveNode(tree, skeleton.nodes[index], corrections, tree.q);
  const move = moved.size === 0 ? null : entryFunction(program);
  return (linkage) => {
    const [measured, corrected] = [measure(linkage), move?.(linkage)];
    const once = callSequence(linkage, measured, ...(corrected === undefined ? [] : [corrected]));
    return forms.every((form) => form !== null)
      ? once
      : sweeps(linkage, once, worst, [{ rec: tree.q, before }], { most: MOST_SWEEPS, nearlyClosed: NEARLY_CLOSED });
  };
}

const residualsOf = ({ rows }: CompoundKinematics): ReadonlyMap<Closure, Rec<One>> =>
  new Map(rows.closures.map((closure) => [closure, rows.residual(closure)]));

function traceWorst({ program }: TreeProgram, residuals: Iterable<Rec<One>>, than: Rec<One>): Rec<One> {
  let most = than;
  for (const residual of residuals) {
    if (residual.layout.size === 0) continue;
    most = program.step("worst residual", { most, residual }, ({ most, residual }) => ({
      most: { x: [Object.values(residual)[0].reduce<Num>((largest, x) => max(largest, abs(x)), most.x[0])] },
    })).most;
  }
  return most;
}
