import { aNumber, anObject, recordOf, requireType } from "../errors/option-types.js";
import type { Formulation } from "../formulation/formulation.js";
import type { Model } from "../model/types.js";
import { parametersByName, parameterValues } from "../state/parameter-values.js";
import type { State } from "../state/state.js";
import type { Topology } from "../topology/types.js";
import { stateDynamics, type StateDynamics } from "./closed-dynamics.js";
import { CompiledAlgorithm, type ParameterValues } from "./evaluator-algorithm.js";
import { algorithms, type AlgorithmName } from "./evaluator-algorithms.js";
import { requireState, requireVector } from "./evaluator-checks.js";
import type { Inputs } from "./evaluator-types.js";
import { ClosedMotion } from "./independent-speeds.js";

const noInputs: Inputs = Object.freeze({});

/** Compiled algorithms of a model, each compiled on first use, and the parameters that they share. */
export class EvaluatorWorkspace {
  readonly model: Model;
  readonly topology: Topology;
  readonly formulation: Formulation;
  readonly nv: number;
  readonly zeroV: Float64Array;
  readonly #zeroU: Float64Array;
  readonly #parameters: ParameterValues;
  readonly #compiled = new Map<AlgorithmName, CompiledAlgorithm>();
  readonly #rows = new Map<AlgorithmName, Float64Array>();
  #loops: StateDynamics | null | undefined;
  #closed: ClosedMotion | null = null;

  constructor(model: Model, topology: Topology, formulation: Formulation) {
    this.model = model;
    this.topology = topology;
    this.formulation = formulation;
    this.nv = topology.counts.nv;
    this.zeroV = new Float64Array(this.nv);
    this.#zeroU = new Float64Array(model.actuators.length);
    this.#parameters = { values: Float64Array.from(model.parameters, ({ value }) => value), version: 0 };
  }

  parameters(): Readonly<Record<string, number>> {
    return parametersByName(this.model, this.#parameters.values);
  }

  setParameters(values: Readonly<Record<string, number>>): void {
    requireType(values, recordOf(aNumber), "parameters");
    this.#parameters.values.set(parameterValues(this.model, { ...this.parameters(), ...values }));
    this.#parameters.version++;
  }

  algorithm(name: AlgorithmName): CompiledAlgorithm {
    let found = this.#compiled.get(name);
    if (!found) {
      const traced = algorithms[name](this.model, this.topology, this.formulation, null);
      this.#compiled.set(name, (found = new CompiledAlgorithm(traced, this.#parameters)));
    }
    return found;
  }

  /** Checks all arguments of the caller, then evaluates. */
  evaluateInto(
    out: Float64Array,
    name: AlgorithmName,
    state: State,
    inputs: Inputs = noInputs,
    vdot: Float64Array | null = null,
  ): Float64Array {
    requireType(inputs, anObject, "inputs");
    const { tau = this.zeroV, u = this.#zeroU } = inputs;
    this.#check(state, tau, u);
    if (vdot) requireVector("vdot", vdot, this.nv);
    return this.algorithm(name).evaluateInto(out, state, tau, u, vdot);
  }

  /** The same into own memory, which the next call overwrites. */
  evaluate(name: AlgorithmName, state: State, inputs?: Inputs, vdot?: Float64Array): Float64Array {
    let row = this.#rows.get(name);
    if (!row) this.#rows.set(name, (row = new Float64Array(this.algorithm(name).size)));
    return this.evaluateInto(row, name, state, inputs, vdot);
  }

  get loops(): StateDynamics | null {
    if (this.#loops === undefined)
      this.#loops = stateDynamics(this.model, this.topology, this.formulation, this.#parameters);
    return this.#loops;
  }

  /** Closures and couplers in numbers. */
  get closed(): ClosedMotion {
    return (this.#closed ??= new ClosedMotion(this.model, this.topology));
  }

  loopDynamicsInto(out: Float64Array, loops: StateDynamics, state: State, inputs: Inputs = noInputs): Float64Array {
    requireType(inputs, anObject, "inputs");
    const { tau = this.zeroV, u = this.#zeroU } = inputs;
    this.#check(state, tau, u);
    return loops.evaluateInto(out, state, tau, u);
  }

  #check(state: State, tau: Float64Array, u: Float64Array): void {
    requireState(this.model, this.topology, state);
    requireVector("tau", tau, this.nv);
    requireVector("u", u, this.#zeroU.length);
  }
}
