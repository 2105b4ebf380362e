import {
  DERIVATIVES,
  EQUATIONS,
  traceEquations,
  type ClosureLevel,
  type TracedEquations,
} from "../../formulation/implicit/trace-equations.js";
import { newtonMatrix, type NewtonMatrix } from "../../formulation/implicit/newton-matrix.js";
import { integratorNamed, type ImplicitName } from "../../integrate/integrators.js";
import { chartPieces, type ChartPieces } from "../../formulation/tree/manifold.js";
import { slotsOf, type Slots } from "./state-layout.js";
import type { TracedDynamics } from "../../formulation/formulation.js";
import { countedRows } from "../../formulation/loops/closures/closures.js";
import { rowNamed, type LoopPlan } from "../../formulation/loops/closures/loop-plan.js";
import type { TreeProgram } from "../../formulation/tree/tree-program.js";
import { callSequence } from "../../kernel/finish.js";
import type { Linkage } from "../../kernel/link.js";
import type { Rec } from "../../kernel/record.js";
import { signalsOf } from "../../model/loads.js";
import type { Model } from "../../model/types.js";
import type { ExtremeRecords } from "./extremes.js";

/** Options of the implicit integrators. */
export interface ImplicitOptions {
  /** Highest order of "bdf", 1 to 5. Default 5; 2 is stable for oscillations too. */
  readonly maxOrder?: number;
  /** Of "generalized-alpha": spectral radius at infinite frequency, 0 (most damping) to 1 (none). Default 0.8. */
  readonly rho?: number;
  /** Of "hht": from -1/3 (most damping) to 0 (none). Default -0.1. */
  readonly alpha?: number;
  /** "exact" (default): traced from the model, sparse. "difference": by finite differences, dense; to check the other. */
  readonly jacobian?: "exact" | "difference";
}

/** The part of a plan for implicit steps. Plain data. */
export interface ImplicitPlan {
  readonly name: ImplicitName;
  /** The constrained equations are integrated, with accelerations and multipliers as unknowns. */
  readonly isConstrained: boolean;
  readonly options: ImplicitOptions;
  readonly level: ClosureLevel;
  readonly matrix: NewtonMatrix;
  readonly derivativeCount: number;
  readonly chart: ChartPieces;
  /** Rows of closures, and those that are not redundant. */
  readonly rowCount: number;
  readonly keptRows: readonly number[];
  /** Name of each row with its closure, for messages. */
  readonly rowNames: readonly string[];
  /** Loads or motions depend on time. */
  readonly followsClock: boolean;
  readonly settles: "stage" | "step" | null;
  /** Extremes are evaluated at the end of a step. */
  readonly observes: { readonly from: Slots; readonly to: Slots } | null;
  /** Internal states of contacts to take over at the end of a step. */
  readonly releases: Slots | null;
  readonly checks: boolean;
  /** Slots of the equations in addition to the state. */
  readonly layout: EquationLayout;
}

/** Slots of the equations that implicit methods solve. Plain data. The last column is the number of entries. */
interface EquationLayout {
  // Unknowns.
  readonly base: Slots; //       q that δ is seen from                                  nq
  readonly a: Slots; //          accelerations                                          nv
  readonly lambda: Slots; //     multipliers of the closures' rows                      rowCount
  readonly mu: Slots; //         multipliers that keep positions on the closures        rowCount

  // Values.
  readonly deltaRates: Slots; // δ̇, less Kᵀ μ                                           nv
  readonly needed: Slots; //     generalised forces missing for these accelerations     nv
  readonly zRates: Slots; //     ż of contacts                                          nz − nSummed
  readonly phi: Slots; //        residuals of closures                                  rowCount
  readonly rows: Slots; //       their rates or accelerations: see ClosureLevel         rowCount
  readonly power: Slots; //      power of the loads                                     nSummed
  readonly derivatives: Slots; // entries of Newton's matrix                             derivativeCount
}

export interface ImplicitChoice {
  readonly name: ImplicitName;
  /** Solves the constrained equations, not the accelerations of a formulation. */
  readonly isConstrained: boolean;
  readonly options: ImplicitOptions;
}

export interface ImplicitTrace {
  readonly choice: ImplicitChoice;
  readonly equations: TracedEquations;
  readonly matrix: NewtonMatrix;
  readonly keptRows: readonly number[];
}

/** Traces the equations that implicit methods solve, in addition to the dynamics of the formulation. */
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

interface ImplicitRecords {
  readonly tree: TreeProgram;
  readonly released: Rec;
  readonly extremes: ExtremeRecords;
}

/** Adds the functions called by the host, each (state, parameters, work). */
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
    layout: { ...slotsOfAll(records, slots), derivatives: slots(partials.values) },
  };
}

const slotsOfAll = <K extends string>(
  records: Readonly<Record<K, Rec>>,
  slots: (rec: Rec) => Slots,
): Record<K, Slots> =>
  Object.fromEntries(Object.entries<Rec>(records).map(([name, rec]) => [name, slots(rec)])) as Record<K, Slots>;

const followsClock = ({ loads, constraints }: Model): boolean =>
  loads.some((load) => signalsOf(load).length > 0) || constraints.some(({ kind }) => kind === "motion");
