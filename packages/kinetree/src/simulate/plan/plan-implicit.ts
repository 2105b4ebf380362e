import type { TracedDynamics } from "../../formulation/formulation.js";
import { newtonMatrix, type NewtonMatrix } from "../../formulation/implicit/newton-matrix.js";
import {
  DERIVATIVES,
  EQUATIONS,
  traceEquations,
  type ClosureLevel,
  type TracedEquations,
} from "../../formulation/implicit/trace-equations.js";
import { countedRows } from "../../formulation/loops/closures/closures.js";
import { rowNamed, type LoopPlan } from "../../formulation/loops/closures/loop-plan.js";
import { chartPieces } from "../../formulation/tree/manifold.js";
import type { TreeProgram } from "../../formulation/tree/tree-program.js";
import { integratorNamed, type ImplicitName } from "../../integrate/integrators.js";
import { callSequence } from "../../kernel/finish.js";
import type { Linkage } from "../../kernel/link.js";
import type { Rec } from "../../kernel/record.js";
import type { Model } from "../../model/types.js";
import type { ExtremeRecords } from "./extremes.js";
import type { ImplicitOptions, ImplicitPlan } from "./implicit-plan.js";
import { slotsOf, type Slots } from "./state-layout.js";

/** An implicit method with what it is told. */
export interface ImplicitChoice {
  readonly name: ImplicitName;
  /** The equations themselves, not the accelerations of a formulation. */
  readonly isConstrained: boolean;
  readonly options: ImplicitOptions;
}

/** The equations of a plan, and Newton's matrix for them. */
export interface ImplicitTrace {
  readonly choice: ImplicitChoice;
  readonly equations: TracedEquations;
  readonly matrix: NewtonMatrix;
  readonly keptRows: readonly number[];
}

/** Traces what implicit methods solve, beside the dynamics of the formulation. */
export function traceImplicit(
  tree: TreeProgram,
  choice: ImplicitChoice,
  plan: LoopPlan | null,
  { nz, nSummed }: { readonly nz: number; readonly nSummed: number },
): ImplicitTrace {
  const equations = traceEquations(tree, levelOf(choice), nz, nSummed);
  const kept = countedRows(plan?.rows, equations.rowCount);
  return {
    choice,
    equations,
    matrix: newtonMatrix(tree.skeleton, equations, (row) => kept.has(row)),
    keptRows: [...kept].sort((a, b) => a - b),
  };
}

/** Integrators of second order keep positions on the closures; the others keep positions and speeds. */
function levelOf({ name, isConstrained }: ImplicitChoice): ClosureLevel {
  if (!isConstrained) return "rates";
  return integratorNamed(name)?.form === "second-order" ? "positions" : "stabilised";
}

/** Records of a run that implicit methods use besides those of the equations. */
export interface ImplicitRecords {
  readonly tree: TreeProgram;
  readonly released: Rec;
  readonly extremes: ExtremeRecords;
}

/** Adds the functions that the host calls, each (state, parameters, work). */
export function addImplicit(
  linkage: Linkage,
  dynamics: TracedDynamics,
  functions: { readonly accelerate: number; readonly accelerateSettled: number; readonly observe: number | null },
): void {
  const { module, entry } = linkage;
  const { settle } = dynamics;
  const settled = settle ? settle.finish(linkage) : null;
  const rates = entry("rates");
  if (settled !== null) module.export(callSequence(linkage, settled), "settle");
  const evaluate =
    settle?.when === "stage" && settled !== null ? [settled, functions.accelerateSettled] : [functions.accelerate];
  module.export(callSequence(linkage, ...evaluate, rates), "evaluate");
  module.export(callSequence(linkage, entry("retract"), ...evaluate, rates), "evaluate at");
  module.export(callSequence(linkage, entry(EQUATIONS), entry(DERIVATIVES)), "linearize");
  if (functions.observe !== null) module.export(callSequence(linkage, functions.observe), "look");
}

export function implicitPlan(
  { choice, equations, matrix, keptRows }: ImplicitTrace,
  dynamics: TracedDynamics,
  { tree, released, extremes: { accepted, candidate } }: ImplicitRecords,
  offsetOf: (rec: Rec) => number,
): ImplicitPlan {
  const { records, partials } = equations;
  const { model } = tree.skeleton;
  const slots = (rec: Rec): Slots => slotsOf(rec, offsetOf);
  return {
    ...choice,
    level: equations.level,
    matrix,
    derivativeCount: partials.values.layout.size,
    chart: chartPieces(tree),
    rowCount: equations.rowCount,
    keptRows,
    rowNames: Array.from({ length: equations.rowCount }, (_, row) => {
      const { closure, direction } = rowNamed(equations.closures, row);
      return `${closure}, ${direction}`;
    }),
    followsClock: followsClock(model),
    settles: dynamics.settle?.when ?? null,
    observes: accepted.layout.size > 0 ? { from: slots(candidate), to: slots(accepted) } : null,
    releases: released.layout.size > 0 ? slots(released) : null,
    checks: dynamics.quality !== undefined,
    layout: {
      base: slots(records.base),
      a: slots(records.a),
      lambda: slots(records.lambda),
      mu: slots(records.mu),
      deltaRates: slots(records.deltaRates),
      needed: slots(records.needed),
      zRates: slots(records.zRates),
      phi: slots(records.phi),
      rows: slots(records.rows),
      power: slots(records.power),
      derivatives: slots(partials.values),
    },
  };
}

/** Whether loads or prescribed motions follow the clock. */
const followsClock = ({ loads, constraints }: Model): boolean =>
  loads.some(({ kind }) => kind === "joint-force" || kind === "wrench") ||
  constraints.some(({ kind }) => kind === "motion");
