import { SimulationError } from "../../errors/kinetree-error.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import { CompiledAlgorithm, type ParameterValues } from "../evaluator-algorithm.js";
import { algorithms } from "../evaluator-algorithms.js";
import type { Formulation } from "../formulation.js";
import type { State } from "../state.js";
import { ClosureEvaluator } from "./closure-evaluator.js";
import { planLoops } from "./loop-plan.js";

/**
 * Forward dynamics of a model with closures, state by state: which rows and coordinates the equations are solved in follows from
 * the state alone, so that the same state gives the same bits whatever was asked before. Equations are kept once compiled.
 */
export class ClosedDynamics {
  readonly #model: Model;
  readonly #topology: Topology;
  readonly #formulation: Formulation;
  readonly #parameters: ParameterValues;
  readonly #evaluator: ClosureEvaluator;
  readonly #compiled = new Map<string, CompiledAlgorithm>();
  #version = -1;
  /** Multipliers of all rows at the last state. */
  lambda: Float64Array = new Float64Array(0);

  constructor(model: Model, topology: Topology, formulation: Formulation, parameters: ParameterValues) {
    this.#model = model;
    this.#topology = topology;
    this.#formulation = formulation;
    this.#parameters = parameters;
    this.#evaluator = new ClosureEvaluator(model, topology);
  }

  evaluateInto(out: Float64Array, state: State, tau: Float64Array, u: Float64Array): Float64Array {
    const { values, version } = this.#parameters;
    if (version !== this.#version) {
      this.#evaluator.setParameters(Object.fromEntries(this.#model.parameters.map(({ name }, i) => [name, values[i]])));
      this.#version = version;
    }
    const plan = planLoops(this.#evaluator, state);
    const key = `${plan.rows.join()};${plan.dependent.join()}`;
    let compiled = this.#compiled.get(key);
    if (!compiled) {
      const traced = algorithms.forwardDynamics(this.#model, this.#topology, this.#formulation, plan);
      this.#compiled.set(key, (compiled = new CompiledAlgorithm(traced, this.#parameters)));
    }
    compiled.evaluateInto(out, state, tau, u, null);
    this.lambda = compiled.lambda();
    if (out.every(Number.isFinite)) return out;
    throw new SimulationError({
      code: "accelerations-not-finite",
      subject: `model "${this.#model.name}"`,
      value: Array.from(out),
      message:
        `model "${this.#model.name}": the accelerations of its loops are not finite in this state. Look for a part without ` +
        `inertia, or for a dead point where the loops could move on in more than one way.`,
    });
  }
}
