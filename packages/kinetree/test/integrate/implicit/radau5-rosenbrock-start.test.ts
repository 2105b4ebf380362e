import { describe, expect, test } from "vitest";
import { denseRateSystem } from "../../../src/integrate/implicit/dense-system.js";
import { gammaHat } from "../../../src/integrate/implicit/one-step/radau-tableau.js";
import { Radau5 } from "../../../src/integrate/implicit/one-step/radau5.js";
import { rodasp } from "../../../src/integrate/implicit/one-step/rosenbrock-tableau.js";
import { Rosenbrock } from "../../../src/integrate/implicit/one-step/rosenbrock.js";
import { solveImplicit } from "../../../src/integrate/implicit/solve.js";
import type { RateSystem } from "../../../src/integrate/implicit/system.js";
import { kepler, pendulum, startOf } from "./problems.js";
import { largestDifference, systemOf } from "./stepping.js";
import { refusal } from "../../support/refusal.js";

/** With sigma/h on the diagonal, −∂f/∂y makes the (first) matrix of a method. */
const methods = [
  { name: "radau5", sigma: gammaHat, make: (system: RateSystem) => new Radau5(system) },
  { name: "rosenbrock", sigma: 1 / rodasp.gamma, make: (system: RateSystem) => new Rosenbrock(system) },
];

const tolerances = { relative: 1e-6, absolute: 1e-6 };

describe.each(methods)("$name", ({ make, sigma }) => {
  test("start with a wrong multiplier / made consistent, and reported by name", () => {
    const stepper = make(systemOf(pendulum("index 1"), 1e-8));
    stepper.begin(0, Float64Array.of(1, 0, 0, 0, 5));
    expect(stepper.start?.changes).toMatchObject([{ entry: 4, name: "lambda", from: 5 }]);
    expect(Math.abs(stepper.end[4])).toBeLessThan(1e-8);
  });

  test("start of an ODE / as given", () => {
    const stepper = make(systemOf(kepler(), 1e-8));
    stepper.begin(0, startOf(kepler()));
    expect(stepper.start).toBe(null);
    expect(stepper.end).toEqual(startOf(kepler()));
  });

  test("states at wanted times / exact ones within some tolerances", () => {
    const problem = kepler();
    const times = [0, 0.5, 1.7, 4, problem.tEnd];
    const stepper = make(systemOf(problem, 1e-7));
    const { samples } = solveImplicit(stepper, { t: 0, y: startOf(problem), tEnd: problem.tEnd, times });
    expect(samples.length).toBe(times.length);
    samples.forEach((y, k) => expect(largestDifference(y, problem.exact?.(times[k]) ?? [])).toBeLessThan(1e-5));
  });

  test("motion that ends in a pole / stops, and names the entry", () => {
    const system = denseRateSystem({
      size: 2,
      names: ["calm", "wild"],
      rates: (_t, y, f) => f.set([-y[0], y[1] ** 2]),
      ...tolerances,
    });
    const run = (): unknown => solveImplicit(make(system), { t: 0, y: Float64Array.of(1, 1), tEnd: 2, maxSteps: 2000 });
    expect(refusal(run)).toMatchObject({ code: "step-collapse", subject: "wild" });
  });

  test("rates that are not finite beyond some time / the entry whose rate it is", () => {
    const system = denseRateSystem({
      size: 2,
      names: ["a", "b"],
      rates: (t, y, f) => f.set([y[1], Math.sqrt(1 - t)]),
      jacobian: (_t, _y, J) => J.set([0, 1, 0, 0]),
      timeDerivative: (_t, _y, out) => void out.fill(0),
      ...tolerances,
    });
    const stepper = make(system);
    stepper.begin(0, Float64Array.of(0, 0));
    expect(stepper.attempt(2, false).trouble).toBe("not-finite");
    expect(stepper.culprit()).toBe("b");
  });

  test("an unknown that no equation determines / refused at the start by its name", () => {
    const system = denseRateSystem({
      size: 2,
      names: ["x", "loose"],
      mass: [1, 0],
      rates: (_t, y, f) => f.set([-y[0], y[0] - 1]),
      ...tolerances,
    });
    const begin = (): void => make(system).begin(0, Float64Array.of(1, 0));
    expect(refusal(begin)).toMatchObject({ code: "singular-start", subject: "loose" });
  });

  test("growth so fast that the matrix of one length of step is singular / a shorter one is fine", () => {
    const h = 0.125;
    const system = denseRateSystem({
      size: 1,
      names: ["x"],
      rates: (_t, y, f) => f.set([(sigma / h) * y[0]]),
      jacobian: (_t, _y, J) => J.set([sigma / h]),
      timeDerivative: (_t, _y, out) => void out.fill(0),
      ...tolerances,
    });
    const stepper = make(system);
    stepper.begin(0, Float64Array.of(1));
    const { error, trouble, next } = stepper.attempt(h, false);
    expect([error, trouble]).toEqual([Infinity, "singular"]);
    expect(stepper.culprit()).toBe("x");
    expect(stepper.attempt(h, true).trouble).toBe("singular");
    expect(stepper.attempt(next, true).trouble).toBe(null);
  });

  test("step that the caller cuts short / the length proposed before it stands", () => {
    const problem = kepler();
    const stepper = make(systemOf(problem, 1e-6));
    stepper.begin(0, startOf(problem));
    let h = stepper.firstStep(1);
    for (let k = 0; k < 12; k++) {
      const { error, next } = stepper.attempt(h, false);
      if (error <= 1) stepper.accept();
      h = next;
    }
    expect(stepper.attempt(h / 1000, false).error).toBeLessThan(1e-3);
    expect(stepper.attempt(h / 1000, false).next).toBe(h);
  });

  test("an entry without any tolerance / refused by its name", () => {
    const system = denseRateSystem({ size: 1, rates: (_t, y, f) => f.set(y), relative: 1e-6, absolute: 0 });
    const stepper = make(system);
    stepper.begin(0, Float64Array.of(0));
    expect(refusal(() => stepper.attempt(0.1, false))).toEqual({ code: "no-tolerance", subject: "y[0]", value: 0 });
  });
});
