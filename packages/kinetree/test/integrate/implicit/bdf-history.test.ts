import { describe, expect, test } from "vitest";
import { Bdf } from "../../../src/integrate/implicit/bdf/bdf.js";
import { denseRateSystem } from "../../../src/integrate/implicit/dense-system.js";
import { residualOf } from "../../../src/integrate/implicit/one-step/rate-residual.js";
import { kepler, pendulum, pendulumReference, startOf, vanDerPol, type Problem } from "./problems.js";

const TOLERANCE = 1e-8;

const bdfOf = (problem: Problem, absolute: number | readonly number[] = TOLERANCE): Bdf =>
  new Bdf(residualOf(denseRateSystem({ ...problem, relative: TOLERANCE, absolute })));

/** Takes good steps, each as long as it is proposed. */
function advance(bdf: Bdf, t: number, h: number, steps: number): { t: number; h: number } {
  for (let n = 0; n < steps;) {
    const { error, next, trouble } = bdf.attempt(h, false);
    if (trouble === null && error <= 1) {
      bdf.accept();
      t += h;
      n++;
    }
    h = next;
  }
  return { t, h };
}

function begun(problem: Problem, steps: number, absolute?: readonly number[]): { bdf: Bdf; t: number; h: number } {
  const bdf = bdfOf(problem, absolute);
  bdf.begin(0, startOf(problem));
  return { bdf, ...advance(bdf, 0, bdf.firstStep(problem.tEnd), steps) };
}

const orbit = kepler();
const exact = (t: number): number[] => orbit.exact?.(t) ?? [];
const distance = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.max(...Array.from(a, (x, i) => Math.abs(x - b[i])));

describe("interpolation", () => {
  test("meets both ends of a step, and is between them as accurate as there", () => {
    const { bdf, t, h } = begun(orbit, 60);
    const start = Float64Array.from(bdf.end);
    bdf.attempt(h, false);
    const out = new Float64Array(4);
    bdf.interpolate(0, out);
    expect(out).toEqual(start);
    bdf.interpolate(1, out);
    expect(out).toEqual(bdf.end);
    const atEnds = Math.max(distance(start, exact(t)), distance(bdf.end, exact(t + h)));
    for (const theta of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      bdf.interpolate(theta, out);
      // The polynomial adds an error of the size of what one step may err.
      expect(distance(out, exact(t + theta * h))).toBeLessThan(atEnds + 3 * TOLERANCE);
    }
  });

  test("is that of the amended end", () => {
    const { bdf, h } = begun(orbit, 30);
    bdf.attempt(h, false);
    const [before, after] = [new Float64Array(4), new Float64Array(4)];
    bdf.interpolate(1 - 1e-9, before);
    bdf.end[0] += 1e-3;
    bdf.interpolate(1 - 1e-9, after);
    expect(Math.abs(after[0] - before[0] - 1e-3)).toBeLessThan(1e-10);
  });
});

describe("landing", () => {
  test("after a step cut short the longer one is proposed again and succeeds at the same order", () => {
    const { bdf, h } = begun(orbit, 60);
    const order = bdf.order;
    const cut = bdf.attempt(1e-3 * h, false);
    expect(cut.error).toBeLessThan(1);
    expect(cut.next).toBe(h);
    bdf.accept();
    expect(bdf.order).toBe(order);
    const { error } = bdf.attempt(h, false);
    expect(error).toBeLessThan(1);
  });

  test("many landings cost hardly more than their own steps and no accuracy", () => {
    const bdf = bdfOf(orbit);
    bdf.begin(0, startOf(orbit));
    let [t, h, steps] = [0, bdf.firstStep(6), 0];
    for (let stop = 0.1; stop < 6; stop += 0.1) {
      while (t < stop) {
        const end = t + h > stop ? stop : t + h;
        const { error, next } = bdf.attempt(end - t, false);
        steps++;
        h = next;
        if (error > 1) continue;
        bdf.accept();
        t = end;
      }
    }
    expect(distance(bdf.end, exact(t))).toBeLessThan(1000 * TOLERANCE); // without landings 630
    expect(steps).toBeLessThan(211 + 2 * 59);
  });

  test("an attempt that is not accepted leaves no trace", () => {
    const { bdf, h } = begun(orbit, 40);
    const other = begun(orbit, 40).bdf;
    other.attempt(h, false);
    other.attempt(0.3 * h, false);
    const [once, again] = [bdf.attempt(h, false), other.attempt(h, false)];
    expect(again.next).toBe(once.next);
    expect(distance(other.end, bdf.end)).toBeLessThan(TOLERANCE);
  });
});

describe("amended ends", () => {
  test("the pendulum in index 1, put back onto its circle after every step, keeps order and accuracy", () => {
    const problem = pendulum("index 1");
    const bdf = bdfOf(problem);
    bdf.begin(0, startOf(problem));
    let [t, h, steps] = [0, bdf.firstStep(2), 0];
    while (t < 2) {
      const end = t + h > 2 ? 2 : t + h;
      const { error, next } = bdf.attempt(end - t, false);
      h = next;
      steps++;
      if (error > 1) continue;
      const [x, y, vx, vy] = bdf.end;
      const r = Math.sqrt(x * x + y * y);
      const radial = (x * vx + y * vy) / (r * r);
      bdf.end.set([x / r, y / r, vx - radial * x, vy - radial * y]);
      bdf.accept();
      t = end;
    }
    expect(Math.abs(bdf.end[0] ** 2 + bdf.end[1] ** 2 - 1)).toBeLessThan(4 * Number.EPSILON);
    expect(distance(bdf.end.subarray(0, 4), pendulumReference(2).slice(0, 4))).toBeLessThan(200 * TOLERANCE);
    expect(steps).toBeLessThan(400); // 330 without
  });
});

describe("rebase", () => {
  test.each([0, 3, 25])("to the same numbers changes nothing beyond rounding, after %i steps", (steps) => {
    const { bdf, t, h } = begun(orbit, steps);
    const other = begun(orbit, steps).bdf;
    other.rebase(() => undefined);
    expect(distance(other.end, bdf.end)).toBe(0);
    const [here, there] = [advance(bdf, t, h, 10), advance(other, t, h, 10)];
    expect(there.t).toBeCloseTo(here.t, 8);
    expect(distance(other.end, bdf.end)).toBeLessThan(TOLERANCE);
  });

  test("to numbers that are shifted and turned gives the same motion", () => {
    // The sun moves to (2, −1) and everything turns by 90°: (x, y) → (2 − y, x − 1).
    const turned: Problem = {
      ...orbit,
      rates: (t, [x, y, vx, vy], f) => {
        const g = new Float64Array(4);
        orbit.rates(t, Float64Array.of(y + 1, 2 - x, vy, -vx), g);
        f.set([-g[1], g[0], -g[3], g[2]]);
      },
      jacobian: () => undefined,
    };
    const { jacobian: _, ...byDifferences } = turned;
    const upright = { ...orbit, relative: 0, absolute: TOLERANCE };
    let current = denseRateSystem(upright);
    const moving = residualOf({
      ...current,
      rates: (t, y, f) => current.rates(t, y, f),
      linearize: (t, y) => current.linearize(t, y),
      factor: (slot, re, im) => current.factor(slot, re, im),
      solve: (slot, re, im) => current.solve(slot, re, im),
    });
    const [bdf, other] = [new Bdf(residualOf(denseRateSystem(upright))), new Bdf(moving)];
    for (const each of [bdf, other]) each.begin(0, startOf(orbit));
    const here = advance(bdf, 0, 1e-4, 40);
    advance(other, 0, 1e-4, 40);
    current = denseRateSystem({ ...byDifferences, relative: 0, absolute: TOLERANCE });
    other.rebase((y) => y.set([2 - y[1], y[0] - 1, -y[3], y[2]]));
    const back = (): number[] => [other.end[1] + 1, 2 - other.end[0], other.end[3], -other.end[2]];
    const there = advance(other, here.t, here.h, 1);
    expect(advance(bdf, here.t, here.h, 1).t).toBe(there.t);
    expect(distance(back(), bdf.end)).toBeLessThan(TOLERANCE);
    const later = advance(other, there.t, there.h, 30);
    expect(distance(back(), exact(later.t))).toBeLessThan(100 * TOLERANCE);
  });
});

describe("snapshot", () => {
  const problems = [
    { problem: orbit, absolute: undefined },
    { problem: vanDerPol(), absolute: undefined },
    { problem: pendulum("index 2"), absolute: [1e-8, 1e-8, 1e-8, 1e-8, Infinity, Infinity] },
  ];
  test.each(problems)("$problem.name goes on bit for bit in another stepper", ({ problem, absolute }) => {
    for (const steps of [0, 1, 7, 50]) {
      const { bdf, t, h } = begun(problem, steps, absolute);
      const other = bdfOf(problem, absolute);
      other.restore(bdf.snapshot());
      const [here, there] = [advance(bdf, t, h, 20), advance(other, t, h, 20)];
      expect(there).toEqual(here);
      expect(other.end).toEqual(bdf.end);
    }
  });
});
