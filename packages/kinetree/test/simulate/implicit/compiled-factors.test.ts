import { describe, expect, test } from "vitest";
import { factorPattern } from "../../../src/linalg/sparse-factors.js";
import { CompiledFactors } from "../../../src/simulate/implicit/compiled-factors.js";
import { SparseFactors } from "../../support/sparse-factors.js";

/** Numbers without a pattern that elimination could profit from. */
const mixed = (k: number): number => ((k * 7919 + 12345) % 1009) / 1009 - 0.5;

/** A matrix of n rows with a few entries each; the diagonal outweighs the rest. */
function example(n: number, lead: number) {
  const rows = Array.from({ length: n }, (_, i) =>
    [...new Set([i, (3 * i + 1) % n, (5 * i + 2) % n, i > 0 ? i - 1 : 0])].sort((a, b) => a - b),
  );
  const start = Int32Array.from([0, ...rows.map((_, i) => rows.slice(0, i + 1).flat().length)]);
  const column = Int32Array.from(rows.flat());
  const pattern = factorPattern({ n, start, column }, lead);
  const values = Float64Array.from(column, (j, e) =>
    rows[rowOf(start, e)].length > 0 && j === rowOf(start, e) ? 4 : mixed(e),
  );
  return { pattern, values };
}

const rowOf = (start: Int32Array, entry: number): number => start.findIndex((_, i) => start[i + 1] > entry);

describe("compiled factors", () => {
  test.each([
    [1, 0],
    [7, 0],
    [40, 0],
    [40, 25],
  ])("of %i rows, %i of them on the way, are those of the plain ones to the last bit", (n, lead) => {
    const { pattern, values } = example(n, lead);
    const plain = new SparseFactors(pattern);
    const compiled = new CompiledFactors(pattern, new Uint8Array(n));
    values.forEach((value, e) => (plain.values[pattern.placeOf[e]] = compiled.values[pattern.placeOf[e]] = value));
    expect(plain.factor()).toBe(true);
    expect(compiled.factor()).toBe(true);
    expect(compiled.values).toEqual(plain.values);
    const b = Float64Array.from({ length: n }, (_, i) => (i < lead ? 0 : mixed(i + 17)));
    b.forEach((value, i) => (compiled.x[2 * i] = value));
    plain.solve(b);
    compiled.solve();
    for (let i = lead; i < n; i++) expect(compiled.x[2 * i]).toBe(b[i]);
  });

  test("a row that says what another says is named, or given up where it may be", () => {
    const pattern = factorPattern({ n: 2, start: Int32Array.of(0, 2, 4), column: Int32Array.of(0, 1, 0, 1) });
    const strict = new CompiledFactors(pattern, Uint8Array.of(0, 0));
    strict.values.set([1, 2, 3, 6]);
    expect(strict.factor()).toBe(false);
    expect(strict.weakest).toBe(1);
    const lenient = new CompiledFactors(pattern, Uint8Array.of(0, 1));
    lenient.values.set([1, 2, 3, 6]);
    expect(lenient.factor()).toBe(true);
    [lenient.x[0], lenient.x[2]] = [5, 15];
    lenient.solve();
    expect([lenient.x[0], lenient.x[2]]).toEqual([5, 0]);
  });

  test("a matrix that is not one of numbers has no factors", () => {
    const pattern = factorPattern({ n: 1, start: Int32Array.of(0, 1), column: Int32Array.of(0) });
    const factors = new CompiledFactors(pattern, Uint8Array.of(1));
    factors.values[0] = NaN;
    expect(factors.factor()).toBe(false);
  });
});
