import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { complexLuInPlace, complexLuSolve, newComplexLu } from "../../src/linalg/complex-lu.js";
import { lu, luSolveInto } from "../../src/linalg/lu.js";
import { newMatrix } from "../../src/linalg/matrix.js";
import { ComplexSparseFactors, factorPattern, type SparsePattern } from "../../src/linalg/sparse-factors.js";
import { stream } from "../../src/random/stream.js";
import { SparseFactors } from "../support/sparse-factors.js";

interface Sparse extends SparsePattern {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** A random sparse matrix whose diagonal outweighs its rows, so that no exchanges are needed; κ is a few tens at most. */
function randomMatrix(seed: number, n: number, density: number): Sparse {
  const draws = stream(seed, n);
  const start = new Int32Array(n + 1);
  const [column, re, im]: [number[], number[], number[]] = [[], [], []];
  for (let i = 0; i < n; i++) {
    const others = Array.from({ length: n }, (_, j) => j).filter((j) => j !== i && draws.next() < density);
    const row = [...others, i].sort((a, b) => a - b);
    for (const j of row) {
      column.push(j);
      re.push(j === i ? 1 + others.length : 2 * draws.next() - 1);
      im.push(j === i ? draws.next() : 0.5 * draws.next());
    }
    start[i + 1] = column.length;
  }
  return { n, start, column: Int32Array.from(column), re: Float64Array.from(re), im: Float64Array.from(im) };
}

const anyMatrix = fc.record({
  seed: fc.nat(1e6),
  n: fc.integer({ min: 1, max: 25 }),
  density: fc.constantFrom(0.05, 0.15, 0.5),
});

function dense({ n, start, column, re }: Sparse): ReturnType<typeof newMatrix> {
  const A = newMatrix(n, n);
  for (let i = 0; i < n; i++) for (let e = start[i]; e < start[i + 1]; e++) A.data[i * n + column[e]] += re[e];
  return A;
}

describe("sparse factors", () => {
  it("solve as dense ones do", () => {
    fc.assert(
      fc.property(anyMatrix, ({ seed, n, density }) => {
        const matrix = randomMatrix(seed, n, density);
        const pattern = factorPattern(matrix);
        const factors = new SparseFactors(pattern);
        matrix.re.forEach((value, e) => (factors.values[pattern.placeOf[e]] = value));
        expect(factors.factor()).toBe(true);
        const b = Float64Array.from({ length: n }, (_, i) => Math.sin(3 * i + seed));
        const expected = new Float64Array(n);
        luSolveInto(expected, lu(dense(matrix)), b);
        const x = b.slice();
        factors.solve(x);
        x.forEach((value, i) => expect(Math.abs(value - expected[i])).toBeLessThan(1e-12));
      }),
      { seed: 8, numRuns: 60 },
    );
  });

  it("of complex matrices do too", () => {
    fc.assert(
      fc.property(anyMatrix, ({ seed, n, density }) => {
        const matrix = randomMatrix(seed, n, density);
        const pattern = factorPattern(matrix);
        const factors = new ComplexSparseFactors(pattern);
        const whole = newComplexLu(n);
        for (let i = 0; i < n; i++) {
          for (let e = matrix.start[i]; e < matrix.start[i + 1]; e++) {
            factors.re[pattern.placeOf[e]] = whole.re[i * n + matrix.column[e]] = matrix.re[e];
            factors.im[pattern.placeOf[e]] = whole.im[i * n + matrix.column[e]] = matrix.im[e];
          }
        }
        expect(factors.factor()).toBe(true);
        expect(complexLuInPlace(whole)).toBeLessThan(0);
        const re = Float64Array.from({ length: n }, (_, i) => Math.sin(3 * i + seed));
        const im = Float64Array.from({ length: n }, (_, i) => Math.cos(5 * i + seed));
        const [expectedRe, expectedIm] = [re.slice(), im.slice()];
        complexLuSolve(whole, expectedRe, expectedIm);
        factors.solve(re, im);
        re.forEach((value, i) => expect(Math.abs(value - expectedRe[i])).toBeLessThan(1e-12));
        im.forEach((value, i) => expect(Math.abs(value - expectedIm[i])).toBeLessThan(1e-12));
      }),
      { seed: 9, numRuns: 60 },
    );
  });

  it("are where plain elimination leaves numbers, and cost the multiplications that it makes", () => {
    fc.assert(
      fc.property(anyMatrix, ({ seed, n, density }) => {
        const matrix = randomMatrix(seed, n, density);
        const pattern = factorPattern(matrix);
        // Symbolic elimination, column by column, on a table of who is there.
        const isThere = Array.from(
          { length: n },
          (_, i) => new Set([i, ...matrix.column.slice(matrix.start[i], matrix.start[i + 1])]),
        );
        let cost = 0;
        for (let k = 0; k < n; k++) {
          for (let i = k + 1; i < n; i++) {
            if (!isThere[i].has(k)) continue;
            cost++; // the factor
            for (const j of isThere[k]) {
              if (j <= k) continue;
              cost++;
              isThere[i].add(j);
            }
          }
        }
        expect(pattern.factorCost).toBe(cost);
        expect(pattern.solveCost).toBe(isThere.reduce((sum, row) => sum + row.size, 0));
        isThere.forEach((row, i) =>
          expect(Array.from(pattern.column.subarray(pattern.start[i], pattern.start[i + 1]))).toEqual(
            [...row].sort((a, b) => a - b),
          ),
        );
      }),
      { seed: 10, numRuns: 60 },
    );
  });
});

const of = (rows: readonly (readonly number[])[]): Sparse => {
  const n = rows.length;
  const start = Int32Array.from({ length: n + 1 }, (_, i) => i * n);
  const column = Int32Array.from({ length: n * n }, (_, e) => e % n);
  return { n, start, column, re: Float64Array.from(rows.flat()), im: new Float64Array(n * n) };
};

function factored(matrix: Sparse, isOptional: Uint8Array | null, isComplex: boolean) {
  const pattern = factorPattern(matrix);
  const factors = isComplex ? new ComplexSparseFactors(pattern, isOptional) : new SparseFactors(pattern, isOptional);
  const values = factors instanceof SparseFactors ? factors.values : factors.re;
  matrix.re.forEach((value, e) => (values[pattern.placeOf[e]] = value));
  return { factors, isRegular: factors.factor() };
}

describe.each([
  ["real", false],
  ["complex", true],
] as const)("a singular matrix, %s", (_, isComplex) => {
  // The third row is the sum of the others, but for what rounding leaves of it.
  const singular = of([
    [2, 0.1, 0.3],
    [0.1, 3, 0.7],
    [2.1, 3.1, 1],
  ]);

  it("is refused by the row that says nothing new", () => {
    const { factors, isRegular } = factored(singular, null, isComplex);
    expect(isRegular).toBe(false);
    expect(factors.weakest).toBe(2);
  });

  it("is solved where that row is optional: its unknown is zero, and the other rows hold", () => {
    const { factors, isRegular } = factored(singular, Uint8Array.of(0, 0, 1), isComplex);
    expect(isRegular).toBe(true);
    const b = Float64Array.of(1, 2, 3);
    if (factors instanceof SparseFactors) factors.solve(b);
    else factors.solve(b, new Float64Array(3));
    expect(b[2]).toBe(0);
    expect(Math.abs(2 * b[0] + 0.1 * b[1] - 1)).toBeLessThan(1e-15);
    expect(Math.abs(0.1 * b[0] + 3 * b[1] - 2)).toBeLessThan(2e-15);
  });

  it("with a number that is none is refused, optional or not", () => {
    for (const bad of [NaN, Infinity]) {
      const matrix = of([
        [bad, 1],
        [1, 1],
      ]);
      expect(factored(matrix, Uint8Array.of(1, 1), isComplex).isRegular).toBe(false);
    }
  });
});

it("small pivots of a small matrix are no reason to refuse it: scale does not matter", () => {
  for (const scale of [1e-150, 1e-20, 1e20, 1e150]) {
    const matrix = of([
      [2 * scale, scale],
      [scale, 3 * scale],
    ]);
    for (const isComplex of [false, true]) {
      const { factors, isRegular } = factored(matrix, null, isComplex);
      expect(isRegular).toBe(true);
      const b = Float64Array.of(3 * scale, 4 * scale);
      if (factors instanceof SparseFactors) factors.solve(b);
      else factors.solve(b, new Float64Array(2));
      b.forEach((value) => expect(Math.abs(value - 1)).toBeLessThan(1e-15));
    }
  }
});
