import { describe, expect, test } from "vitest";
import { denseRateSystem } from "../../../src/integrate/implicit/dense-system.js";
import { Radau5 } from "../../../src/integrate/implicit/one-step/radau5.js";
import { kaps, kepler, protheroRobinson, robertson, startOf, stiffLinear, vanDerPol } from "./problems.js";
import { fixedSteps, largestDifference, observedOrders, ownSteps, systemOf } from "./stepping.js";

const errorsOf = (problem: ReturnType<typeof kepler>, steps: readonly number[]): number[] =>
  steps.map((n) =>
    largestDifference(
      fixedSteps(new Radau5(systemOf(problem, 1e-12)), problem, n),
      problem.exact?.(problem.tEnd) ?? [],
    ),
  );

describe("order", () => {
  test("error on Kepler's ellipse / h⁵", () => {
    for (const order of observedOrders(errorsOf(kepler(), [32, 64, 128])))
      expect(Math.abs(order - 5)).toBeLessThan(0.1);
  });

  test("error on Kaps' problem, ε = 1e-8 / h⁵, since it is one of index 1 in effect", () => {
    for (const order of observedOrders(errorsOf(kaps(1e-8), [4, 8, 16]))) expect(Math.abs(order - 5)).toBeLessThan(0.1);
  });

  test("error on Prothero and Robinson's problem / h³/λ, the stage order: Hairer, Wanner II, IV.15", () => {
    const [mild, stiff] = [errorsOf(protheroRobinson(-1e4), [80, 160, 320]), errorsOf(protheroRobinson(-1e6), [80])];
    for (const order of observedOrders(mild)) expect(Math.abs(order - 3)).toBeLessThan(0.15);
    expect(mild[0] / stiff[0]).toBeGreaterThan(90);
    expect(mild[0] / stiff[0]).toBeLessThan(110);
  });

  test("error between the ends of a step / h⁴", () => {
    const problem = kepler();
    const errors = [0.2, 0.1, 0.05].map((h) => {
      const stepper = new Radau5(systemOf(problem, 1e-12));
      const inside = new Float64Array(4);
      stepper.begin(0, startOf(problem));
      stepper.attempt(h, true);
      return Math.max(
        ...[0.08, 0.4, 0.85].map((theta) => {
          stepper.interpolate(theta, inside);
          return largestDifference(inside, problem.exact?.(theta * h) ?? []);
        }),
      );
    });
    for (const order of observedOrders(errors)) expect(Math.abs(order - 4)).toBeLessThan(0.2);
  });

  test("dense output at both ends of a step / the states there, to the bit", () => {
    const problem = kepler();
    const stepper = new Radau5(systemOf(problem, 1e-6));
    const out = new Float64Array(4);
    let last = startOf(problem);
    fixedSteps(stepper, problem, 20, () => {
      stepper.interpolate(0, out);
      expect(out).toEqual(last);
      stepper.interpolate(1, out);
      expect(out).toEqual(stepper.end);
      last = stepper.end.slice();
    });
  });
});

/** One step of length 1 of ẏ = z y, over complex numbers, from 1. */
function stabilityAt(re: number, im: number): readonly [number, number] {
  const system = denseRateSystem({
    size: 2,
    rates: (_t, y, f) => f.set([re * y[0] - im * y[1], im * y[0] + re * y[1]]),
    jacobian: (_t, _y, J) => J.set([re, -im, im, re]),
    relative: 1e-14,
    absolute: 1e-14,
  });
  const stepper = new Radau5(system);
  stepper.begin(0, Float64Array.of(1, 0));
  stepper.attempt(1, true);
  return [stepper.end[0], stepper.end[1]];
}

describe("stability", () => {
  test.each([-0.5, -3, -40])("R(z) of a step / (1 + 2z/5 + z²/20) / (1 − 3z/5 + 3z²/20 − z³/60), z = %d", (z) => {
    const expected = (1 + 0.4 * z + z ** 2 / 20) / (1 - 0.6 * z + 0.15 * z ** 2 - z ** 3 / 60);
    expect(Math.abs(stabilityAt(z, 0)[0] - expected)).toBeLessThan(1e-14);
  });

  test("R(z) z for z → −∞ / −3, so that R(∞) = 0", () => {
    expect(Math.abs(stabilityAt(-1e8, 0)[0] * 1e8 - 3)).toBeLessThan(1e-6); // + 24/z, and rounding of 1/R ε
  });

  test("|R| on the imaginary axis / at most 1", () => {
    for (const im of [0.1, 1, 3, 10, 100]) expect(Math.hypot(...stabilityAt(0, im))).toBeLessThan(1);
  });
});

describe("standard problems with steps of its own", () => {
  test("Van der Pol, µ = 1e6, tolerance 1e-4 / reference within ten tolerances, in few steps", () => {
    const problem = vanDerPol();
    const stepper = new Radau5(systemOf(problem, 1e-4));
    const { y, accepted, rejected } = ownSteps(stepper, problem);
    expect(largestDifference(y, problem.reference?.[0].y ?? [])).toBeLessThan(1e-3);
    expect(accepted).toBeLessThan(400); // an explicit method is bound to about a million
    expect(rejected).toBeLessThan(40);
    expect(stepper.counts.jacobians).toBeLessThan(accepted);
    expect(stepper.counts.factorizations).toBeLessThanOrEqual(2 * (accepted + rejected) + stepper.counts.jacobians);
  });

  test("Robertson until 1e11 s, tolerance 1e-5 / reference to that, entry by entry", () => {
    const reference = robertson.reference?.[0].y ?? [];
    const { y } = ownSteps(new Radau5(systemOf(robertson, 1e-5, 1e-14)), robertson);
    y.forEach((each, i) => expect(Math.abs(each / reference[i] - 1)).toBeLessThan(1e-5));
  });

  test("error over tolerance 1e-4, 1e-6, 1e-8 / shrinks with the tolerance", () => {
    const problem = kepler();
    const errors = [1e-4, 1e-6, 1e-8].map((tolerance) =>
      largestDifference(
        ownSteps(new Radau5(systemOf(problem, tolerance)), problem).y,
        problem.exact?.(problem.tEnd) ?? [],
      ),
    );
    for (const [k, error] of errors.entries()) expect(error).toBeLessThan(100 * [1e-4, 1e-6, 1e-8][k]);
  });

  test("a linear problem / one linearisation, and no factors while the step stays", () => {
    const problem = stiffLinear();
    const stepper = new Radau5(systemOf(problem, 1e-6));
    const { accepted } = ownSteps(stepper, problem);
    expect(stepper.counts.jacobians).toBe(1);
    expect(stepper.counts.factorizations).toBeLessThan(1.5 * accepted);
  });
});

describe("attempts", () => {
  const decay = protheroRobinson(-10);

  test("step that differs by the clock's rounding / same factors", () => {
    const stepper = new Radau5(systemOf(decay, 1e-6));
    stepper.begin(0, startOf(decay));
    for (const h of [0.1, 0.1 + 1e-15, 0.1 - 1e-14]) {
      expect(stepper.attempt(h, true).trouble).toBe(null);
      stepper.accept();
    }
    expect(stepper.counts.factorizations).toBe(2);
  });

  test("iteration that diverges over a huge step / given up, with a shorter step that succeeds", () => {
    const blowUp = denseRateSystem({
      size: 1,
      rates: (_t, y, f) => f.set([y[0] ** 2]),
      relative: 1e-6,
      absolute: 1e-6,
    });
    const stepper = new Radau5(blowUp);
    stepper.begin(0, Float64Array.of(1));
    const first = { ...stepper.attempt(50, false) };
    expect(first).toMatchObject({ error: Infinity, trouble: "newton" });
    expect(first.next).toBeLessThan(50);
    expect(stepper.counts.newtonFailures).toBe(1);
    let h = first.next;
    for (let k = 0; k < 40 && !(stepper.attempt(h, false).error <= 1); k++) h = stepper.attempt(h, false).next;
    stepper.accept();
    expect(Math.abs(stepper.end[0] - 1 / (1 - h))).toBeLessThan(1e-5);
  });

  test("states that do not exist / not-finite, and the state stays", () => {
    const edge = denseRateSystem({
      size: 1,
      rates: (t, _y, f) => f.set([Math.sqrt(1 - t)]),
      relative: 1e-6,
      absolute: 1e-6,
    });
    const stepper = new Radau5(edge);
    stepper.begin(0, Float64Array.of(0));
    const { error, next, trouble } = stepper.attempt(2, false);
    expect([error, trouble]).toEqual([Infinity, "not-finite"]);
    expect(stepper.attempt(Math.min(next, 0.1), false).error).toBeLessThanOrEqual(1);
    expect(Math.abs(stepper.end[0] - (1 - 0.9 ** 1.5) / 1.5)).toBeLessThan(1e-6);
  });

  test("step that is far too long / error above 1, a shorter one proposed, and never a longer one right after", () => {
    const problem = kepler();
    const stepper = new Radau5(systemOf(problem, 1e-8));
    stepper.begin(0, startOf(problem));
    let { error, next } = stepper.attempt(0.1, false);
    expect(error).toBeGreaterThan(1);
    expect(stepper.counts.errorFailures).toBe(1);
    let h = 0.1;
    while (error > 1) {
      expect(next).toBeLessThan(h);
      h = next;
      ({ error, next } = stepper.attempt(h, false));
    }
    expect(next).toBeLessThanOrEqual(h);
  });
});

describe("memory", () => {
  test("restored from a snapshot, after any attempt / goes on bit for bit", () => {
    const problem = vanDerPol();
    const system = (): ReturnType<typeof systemOf> => systemOf(problem, 1e-5);
    const original = new Radau5(system());
    original.begin(0, startOf(problem));
    let h = original.firstStep(1);
    let rejected = 0;
    for (let k = 0; k < 150; k++) {
      const copy = new Radau5(system());
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

  test("the same states in other numbers / the same motion", () => {
    // ẏ = −(y + base) + t: rebasing hands a part of y over to the base.
    let base = 0;
    const system = denseRateSystem({
      size: 1,
      rates: (t, y, f) => f.set([-(y[0] + base) + t]),
      relative: 0,
      absolute: 1e-9,
    });
    const stepper = new Radau5(system);
    stepper.begin(0, Float64Array.of(1));
    for (let k = 0; k < 10; k++) {
      expect(stepper.attempt(0.1, true).trouble).toBe(null);
      stepper.accept();
      const part = stepper.end[0] / 2;
      base += part;
      stepper.rebase((y) => void (y[0] -= part));
    }
    stepper.attempt(0.1, true);
    expect(Math.abs(stepper.end[0] + base - (1.1 - 1 + 2 * Math.exp(-1.1)))).toBeLessThan(1e-8);
  });

  test("a move that changes nothing / keeps derivatives and factors", () => {
    const problem = stiffLinear();
    const stepper = new Radau5(systemOf(problem, 1e-6));
    stepper.begin(0, startOf(problem));
    for (let k = 0; k < 5; k++) {
      stepper.attempt(0.01, true);
      stepper.accept();
      stepper.rebase(() => undefined);
    }
    expect([stepper.counts.jacobians, stepper.counts.factorizations]).toEqual([1, 2]);
  });

  test("an end that the caller amends / is what the dense output leads to and the next step starts from", () => {
    const problem = kepler();
    const stepper = new Radau5(systemOf(problem, 1e-8));
    stepper.begin(0, startOf(problem));
    stepper.attempt(0.01, true);
    stepper.end[0] += 1e-6;
    const amended = stepper.end.slice();
    const out = new Float64Array(4);
    stepper.interpolate(1, out);
    expect(largestDifference(out, amended)).toBeLessThan(2 * Number.EPSILON);
    stepper.accept();
    stepper.attempt(0.01, true);
    stepper.interpolate(0, out);
    expect(out).toEqual(amended);
  });
});
