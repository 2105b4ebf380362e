import { describe, expect, it, test } from "vitest";
import { SimulationError } from "../../src/errors/kinetree-error.js";
import type { State } from "../../src/state/state.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import type { Model } from "../../src/model/types.js";
import { methods } from "../../src/integrate/method.js";
import { simulate } from "../../src/simulate/simulate.js";
import { failureOf } from "./failures.js";
import { slider } from "./slider.js";

/** x'' = -ω² x by rk4 multiplies by far more than 1 a step once ω h is beyond 2.83: here ω h = 100. */
const stiff = (): Model => slider({ stiffness: 1e8 });
const tooLong = { step: 0.01, state: { q: { rail: 1 } } } as const;

describe.each(Object.values(methods))("$name with a step far too long for a spring", ({ name: integrator }) => {
  const error = failureOf(() => simulate(stiff(), 100, { ...tooLong, integrator }));

  it("stops the run and says when, where and why", () => {
    expect(error).toBeInstanceOf(SimulationError);
    expect(error.code).toBe("not-finite");
    expect(error.subject).toBe('joint "rail" of body "cart"');
  });

  it("last good state / finite, at the time of the message, a whole number of steps from the start", () => {
    const { t, q, v } = error.value as State;
    expect([...q, ...v].every(Number.isFinite)).toBe(true);
    expect(error.message).toContain(`stopped at ${t} s`);
    expect(t).toBe(Math.round(t / 0.01) * 0.01);
    expect(t).toBeGreaterThan(0);
  });

  it("last good state / where a run that ends there ends", () => {
    const last = error.value as State;
    expect(simulate(stiff(), last.t, { ...tooLong, integrator }).final).toEqual(last);
  });
});

describe("arm of two rods without mass and a bob at its tip, thrown outwards", () => {
  /*
   * The bob flies straight until the arm is stretched, and there the elbow would have to turn infinitely fast: a
   * singularity at a known time. Rods of 1 m; elbow at 90° and shoulder at 0, so the bob is at (-1, -1) in (x, z) with
   * z along the hanging rod; it starts at speed √2 outwards along the diagonal: |p| = √2 (1 + t) reaches 2 at √2 - 1.
   */
  const arm = mechanism("arm without mass")
    .gravity(0, 0, 0)
    .body("upper", { massless: true })
    .body("lower", { mass: 1, com: [0, 0, -1], inertia: [0, 0, 0] })
    .revolute("shoulder", { parent: "ground", child: "upper", axis: [0, 1, 0] })
    .revolute("elbow", { parent: "upper", child: "lower", axis: [0, 1, 0], at: [0, 0, -1] })
    .build();
  const stretched = Math.SQRT2 - 1;
  // Tip (x, z) = (-sin a - sin(a + b), -cos a - cos(a + b)); its rate at a = 0, b = π/2 is (-a', a' + b').
  const state = { q: { elbow: Math.PI / 2 }, v: { shoulder: 1, elbow: -2 } };

  it.each(Object.values(methods).filter(({ adaptive }) => adaptive))(
    "$name stops there and does not step over it",
    (method) => {
      const error = failureOf(() => simulate(arm, 1, { integrator: method.name, tolerance: 1e-10, state }));
      expect(error).toBeInstanceOf(SimulationError);
      expect(["step-too-small", "not-finite"]).toContain(error.code);
      const last = error.value as State;
      // Near the end elbow² goes with the time left, so an error ε of the elbow is ε in its square, and in time.
      expect(Math.abs(last.t - stretched)).toBeLessThan(1e-8);
      // Elbow × rate comes to 2√2 there, and elbow² to 1e-16 one unit of the clock before the end.
      expect(Math.abs(last.v[1])).toBeLessThan(1e9);
      expect(error.subject).toContain('of body "');
    },
  );

  it("up to shortly before it / the straight line", () => {
    const { final } = simulate(arm, 0.4, { tolerance: 1e-10, state });
    const [a, b] = final.q;
    expect(Math.abs(-Math.sin(a) - Math.sin(a + b) + 1.4)).toBeLessThan(1e-8);
    expect(Math.abs(-Math.cos(a) - Math.cos(a + b) + 1.4)).toBeLessThan(1e-8);
  });
});

test("accelerations that are no numbers at the very start / an error, not an endless run", () => {
  const arm = mechanism("straight arm without mass")
    .body("upper", { massless: true })
    .body("lower", { mass: 1, com: [0, 0, -1], inertia: [0, 0, 0] })
    .revolute("shoulder", { parent: "ground", child: "upper", axis: [0, 1, 0] })
    .revolute("elbow", { parent: "upper", child: "lower", axis: [0, 1, 0], at: [0, 0, -1] })
    .build();
  const state = { t: 3, v: { shoulder: 1 } };
  for (const options of [{}, { integrator: "dop853" }, { integrator: "rk4", step: 0.1 }] as const) {
    const error = failureOf(() => simulate(arm, 5, { ...options, state }));
    expect(error).toBeInstanceOf(SimulationError);
    expect(error.subject).toMatch(/shoulder|elbow/);
  }
});

test("a stop on the way so near that the clock hardly moves / is no failure", () => {
  // Two events of a load one unit in the last place apart.
  const near = 1 + 2 * Number.EPSILON;
  const model = mechanism("push")
    .gravity(0, 0, 0)
    .body("cart", { mass: 1, inertia: [1, 1, 1] })
    .prismatic("rail", { parent: "ground", child: "cart", axis: [1, 0, 0] })
    .jointForce("push", { joint: "rail", force: { kind: "piecewise", times: [1, near], values: [1, 2] } })
    .build();
  const { final } = simulate(model, 2);
  expect(Math.abs(final.v[0] - 2)).toBeLessThan(1e-14);
});
