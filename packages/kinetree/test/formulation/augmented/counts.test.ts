import { describe, expect, test } from "vitest";
import { predictAugmentedCost } from "../../../src/formulation/augmented/cost.js";
import { linksOf } from "../../../src/formulation/augmented/joint-graph.js";
import { makeProduct } from "../../../src/formulation/augmented/products.js";
import { makeSolver } from "../../../src/formulation/augmented/solvers.js";
import { envelopeOf, structureOf } from "../../../src/formulation/augmented/structure.js";
import { numberedChain } from "../../../src/systems/chains/numbered-chain.js";
import { dice } from "../../support/dice.js";

/* Multiplications of the banded elimination, counted while it works: every one of them writes an entry of the matrix. */

const methods = { product: "block", solve: "banded", ordering: "given" } as const;

/** The numbers, and how many of them have been written. */
function counting(numbers: Float64Array): { readonly numbers: Float64Array; readonly written: () => number } {
  let count = 0;
  const watched = new Proxy(numbers, {
    set: (target, key, value) => {
      count++;
      return Reflect.set(target, key, value);
    },
  });
  return { numbers: watched, written: () => count };
}

function eliminated(n: number, order: "optimal" | "worst"): { readonly counted: number; readonly predicted: number } {
  const model = numberedChain({ n, order });
  const links = linksOf(model);
  const structure = structureOf(
    links,
    links.map((_, link) => link),
    n,
  );
  const { rows } = structure;
  const envelope = envelopeOf(structure.links, rows);
  const solver = makeSolver(methods.solve, envelope);
  const A = new Float64Array(solver.storage.size);
  const draw = dice(53, n, false);
  const K = Float64Array.from({ length: structure.blockSize }, () => draw.between(-1, 1));
  makeProduct(methods.product, structure, solver.storage)(A, K, K);
  const { numbers, written } = counting(A);
  solver.solve(new Float64Array(rows), numbers, new Float64Array(rows).fill(1));
  expect(solver.report[0]).toBeGreaterThan(0);
  const { solve, reach } = predictAugmentedCost(model, methods);
  // Both substitutions go through the width of the band.
  return { counted: written(), predicted: solve - 2 * rows * Math.min(rows, reach + 1) };
}

describe("multiplications of the banded elimination", () => {
  test.each([
    [15, "optimal"],
    [15, "worst"],
    [50, "optimal"],
    [50, "worst"],
  ] as const)("are as many as predicted: chain of %i, %s numbering", (n, order) => {
    const { counted, predicted } = eliminated(n, order);
    expect(counted).toBe(predicted);
  });

  test("grow in proportion to a chain in its best numbering, and with the square in its worst", () => {
    const solve = (n: number, order: "optimal" | "worst"): number =>
      predictAugmentedCost(numberedChain({ n, order }), methods).solve;
    expect(solve(400, "optimal") / solve(200, "optimal")).toBeCloseTo(2, 1);
    // Zeros within the band are passed over: without that it would be the cube.
    expect(solve(400, "worst") / solve(200, "worst")).toBeCloseTo(4, 1);
  });

  test("differ by more than whole evaluations of a chain of 50, which differ by more than four", () => {
    const [worst, optimal] = [eliminated(50, "worst"), eliminated(50, "optimal")];
    const total = (order: "optimal" | "worst"): number =>
      predictAugmentedCost(numberedChain({ n: 50, order }), methods).total;
    const whole = total("worst") / total("optimal");
    expect(whole).toBeGreaterThan(4);
    expect(worst.counted / optimal.counted).toBeGreaterThan(whole);
  });
});
