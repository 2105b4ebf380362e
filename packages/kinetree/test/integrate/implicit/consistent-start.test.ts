import { describe, expect, test } from "vitest";
import { Bdf } from "../../../src/integrate/implicit/bdf/bdf.js";
import { consistentStart, type ConsistentStart } from "../../../src/integrate/implicit/newton/consistent-start.js";
import { denseRateSystem, denseResidualSystem } from "../../../src/integrate/implicit/dense-system.js";
import { noCounts } from "../../../src/integrate/implicit/method.js";
import { residualOf } from "../../../src/integrate/implicit/one-step/rate-residual.js";
import {
  kepler,
  pendulum,
  pendulumState,
  protheroRobinson,
  robertsonDae,
  startOf,
  vanDerPol,
  type Problem,
} from "./problems.js";
import { refusal } from "../../support/refusal.js";

interface Start extends ConsistentStart {
  readonly y: Float64Array;
  readonly yDot: Float64Array;
}

function startFrom(problem: Problem, y: ArrayLike<number>, absolute: number | readonly number[] = 1e-6): Start {
  const system = residualOf(denseRateSystem({ ...problem, relative: 1e-6, absolute }));
  const at = Float64Array.from(y);
  const yDot = new Float64Array(problem.size);
  const report = consistentStart(system, 0, at, yDot, noCounts());
  return { ...report, y: at, yDot };
}

/** Accuracy of ẏ that is asked for: a part of 10⁻⁴ of its largest entry. */
const RATE = 1e-4;

describe("derivatives", () => {
  test.each([kepler(), protheroRobinson(-1e3), protheroRobinson(-1e7), vanDerPol()])("$name: ẏ is f", (problem) => {
    const { y, yDot, changes } = startFrom(problem, problem.name.startsWith("Van") ? [2, -0.66] : problem.y0);
    const f = new Float64Array(problem.size);
    problem.rates(0, y, f);
    const largest = Math.max(...f.map(Math.abs));
    for (let i = 0; i < f.length; i++) expect(Math.abs(yDot[i] - f[i])).toBeLessThan(RATE * largest);
    expect(changes).toEqual([]);
  });

  test("of equations that are not solved for them", () => {
    // 2 ẏ₀ + ẏ₁ = 1, ẏ₀ − ẏ₁ + y₀ = 5 with y₀ = 3: ẏ = (1, −1).
    const system = denseResidualSystem({
      size: 2,
      residual: (_t, y, yDot, r) => r.set([2 * yDot[0] + yDot[1] - 1, yDot[0] - yDot[1] + y[0] - 5]),
      relative: 1e-6,
      absolute: 1e-6,
    });
    const yDot = new Float64Array(2);
    consistentStart(system, 0, Float64Array.of(3, 0), yDot, noCounts());
    expect(yDot[0]).toBeCloseTo(1, 6);
    expect(yDot[1]).toBeCloseTo(-1, 6);
  });
});

describe("what follows from the rest", () => {
  test("is found from a wrong guess, and reported by name with the old value and the new", () => {
    const { y, changes, violation } = startFrom(robertsonDae, [0.9, 0, 0.7]);
    expect(y[2]).toBeCloseTo(0.1, 9);
    expect(changes).toEqual([{ entry: 2, name: "C", from: 0.7, to: y[2] }]);
    expect(violation).toBe(0);
  });

  const [theta, omega] = [0.4, 2];
  const state = pendulumState(theta, omega);

  test("multiplier of the pendulum in index 1", () => {
    const { y } = startFrom(pendulum("index 1"), [...state.slice(0, 4), 0]);
    expect(Math.abs(y[4] - state[4])).toBeLessThan(1e-9 * state[4]);
  });

  test("multiplier of the pendulum in index 2, which its equations at one instant do not hold", () => {
    const { y, yDot } = startFrom(
      pendulum("index 2"),
      [...state.slice(0, 4), 0, 0],
      [1e-6, 1e-6, 1e-6, 1e-6, Infinity, Infinity],
    );
    // A step of the implicit Euler method of 1 ms is off by 1 ms times the rate of λ, roughly 3 g ω.
    expect(Math.abs(y[4] - state[4])).toBeLessThan(3 * 9.81 * omega * 1e-3);
    expect(Math.abs(y[5])).toBeLessThan(5e-3);
    expect(Math.abs(yDot[0] - state[2])).toBeLessThan(5e-3);
  });
});

describe("what cannot be mended", () => {
  const weights = [1e-6, 1e-6, 1e-6, 1e-6, Infinity, Infinity];

  test("a violation well within the tolerance is reported and borne", () => {
    const { violation, y } = startFrom(pendulum("index 2"), [1 + 5e-8, 0, 0, 0, 0, 0], weights);
    expect(violation).toBeGreaterThan(0);
    expect(violation).toBeLessThan(0.1);
    expect(Math.abs(y[4])).toBeLessThan(1);
  });

  test("a violation of a constraint is refused with the variable and its size", () => {
    const { value, ...facts } = refusal(() => startFrom(pendulum("index 2"), [1.1, 0, 0, 0, 0, 0], weights));
    expect(facts).toEqual({ code: "inconsistent-start", subject: "x" });
    expect(value).toBeGreaterThan(1e4);
  });

  test("a constraint that is given twice is refused with the names of the multipliers", () => {
    const twice: Problem = {
      name: "twice",
      size: 4,
      names: ["x", "v", "lambda1", "lambda2"],
      mass: [1, 1, 0, 0],
      rates: (_t, [, v, a, b], f) => f.set([v, -a - b, v, v]),
      jacobian: (_t, _y, J) => J.set([0, 1, 0, 0, 0, 0, -1, -1, 0, 1, 0, 0, 0, 1, 0, 0]),
      y0: [0, 0, 0, 0],
      tEnd: 1,
    };
    expect(refusal(() => startFrom(twice, twice.y0))).toMatchObject({
      code: "singular-start",
      subject: "lambda1, lambda2",
    });
  });

  test("an equation without a solution is refused with the variable", () => {
    const none: Problem = {
      name: "none",
      size: 1,
      names: ["angle"],
      mass: [0],
      rates: (_t, [x], f) => void (f[0] = x * x + 1),
      jacobian: (_t, [x], J) => void (J[0] = 2 * x),
      y0: [0.5],
      tEnd: 1,
    };
    expect(refusal(() => startFrom(none, none.y0))).toMatchObject({ code: "unsolved-start", subject: "angle" });
  });

  test("a state outside of the equations' domain is refused with the equation and its value", () => {
    expect(refusal(() => startFrom(kepler(), [0, 0, 0, 1]))).toEqual({
      code: "not-finite-start",
      subject: "vx",
      value: NaN,
    });
  });

  test("an entry that is measured against nothing is refused by name", () => {
    expect(refusal(() => startFrom(kepler(), startOf(kepler()), 0))).toEqual({
      code: "no-tolerance",
      subject: "y",
      value: 0,
    });
  });
});

test("`begin` completes the state and keeps the report", () => {
  const bdf = new Bdf(residualOf(denseRateSystem({ ...robertsonDae, relative: 1e-6, absolute: 1e-9 })));
  expect(bdf.start).toBeNull();
  bdf.begin(0, Float64Array.of(1, 0, 0.5));
  expect(bdf.end[2]).toBeCloseTo(0, 9);
  expect(bdf.start?.changes.map(({ name, from }) => ({ name, from }))).toEqual([{ name: "C", from: 0.5 }]);
});
