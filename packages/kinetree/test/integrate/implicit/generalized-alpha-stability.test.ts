import { describe, expect, test } from "vitest";
import { GeneralizedAlpha } from "../../../src/integrate/implicit/alpha/generalized-alpha.js";
import { RequestError } from "../../../src/errors/kinetree-error.js";
import { laggedForce, oscillator, softAndStiff } from "./motion-problems.js";
import { runFixed } from "./motion-support.js";
import { refusal } from "../../support/refusal.js";

describe.each([0, 0.3, 0.8, 1])("rho = %d", (rho) => {
  const [omega, h] = [1e4, 1];

  test("decay of a mode with hω = 1e4 / rho a step", () => {
    const problem = oscillator(omega, 0, 1, 0, 1e-3);
    const q = runFixed(problem, new GeneralizedAlpha(problem, { rho }), 200 * h, 200).map((sample) => sample.q[0]);
    // All three eigenvalues meet at −rho, so that qₙ is rhoⁿ times a polynomial of second degree, which grows fourfold
    // while n doubles: 4^(1/100) = 1.014. For rho = 0 they are of the order of 1/(hω).
    const perStep = (Math.abs(q[199]) / Math.abs(q[99])) ** (1 / 100);
    expect(Math.abs((rho === 0 ? 0 : perStep) - rho)).toBeLessThanOrEqual(rho * 0.02);
    expect(Math.abs(q[199])).toBeLessThan(1e5 * rho ** 200 + 1e-100);
  });

  test("a mode with hω = 1e6 never grows", () => {
    const problem = oscillator(1e6, 0, 1, 0, 1);
    const q = runFixed(problem, new GeneralizedAlpha(problem, { rho }), 50 * h, 50).map((sample) => sample.q[0]);
    // Accelerations of ω² leave rounding of h²ω²ε = 2e-4 in positions.
    expect(Math.max(...q.map(Math.abs))).toBeLessThan(1 + 1e-3);
  });
});

test("HHT with alpha = 0 / the trapezoidal rule", () => {
  const [omega, h, steps] = [3, 0.1, 100];
  const problem = oscillator(omega, 0, 1, 0, 1e-10);
  const end = runFixed(problem, new GeneralizedAlpha(problem, { alpha: 0 }), h * steps, steps)[steps - 1];
  // Trapezoidal rule: a rotation by 2 arctan(hω/2) in (q, v/ω).
  const turn = 2 * steps * Math.atan((h * omega) / 2);
  expect(Math.abs(end.q[0] - Math.cos(turn))).toBeLessThan(1e-10);
  expect(Math.abs(end.v[0] + omega * Math.sin(turn))).toBeLessThan(1e-9);
});

test("energy of the trapezoidal rule / kept", () => {
  const [omega, steps] = [20, 200];
  const problem = oscillator(omega, 0, 1, 0, 1e-10);
  const run = runFixed(problem, new GeneralizedAlpha(problem, { rho: 1 }), 20, steps);
  const energies = run.map(({ q, v }) => q[0] * q[0] + (v[0] / omega) ** 2);
  expect(Math.max(...energies.map((e) => Math.abs(e - 1)))).toBeLessThan(1e-10);
});

test("a stiff mode dies, a soft one stays", () => {
  // The stiff spring is stretched by 0.01 of its own accord; the soft motion has ω² = 1/2 and 178 steps a period.
  const problem = softAndStiff(1e8, [1, 1.01]);
  const run = runFixed(problem, new GeneralizedAlpha(problem), 30, 600);
  const late = run.slice(-200);
  const period = late.map(({ q }) => Math.abs(q[0]));
  const stretches = late.map(({ q }) => Math.abs(q[1] - q[0]));
  // The spring's stretch at rest is that of the soft force, 1/2 of it, over k.
  expect(Math.max(...stretches)).toBeLessThan(2e-8);
  expect(Math.max(...period)).toBeGreaterThan(0.999);
  expect(Math.max(...period)).toBeLessThan(1.01);
});

test("a lag of rate 1e8 with steps of 0.02 / its input", () => {
  const problem = laggedForce(1e8);
  const run = runFixed(problem, new GeneralizedAlpha(problem), 2, 100);
  expect(Math.max(...run.map(({ t, z }) => Math.abs(z[0] - Math.cos(2 * t))))).toBeLessThan(1e-6);
});

test.each([
  [{ rho: 1.1 }, "rho-out-of-range", "rho", 1.1],
  [{ rho: -0.1 }, "rho-out-of-range", "rho", -0.1],
  [{ rho: NaN }, "rho-out-of-range", "rho", NaN],
  [{ alpha: 0.1 }, "alpha-out-of-range", "alpha", 0.1],
  [{ alpha: -0.4 }, "alpha-out-of-range", "alpha", -0.4],
  [{ rho: 1, alpha: 0 }, "two-kinds-of-damping", "alpha", 0],
])("%o is refused", (options, code, subject, value) => {
  const make = (): GeneralizedAlpha => new GeneralizedAlpha(oscillator(1, 0, 1, 0), options);
  expect(make).toThrow(RequestError);
  expect(refusal(make)).toEqual({ code, subject, value });
});
