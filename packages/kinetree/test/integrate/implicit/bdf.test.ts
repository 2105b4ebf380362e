import { describe, expect, test } from "vitest";
import { Bdf, type BdfOptions } from "../../../src/integrate/implicit/bdf/bdf.js";
import { denseRateSystem } from "../../../src/integrate/implicit/dense-system.js";
import { residualOf } from "../../../src/integrate/implicit/one-step/rate-residual.js";
import { solveImplicit, type Solved, type SolveOptions } from "../../../src/integrate/implicit/solve.js";
import {
  kaps,
  kepler,
  pendulum,
  pendulumReference,
  protheroRobinson,
  robertson,
  robertsonDae,
  startOf,
  stiffLinear,
  vanDerPol,
  type Problem,
} from "./problems.js";
import { refusal } from "../../support/refusal.js";

interface Run extends Solved {
  readonly bdf: Bdf;
}

function run(
  problem: Problem,
  tolerance: { relative: number; absolute: number | readonly number[] },
  { options = {}, ...more }: Partial<SolveOptions> & { options?: BdfOptions } = {},
): Run {
  const bdf = new Bdf(residualOf(denseRateSystem({ ...problem, ...tolerance })), options);
  return { bdf, ...solveImplicit(bdf, { t: 0, y: startOf(problem), tEnd: problem.tEnd, ...more }) };
}

const both = (tolerance: number): { relative: number; absolute: number } => ({
  relative: tolerance,
  absolute: tolerance,
});

/** Largest error of an entry in units of relative |y| + absolute. */
const errorOf = (y: Float64Array, exact: readonly number[], tolerance: number): number =>
  Math.max(...exact.map((x, i) => Math.abs(y[i] - x) / (tolerance * Math.abs(x) + tolerance)));

/** Rises from rest so smoothly (t⁸) that the low orders of the start do no harm to the order of the whole. */
const smoothStart: Problem = {
  name: "smooth start",
  size: 1,
  names: ["y"],
  rates: (t, y, f) => void (f[0] = (1 + t ** 8) ** 3 - y[0] ** 3 + 8 * t ** 7),
  jacobian: (_t, y, J) => void (J[0] = -3 * y[0] ** 2),
  y0: [1],
  tEnd: 1,
};

describe("order", () => {
  test.each([1, 2, 3, 4, 5])("the error of fixed steps at order %i falls with that power of the step", (maxOrder) => {
    const errors = [100, 200].map((steps) => {
      const { y, bdf } = run(smoothStart, both(1e-13), { step: 1 / steps, options: { maxOrder } });
      expect(bdf.order).toBe(maxOrder);
      return Math.abs(y[0] - 2);
    });
    const observed = Math.log2(errors[0] / errors[1]);
    expect(Math.abs(observed - maxOrder)).toBeLessThan(0.25);
  });

  test.each([2, 3, 4, 5])(
    "with chosen steps at order up to %i the error per step count falls with that power",
    (maxOrder) => {
      // Kepler's ellipse once around; the step count varies by what is accepted, so the slope is taken over decades.
      const [loose, tight] = (maxOrder < 4 ? [1e-4, 1e-6] : [1e-6, 1e-10]).map((tolerance) => {
        const { y, steps } = run(kepler(), both(tolerance), { options: { maxOrder } });
        return { steps, error: errorOf(y, [0.8, 0, 0, Math.sqrt(1.5)], 1) };
      });
      const slope = Math.log(loose.error / tight.error) / Math.log(tight.steps / loose.steps);
      expect(slope).toBeGreaterThan(maxOrder - 0.8);
    },
  );
});

describe("stability", () => {
  test.each([1, 2, 3, 4, 5])("Prothero-Robinson, λ = −10⁶: steps of 0.1 s are stable at order %i", (maxOrder) => {
    const { y } = run(protheroRobinson(-1e6), both(1e-10), { step: 0.1, options: { maxOrder } });
    // The error that is not damped away is that of the formula divided by λ: below |h^k y^(k+1)| / |λ|, and of the start, h / 10⁶.
    expect(Math.abs(y[0] - Math.sin(10))).toBeLessThan(0.1e-6);
  });

  test.each([1e-4, 1e-7])(
    "Prothero-Robinson, λ = −10⁶: steps follow the smooth solution at tolerance %s",
    (tolerance) => {
      const { y, steps, bdf } = run(protheroRobinson(-1e6), both(tolerance));
      expect(errorOf(y, [Math.sin(10)], tolerance)).toBeLessThan(1);
      expect(steps).toBeLessThan(250);
      expect(bdf.counts.newtonFailures).toBe(0);
    },
  );

  test("a fast transient dies away, and the steps after it are those of the slow one", () => {
    const problem = stiffLinear(-1, -1e5);
    const { y, steps } = run(problem, both(1e-6));
    expect(errorOf(y, problem.exact?.(2) ?? [], 1e-6)).toBeLessThan(10);
    expect(steps).toBeLessThan(200);
  });

  test("Kaps: the stiff component is as accurate as the other", () => {
    const problem = kaps(1e-8);
    const { y } = run(problem, both(1e-8));
    expect(errorOf(y, problem.exact?.(1) ?? [], 1e-8)).toBeLessThan(2);
  });
});

describe("stiff standard problems", () => {
  test.each([1e-5, 1e-7])("Van der Pol, µ = 10⁶, to tolerance %s", (tolerance) => {
    const problem = vanDerPol(1e6);
    const { y, steps, bdf } = run(problem, both(tolerance));
    // Errors of the jumps shift the phase; 25: as IDA at these tolerances, twofold.
    expect(errorOf(y, problem.reference?.[0].y ?? [], tolerance)).toBeLessThan(25);
    expect(steps).toBeLessThan(2500);
    expect(bdf.counts.jacobians).toBeLessThan(steps / 5);
  });

  test.each([robertson, robertsonDae])("$name to t = 10¹¹", (problem) => {
    const { y, steps, bdf } = run(problem, { relative: 1e-6, absolute: [1e-10, 1e-14, 1e-10] });
    const reference = problem.reference?.[0].y ?? [];
    expect(Math.abs(y[0] / reference[0] - 1)).toBeLessThan(0.02); // absolute 10⁻¹⁰ of 2·10⁻⁸, twice over
    expect(Math.abs(y[2] - reference[2])).toBeLessThan(1e-6);
    expect(Math.abs(y[0] + y[1] + y[2] - 1)).toBeLessThan(1e-11);
    expect(steps).toBeLessThan(1000);
    expect(bdf.counts.jacobians).toBeLessThan(steps / 10);
  });
});

describe("pendulum", () => {
  const exact = pendulumReference(2);
  const position = (y: Float64Array): number => Math.abs(y[0] ** 2 + y[1] ** 2 - 1) / 2;
  const velocity = (y: Float64Array): number => Math.abs(y[0] * y[2] + y[1] * y[3]);

  test.each([1e-5, 1e-8])("index 1: follows the angle to tolerance %s, and drifts", (tolerance) => {
    const { y } = run(pendulum("index 1"), both(tolerance));
    expect(errorOf(y, exact, tolerance)).toBeLessThan(100);
  });

  test.each([1e-4, 1e-8])(
    "index 2 (GGL): follows the angle, and keeps both constraints to tolerance %s",
    (tolerance) => {
      const absolute = [tolerance, tolerance, tolerance, tolerance, Infinity, Infinity];
      let [worstPosition, worstVelocity] = [0, 0];
      const { y } = run(
        pendulum("index 2"),
        { relative: tolerance, absolute },
        {
          onStep: (_t, y) => {
            worstPosition = Math.max(worstPosition, position(y));
            worstVelocity = Math.max(worstVelocity, velocity(y));
          },
        },
      );
      expect(errorOf(y, exact.slice(0, 4), tolerance)).toBeLessThan(100);
      expect(worstPosition).toBeLessThan(tolerance);
      expect(worstVelocity).toBeLessThan(5 * tolerance); // speeds go up to 4.4 m/s
    },
  );

  test("index 3 with fixed steps of order 2: position, speed and multiplier converge with that order", () => {
    // Lötstedt, Petzold, Math. Comp. 46 (1986) 491: so they do, after a few steps, as long as the steps are equal.
    const absolute = [1e-12, 1e-12, Infinity, Infinity, Infinity];
    const [coarse, fine] = [250, 500].map((steps) => {
      const { y } = run(
        pendulum("index 3"),
        { relative: 1e-12, absolute },
        { step: 2 / steps, options: { maxOrder: 2 } },
      );
      return exact.map((x, i) => Math.abs(y[i] - x));
    });
    for (const entry of [0, 2, 4]) expect(Math.abs(Math.log2(coarse[entry] / fine[entry]) - 2)).toBeLessThan(0.15);
  });

  test("index 3 with only positions weighed runs at a moderate tolerance", () => {
    const absolute = [1e-5, 1e-5, Infinity, Infinity, Infinity];
    const { y, steps } = run(pendulum("index 3"), { relative: 1e-5, absolute });
    expect(Math.abs(y[0] - exact[0])).toBeLessThan(3e-2); // speeds are not controlled: the phase is off by a percent
    expect(position(y)).toBeLessThan(1e-5);
    expect(steps).toBeLessThan(600);
  });
});

describe("cost", () => {
  test.each([1e-4, 1e-6, 1e-8])(
    "smooth motion at tolerance %s: few evaluations a step, a matrix for many steps",
    (tolerance) => {
      const { steps, rejected, bdf } = run(kepler(), both(tolerance));
      expect(bdf.counts.evaluations / (steps + rejected)).toBeLessThan(1.8);
      expect(bdf.counts.jacobians).toBeLessThan(steps / 5);
      expect(bdf.counts.factorizations).toBeLessThan(steps / 3);
      expect(rejected).toBeLessThan(steps / 10);
    },
  );

  test("IDA 6.4 takes as many evaluations for Kepler's ellipse at tolerance 10⁻⁸ (326) and a like error (6·10⁻⁶)", () => {
    const { y, bdf } = run(kepler(), both(1e-8));
    expect(errorOf(y, [0.8, 0, 0, Math.sqrt(1.5)], 1)).toBeLessThan(8e-6);
    expect(bdf.counts.evaluations).toBeLessThan(326);
  });
});

test("an order without formulas is refused by its number", () => {
  const system = residualOf(denseRateSystem({ ...kepler(), ...both(1e-6) }));
  expect(refusal(() => new Bdf(system, { maxOrder: 6 }))).toEqual({ code: "bad-order", subject: "maxOrder", value: 6 });
});
