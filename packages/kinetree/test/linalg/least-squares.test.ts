import { describe, expect, it } from "vitest";
import { leastSquares, leastSquaresMinimumNorm } from "../../src/linalg/least-squares.js";
import { lu } from "../../src/linalg/lu.js";
import { matMul, matTransposedVec, matVec, newMatrix, transpose, type Matrix } from "../../src/linalg/matrix.js";
import { luSolve, normFrobenius } from "../support/linalg.js";
import { EPS, fill, largest, length2, minus, randomMatrix, randomVector } from "./matrices.js";

const solvers = [
  { name: "basic", solve: leastSquares },
  { name: "minimum norm", solve: leastSquaresMinimumNorm },
];

const cases: { readonly name: string; readonly A: Matrix; readonly rank: number }[] = [
  { name: "square", A: randomMatrix(1, 8, 8), rank: 8 },
  { name: "overdetermined", A: randomMatrix(2, 20, 6), rank: 6 },
  { name: "underdetermined", A: randomMatrix(3, 6, 20), rank: 6 },
  { name: "rank 4 of 9 × 7", A: matMul(randomMatrix(4, 9, 4), randomMatrix(5, 4, 7)), rank: 4 },
  { name: "rank 4 of 7 × 9", A: matMul(randomMatrix(6, 7, 4), randomMatrix(7, 4, 9)), rank: 4 },
  { name: "zero", A: newMatrix(3, 2), rank: 0 },
  { name: "no columns", A: newMatrix(3, 0), rank: 0 },
  { name: "no rows", A: newMatrix(0, 3), rank: 0 },
];

describe.each(solvers)("$name solution", ({ solve }) => {
  it.each(cases)("normal equations Aᵀ (A x − b) / 0 ($name)", ({ A, rank }) => {
    const b = randomVector(9, A.rows);
    const { x, rank: found, residualNorm } = solve(A, b);
    const residual = minus(matVec(A, x), b);
    const norm = normFrobenius(A);
    const n = Math.max(A.rows, A.cols);
    expect(found).toBe(rank);
    // Backward stable: x solves a problem with A changed by some n ε ‖A‖.
    const bound = 8 * n * EPS * norm * (norm * length2(x) + length2(b));
    expect(largest(matTransposedVec(A, residual))).toBeLessThanOrEqual(bound);
    expect(Math.abs(length2(residual) - residualNorm)).toBeLessThanOrEqual(
      8 * n * EPS * (norm * length2(x) + length2(b)),
    );
  });
});

describe("minimum norm", () => {
  it("underdetermined / Aᵀ (A Aᵀ)⁻¹ b", () => {
    const A = randomMatrix(11, 5, 12);
    const b = randomVector(12, 5);
    const { x } = leastSquaresMinimumNorm(A, b);
    const expected = matTransposedVec(A, luSolve(lu(matMul(A, transpose(A))), b));
    // The product squares the condition number, which is below 10 here.
    expect(length2(minus(x, expected)) / length2(x)).toBeLessThan(1e2 * 12 * EPS);
  });

  it.each(cases)("never longer than the basic solution, with the same residual ($name)", ({ A }) => {
    const b = randomVector(13, A.rows);
    const [basic, shortest] = [leastSquares(A, b), leastSquaresMinimumNorm(A, b)];
    expect(length2(shortest.x)).toBeLessThanOrEqual(length2(basic.x) * (1 + 1e-13));
    expect(shortest.residualNorm).toBe(basic.residualNorm);
  });

  it("a load on four equal legs / shared equally", () => {
    const { x } = leastSquaresMinimumNorm(
      fill(1, 4, () => 1),
      Float64Array.of(12),
    );
    for (const load of x) expect(Math.abs(load - 3)).toBeLessThan(8 * 3 * EPS);
  });
});

describe("basic solution", () => {
  it("a load on four equal legs / on one of them", () => {
    const { x } = leastSquares(
      fill(1, 4, () => 1),
      Float64Array.of(12),
    );
    expect([...x].sort((a, b) => a - b)).toEqual([0, 0, 0, 12]);
  });

  it("straight line through (0, 1), (1, 3), (2, 4), (3, 4) / 1.5 + t, residual 1", () => {
    const { x, residualNorm } = leastSquares(
      fill(4, 2, (i, j) => i ** j),
      Float64Array.of(1, 3, 4, 4),
    );
    expect(largest(minus(x, Float64Array.of(1.5, 1)))).toBeLessThan(32 * EPS);
    expect(Math.abs(residualNorm - 1)).toBeLessThan(32 * EPS);
  });
});
