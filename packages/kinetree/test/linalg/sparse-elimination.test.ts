import { describe, expect, test } from "vitest";
import { matMul, matVec, type Matrix } from "../../src/linalg/matrix.js";
import { SparseElimination, type SparseRow } from "../../src/linalg/sparse-elimination.js";
import { stream } from "../../src/random/stream.js";
import { EPS, randomMatrix, randomVector } from "./matrices.js";

const largest = (x: Iterable<number>): number => Math.max(0, ...[...x].map(Math.abs));

const sparse = ({ rows, cols, data }: Matrix): readonly SparseRow[] =>
  Array.from({ length: rows }, (_, i) => new Map(Array.from({ length: cols }, (_, j) => [j, data[i * cols + j]])));

const full = { threshold: 1, tolerance: 16 * EPS };

describe.each(Array.from({ length: 20 }, (_, i) => [4 + (i % 7), 3 + ((5 * i) % 9), 1 + (i % 3)] as const))(
  "a matrix of %i × %i with rank %i",
  (rows, cols, rank) => {
    const A = matMul(randomMatrix(10 * rows + cols, rows, rank), randomMatrix(rows + 10 * cols, rank, cols));
    const factors = new SparseElimination(sparse(A), full);

    test("has that rank", () => expect(factors.rank).toBe(rank));

    test("has every row either with a pivot or as a dependent one, and no column twice", () => {
      const all = [...factors.pivotRows, ...factors.dependentRows].sort((a, b) => a - b);
      expect(all).toEqual(Array.from({ length: rows }, (_, i) => i));
      expect(new Set(factors.pivotColumns).size).toBe(rank);
    });

    test("begins with its largest entry", () =>
      expect(Math.abs(A.data[factors.pivotRows[0] * cols + factors.pivotColumns[0]])).toBe(largest(A.data)));

    test("solves a right-hand side that is in its range", () => {
      const b = matVec(A, randomVector(3, cols));
      const { x, left } = factors.solve(b, cols);
      // Up to 3 pivots, the smallest some 1e-3: their rounding, magnified
      expect(largest(matVec(A, x).map((y, i) => y - b[i]))).toBeLessThan(1e-10);
      expect(left).toBeLessThan(1e-10);
      expect(x.filter((y) => y !== 0).length).toBeLessThanOrEqual(rank);
    });
  },
);

test("a matrix of zeros, an empty one and one of NaN have rank 0", () => {
  expect(new SparseElimination([new Map([[0, 0]]), new Map()], full).rank).toBe(0);
  expect(new SparseElimination([], full).rank).toBe(0);
  expect(new SparseElimination([new Map([[0, 1]]), new Map([[1, NaN]])], full).rank).toBe(0);
});

/** Entries by chance; small whole numbers, so that sizes are alike and sums vanish, or of sizes far apart. */
function rowsByChance(seed: number, kind: "whole" | "wide"): readonly SparseRow[] {
  const { next } = stream(seed);
  const [rows, cols, density] = [2 + Math.floor(12 * next()), 2 + Math.floor(12 * next()), 0.1 + 0.6 * next()];
  const value = (): number => (kind === "whole" ? Math.floor(5 * next()) - 2 : 10 ** (4 * next() - 2));
  return Array.from({ length: rows }, () => {
    const row = new Map<number, number>();
    for (let j = 0; j < cols; j++) if (next() < density) row.set(j, value());
    return row;
  });
}

/** The first pivot by looking at every entry: fewest others in its row and column, then the largest, then the first. */
function plainChoice(rows: readonly SparseRow[], threshold: number): readonly [row: number, column: number] {
  const entries = rows.flatMap((row, i) => [...row].filter(([, x]) => x !== 0).map(([j, x]) => [i, j, Math.abs(x)]));
  const most = largest(entries.map(([, , size]) => size));
  const others = (at: 0 | 1, value: number): number => entries.filter((e) => e[at] === value).length - 1;
  const ranked = entries
    .filter(([, , size]) => size >= threshold * most)
    .map(([i, j, size]) => ({ i, j, size, fill: others(0, i) * others(1, j) }));
  ranked.sort((a, b) => a.fill - b.fill || b.size - a.size); // stable, so the first of equals stays first
  return [ranked[0].i, ranked[0].j];
}

/** What is left of a matrix when a pivot's row has been taken from the others, as elimination does it. */
function without(rows: readonly SparseRow[], p: number, c: number): readonly SparseRow[] {
  const pivotRow = rows[p];
  const pivot = pivotRow.get(c) as number;
  return rows.map((row, i) => {
    if (i === p) return new Map();
    const value = row.get(c) ?? 0;
    if (value === 0) return row;
    const factor = value / pivot;
    const rest = new Map([...row].filter(([j, x]) => x !== 0 && j !== c));
    for (const [j, x] of pivotRow) {
      if (j === c || x === 0) continue;
      const left = (rest.get(j) ?? 0) - factor * x;
      if (Math.abs(left) <= 1e-15 * Math.abs(factor * x)) rest.delete(j);
      else rest.set(j, left);
    }
    return rest;
  });
}

describe.each(["whole", "wide"] as const)("entries that are %s", (kind) => {
  test.each([1, 0.5, 0.1])("pivots are those of a search through all entries, threshold %d", (threshold) => {
    for (let seed = 0; seed < 60; seed++) {
      let rows = rowsByChance(seed, kind);
      const { pivotRows, pivotColumns, rank } = new SparseElimination(rows, { threshold, tolerance: 1e-12 });
      for (let k = 0; k < rank; k++) {
        const [p, c] = plainChoice(rows, threshold);
        expect([seed, k, pivotRows[k], pivotColumns[k]]).toEqual([seed, k, p, c]);
        rows = without(rows, p, c);
      }
    }
  });
});
