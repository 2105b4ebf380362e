import { describe, expect, test } from "vitest";
import { createEvaluator } from "../../../src/evaluate/evaluator.js";
import { reported } from "../../../src/formulation/augmented/direct-solvers.js";
import { orderNames } from "../../../src/formulation/augmented/ordering.js";
import { makeProduct, productNames } from "../../../src/formulation/augmented/products.js";
import { makeSolver, solveNames, type SolveName } from "../../../src/formulation/augmented/solvers.js";
import { denseStorage, structureOf, bandStorage, type Envelope } from "../../../src/formulation/augmented/structure.js";
import type { State } from "../../../src/state/state.js";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import { param } from "../../../src/model/real-arithmetic.js";
import { GROUND, type Model } from "../../../src/model/types.js";
import { hingeChain } from "../../../src/systems/chains/chain.js";
import { lander } from "../../../src/systems/landers/lander.js";
import { numberedChain } from "../../../src/systems/chains/numbered-chain.js";
import { dice } from "../../support/dice.js";
import { relativeError } from "../../support/numbers.js";
import { randomState } from "../../support/random-model.js";
import { Exploded } from "./exploded.js";

const draw = dice(41, 1, false);
const numbers = (n: number): Float64Array => Float64Array.from({ length: n }, () => draw.between(-1, 1));

const links = [
  { name: "a", rows: 5, bodies: [0] },
  { name: "b", rows: 3, bodies: [0, 1] },
  { name: "c", rows: 6, bodies: [1, 2] },
  { name: "d", rows: 1, bodies: [0, 3] },
  { name: "e", rows: 2, bodies: [3, 2] },
];

describe("products", () => {
  const structure = structureOf(links, [3, 0, 1, 2, 4], 4);
  const { rows: n, reach, blockSize } = structure;
  const K = numbers(blockSize);
  // Rows of K times the same symmetric matrix for each body.
  const C = K.map((_, i) => {
    const [row, k] = [i - (i % 6), i % 6];
    return [0, 1, 2, 3, 4, 5].reduce((sum, j) => sum + K[row + j] * (j === k ? 2 + k : 0.1), 0);
  });
  const reference = new Float64Array(n * n);
  makeProduct("dense", structure, denseStorage(n))(reference, K, C);

  test.each(productNames)("%s gives the definition's matrix, full and as a band", (name) => {
    const full = new Float64Array(n * n);
    makeProduct(name, structure, denseStorage(n))(full, K, C);
    expect(relativeError(full, reference)).toBeLessThan(1e-15 * n);
    const band = bandStorage(n, reach);
    const stored = new Float64Array(band.size).fill(7);
    makeProduct(name, structure, band)(stored, K, C);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const entry = Math.abs(i - j) > reach ? 0 : stored[Math.min(i, j) * band.pitch + Math.max(i, j)];
        expect(entry).toBeCloseTo(reference[i * n + j], 13);
      }
    }
  });
});

describe("solvers", () => {
  /** B Bᵀ of a lower band with a diagonal of `heavy`: positive definite, and the better conditioned the heavier it is. */
  const bandMatrix = (n: number, reach: number, heavy: number): Float64Array => {
    const B = new Float64Array(n * n);
    for (let i = 0; i < n; i++)
      for (let j = Math.max(0, i - reach); j <= i; j++)
        B[i * n + j] = i === j ? heavy : draw.between(-1, 1) / (reach + 1);
    const A = new Float64Array(n * n);
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) for (let k = 0; k < n; k++) A[i * n + j] += B[i * n + k] * B[j * n + k];
    return A;
  };
  /** The envelope of a band without holes. */
  const bandEnvelope = (rows: number, reach: number): Envelope => ({
    rows,
    reach,
    ends: Int32Array.from({ length: rows }, (_, i) => Math.min(rows - 1, i + reach)),
  });
  const solveWith = (name: SolveName, A: Float64Array, b: Float64Array, reach: number, guess?: Float64Array) => {
    const n = b.length;
    const solver = makeSolver(name, bandEnvelope(n, reach));
    const { pitch, isFull, size } = solver.storage;
    const stored = new Float64Array(size);
    for (let i = 0; i < n; i++)
      for (let j = isFull ? Math.max(0, i - reach) : i; j < Math.min(n, i + reach + 1); j++)
        stored[i * pitch + j] = A[i * n + j];
    const x = guess?.slice() ?? new Float64Array(n);
    solver.solve(x, stored, b);
    return { x, report: solver.report };
  };
  const residual = (A: Float64Array, x: Float64Array, b: Float64Array): number => {
    const n = b.length;
    return relativeError(
      b.map((_, i) => x.reduce((sum, value, j) => sum + A[i * n + j] * value, 0)),
      b,
    );
  };

  test.each(solveNames)("%s solves bands of every width", (name) => {
    for (const [n, reach] of [
      [1, 0],
      [5, 0],
      [9, 2],
      [30, 7],
      [12, 11],
    ] as const) {
      // prettier-ignore
      for (const heavy of [0.5, 3]) {
        const [A, b] = [bandMatrix(n, reach, heavy), numbers(n)];
        // the iterations end at 1e-11; the others see κ of at most some thousand
        expect(residual(A, solveWith(name, A, b, reach).x, b), `${n} ${reach}`).toBeLessThan(1e-10);
      }
    }
  });

  test.each<SolveName>(["rnsd", "fom"])("%s takes the last solution over, and counts where it gives up", (name) => {
    const [A, b] = [bandMatrix(20, 4, 3), numbers(20)];
    const { x, report } = solveWith(name, A, b, 4);
    expect(report[reported.fallbacks]).toBe(0);
    expect(report[reported.iterations]).toBeGreaterThan(2);
    const again = solveWith(name, A, b, 4, x);
    expect(again.report[reported.iterations]).toBe(0);
    const hard = bandMatrix(60, 59, 0.02);
    expect(solveWith(name, hard, numbers(60), 59).report[reported.fallbacks]).toBe(1);
    expect(residual(A, solveWith(name, A, b, 4, x.fill(NaN)).x, b)).toBeLessThan(1e-10);
  });

  test.each<SolveName>(["lu", "gauss-jordan", "banded"])("%s has no quality left for a singular matrix", (name) => {
    const A = Float64Array.of(4, 2, 0, 2, 1, 0, 0, 0, 1);
    expect(solveWith(name, A, numbers(3), 1).report[reported.quality]).toBe(0);
    const B = Float64Array.of(2, 1, 0, 1, 2, 0, 0, 0, 1);
    expect(solveWith(name, B, numbers(3), 1).report[reported.quality]).toBeCloseTo(0.75, 12);
  });
});

describe("every product, solver and order gives the same loads", () => {
  test.each([
    ["hinge chain", hingeChain({ n: 6 })],
    ["lander", lander({ legs: 3 })],
    ["worst numbered chain", numberedChain({ n: 7 })],
  ])("%s", (_, model) => {
    const evaluator = createEvaluator(model);
    const state = randomState(model, 43, 2);
    let reference: Float64Array | null = null;
    for (const ordering of orderNames) {
      for (const solve of solveNames) {
        for (const product of productNames) {
          const exploded = new Exploded(model, { ordering, solve, product });
          exploded.setState(exploded.stateOf(evaluator, state));
          exploded.run();
          const loads = exploded.lambda();
          reference ??= loads;
          expect(relativeError(loads, reference), `${ordering} ${solve} ${product}`).toBeLessThan(1e-9);
        }
      }
    }
  });
});

describe("lanes", () => {
  test("two samples side by side are each as alone, and one alone fills both lanes", () => {
    const model = lander({ legs: 3 });
    const evaluator = createEvaluator(model);
    const states = [1, 2].map((sample) => randomState(model, 47, sample));
    const both = new Exploded(model);
    const alone = new Exploded(model);
    states.forEach((state, lane) => both.setState(both.stateOf(evaluator, state), [lane]));
    both.run();
    states.forEach((state, lane) => {
      alone.setState(alone.stateOf(evaluator, state));
      alone.run();
      expect(both.vdot(lane)).toEqual(alone.vdot(0));
      expect(both.lambda(lane)).toEqual(alone.lambda(0));
      expect(alone.vdot(1)).toEqual(alone.vdot(0));
      expect(alone.lambda(1)).toEqual(alone.lambda(0));
    });
  });

  test("a lane that stands still is solved again when a mass changes, though its bodies fall as before", () => {
    // From rest, free bodies fall alike whatever they weigh, and bit for bit so at powers of two: blocks alone differ.
    const pendulum = (mass: number): Model =>
      mechanism("two links")
        .gravity(0, 0, -9.81)
        .parameter("mass", mass)
        .body("first", { mass: 1, com: [0, 0, -0.5], inertia: [0.1, 0.2, 0.3] })
        .body("second", { mass: param("mass"), com: [0, 0.2, -0.5], inertia: [0.3, 0.1, 0.2] })
        .revolute("top", { parent: GROUND, child: "first", axis: [1, 0, 0] })
        .revolute("middle", { parent: "first", child: "second", at: [0, 0, -1], axis: [0, 1, 0] })
        .build();
    const model = pendulum(1);
    const evaluator = createEvaluator(model);
    const exploded = new Exploded(model);
    const resting = (sample: number): State => ({ ...randomState(model, 59, sample), v: new Float64Array(2) });
    [1, 2].forEach((sample, lane) => exploded.setState(exploded.stateOf(evaluator, resting(sample)), [lane]));
    exploded.run();
    const light = exploded.lambda(1);
    exploded.run();
    expect(exploded.lambda(1)).toEqual(light);
    exploded.setParameter("mass", 4, 1);
    exploded.run();
    const heavy = new Exploded(pendulum(4));
    heavy.setState(heavy.stateOf(createEvaluator(pendulum(4)), resting(2)));
    heavy.run();
    expect(exploded.lambda(1)).toEqual(heavy.lambda(1));
    expect(exploded.vdot(1)).toEqual(heavy.vdot(1));
    expect(exploded.lambda(1)).not.toEqual(light);
  });
});
