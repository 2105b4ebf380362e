import { describe, expect, test } from "vitest";
import { Radau5 } from "../../../src/integrate/implicit/one-step/radau5.js";
import { pendulum, pendulumReference, robertsonDae, startOf, type Problem } from "./problems.js";
import { fixedSteps, observedOrders, ownSteps, systemOf } from "./stepping.js";

const parts = { position: [0, 1], speed: [2, 3], multiplier: [4] };

const errorOf = (y: Float64Array, t: number, entries: readonly number[]): number => {
  const reference = pendulumReference(t);
  return Math.max(...entries.map((i) => Math.abs(y[i] - reference[i])));
};

describe("pendulum in Cartesian coordinates", () => {
  // Hairer, Lubich, Roche (1989), table 2.3; Hairer, Wanner II (1996), VII.4 and VII.5: 2s − 1, s and s − 1 with s = 3.
  test.each([
    { form: "index 1", position: 5, speed: 5, multiplier: 5 },
    { form: "index 2", position: 5, speed: 5, multiplier: 3 },
    { form: "index 3", position: 5, speed: 3, multiplier: 2 },
  ] as const)("$form / orders $position, $speed and $multiplier of positions, speeds and multiplier", (expected) => {
    const problem: Problem = { ...pendulum(expected.form), tEnd: 1 };
    const ends = [20, 40].map((n) => fixedSteps(new Radau5(systemOf(problem, 1e-11)), problem, n));
    for (const part of ["position", "speed", "multiplier"] as const) {
      const [order] = observedOrders(ends.map((y) => errorOf(y, 1, parts[part])));
      expect(Math.abs(order - expected[part])).toBeLessThan(0.25);
    }
  });

  test.each([
    { form: "index 1", factor: 10 },
    { form: "index 2", factor: 10 },
    { form: "index 3", factor: 100 },
  ] as const)("$form with its own steps / position within $factor tolerances of 1e-6", ({ form, factor }) => {
    const problem = pendulum(form);
    const { y, accepted, rejected } = ownSteps(new Radau5(systemOf(problem, 1e-6)), problem);
    expect(errorOf(y, problem.tEnd, parts.position)).toBeLessThan(factor * 1e-6);
    expect(accepted).toBeLessThan(200);
    expect(rejected).toBeLessThan(40);
  });

  test.each(["index 3", "index 2"] as const)(
    "%s / the rod keeps its length to what Newton's iteration leaves",
    (form) => {
      const problem = pendulum(form);
      const { y } = ownSteps(new Radau5(systemOf(problem, 1e-6)), problem);
      expect(Math.abs(Math.hypot(y[0], y[1]) - 1)).toBeLessThan(1e-7);
    },
  );

  test("start with a wrong multiplier / has no effect after the first step", () => {
    const problem = { ...pendulum("index 1"), tEnd: 0.1 };
    const wrong = { ...problem, y0: [1, 0, 0, 0, 5] };
    const [right, repaired] = [problem, wrong].map((each) => ownSteps(new Radau5(systemOf(each, 1e-8)), each).y);
    expect(Math.max(...right.map((each, i) => Math.abs(each - repaired[i])))).toBeLessThan(1e-7);
  });
});

test("entries of infinite weight / leave the choice of steps to the others", () => {
  const problem = pendulum("index 1");
  const free = new Radau5(systemOf(problem, 1e-6));
  const system = systemOf(problem, 1e-6);
  const weigh = (y: Float64Array, w: Float64Array): void => {
    system.weigh(y, w);
    w[4] = Infinity;
  };
  const without = new Radau5({ ...system, weigh });
  const [a, b] = [ownSteps(free, problem), ownSteps(without, problem)];
  expect(b.accepted).toBeLessThanOrEqual(a.accepted);
  expect(errorOf(b.y, problem.tEnd, parts.position)).toBeLessThan(1e-5);
});

test("Robertson with conservation in place of a rate / sum of species 1 to rounding, at all times", () => {
  const stepper = new Radau5(systemOf(robertsonDae, 1e-5, 1e-12));
  stepper.begin(0, startOf(robertsonDae));
  const { y } = ownSteps(stepper, robertsonDae, 1e4);
  expect(Math.abs(y[0] + y[1] + y[2] - 1)).toBeLessThan(4 * Number.EPSILON);
});
