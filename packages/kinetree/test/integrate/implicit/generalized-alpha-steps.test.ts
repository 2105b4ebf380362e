import { describe, expect, test } from "vitest";
import { GeneralizedAlpha } from "../../../src/integrate/implicit/alpha/generalized-alpha.js";
import { elasticDoublePendulum, laggedForce, oscillator, pendulum, pendulumAngle } from "./motion-problems.js";
import { acceptStep, motionProblem, runAdaptive, runFixed, startOf, type MotionProblem } from "./motion-support.js";
import { refusal } from "../../support/refusal.js";

/** A step errs by no more than the tolerance, a run by that of some of its steps. */
const FACTOR = 30;

describe.each([1e-4, 1e-5])("tolerance %d", (tolerance) => {
  test("pendulum: error of positions / tolerance", () => {
    const tEnd = 0.5;
    const problem = pendulum(1, 1, tolerance);
    const end = runAdaptive(problem, new GeneralizedAlpha(problem), tEnd).at(-1);
    const [x] = pendulumAngle(1, 1, tEnd);
    const error = Math.hypot((end?.q[0] ?? NaN) - Math.sin(x), (end?.q[1] ?? NaN) + Math.cos(x));
    expect(error).toBeGreaterThan(tolerance / FACTOR);
    expect(error).toBeLessThan(tolerance * FACTOR);
  });

  test("oscillator: error of positions / tolerance", () => {
    const problem = oscillator(2, 0, 1, 0, tolerance);
    const end = runAdaptive(problem, new GeneralizedAlpha(problem), 1).at(-1);
    const error = Math.abs((end?.q[0] ?? NaN) - Math.cos(2));
    expect(error).toBeGreaterThan(tolerance / FACTOR);
    expect(error).toBeLessThan(tolerance * FACTOR);
  });
});

test("multipliers do not suffer from changes of the step", () => {
  const problem = pendulum(1, 1, 1e-5);
  const run = runAdaptive(problem, new GeneralizedAlpha(problem), 1);
  const errors = run.map(({ t, lambda, q }) => {
    const [, w] = pendulumAngle(1, 1, t);
    return Math.abs(lambda[0] - (w * w - 9.81 * q[1]));
  });
  // Steps differ by a factor of 2; with steps of one length the largest error at 100 steps is 7.5e-3, O(h²).
  expect(run.length).toBeGreaterThan(50);
  expect(Math.max(...errors)).toBeLessThan(2e-2);
});

test("a stiff, well damped spring behind a constraint costs no more steps than a soft one ten times over", () => {
  const stepsOf = (stiffness: number): number => {
    const problem = elasticDoublePendulum(stiffness, Math.sqrt(stiffness), 1e-4);
    return runAdaptive(problem, new GeneralizedAlpha(problem), 0.5).length;
  };
  expect(stepsOf(1e6)).toBeLessThan(10 * stepsOf(1e2));
});

test("a lag of rate 1e6 is followed with steps of the slow motion", () => {
  const problem = laggedForce(1e6, 1e-4);
  expect(runAdaptive(problem, new GeneralizedAlpha(problem), 5).length).toBeLessThan(150);
});

const hidden = ({ derivatives: _, ...rest }: MotionProblem): MotionProblem => rest;

describe.each([
  { name: "pendulum", make: (): MotionProblem => pendulum(1, 1, 1e-6) },
  { name: "pendulum that hides its derivatives", make: (): MotionProblem => hidden(pendulum(1, 1, 1e-6)) },
  { name: "lag", make: (): MotionProblem => laggedForce(1e3, 1e-6) },
])("$name", ({ make }) => {
  const tries = 30;

  /** Attempts with their outcomes; `at` says where the stepper is changed for another that goes on from a snapshot. */
  function record(at: number): number[] {
    let problem = make();
    let stepper = new GeneralizedAlpha(problem);
    stepper.begin(0, startOf(problem));
    let h = stepper.firstStep(1);
    const numbers: number[] = [];
    for (let k = 0; k < tries; k++) {
      if (k === at) {
        const kept = stepper.snapshot();
        const base = [...problem.base];
        problem = make();
        problem.base.splice(0, base.length, ...base);
        stepper = new GeneralizedAlpha(problem);
        stepper.restore(kept);
      }
      const { error, next } = stepper.attempt(h, false);
      if (error <= 1) acceptStep(problem, stepper);
      // Some steps are cut short, as by events.
      h = k % 7 === 3 ? next * 0.4 : next;
      numbers.push(error, h, ...stepper.end, ...stepper.acceleration, ...stepper.multipliers);
    }
    return numbers;
  }

  test("restored from a snapshot / gone on, bit for bit", () => {
    const whole = record(-1);
    for (const at of [1, 5, 18]) expect(record(at)).toEqual(whole);
  });

  test("interpolation between the ends / the ends", () => {
    const problem = make();
    const stepper = new GeneralizedAlpha(problem);
    const [start, at] = [startOf(problem), startOf(problem)];
    stepper.begin(0, start);
    stepper.attempt(1e-2, true);
    stepper.interpolate(0, at);
    at.forEach((x, i) => expect(x).toBeCloseTo(start[i], 14));
    stepper.interpolate(1, at);
    at.forEach((x, i) => expect(x).toBeCloseTo(stepper.end[i], 14));
  });
});

test("interpolated states / solution, with an error of O(h³) in a step", () => {
  const tStart = 0.16;
  const errors = [0.02, 0.01].map((h) => {
    const problem = laggedForce(3, 1e-12);
    const stepper = new GeneralizedAlpha(problem);
    stepper.begin(0, startOf(problem));
    // Some steps on, so that the states before are in use.
    for (let k = 0; k < tStart / h; k++) {
      stepper.attempt(h, true);
      acceptStep(problem, stepper);
    }
    const fine = laggedForce(3, 1e-12, [tStart, problem.base[0], stepper.end[1], stepper.end[2]]);
    const reference = runFixed(fine, new GeneralizedAlpha(fine), h / 2, 100)[99];
    stepper.attempt(h, true);
    const out = new Float64Array(3);
    stepper.interpolate(0.5, out);
    const q = problem.base[0] + out[0];
    return [q - reference.q[0], out[1] - reference.v[0], out[2] - reference.z[0]].map(Math.abs);
  });
  for (let i = 0; i < 3; i++) expect(Math.log2(errors[0][i] / errors[1][i])).toBeGreaterThan(2.7);
});

test("a state that the caller sets anew / a start from there", () => {
  const [problem, other] = [laggedForce(3), laggedForce(3, 1e-10, [0.1, 0, 0, 0])];
  const [stepper, fresh] = [new GeneralizedAlpha(problem), new GeneralizedAlpha(other)];
  stepper.begin(0, startOf(problem));
  stepper.attempt(0.1, true);
  stepper.end.set([0, 0, 0.25]);
  acceptStep(problem, stepper);
  fresh.begin(0, Float64Array.of(0, 0, 0.25));
  stepper.attempt(0.05, true);
  fresh.attempt(0.05, true);
  // The times differ by rounding.
  stepper.end.forEach((x, i) => expect(x).toBeCloseTo(fresh.end[i], 13));
});

test("equations without a solution nearby / trouble and a shorter step", () => {
  const problem = motionProblem({
    q0: [0],
    v0: [1],
    // No real square root beyond q = 1: the mass runs into it.
    residual: (_, [q], { a }, r) => void (r[0] = a[0] - Math.sqrt(1 - q)),
  });
  const stepper = new GeneralizedAlpha(problem);
  stepper.begin(0, startOf(problem));
  const { error, next, trouble } = stepper.attempt(2, false);
  expect(trouble).toBe("not-finite");
  expect(error).toBe(Infinity);
  expect(next).toBeLessThan(2);
  expect(stepper.attempt(next / 4, false).trouble).toBeNull();
});

test("an iteration that does not converge / trouble", () => {
  const problem = motionProblem({
    q0: [0],
    v0: [1],
    // A jump in the force, as wide as the mass it acts on is slow: within a long step there is no equilibrium.
    residual: (_, [q], { a }, r) => void (r[0] = a[0] + (q > 0.5 ? 100 : -100)),
  });
  const stepper = new GeneralizedAlpha(problem);
  stepper.begin(0, startOf(problem));
  const { trouble, next } = stepper.attempt(0.1, true);
  expect(trouble).toBe("newton");
  expect(next).toBeLessThan(0.1);
  expect(stepper.counts.newtonFailures).toBe(1);
});

test("a matrix without an inverse / trouble", () => {
  const problem = motionProblem({
    q0: [1, 0],
    v0: [0, 0],
    nc: 2,
    residual(_, [x, y], { a, lambda }, r) {
      // The same constraint twice.
      r.set([
        a[0] + x * (lambda[0] + lambda[1]),
        a[1] + y * (lambda[0] + lambda[1]),
        x * x + y * y - 1,
        x * x + y * y - 1,
      ]);
    },
    initial: () => undefined,
  });
  const stepper = new GeneralizedAlpha(problem);
  stepper.begin(0, startOf(problem));
  expect(stepper.attempt(0.1, true).trouble).toBe("singular");
});

test("constraints without accelerations for a start are refused", () => {
  const problem = motionProblem({ q0: [1], v0: [0], nc: 1, residual: (_, [q], __, r) => void r.set([0, q - 1]) });
  expect(refusal(() => new GeneralizedAlpha(problem))).toEqual({
    code: "no-initial-accelerations",
    subject: "initial",
  });
});
