import type { Inputs } from "../../src/evaluate/evaluator-types.js";
import type { State } from "../../src/state/state.js";
import type { Model } from "../../src/model/types.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { randomModel, randomState, randomVector, type RandomModelOptions } from "./random-model.js";

/** A random mechanism in a random state, with forces, commands and accelerations to try on it. */
export interface Mechanism {
  readonly model: Model;
  readonly state: State;
  readonly inputs: Required<Inputs>;
  readonly vdot: Float64Array;
  readonly nv: number;
}

/** The same for the same seed and sample. Mechanisms that cannot move are drawn again, once. */
export function mechanism(seed: number, sample: number, options: Partial<RandomModelOptions> = {}): Mechanism {
  const first = randomModel(seed, sample, options);
  const model = buildTopology(first).counts.nv > 0 ? first : randomModel(seed, sample + 1_000_000, options);
  const { nv } = buildTopology(model).counts;
  return {
    model,
    state: randomState(model, seed + 1, sample),
    inputs: {
      tau: randomVector(nv, 3, seed + 2, sample),
      u: randomVector(model.actuators.length, 2, seed + 3, sample),
    },
    vdot: randomVector(nv, 3, seed + 4, sample),
    nv,
  };
}

export const mechanisms = (seed: number, count: number, options: Partial<RandomModelOptions> = {}): Mechanism[] =>
  Array.from({ length: count }, (_, sample) => mechanism(seed, sample, options)).filter(({ nv }) => nv > 0);

/** Rows whose error exceeds its tolerance (or is no number), smallest mechanism first: the one to look at. */
export function violations<R extends { readonly mechanism: Mechanism }>(
  rows: readonly R[],
  error: (row: R) => number,
  tolerance: (row: R) => number,
): string[] {
  return rows
    .filter((row) => !(error(row) <= tolerance(row)))
    .sort((a, b) => a.mechanism.model.bodies.length - b.mechanism.model.bodies.length)
    .map((row) => {
      const { name, bodies } = row.mechanism.model;
      return `${name}, ${bodies.length} bodies: ${error(row).toExponential(2)} > ${tolerance(row).toExponential(2)}`;
    });
}
