import type { Model } from "../../model/types.js";
import { jointGraph, linksOf, type Link } from "./joint-graph.js";
import { readAugmentedOptions, type AugmentedOptions } from "./options.js";
import { orderJoints } from "./ordering.js";
import type { ProductName } from "./products.js";
import type { SolveName } from "./solvers.js";
import { envelopeOf, fillOf, pairsOf, STATES, structureOf, type Structure } from "./structure.js";

/** Predicted cost of one evaluation, in multiply-adds, by part. */
export interface AugmentedCost {
  /** Blocks of the joints, free accelerations, products with vectors. */
  readonly assembly: number;
  /** G̃. */
  readonly product: number;
  /** U; for iterative solvers the worst case: all iterations, then a direct solve. */
  readonly solve: number;
  readonly total: number;
  /** Scalar constraints. */
  readonly rows: number;
  /** Of the joints in their order, and of the rows that follow from it. */
  readonly bandwidth: number;
  readonly reach: number;
  /** No order of the joints has a smaller bandwidth, as far as is known. */
  readonly isExact: boolean;
}

/** Predicts the cost of one evaluation from the joints of a model, before anything is compiled. */
export const predictAugmentedCost = (model: Model, options: Partial<AugmentedOptions> = {}): AugmentedCost =>
  costOfLinks(linksOf(model), model.bodies.length, readAugmentedOptions(options));

/** The same for joints without a model. */
export function costOfLinks(links: readonly Link[], bodies: number, options: AugmentedOptions): AugmentedCost {
  const { order, bandwidth, isExact } = orderJoints(jointGraph(links), options.ordering, options);
  const structure = structureOf(links, order, bodies);
  const { rows, reach } = structure;
  const assembly = assemblyCost(structure);
  const product = productCost(options.product, structure);
  const solve = solveCost(options.solve, structure, options.iterations);
  return { assembly, product, solve, total: assembly + product + solve, rows, bandwidth, reach, isExact };
}

/** Half the operations that kernels count for chains of hinges and of balls: 770 and 594 for a body with its joint of 5 and 3 rows. */
const [FOR_A_BODY, FOR_A_ROW] = [165, 44];

/** Kernels, then K v, K v̇ and G U by the host. */
const assemblyCost = ({ bodies, rows, blockSize }: Structure): number =>
  FOR_A_BODY * bodies + FOR_A_ROW * rows + 3 * blockSize;

function productCost(product: ProductName, structure: Structure): number {
  const { links, rows, bodies, blockSize } = structure;
  if (product === "dense") return rows * rows * STATES * bodies;
  if (product === "csc") return blockSize * rows;
  let cost = 0;
  for (const [a, b] of pairsOf(links)) {
    const shared = links[a].ends.filter(({ body }) => links[b].ends.some((end) => end.body === body)).length;
    const entries = a === b ? (links[a].rows * (links[a].rows + 1)) / 2 : links[a].rows * links[b].rows;
    cost += 6 * shared * entries;
  }
  return cost;
}

function solveCost(solve: SolveName, structure: Structure, iterations: number): number {
  const { rows: n, reach } = structure;
  const substitution = n * n;
  switch (solve) {
    case "lu":
      return eliminationCost(structure, false) + substitution;
    case "gauss-jordan":
      return (n * n * n) / 2 + substitution;
    case "banded":
      return eliminationCost(structure, true) + 2 * n * Math.min(n, reach + 1);
    case "rnsd":
    case "fom": {
      const times = n * Math.min(n, 2 * reach + 1);
      // Steepest descent multiplies twice, orthogonalisation once and then goes through half of the space on average.
      const each = solve === "rnsd" ? 2 * times : times + iterations * n;
      return iterations * each + eliminationCost(structure, false) + substitution;
    }
  }
}

/** Rows that each row is subtracted from, times its length: to the end of the matrix, or of the upper half of a symmetric band. */
function eliminationCost({ links, rows: n }: Structure, isBand: boolean): number {
  const { ends } = envelopeOf(links, n);
  let cost = 0;
  fillOf(links).forEach((later, joint) => {
    const { first, rows } = links[joint];
    const below = [...later].flatMap((other) =>
      Array.from({ length: links[other].rows }, (_, r) => links[other].first + r),
    );
    for (let k = first; k < first + rows; k++) {
      if (!isBand) {
        cost += (below.length + first + rows - 1 - k) * (n - 1 - k);
        continue;
      }
      for (let i = k + 1; i < first + rows; i++) cost += ends[k] - i + 1;
      for (const i of below) cost += ends[k] - i + 1;
    }
  });
  return cost;
}
