import { stream } from "kinetree/random";
import { describe, expect, test } from "vitest";
import { pendulumSchemes, type PendulumScheme } from "../../src/pendulum/run/operations.js";
import { pendulumSystem } from "../../src/pendulum/run/system.js";
import { nearbyPoint, randomPendulum } from "./random-pendulum.js";

const exact: readonly PendulumScheme[] = ["full", "reduced", "linear"];

/** J⁻¹ b by each scheme at one point. */
function corrections(
  scheme: PendulumScheme,
  n: number,
  seed: number,
  off: number,
  sigma: number,
  right: (r: Float64Array) => Float64Array,
): Float64Array {
  const pendulum = randomPendulum(n, seed);
  const { y, yDot } = nearbyPoint(pendulum, seed, off);
  const system = pendulumSystem(pendulum, { scheme });
  const r = new Float64Array(system.size);
  system.residual(0, y, yDot, r);
  system.linearize(0, y, yDot);
  expect(system.factor(sigma)).toBe(true);
  const x = right(r);
  system.solve(x);
  return x;
}

const largest = (values: Float64Array): number => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
const apart = (a: Float64Array, b: Float64Array): number => largest(a.map((value, i) => value - b[i]));

describe("J ΔX = E", () => {
  const random = (r: Float64Array): Float64Array => {
    const { next } = stream(7);
    return r.map(() => 2 * next() - 1);
  };

  test.each([
    [1, 1e3],
    [2, 50],
    [3, 1e3],
    [7, 1e4],
    [12, 200],
  ])(
    "full, reduced and linear agree for any right-hand side, far off the constraints too: n = %i, σ = %d",
    (n, sigma) => {
      // Off by 0.05, where |p| is not 1 and pᵀs is not 0. The condition of J is about σ² times lengths: 1e-10 is 1e6 ε.
      const [full, ...others] = exact.map((scheme) => corrections(scheme, n, n, 0.05, sigma, random));
      for (const other of others) expect(apart(other, full) / largest(full)).toBeLessThan(1e-10);
    },
  );

  test.each([1, 3, 6])("the corrections of an iteration agree by all four schemes: n = %i", (n) => {
    // Points off by the tolerance: rates are corrected by σ times that, and differences are good to half of the digits.
    const [first, ...others] = pendulumSchemes.map((scheme) =>
      corrections(scheme, n, 40 + n, 1e-7, 1e3, (r) => {
        const scaled = r.slice();
        // Rates are random here, so I³ and F are far from balanced: bring them to the size they have in an iteration.
        for (let k = 8 * n; k < r.length; k++) scaled[k] = 1e-7 * r[k];
        return scaled;
      }),
    );
    for (const other of others) expect(apart(other, first)).toBeLessThan(1e-10);
  });

  test.each(pendulumSchemes)(
    "%s: J times its solution is the right-hand side, by differences of the residual",
    (scheme) => {
      const n = 3;
      const sigma = 300;
      const pendulum = randomPendulum(n, 5);
      const { y, yDot } = nearbyPoint(pendulum, 5, 0.02);
      const system = pendulumSystem(pendulum, { scheme });
      system.linearize(0, y, yDot);
      expect(system.factor(sigma)).toBe(true);
      const b = random(new Float64Array(system.size));
      const x = b.slice();
      system.solve(x);
      // Central difference along x: error h² |x|³ E''' / 6, with h chosen such that h |x| is 1e-4.
      const h = 1e-4 / Math.max(largest(x), 1);
      const ahead = new Float64Array(system.size);
      const behind = new Float64Array(system.size);
      system.residual(
        0,
        y.map((value, i) => value + h * x[i]),
        yDot.map((value, i) => value + sigma * h * x[i]),
        ahead,
      );
      system.residual(
        0,
        y.map((value, i) => value - h * x[i]),
        yDot.map((value, i) => value - sigma * h * x[i]),
        behind,
      );
      const product = ahead.map((value, i) => (value - behind[i]) / (2 * h));
      expect(apart(product, b)).toBeLessThan(scheme === "full-numerical" ? 1e-4 : 1e-5);
    },
  );
});
