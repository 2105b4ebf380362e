import { RequestError } from "../errors/kinetree-error.js";
import { Code, I32 } from "../kernel/code.js";
import type { Linkage } from "../kernel/link.js";
import type { Program } from "../kernel/program.js";
import type { Rec } from "../kernel/record.js";
import type { Model } from "../model/types.js";
import type { Topology } from "../topology/types.js";
import { articulatedBody } from "./articulated-body.js";
import type { NodeLoads } from "./node-loads.js";
import type { TreeProgram } from "./tree-program.js";

/**
 * How accelerations are found. "articulated": a recursion of O(n) that takes no couplers; "mass-matrix": by the factors
 * of M, with couplers or without.
 */
export type FormulationName = "articulated" | "mass-matrix";

/** Adds what a program needs beside its steps, and gives the index of the function (state, parameters, work) to call. */
export type Finish = (linkage: Linkage) => number;

/** A way to find the accelerations: all of them give the same numbers, at different cost and for different models. */
export interface Formulation {
  readonly name: FormulationName;
  /** null if it can do the model; otherwise the reason, with what would help. */
  readonly refuses: (model: Model, topology: Topology) => string | null;
  /**
   * Traces v̇ from t, q, v, tau, u and the loads into the entry point that the program is at, and writes it to `vdot`. What
   * it gives is called when the program is linked; the function that this gives does the whole evaluation.
   */
  readonly trace: (tree: TreeProgram, loads: NodeLoads, vdot: Rec) => Finish;
}

/** O(n) recursion over trees. */
export const articulated: Formulation = Object.freeze<Formulation>({
  name: "articulated",
  refuses: (model, topology) => refusesLoops(model, topology) ?? refusesCouplers(model),
  trace: (tree, loads, vdot) => {
    articulatedBody(tree, loads, vdot);
    return entryFunction(tree.program);
  },
});

/** Formulations of loops in the plan of kinetree; named so that whoever meets the refusal knows what to look for. */
const forLoops = ["tree-augmented", "embedded", "partitioned", "augmented"];

/** The reason why a formulation for trees cannot do a model; null if the model is a tree, with couplers or not. */
export function refusesLoops(model: Model, { cuts }: Topology): string | null {
  if (cuts.length === 0) return null;
  const names = cuts.map((joint) => `"${model.joints[joint].name}"`);
  const closing = names.length === 1 ? `joint ${names[0]} closes a loop` : `joints ${names.join(", ")} close loops`;
  return (
    `model "${model.name}": ${closing}. Closed loops need one of the formulations ${forLoops.join(", ")}, which are not ` +
    `part of this version; those there are take trees only. Leave the closing joints out, or put bushings in their place.`
  );
}

/** The recursion runs from body to body, and a coupler ties joints that may be far apart. */
function refusesCouplers({ name, constraints }: Model): string | null {
  if (constraints.length === 0) return null;
  return (
    `model "${name}": ${couplersOf(constraints)} ties joints together, which this recursion cannot do. ` +
    `Choose the formulation "mass-matrix", or leave the choice open.`
  );
}

/** How messages name the couplers of a model: the first of them. */
const couplersOf = ([{ name }, ...others]: Model["constraints"]): string =>
  others.length === 0 ? `coupler "${name}"` : `coupler "${name}" (and ${others.length} more)`;

/** Refuses models with couplers where something has been worked out for free trees only. */
export function refuseCouplers({ constraints }: Model, what: string, fix: string): void {
  if (constraints.length === 0) return;
  throw new RequestError({
    code: "couplers-refused",
    subject: couplersOf(constraints),
    value: constraints.map(({ name }) => name),
    message: `${couplersOf(constraints)}: ${what} cannot take couplers into account. ${fix}`,
  });
}

/** Refuses what a formulation cannot do; `what` begins the message, such as "forward dynamics". */
export function requireTree(model: Model, topology: Topology, formulation: Formulation, what: string): void {
  const reason = formulation.refuses(model, topology);
  if (reason !== null) throw refusal(model, topology, formulation.name, what, reason);
}

/** Refuses closed loops alone. */
export function requireOpen(model: Model, topology: Topology, name: FormulationName, what: string): void {
  const reason = refusesLoops(model, topology);
  if (reason !== null) throw refusal(model, topology, name, what, reason);
}

const refusal = (model: Model, { cuts }: Topology, name: FormulationName, what: string, reason: string): RequestError =>
  new RequestError({
    code: "formulation-refuses",
    subject: `formulation "${name}"`,
    value: cuts.length > 0 ? cuts.map((joint) => model.joints[joint].name) : model.constraints.map((each) => each.name),
    message: `${what} by formulation "${name}" is not possible: ${reason}`,
  });

/** The function of the entry point that the last step went to; one that does nothing if there is no step at all. */
export function entryFunction(program: Program): Finish {
  const entry = program.steps.at(-1)?.entry;
  return ({ module, entry: indexOf }) => (entry === undefined ? module.add(new Code([I32, I32, I32])) : indexOf(entry));
}
