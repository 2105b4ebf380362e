import { RequestError } from "../errors/kinetree-error.js";
import type { Finish } from "../kernel/finish.js";
import type { Rec } from "../kernel/record.js";
import { coordinateRelation } from "../model/constraints/coordinate-relation.js";
import type { Model } from "../model/types.js";
import { closingCuts, hasClosures } from "../topology/has-closures.js";
import type { Topology } from "../topology/types.js";
import type { WhichTurns } from "./joints/cut-turns.js";
import type { LoopPlan } from "./loops/closures/loop-plan.js";
import type { Skeleton } from "./skeleton/skeleton.js";
import type { NodeLoads } from "./tree/node-loads.js";
import type { TreeProgram } from "./tree/tree-program.js";

/**
 * How accelerations are found. "articulated": a recursion of O(n), for trees without couplers; "mass-matrix": by the factors of
 * M, loops by Lagrange multipliers; "tree-augmented": the recursion, and the Schur complement of what closes the loops;
 * "embedded": the recursion over loops aggregated into compound bodies; "partitioned" and "augmented": absolute coordinates of every body;
 * "constrained": not at all, the equations themselves are handed to an implicit integrator.
 */
export type FormulationName =
  "articulated" | "mass-matrix" | "tree-augmented" | "embedded" | "partitioned" | "augmented" | "constrained";

/** A way to find the accelerations: all of them give the same numbers, at different cost and for different models. */
export interface Formulation {
  readonly name: FormulationName;
  /** Integrated coordinates: those of the tree's joints, or those of every body separately (see `explode`). */
  readonly coordinates: "joint" | "absolute";
  /** What every evaluation finds from the independent part of a state, whatever is given: dependent speeds, or coordinates as well. */
  readonly follows?: "speeds" | "state";
  /** For each speed how much rather it should follow from others, as a factor of its pivots; left out where all are alike. */
  readonly pivotWeights?: (skeleton: Skeleton) => ArrayLike<number>;
  /** null if the model is supported; otherwise the reason, with a remedy. */
  readonly refuses: (model: Model, topology: Topology) => string | null;
  /** Traces v̇ into the current entry point, and writes it to `vdot`. Absolute coordinates: the tree is of the exploded model. */
  readonly trace: (tree: TreeProgram, loads: NodeLoads, vdot: Rec, loops: LoopContext) => TracedDynamics;
  /** Traces what the loads depend on, in entry points of its own; the result traces the rest. */
  readonly prepare?: (tree: TreeProgram, loops: LoopContext) => (loads: NodeLoads, vdot: Rec) => TracedDynamics;
}

/** Which angles of cut joints a state holds: all where coordinates of joints are read off bodies that are integrated. */
export const turnsFor = ({ coordinates }: Formulation): WhichTurns => (coordinates === "absolute" ? "all" : "read");

/** How drift of the closures is controlled. */
export type DriftControl = "projection" | "baumgarte" | "none";

/** Choices about loops that a formulation depends on. */
export interface LoopContext {
  /** Rows and coordinates chosen at a pose near those to come; null for trees, and for formulations that choose as they go. */
  readonly plan: LoopPlan | null;
  readonly drift: DriftControl;
  /** Where residuals are damped, what is added to γ of each row: 2 g φ̇ + g² φ as they were where the step began. */
  readonly held: Rec | null;
}

export const noLoops: LoopContext = Object.freeze({ plan: null, drift: "none", held: null });

/** A traced formulation; each part gives, when the program is linked, the function to call. */
export interface TracedDynamics {
  /** v̇ from t, q, v and the loads. */
  readonly accelerate: Finish;
  /** The same right after `settle`, reusing its results; defaults to `accelerate`. */
  readonly accelerateSettled?: Finish;
  /** Finds the multipliers after the accelerations, where `accelerate` does not. */
  readonly react?: Finish;
  /** Puts q and v back onto the closures, after every stage or where steps end; left out where drift is not projected. */
  readonly settle?: {
    readonly when: "stage" | "step";
    readonly finish: Finish;
    /** It is this that finds the quality, not every evaluation. */
    readonly judges?: true;
  };
  /** Multipliers of all closure rows, numbered as by `closuresOf`: force along each residual, zero for redundant rows. */
  readonly lambda?: Rec;
  /** Distance of the equations from singular, 0 to 1, per lane; below a limit the run stops to choose again. */
  readonly quality?: Rec;
  /** What is chosen on the way: 1 for each row that counts, and for each δ and each speed that follows from the others. */
  readonly choice?: { readonly rows: Rec; readonly deltas: Rec; readonly speeds: Rec };
}

/** The reason why a formulation for trees cannot do a model; null if the model is a tree, with couplers or not. */
export function refusesLoops(model: Model, topology: Topology): string | null {
  if (!hasClosures(model, topology)) return null;
  return (
    `model "${model.name}": ${whatCloses(model, topology)}. Choose one of the formulations tree-augmented, embedded, mass-matrix, partitioned, ` +
    `augmented, or leave the choice open.`
  );
}

function whatCloses(model: Model, topology: Topology): string {
  const names = closingCuts(model, topology).map((joint) => `"${model.joints[joint].name}"`);
  const demands = model.constraints.filter((each) => coordinateRelation(each) === null);
  if (names.length === 0) return `constraint "${demands[0].name}" demands more than a tree gives`;
  return names.length === 1 ? `joint ${names[0]} closes a loop` : `joints ${names.join(", ")} close loops`;
}

/** The recursion runs from body to body, and a coupler ties joints that may be far apart. */
export function refusesCouplers({ name, constraints }: Model): string | null {
  if (constraints.length === 0) return null;
  return (
    `model "${name}": ${couplersOf(constraints)} ties joints together, which this recursion cannot do. ` +
    `Choose the formulation "mass-matrix", or leave the choice open.`
  );
}

/** How messages name the couplers of a model: the first of them. */
const couplersOf = ([{ name }, ...others]: Model["constraints"]): string =>
  others.length === 0 ? `coupler "${name}"` : `coupler "${name}" (and ${others.length} more)`;

/** Refuses what a formulation cannot do; `what` begins the message, such as "forward dynamics". */
export function requireTree(model: Model, topology: Topology, formulation: Formulation, what: string): void {
  const reason = formulation.refuses(model, topology);
  if (reason !== null) throw refusal(model, topology, formulation.name, what, reason);
}

/** Refuses closed loops where something has been worked out for trees only. */
export function requireOpen(model: Model, topology: Topology, name: FormulationName, what: string): void {
  if (!hasClosures(model, topology)) return;
  const reason = `model "${model.name}": ${whatCloses(model, topology)}, and this is worked out for trees only. Leave out what closes, or put bushings in its place.`;
  throw refusal(model, topology, name, what, reason);
}

const refusal = (model: Model, { cuts }: Topology, name: FormulationName, what: string, reason: string): RequestError =>
  new RequestError({
    code: "formulation-refuses",
    subject: `formulation "${name}"`,
    value: cuts.length > 0 ? cuts.map((joint) => model.joints[joint].name) : model.constraints.map((each) => each.name),
    message: `${what} by formulation "${name}" is not possible: ${reason}`,
  });
