import { describe, expect, it } from "vitest";
import { newMatrix } from "../../src/linalg/matrix.js";
import { conditionSpd } from "../support/linalg.js";
import { EPS, fill, hilbert, randomSpd } from "./matrices.js";

describe("condition number in the 2-norm", () => {
  it.each([0, 3, 8])("of a positive definite matrix made with condition 10^%i", (digits) => {
    // Small eigenvalues are good to n ε ‖A‖, relatively n ε κ.
    const relative = 4 * 12 * EPS * 10 ** digits;
    const A = randomSpd(digits, 12, digits);
    expect(Math.abs(conditionSpd(A) / 10 ** digits - 1)).toBeLessThan(relative);
  });

  it("of Hilbert's matrix of size 6 / reference of 20 digits", () => {
    expect(Math.abs(conditionSpd(hilbert(6)) / 14951058.640131216 - 1)).toBeLessThan(6 * EPS * 1.5e7);
  });

  it("of an indefinite matrix / Infinity", () => {
    expect(conditionSpd(fill(2, 2, (i, j) => (i === j ? (i === 0 ? 2 : -1) : 0)))).toBe(Infinity);
  });

  it("of nothing / 1", () => {
    expect(conditionSpd(newMatrix(0, 0))).toBe(1);
  });
});
