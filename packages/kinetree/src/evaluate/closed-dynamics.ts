import { RequestError, SimulationError } from "../errors/kinetree-error.js";
import type { Model } from "../model/types.js";
import type { Topology } from "../topology/types.js";
import { CompiledAlgorithm, type ParameterValues } from "./evaluator-algorithm.js";
import { algorithms } from "./evaluator-algorithms.js";
import { turnsFor, type Formulation } from "../formulation/formulation.js";
import { parametersByName } from "../state/parameter-values.js";
import type { State } from "../state/state.js";
import { AbsoluteMotion } from "./absolute-motion.js";
import { requireClosed } from "../formulation/loops/assemble/closed-state.js";
import { RegularPoses } from "../formulation/loops/assemble/singular-pose.js";
import { ClosureEvaluator } from "../formulation/loops/closures/closure-evaluator.js";
import { isPlanned } from "../topology/has-closures.js";
import { eliminate, planFrom, type LoopPlan } from "../formulation/loops/closures/loop-plan.js";

/** Accelerations of the joints and multipliers, evaluated state by state. */
export interface StateDynamics {
  readonly evaluateInto: (out: Float64Array, state: State, tau: Float64Array, u: Float64Array) => Float64Array;
  /** Multipliers of all closure rows at the last state. */
  readonly lambda: Float64Array;
  /** Floating-point operations of the equations used last, without dense solves, and memory of all that are kept. */
  readonly size: () => { readonly flops: number; readonly bytes: number };
}

/** Code of the error about accelerations that are no numbers. */
export const NOT_FINITE = "accelerations-not-finite";

/** The dynamics of a model with closures, or of separate bodies; null for trees in joint coordinates. */
export function stateDynamics(
  model: Model,
  topology: Topology,
  formulation: Formulation,
  parameters: ParameterValues,
): StateDynamics | null {
  if (formulation.coordinates === "absolute") return new AbsoluteDynamics(model, topology, formulation, parameters);
  return isPlanned(model, topology, formulation) ? new ClosedDynamics(model, topology, formulation, parameters) : null;
}

/** The dynamics of separate bodies, for states of the joints. */
class AbsoluteDynamics implements StateDynamics {
  readonly #motion: AbsoluteMotion;
  readonly #closed: ClosedDynamics;
  readonly #model: Model;
  readonly #parameters: ParameterValues;
  #version = -1;
  lambda: Float64Array = new Float64Array(0);

  constructor(model: Model, topology: Topology, formulation: Formulation, parameters: ParameterValues) {
    this.#model = model;
    this.#parameters = parameters;
    this.#motion = new AbsoluteMotion(model, topology);
    const { exploded, explodedTopology } = this.#motion;
    this.#closed = new ClosedDynamics(exploded, explodedTopology, formulation, parameters);
  }

  evaluateInto(out: Float64Array, state: State, tau: Float64Array, u: Float64Array): Float64Array {
    if (tau.some((x) => x !== 0)) throw tauOfBodies(tau);
    const { values, version } = this.#parameters;
    if (version !== this.#version) {
      this.#motion.setParameters(parametersByName(this.#model, values));
      this.#version = version;
    }
    const bodies = this.#motion.explode(state);
    const vdot = new Float64Array(bodies.v.length);
    this.#closed.evaluateInto(vdot, bodies, new Float64Array(vdot.length), u);
    const all = this.#closed.lambda;
    this.lambda = Float64Array.from(this.#motion.rows, (row) => all[row]);
    out.set(this.#motion.accelerations(bodies, vdot, state));
    return out;
  }

  size(): { readonly flops: number; readonly bytes: number } {
    return this.#closed.size();
  }
}

export const tauOfBodies = (tau: ArrayLike<number>): RequestError =>
  new RequestError({
    code: "tau-of-bodies",
    subject: "tau",
    value: Array.from(tau),
    message: `tau acts along speeds of joints, and this formulation has separate bodies. Use joint-force loads or actuators, or a formulation in joint coordinates.`,
  });

/** How far states may be from closed [m, rad]: runs that leave drift alone open their loops a little, and so do difference quotients. */
const OPEN = 0.01;

/** Equations kept compiled: each has its own memory, and browsers limit a page to about a hundred. */
const MOST_KEPT = 16;

/** Compiled equations, with the parts of the loop plan that they depend on, as text. */
interface KeptEquations {
  readonly looked: ReadonlyMap<keyof LoopPlan, string>;
  readonly compiled: CompiledAlgorithm;
}

/** Forward dynamics with closures. Rows and coordinates follow from the state alone, so that the same state gives the same bits. */
class ClosedDynamics implements StateDynamics {
  readonly #model: Model;
  readonly #topology: Topology;
  readonly #formulation: Formulation;
  readonly #parameters: ParameterValues;
  readonly #evaluator: ClosureEvaluator;
  readonly #regular: RegularPoses;
  /** Most recently used last. */
  readonly #kept: KeptEquations[] = [];
  #version = -1;
  lambda: Float64Array = new Float64Array(0);

  constructor(model: Model, topology: Topology, formulation: Formulation, parameters: ParameterValues) {
    this.#model = model;
    this.#topology = topology;
    this.#formulation = formulation;
    this.#parameters = parameters;
    this.#evaluator = new ClosureEvaluator(model, topology, {}, turnsFor(formulation));
    this.#regular = new RegularPoses(this.#evaluator);
  }

  evaluateInto(out: Float64Array, state: State, tau: Float64Array, u: Float64Array): Float64Array {
    const { values, version } = this.#parameters;
    if (version !== this.#version) {
      this.#evaluator.setParameters(parametersByName(this.#model, values));
      this.#regular.forget();
      this.#version = version;
    }
    const plan = this.#planAt(state);
    const compiled = this.#equationsFor(plan);
    compiled.forget();
    compiled.evaluateInto(out, state, tau, u, null);
    this.lambda = compiled.lambda();
    if (out.every(Number.isFinite)) return out;
    throw new SimulationError({
      code: NOT_FINITE,
      subject: `model "${this.#model.name}"`,
      value: Array.from(out),
      message:
        `model "${this.#model.name}": the accelerations of its loops are not finite in this state. Look for a part without ` +
        `inertia, or for a dead point where the loops could continue in more than one way.`,
    });
  }

  /** Refuses states to which the equations have no answer: open loops and singular poses. */
  #planAt(state: State): LoopPlan {
    const evaluator = this.#evaluator;
    const values = evaluator.at(state);
    requireClosed(evaluator, values, state, OPEN);
    const factors = eliminate(values);
    this.#regular.require(state, factors);
    return planFrom(evaluator, state, values, factors);
  }

  size(): { readonly flops: number; readonly bytes: number } {
    const bytes = this.#kept.reduce((sum, { compiled }) => sum + compiled.memoryBytes, 0);
    return { flops: this.#kept.at(-1)?.compiled.flops ?? 0, bytes };
  }

  #equationsFor(plan: LoopPlan): CompiledAlgorithm {
    const isSame = ({ looked }: KeptEquations): boolean =>
      [...looked].every(([part, text]) => JSON.stringify(plan[part]) === text);
    const found = this.#kept.findIndex(isSame);
    const used = found >= 0 ? this.#kept.splice(found, 1)[0] : this.#compile(plan);
    this.#kept.push(used);
    if (this.#kept.length > MOST_KEPT) this.#kept.shift();
    return used.compiled;
  }

  /** Formulations depend on different parts of the plan, or on none: other parts may change without new equations. */
  #compile(plan: LoopPlan): KeptEquations {
    const looked = new Map<keyof LoopPlan, string>();
    const watched = new Proxy(plan, {
      get: (target, part: keyof LoopPlan) => {
        looked.set(part, JSON.stringify(target[part]));
        return target[part];
      },
    });
    const traced = algorithms.forwardDynamics(this.#model, this.#topology, this.#formulation, watched);
    return { looked, compiled: new CompiledAlgorithm(traced, this.#parameters) };
  }
}
