import type { Model } from "../../model/types.js";
import { stream } from "../../random/stream.js";
import { jointGraph, linksOf } from "./joint-graph.js";
import { readAugmentedOptions, type AugmentedOptions } from "./options.js";
import { orderJoints } from "./ordering.js";
import { makeProduct } from "./products.js";
import { makeSolver } from "./solvers.js";
import { envelopeOf, structureOf } from "./structure.js";

/** The two costly parts of one evaluation by the formulation "augmented", to be called, and timed, each on its own. */
export interface JointEquationParts {
  /** Scalar constraints. */
  readonly rows: number;
  /** Computes G̃. */
  readonly product: () => void;
  /** Restores G̃, which solving overwrites, then solves for the loads. */
  readonly solve: () => void;
  /** Only restores G̃: subtract its time from that of `solve`. */
  readonly restore: () => void;
}

/**
 * The product and the solver that a run of the model with these options uses, on blocks of the same sizes in the same places. The blocks
 * hold random numbers, the same ones every time, as of bodies of unit mass and inertia: direct solvers and products take as long
 * whatever the numbers are, iterations do not.
 */
export function jointEquationParts(model: Model, given: Partial<AugmentedOptions> = {}): JointEquationParts {
  const options = readAugmentedOptions(given);
  const links = linksOf(model);
  const { order } = orderJoints(jointGraph(links), options.ordering, options);
  const structure = structureOf(links, order, model.bodies.length);
  const { rows } = structure;
  const solver = makeSolver(options.solve, envelopeOf(structure.links, rows), options);
  const product = makeProduct(options.product, structure, solver.storage);
  const A = new Float64Array(solver.storage.size);
  const { next } = stream(1);
  const K = Float64Array.from({ length: structure.blockSize }, () => 2 * next() - 1);
  const b = Float64Array.from({ length: rows }, () => 2 * next() - 1);
  const x = new Float64Array(rows);
  product(A, K, K);
  const kept = A.slice();
  return {
    rows,
    product: () => product(A, K, K),
    solve: () => {
      A.set(kept);
      solver.solve(x, A, b);
    },
    restore: () => A.set(kept),
  };
}
