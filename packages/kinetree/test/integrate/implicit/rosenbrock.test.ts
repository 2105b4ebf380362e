import { describe, expect, test } from "vitest";
import { denseRateSystem } from "../../../src/integrate/implicit/dense-system.js";
import { Rosenbrock } from "../../../src/integrate/implicit/one-step/rosenbrock.js";
import {
  kaps,
  kepler,
  pendulum,
  pendulumReference,
  protheroRobinson,
  robertson,
  robertsonDae,
  startOf,
  vanDerPol,
  type Problem,
} from "./problems.js";
import { fixedSteps, largestDifference, observedOrders, ownSteps, systemOf } from "./stepping.js";
import { refusal } from "../../support/refusal.js";

const errorsOf = (problem: Problem, steps: readonly number[]): number[] =>
  steps.map((n) =>
    largestDifference(
      fixedSteps(new Rosenbrock(systemOf(problem, 1e-12)), problem, n),
      problem.exact?.(problem.tEnd) ?? [],
    ),
  );

describe("order", () => {
  test("error on Kepler's ellipse / h⁴", () => {
    const [order] = observedOrders(errorsOf(kepler(), [256, 512]));
    expect(Math.abs(order - 4)).toBeLessThan(0.25);
  });

  test("error on a problem that depends on time, not stiff / h⁴", () => {
    const [order] = observedOrders(errorsOf({ ...protheroRobinson(-1), tEnd: 2 }, [10, 20]));
    expect(Math.abs(order - 4)).toBeLessThan(0.25);
  });

  test("error on Kaps' problem, ε = 1e-8 / h⁴, since it is one of index 1 in effect", () => {
    const [order] = observedOrders(errorsOf(kaps(1e-8), [8, 16]));
    expect(Math.abs(order - 4)).toBeLessThan(0.25);
  });

  test("error on Prothero and Robinson's problem / h³/λ", () => {
    const [mild, stiff] = [errorsOf(protheroRobinson(-1e4), [80, 160]), errorsOf(protheroRobinson(-1e6), [80])];
    for (const order of observedOrders(mild)) expect(Math.abs(order - 3)).toBeLessThan(0.15);
    expect(mild[0] / stiff[0]).toBeGreaterThan(90);
    expect(mild[0] / stiff[0]).toBeLessThan(110);
  });

  test("pendulum, index 1 / h⁴ for positions, speeds and multiplier", () => {
    const problem: Problem = { ...pendulum("index 1"), tEnd: 1 };
    const reference = pendulumReference(1);
    const ends = [160, 320].map((n) => fixedSteps(new Rosenbrock(systemOf(problem, 1e-12)), problem, n));
    for (const entries of [[0, 1], [2, 3], [4]]) {
      const errors = ends.map((y) => Math.max(...entries.map((i) => Math.abs(y[i] - reference[i]))));
      expect(Math.abs(observedOrders(errors)[0] - 4)).toBeLessThan(0.25);
    }
  });

  test("error between the ends of a step / h⁴, and at the ends the states there, to the bit", () => {
    const problem = kepler();
    const errors = [0.05, 0.025, 0.0125].map((h) => {
      const stepper = new Rosenbrock(systemOf(problem, 1e-12));
      const out = new Float64Array(4);
      const at = (theta: number): Float64Array => {
        stepper.interpolate(theta, out);
        return out;
      };
      stepper.begin(0, startOf(problem));
      stepper.attempt(h, true);
      expect(at(0)).toEqual(startOf(problem));
      expect(at(1)).toEqual(stepper.end);
      return Math.max(
        ...[0.2, 0.5, 0.8].map((theta) => largestDifference(at(theta), problem.exact?.(theta * h) ?? [])),
      );
    });
    for (const order of observedOrders(errors)) expect(Math.abs(order - 4)).toBeLessThan(0.3);
  });
});

/** |R(z)| of one step of length 1 of ẏ = z y. */
function amplification(re: number, im: number): number {
  const system = denseRateSystem({
    size: 2,
    rates: (_t, y, f) => f.set([re * y[0] - im * y[1], im * y[0] + re * y[1]]),
    jacobian: (_t, _y, J) => J.set([re, -im, im, re]),
    timeDerivative: (_t, _y, out) => void out.fill(0),
    relative: 1e-10,
    absolute: 1e-10,
  });
  const stepper = new Rosenbrock(system);
  stepper.begin(0, Float64Array.of(1, 0));
  stepper.attempt(1, true);
  return Math.hypot(stepper.end[0], stepper.end[1]);
}

describe("stability", () => {
  test("|R| on the imaginary axis / at most 1", () => {
    for (const im of [0.1, 1, 2, 3, 5, 10, 30, 100, 1e4]) expect(amplification(0, im)).toBeLessThan(1 + 1e-13);
  });

  test("R(z) for z → −∞ / 0", () => {
    expect(amplification(-1e4, 0)).toBeLessThan(1e-2);
    expect(amplification(-1e8, 0)).toBeLessThan(1e-6);
  });
});

describe("standard problems with steps of its own", () => {
  test("Van der Pol, µ = 1e6, tolerance 1e-4 / reference within ten tolerances, one factorisation an attempt", () => {
    const problem = vanDerPol();
    const stepper = new Rosenbrock(systemOf(problem, 1e-4));
    const { y, accepted, rejected } = ownSteps(stepper, problem);
    expect(largestDifference(y, problem.reference?.[0].y ?? [])).toBeLessThan(1e-3);
    expect(accepted).toBeLessThan(400);
    expect(rejected).toBeLessThan(40);
    expect(stepper.counts).toEqual({
      evaluations: 6 * accepted + 5 * rejected + 1,
      jacobians: accepted,
      factorizations: accepted + rejected,
      solves: 6 * (accepted + rejected),
      newtonIterations: 0,
      newtonFailures: 0,
      errorFailures: rejected,
    });
  });

  test.each([robertson, robertsonDae])("$name until 1e11 s, tolerance 1e-5 / reference to that", (problem) => {
    const reference = problem.reference?.[0].y ?? [];
    const { y } = ownSteps(new Rosenbrock(systemOf(problem, 1e-5, 1e-13)), problem);
    y.forEach((each, i) => expect(Math.abs(each / reference[i] - 1)).toBeLessThan(1e-5));
  });

  test("start with a wrong multiplier / has no effect after the first step", () => {
    const problem: Problem = { ...pendulum("index 1"), tEnd: 0.1 };
    const wrong: Problem = { ...problem, y0: [1, 0, 0, 0, 5] };
    const [right, repaired] = [problem, wrong].map((each) => ownSteps(new Rosenbrock(systemOf(each, 1e-8)), each).y);
    expect(largestDifference(right, repaired)).toBeLessThan(1e-7);
  });
});

describe("attempts", () => {
  test("states that do not exist / not-finite with a shorter step, and the state stays", () => {
    const edge = denseRateSystem({
      size: 1,
      rates: (t, _y, f) => f.set([Math.sqrt(1 - t)]),
      relative: 1e-6,
      absolute: 1e-6,
    });
    const stepper = new Rosenbrock(edge);
    stepper.begin(0, Float64Array.of(0));
    const { error, next, trouble } = stepper.attempt(2, false);
    expect([error, trouble]).toEqual([Infinity, "not-finite"]);
    expect(next).toBeLessThan(2);
    expect(stepper.attempt(0.1, false).error).toBeLessThanOrEqual(1);
    expect(Math.abs(stepper.end[0] - (1 - 0.9 ** 1.5) / 1.5)).toBeLessThan(1e-6);
  });

  test.each([
    ["index 2", "lambda"],
    ["index 3", "vx"],
  ] as const)("a system of %s / refused by the name of an entry", (form, subject) => {
    const make = (): Rosenbrock => new Rosenbrock(systemOf(pendulum(form), 1e-6));
    expect(refusal(make)).toEqual({ code: "index-too-high", subject, value: 2 });
  });
});

describe("memory", () => {
  test("restored from a snapshot, after any attempt / goes on bit for bit", () => {
    const problem = vanDerPol();
    const original = new Rosenbrock(systemOf(problem, 1e-5));
    original.begin(0, startOf(problem));
    let h = original.firstStep(1);
    let rejected = 0;
    for (let k = 0; k < 250; k++) {
      const copy = new Rosenbrock(systemOf(problem, 1e-5));
      copy.restore(original.snapshot());
      const [mine, copied] = [{ ...original.attempt(h, false) }, { ...copy.attempt(h, false) }];
      expect(copied).toEqual(mine);
      expect(copy.end).toEqual(original.end);
      if (mine.error <= 1) original.accept();
      else rejected++;
      h = mine.next;
    }
    expect(rejected).toBeGreaterThan(0);
  });

  test("the same states in other numbers, and an end that is amended / the next step starts from there", () => {
    const problem = kepler();
    const stepper = new Rosenbrock(systemOf(problem, 1e-8));
    const out = new Float64Array(4);
    stepper.begin(0, startOf(problem));
    stepper.attempt(0.01, true);
    stepper.end[0] += 1e-6;
    stepper.interpolate(1, out);
    expect(out).toEqual(stepper.end);
    stepper.accept();
    stepper.rebase((y) => void (y[1] += 0.5));
    stepper.attempt(0.01, true);
    const expected = stepper.end.slice();
    const another = new Rosenbrock(systemOf(problem, 1e-8));
    another.begin(0.01, Float64Array.of(out[0], out[1] + 0.5, out[2], out[3]));
    another.attempt(0.01, true);
    expect(another.end).toEqual(expected);
  });
});
