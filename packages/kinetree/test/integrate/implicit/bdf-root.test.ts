import { expect, test } from "vitest";
import { nthRoot } from "../../../src/integrate/implicit/newton/newton-root.js";

test.each([1, 2, 3, 4, 5, 6])("the root of order %i, raised to that power, is the number again", (n) => {
  for (const x of [1e-30, 1e-12, 1e-4, 0.03, 0.5, 1, 2, 1e3, 1e8, 1e20]) {
    const relative = nthRoot(x, n) ** n / x - 1;
    expect(Math.abs(relative)).toBeLessThan(4 * n * Number.EPSILON);
  }
  expect(nthRoot(0, n)).toBe(0);
});
