import {
  DERIVATIVES,
  EQUATIONS,
  traceEquations,
  type ClosureLevel,
  type TracedEquations,
} from "../../formulation/implicit/trace-equations.js";
import { BASES, type Following } from "../../formulation/implicit/following.js";
import { newtonMatrix, type NewtonMatrix } from "../../formulation/implicit/newton-matrix.js";
import { integratorNamed, type ImplicitName } from "../../integrate/integrators.js";
import { chartPieces, type ChartPieces } from "../../formulation/tree/manifold.js";
import { slotsOf, type Slots } from "./state-layout.js";
import type { Formulation, TracedDynamics } from "../../formulation/formulation.js";
import { closuresOf, countedRows, rowCount, type Closure } from "../../formulation/loops/closures/closures.js";
import { rowNamed, type LoopPlan } from "../../formulation/loops/closures/loop-plan.js";
import type { TreeProgram } from "../../formulation/tree/tree-program.js";
import { callSequence } from "../../kernel/finish.js";
import type { Linkage } from "../../kernel/link.js";
import type { Rec } from "../../kernel/record.js";
import { signalsIn } from "../../model/shaft-elements.js";
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

/** The method that carries a run through a singular pose, in one step on the host: no integrator of a whole run. */
export const PASSAGE = "passage";

/** Methods that step on the host. */
export type HostMethodName = ImplicitName | typeof PASSAGE;

/** The part of a plan for steps on the host. Plain data. */
export interface ImplicitPlan {
  readonly name: HostMethodName;
  /** The constrained equations are integrated, with accelerations and multipliers as unknowns. */
  readonly isConstrained: boolean;
  readonly options: ImplicitOptions;
  readonly level: ClosureLevel;
  /** null for a method that does without Newton's matrix. */
  readonly matrix: NewtonMatrix | null;
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
  /** Internal states of contacts and angles of cut joints to take over at the end of a step. */
  readonly releases: Slots | null;
  readonly checks: boolean;
  /** The quality of the closures is found where a state is settled, not in every evaluation. */
  readonly settlingJudges: boolean;
  /** The same marks, kept with the state. */
  readonly choice: { readonly rows: Slots; readonly deltas: Slots; readonly speeds: Slots } | null;
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
  readonly nu: Slots; //         multipliers of speeds that follow                      rowCount, or 0

  // Values.
  readonly deltaRates: Slots; // δ̇, less Kᵀ μ                                           nv
  readonly needed: Slots; //     generalised forces missing for these accelerations     nv
  readonly zRates: Slots; //     ż of contacts and of angles of cut joints              nz − 1, or nz without power
  readonly phi: Slots; //        residuals of closures                                  rowCount
  readonly rows: Slots; //       their rates or accelerations: see ClosureLevel         rowCount
  readonly power: Slots; //      power of the loads                                     1, or 0 if not asked
  readonly derivatives: Slots; // entries of Newton's matrix                             derivativeCount

  // Rows that count, and what follows from the rest, where a formulation chooses that on the way; else empty.
  readonly markedRows: Slots; //                                                         rowCount
  readonly markedDeltas: Slots; //                                                       nv
  readonly markedSpeeds: Slots; //                                                       nv
}

export interface ImplicitChoice {
  readonly name: HostMethodName;
  /** Solves the constrained equations, not the accelerations of a formulation. */
  readonly isConstrained: boolean;
  readonly options: ImplicitOptions;
  readonly follows: Formulation["follows"];
}

export interface ImplicitTrace {
  readonly choice: ImplicitChoice;
  /** Coordinates that δ is seen from. */
  readonly base: Rec;
  /** null for a method that does without Newton's matrix. */
  readonly newton: { readonly equations: TracedEquations; readonly matrix: NewtonMatrix } | null;
  readonly closures: readonly Closure[];
  readonly keptRows: readonly number[];
}

/** Traces the equations that implicit methods solve, in addition to the dynamics of the formulation. */
export function traceImplicit(
  tree: TreeProgram,
  choice: ImplicitChoice,
  plan: LoopPlan | null,
  withPower: boolean,
): ImplicitTrace {
  const closures = closuresOf(tree.skeleton);
  // What is chosen on the way is marked, and any row may come to count.
  const kept = countedRows(choice.follows === "state" ? undefined : plan?.rows, rowCount(closures));
  const equations =
    choice.name === PASSAGE ? null : traceEquations(tree, levelOf(choice), withPower, followingOf(choice, plan));
  return {
    choice,
    base: equations?.records.base ?? tree.program.state({ q: tree.skeleton.nq }),
    newton: equations && {
      equations,
      matrix: newtonMatrix(tree.skeleton, equations, (row) => kept.has(row)),
    },
    closures,
    keptRows: [...kept].sort((a, b) => a - b),
  };
}

function followingOf({ follows }: ImplicitChoice, plan: LoopPlan | null): Following | null {
  if (follows === "speeds") return plan;
  return follows === "state" ? "chosen" : null;
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
  { newton }: ImplicitTrace,
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
  const bases = newton?.equations.multipliers.nu ? [entry(BASES)] : [];
  if (newton) module.export(callSequence(linkage, ...bases, entry(EQUATIONS), entry(DERIVATIVES)), "linearize");
  if (functions.observe !== null) module.export(callSequence(linkage, functions.observe), "look");
}

export function implicitPlan(
  { choice, base, newton, closures, keptRows }: ImplicitTrace,
  dynamics: TracedDynamics,
  { tree, released, extremes: { accepted, candidate } }: ImplicitRecords,
  offsetOf: (rec: Rec) => number,
): ImplicitPlan {
  const { model } = tree.skeleton;
  const count = rowCount(closures);
  const slots = (rec: Rec): Slots => slotsOf(rec, offsetOf);
  return {
    ...choice,
    level: newton?.equations.level ?? "rates",
    matrix: newton?.matrix ?? null,
    derivativeCount: newton?.equations.partials.values.layout.size ?? 0,
    chart: chartPieces(tree),
    rowCount: count,
    keptRows,
    rowNames: Array.from({ length: count }, (_, row) => {
      const { closure, direction } = rowNamed(closures, row);
      return `${closure}, ${direction}`;
    }),
    followsClock: followsClock(model),
    settles: dynamics.settle?.when ?? null,
    observes: accepted.layout.size > 0 ? { from: slots(candidate), to: slots(accepted) } : null,
    releases: released.layout.size > 0 ? slots(released) : null,
    checks: dynamics.quality !== undefined,
    settlingJudges: dynamics.settle?.judges === true,
    choice: dynamics.choice ? slotsOfAll(dynamics.choice, slots) : null,
    layout: newton
      ? { ...slotsOfAll(newton.equations.records, slots), derivatives: slots(newton.equations.partials.values) }
      : { ...noEquations, base: slots(base) },
  };
}

const none: Slots = { first: 0, count: 0 };
const noEquations: Omit<EquationLayout, "base"> = {
  a: none,
  lambda: none,
  mu: none,
  nu: none,
  deltaRates: none,
  needed: none,
  zRates: none,
  phi: none,
  rows: none,
  markedRows: none,
  markedDeltas: none,
  markedSpeeds: none,
  power: none,
  derivatives: none,
};

const slotsOfAll = <K extends string>(
  records: Readonly<Record<K, Rec>>,
  slots: (rec: Rec) => Slots,
): Record<K, Slots> =>
  Object.fromEntries(Object.entries<Rec>(records).map(([name, rec]) => [name, slots(rec)])) as Record<K, Slots>;

const followsClock = ({ loads, shaftElements, constraints }: Model): boolean =>
  signalsIn({ loads, shaftElements }).length > 0 || constraints.some(({ kind }) => kind === "motion");
