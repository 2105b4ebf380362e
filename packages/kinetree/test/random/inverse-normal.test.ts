import { expect, it, test } from "vitest";
import { inverseNormalCdf } from "../../src/random/inverse-normal.js";

// mpmath with 40 digits, at the doubles nearest to these p, rounded to double; both sides of the seams at p = 0.075 and √(−log p) = 5.
it.each([
  { p: 0.1, x: -1.2815515655446004 },
  { p: 0.25, x: -0.6744897501960817 },
  { p: 0.4, x: -0.2533471031357997 },
  { p: 0.075, x: -1.439531470938456 },
  { p: 0.074, x: -1.4466320671589785 },
  { p: 0.025, x: -1.9599639845400543 },
  { p: 0.9, x: 1.2815515655446006 },
  { p: 0.975, x: 1.9599639845400538 },
  { p: 0.999, x: 3.090232306167813 },
  { p: 1e-3, x: -3.0902323061678136 },
  { p: 1e-6, x: -4.753424308822899 },
  { p: 1e-10, x: -6.361340902404057 },
  { p: 1.3e-11, x: -6.667611456510741 },
  { p: 2 ** -53, x: -8.209536151601387 },
  { p: 1e-100, x: -21.273453560965326 },
  { p: 1e-300, x: -37.0470962993612 },
])("quantile / reference of 40 digits: p = $p", ({ p, x }) => {
  // Two polynomials of degree 7 with positive terms (or nearly so), a root and a logarithm: a few roundings, at most 8 ε.
  expect(Math.abs(inverseNormalCdf(p) / x - 1)).toBeLessThan(8 * Number.EPSILON);
});

test("quantiles of p and 1 − p / opposite, bit for bit, for multiples of 2⁻²⁰", () => {
  for (let k = 1; k < 2 ** 19; k += 997) {
    const p = k / 2 ** 20;
    expect(inverseNormalCdf(1 - p)).toBe(-inverseNormalCdf(p));
  }
});

test("the quantile / increases, also across the seams", () => {
  for (const seam of [0.075, Math.exp(-25), 0.5, 0.925]) {
    const xs = Array.from({ length: 41 }, (_, i) => inverseNormalCdf(seam * (1 + (i - 20) * 1e-13)));
    for (let i = 1; i < xs.length; i++) expect(xs[i]).toBeGreaterThan(xs[i - 1] - 1e-14);
    expect(xs[40]).toBeGreaterThan(xs[0]);
  }
});

test("the ends and beyond / infinities and NaN", () => {
  expect([0, 1, 0.5, -0.1, 1.1, NaN].map(inverseNormalCdf)).toEqual([-Infinity, Infinity, 0, NaN, NaN, NaN]);
});
