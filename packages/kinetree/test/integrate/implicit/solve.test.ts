import { describe, expect, test } from "vitest";
import { SimulationError } from "../../../src/errors/kinetree-error.js";
import { Bdf } from "../../../src/integrate/implicit/bdf/bdf.js";
import { denseRateSystem, denseResidualSystem, type DenseRates } from "../../../src/integrate/implicit/dense-system.js";
import { residualOf } from "../../../src/integrate/implicit/one-step/rate-residual.js";
import { solveImplicit } from "../../../src/integrate/implicit/solve.js";
import { kepler, pendulum, robertsonDae, startOf, vanDerPol, type Problem } from "./problems.js";
import { refusal } from "../../support/refusal.js";

/** Where a run stopped, and its last step [s]. */
interface Stop {
  readonly t: number;
  readonly h: number;
}

const tolerances = { relative: 1e-7, absolute: 1e-7 };
const bdfOf = (rates: DenseRates): Bdf => new Bdf(residualOf(denseRateSystem(rates)));

describe("a run", () => {
  const orbit = kepler();

  test("states at given times are interpolated and leave the steps as they are", () => {
    const request = { t: 0, y: startOf(orbit), tEnd: 6 };
    const plain = solveImplicit(bdfOf({ ...orbit, ...tolerances }), request);
    const times = [0, 0.5, 0.5, 3, 6];
    const sampled = solveImplicit(bdfOf({ ...orbit, ...tolerances }), { ...request, times });
    expect(sampled.y).toEqual(plain.y);
    expect(sampled.samples.length).toBe(times.length);
    sampled.samples.forEach((y, n) => {
      const exact = orbit.exact?.(times[n]) ?? [];
      exact.forEach((x, i) => expect(Math.abs(y[i] - x)).toBeLessThan(1e-4)); // as at the end: 10³ tolerances
    });
    expect(sampled.samples[4]).toEqual(plain.y);
  });

  test("fixed steps end where they should, and each is reported", () => {
    const times: number[] = [];
    const { t, steps } = solveImplicit(bdfOf({ ...orbit, ...tolerances }), {
      t: 0,
      y: startOf(orbit),
      tEnd: 1,
      step: 0.01,
      onStep: (t) => times.push(t),
    });
    expect([t, steps, times.length]).toEqual([1, 100, 100]);
    expect(times[36]).toBeCloseTo(0.37, 14);
  });

  test("no step is longer than allowed", () => {
    let [last, longest] = [0, 0];
    solveImplicit(bdfOf({ ...orbit, ...tolerances }), {
      t: 0,
      y: startOf(orbit),
      tEnd: 1,
      maxStep: 0.005,
      onStep: (t) => ([last, longest] = [t, Math.max(longest, t - last)]),
    });
    expect(longest).toBeLessThan(0.005 * (1 + 1e-9));
  });

  test("twice from the same start gives the same bits", () => {
    const [one, two] = [0, 1].map(() =>
      solveImplicit(bdfOf({ ...vanDerPol(), ...tolerances }), { t: 0, y: Float64Array.of(2, 0), tEnd: 1 }),
    );
    expect(two).toEqual(one);
  });
});

describe("a run that cannot go on says when, why and for which variable", () => {
  const one = (rates: DenseRates["rates"]): DenseRates => ({ size: 1, names: ["stretch"], rates, ...tolerances });
  const stop = (rates: DenseRates, tEnd: number, y: number, step?: number): SimulationError => {
    const bdf = new Bdf(residualOf(denseRateSystem(rates)), { maxOrder: step === undefined ? 5 : 1 });
    try {
      solveImplicit(bdf, { t: 0, y: Float64Array.of(y), tEnd, ...(step !== undefined && { step }) });
    } catch (error) {
      if (error instanceof SimulationError) return error;
      throw error;
    }
    throw new Error("the run did not stop");
  };

  test("a solution that grows beyond all bounds", () => {
    const error = stop(
      one((_t, [y], f) => void (f[0] = y * y)),
      2,
      1,
    );
    expect(error).toMatchObject({ code: "step-collapse", subject: "stretch" });
    expect((error.value as Stop).t).toBeCloseTo(1, 2);
  });

  test("equations that end: the domain of a root", () => {
    const error = stop(
      one((t, _y, f) => void (f[0] = -Math.sqrt(1 - t))),
      2,
      1,
    );
    expect(error).toMatchObject({ code: "step-not-finite", subject: "stretch" });
    expect((error.value as Stop).t).toBeCloseTo(1, 2);
  });

  test("a matrix that turns singular under fixed steps", () => {
    // σ − ∂f/∂y = 0 for f = y / h, σ = 1/h: the step of order 1 has no solution.
    const error = stop(
      one((_t, [y], f) => void (f[0] = 8 * y)),
      1,
      1,
      1 / 8,
    );
    const value: Stop = { t: 0, h: 1 / 8 };
    expect(error).toMatchObject({ code: "step-singular", subject: "stretch", value });
  });

  test("an index that is too high for errors of its multipliers to count", () => {
    const problem = pendulum("index 3");
    const bdf = new Bdf(residualOf(denseRateSystem({ ...problem, relative: 1e-6, absolute: 1e-6 })), {
      testAlgebraic: true,
    });
    expect(refusal(() => solveImplicit(bdf, { t: 0, y: startOf(problem), tEnd: 2 }))).toMatchObject({
      code: "step-collapse",
      subject: "lambda",
    });
  });

  test("too many steps, and a span that leads nowhere", () => {
    const bdf = bdfOf({ ...kepler(), ...tolerances });
    const y = startOf(kepler());
    const { code, value } = refusal(() => solveImplicit(bdf, { t: 0, y, tEnd: 6, maxSteps: 20 }));
    expect(code).toBe("too-many-steps");
    expect(value).toBeGreaterThan(0);
    expect(value).toBeLessThan(6);
    const span = refusal(() => solveImplicit(bdf, { t: 1, y, tEnd: 1 }));
    expect(span).toEqual({ code: "bad-span", subject: "tEnd", value: 1 });
  });
});

describe("dense systems", () => {
  const problems: readonly Problem[] = [kepler(), vanDerPol(1e3), robertsonDae, pendulum("index 2")];

  test.each(problems)("$name: differences agree with exact derivatives, factors with products", (problem) => {
    const { jacobian, timeDerivative, ...rest } = problem;
    const n = problem.size;
    const y = Float64Array.from(problem.y0, (x, i) => x + 0.1 * (i + 1));
    const J = new Float64Array(n * n);
    jacobian(0.3, y, J);
    const scale = Math.max(...J.map(Math.abs));
    for (const system of [
      denseRateSystem({ ...rest, ...tolerances }),
      denseRateSystem({ ...problem, ...tolerances }),
    ]) {
      system.linearize(0.3, y);
      for (const im of [0, 3]) {
        const x = { re: Float64Array.from(y), im: Float64Array.from(y, (_, i) => i * im) };
        const b = { re: new Float64Array(n), im: new Float64Array(n) };
        for (let i = 0; i < n; i++) {
          const [dRe, dIm] = system.mass === null || system.mass[i] === 1 ? [7, im] : [0, 0];
          b.re[i] = dRe * x.re[i] - dIm * x.im[i];
          b.im[i] = dRe * x.im[i] + dIm * x.re[i];
          for (let j = 0; j < n; j++) {
            b.re[i] -= J[i * n + j] * x.re[j];
            b.im[i] -= J[i * n + j] * x.im[j];
          }
        }
        expect(system.factor(im, 7, im)).toBe(true);
        system.solve(im, b.re, im === 0 ? null : b.im);
        // Differences: 10⁻⁹ of the largest derivative, which in a stiff matrix may count 10⁴-fold.
        for (let i = 0; i < n; i++) expect(Math.abs(b.re[i] - x.re[i])).toBeLessThan(1e-7 * Math.max(1, scale * 1e-4));
        const worst = Math.max(...x.im.map((value, i) => (im === 0 ? 0 : Math.abs(b.im[i] - value))));
        expect(worst).toBeLessThan(1e-6 * Math.max(1, scale * 1e-4));
      }
    }
  });

  test("∂f/∂t by differences", () => {
    const system = denseRateSystem({ size: 1, rates: (t, _y, f) => void (f[0] = t ** 3), ...tolerances });
    system.linearize(2, Float64Array.of(0));
    const out = new Float64Array(1);
    system.timeDerivative(out);
    expect(out[0]).toBeCloseTo(12, 8);
  });

  test("residuals give the same run as the rates they come from", () => {
    const orbit = kepler();
    const f = new Float64Array(4);
    const residual = denseResidualSystem({
      size: 4,
      residual: (t, y, yDot, r) => {
        orbit.rates(t, y, f);
        for (let i = 0; i < 4; i++) r[i] = yDot[i] - f[i];
      },
      ...tolerances,
    });
    const request = { t: 0, y: startOf(orbit), tEnd: 3 };
    const one = solveImplicit(new Bdf(residual), request);
    const other = solveImplicit(bdfOf({ ...orbit, ...tolerances }), request);
    for (let i = 0; i < 4; i++) expect(Math.abs(one.y[i] - other.y[i])).toBeLessThan(1e-6);
  });

  test("a list of the wrong length is refused with its length", () => {
    const short = { ...kepler(), relative: 1e-6, absolute: [1, 2] };
    expect(refusal(() => denseRateSystem(short))).toEqual({ code: "wrong-length", subject: "absolute", value: 2 });
  });
});
