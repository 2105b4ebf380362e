import { stream } from "kinetree/random";
import { expect, test } from "vitest";
import { factor3, solve3 } from "../../src/pendulum/arithmetic/counted-elimination.js";
import { rotation, rotationRate, twiceVector } from "../../src/pendulum/arithmetic/counted-rotation.js";
import { CountedArithmetic } from "../../src/pendulum/arithmetic/counted.js";

const { next } = stream(1);
const random = (length: number): Float64Array => Float64Array.from({ length }, () => 2 * next() - 1);

test("three equations: the solution satisfies them, with an exchange of rows too", () => {
  const arithmetic = new CountedArithmetic();
  const A = Float64Array.of(0, 2, 1, 1, 1, -1, 3, -2, 0.5);
  const factors = A.slice();
  const rows = new Uint8Array(3);
  expect(factor3(arithmetic, factors, 0, rows, 0)).toBe(true);
  // 3 reciprocals, 3 shares, and 4 + 1 products below and right of the pivots.
  expect([arithmetic.times, arithmetic.plus]).toEqual([3 + 3 + 5, 5]);
  const b = random(3);
  const x = new Float64Array(3);
  solve3(arithmetic, x, 0, 1, factors, 0, rows, 0, b, 0);
  const back = new Float64Array(3);
  arithmetic.turn(back, 0, A, 0, x, 0);
  back.forEach((value, k) => expect(value).toBeCloseTo(b[k], 14));
  expect(factor3(arithmetic, new Float64Array(9), 0, rows, 0)).toBe(false);
});

test("the rate of a rotation is its derivative along the rate of the parameters", () => {
  const arithmetic = new CountedArithmetic();
  const [p, s] = [random(4), random(4)];
  const [ahead, behind, rate] = [new Float64Array(9), new Float64Array(9), new Float64Array(9)];
  // A is quadratic, so a central difference is exact to rounding.
  rotation(
    arithmetic,
    ahead,
    0,
    p.map((part, k) => part + s[k]),
    0,
  );
  rotation(
    arithmetic,
    behind,
    0,
    p.map((part, k) => part - s[k]),
    0,
  );
  rotationRate(arithmetic, rate, 0, p, 0, s, 0);
  rate.forEach((value, k) => expect(value).toBeCloseTo((ahead[k] - behind[k]) / 2, 14));
});

test("Aᵀ Ȧ is the angular velocity along the body's axes, crossed", () => {
  const arithmetic = new CountedArithmetic();
  const p = random(4);
  const size = Math.sqrt(arithmetic.dot4(p, 0, p, 0));
  p.forEach((part, k) => (p[k] = part / size));
  const s = random(4);
  const along = arithmetic.dot4(p, 0, s, 0);
  s.forEach((part, k) => (s[k] = part - along * p[k]));
  const [A, rate, omega, v] = [new Float64Array(9), new Float64Array(9), new Float64Array(3), random(3)];
  rotation(arithmetic, A, 0, p, 0);
  rotationRate(arithmetic, rate, 0, p, 0, s, 0);
  twiceVector(arithmetic, omega, 0, p, 0, s, 0);
  const [left, right] = [new Float64Array(3), new Float64Array(3)];
  arithmetic.turn(left, 0, rate, 0, v, 0);
  arithmetic.cross(right, 0, omega, 0, v, 0);
  arithmetic.turn(right, 0, A, 0, right, 0);
  left.forEach((value, k) => expect(value).toBeCloseTo(right[k], 13));
});
