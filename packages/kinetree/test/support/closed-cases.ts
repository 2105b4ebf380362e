import { RequestError } from "../../src/errors/kinetree-error.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import type { Evaluator } from "../../src/evaluate/evaluator-types.js";
import { formulations } from "../../src/formulation/formulations.js";
import type { FormulationName } from "../../src/formulation/formulation.js";
import type { State } from "../../src/state/state.js";
import type { Model } from "../../src/model/types.js";
import { startState } from "../../src/simulate/run/start-state.js";
import { systems } from "../../src/systems/registry.js";
import { buildTopology } from "../../src/topology/build-topology.js";

/* Mechanisms with closures in closed states, and the formulations that take them. */

export interface ClosedCase {
  readonly name: string;
  readonly model: Model;
  /** Closed, with speeds that keep it closed. */
  readonly state: State;
}

/** What cannot be decided before a formulation has taken the model apart. */
const lateRefusals = new Set(["cannot-cut", "armature-on-cut-joint", "formulation-refuses"]);

/** The evaluators of all formulations that take a model; the plain one, by the mass matrix, first. */
export function evaluatorsOf(model: Model): readonly Evaluator[] {
  const topology = buildTopology(model);
  return formulations
    .filter(({ refuses }) => refuses(model, topology) === null)
    .sort((a, b) => Number(b.name === "mass-matrix") - Number(a.name === "mass-matrix"))
    .flatMap(({ name }) => unlessRefused(() => createEvaluator(model, { formulation: name })));
}

/** The result in a list; an empty list where the formulation does not take the model after all. */
export function unlessRefused<T>(make: () => T): readonly T[] {
  try {
    return [make()];
  } catch (error) {
    if (error instanceof RequestError && lateRefusals.has(error.code)) return [];
    throw error;
  }
}

/** Names of the formulations that take a model, as far as can be said before it is taken apart. */
export function formulationsOf(model: Model): readonly FormulationName[] {
  const topology = buildTopology(model);
  return formulations.filter(({ refuses }) => refuses(model, topology) === null).map(({ name }) => name);
}

/** Forces of tyres, dampers and stops have kinks at rest, and tests of their own. */
const optionsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  hmmwv: { support: "posts", damper: "linear", stops: "off" },
};

/** The named systems that have loops, in the states that they start from. */
export const namedClosed: readonly ClosedCase[] = systems
  .map(({ name, build, start }) => ({ name, model: build(optionsOf[name]), start }))
  .filter(({ model }) => buildTopology(model).counts.constraints > 0)
  .map(({ name, model, start }) => ({ name, model, state: startState(model, buildTopology(model), start) }));
