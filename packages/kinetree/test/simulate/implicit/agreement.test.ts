import { describe, expect, it, test } from "vitest";
import { createEvaluator } from "../../../src/evaluate/evaluator.js";
import type { FormulationName } from "../../../src/formulation/formulation.js";
import type { State, StateByJoint } from "../../../src/state/state.js";
import { implicitNames, type ImplicitName } from "../../../src/integrate/integrators.js";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import type { Model } from "../../../src/model/types.js";
import { simulate } from "../../../src/simulate/simulate.js";
import { doublePendulum } from "../../../src/systems/chains/double-pendulum.js";
import { flexibleSliderCrank, flexibleSliderCrankStart } from "../../../src/systems/flexible/flexible-slider-crank.js";
import { fourBar } from "../../../src/systems/linkages/four-bar.js";
import { heavyTop } from "../../../src/systems/chains/heavy-top.js";
import { ball as anyBall } from "../../contact/bodies.js";
import { closureOf, largest } from "../../systems/closure.js";

interface Case {
  readonly name: string;
  readonly model: Model;
  readonly state: StateByJoint;
  readonly tEnd: number;
  readonly pairs: Readonly<Partial<Record<FormulationName, readonly ImplicitName[]>>>;
}

const cases: readonly Case[] = [
  {
    name: "double pendulum",
    model: doublePendulum(),
    state: { q: { shoulder: 2, elbow: 1 } },
    tEnd: 0.2,
    pairs: { articulated: ["bdf", "rosenbrock", "generalized-alpha"], "mass-matrix": ["radau5", "hht"] },
  },
  {
    name: "top",
    model: heavyTop(),
    state: { v: { pivot: [1, 2, 30] } },
    tEnd: 0.05,
    pairs: {
      augmented: ["bdf", "rosenbrock"],
      partitioned: ["radau5", "hht"],
      constrained: ["bdf", "generalized-alpha"],
    },
  },
  {
    name: "four-bar",
    model: fourBar(),
    state: { v: { crank: 5 } },
    tEnd: 0.1,
    pairs: {
      "tree-augmented": ["bdf", "rosenbrock", "hht"],
      embedded: ["radau5", "generalized-alpha"],
      constrained: ["bdf", "radau5", "generalized-alpha", "hht"],
    },
  },
  {
    name: "slider-crank with a flexible rod",
    model: flexibleSliderCrank(),
    state: { v: flexibleSliderCrankStart },
    tEnd: 0.0005,
    pairs: { "tree-augmented": ["rosenbrock"], constrained: ["bdf", "radau5"] },
  },
  {
    name: "ball that lands and skids",
    model: anyBall(
      { kind: "hunt-crossley", stiffness: 1e4, dissipation: 0.3 },
      { kind: "coulomb", kinetic: 0.3, transitionSpeed: 0.1 },
      { radius: 0.1 },
    ),
    state: { q: { free: [0, 0, 0.1, 1, 0, 0, 0] }, v: { free: [1, 2, 0, 1, 0.1, -0.5] } },
    tEnd: 0.05,
    pairs: { articulated: ["bdf", "rosenbrock"], constrained: ["radau5", "generalized-alpha"] },
  },
];

const isSecondOrder = (integrator: ImplicitName): boolean => integrator === "generalized-alpha" || integrator === "hht";

/** Largest difference of coordinates and speeds, relative to those above 1. */
function distance(a: State, b: State): number {
  const of = (x: Float64Array, y: Float64Array): number =>
    x.reduce((most, value, i) => Math.max(most, Math.abs(value - y[i]) / Math.max(1, Math.abs(y[i]))), 0);
  return Math.max(of(a.q, b.q), of(a.v, b.v));
}

describe.each(cases)("$name", ({ model, state, tEnd, pairs: chosen }) => {
  const truth = simulate(model, tEnd, { state, integrator: "dop853", tolerance: 1e-12 }).final;
  const pairs = (Object.entries(chosen) as [FormulationName, readonly ImplicitName[]][]).flatMap(
    ([formulation, names]) => names.map((integrator) => ({ formulation, integrator })),
  );

  it.each(pairs)("$integrator by $formulation ends where dop853 does, and keeps the balance of energies", (pair) => {
    const tolerance = isSecondOrder(pair.integrator) ? 1e-4 : 1e-6;
    const { final, energy } = simulate(model, tEnd, { ...pair, state, tolerance });
    expect(distance(final, truth)).toBeLessThan(100 * tolerance);
    expect(energy?.relative).toBeLessThan(100 * tolerance);
  });
});

describe("loops by the equations themselves", () => {
  const model = fourBar();
  it.each(["bdf", "radau5", "generalized-alpha", "hht"] as const)("%s stays closed at every sample", (integrator) => {
    // A coarse tolerance: what is recorded is closed whatever the steps are.
    const result = simulate(model, 0.4, {
      integrator,
      formulation: "constrained",
      tolerance: 1e-3,
      state: { v: { crank: 5 } },
    });
    const evaluator = createEvaluator(model);
    for (let k = 0; k < result.t.length; k++) {
      const at = result.stateAt(k);
      const { gaps, rows } = closureOf(model, at, evaluator);
      expect(largest(gaps)).toBeLessThan(1e-9);
      expect(largest(rows.map((row) => row.reduce((sum, x, i) => sum + x * at.v[i], 0)))).toBeLessThan(1e-7);
    }
  });
});

describe("turns beyond any chart", () => {
  /** A free top without loads: it turns about its axis of symmetry with a speed that stays. */
  const spinner = mechanism("spinner")
    .gravity(0, 0, 0)
    .body("disc", { mass: 1, inertia: [0.1, 0.1, 0.2] })
    .body("knob", { mass: 0.1, inertia: [0.01, 0.01, 0.01] })
    .free("root", { parent: "ground", child: "disc" })
    .spherical("ball", { parent: "disc", child: "knob" })
    .build();

  it.each(["bdf", "radau5"] as const)(
    "ten revolutions by %s end at the angle that speed times time makes",
    (integrator) => {
      const [rate, spin] = [2 * Math.PI * 10, -2 * Math.PI * 17];
      const tEnd = 1.05;
      const { final } = simulate(spinner, tEnd, {
        integrator,
        tolerance: 1e-6,
        state: { v: { root: [0, 0, rate, 0, 0, 0], ball: [0, 0, spin] } },
      });
      const turnOf = (q: ArrayLike<number>, first: number): number => 2 * Math.atan2(q[first + 3], q[first]);
      const wrapped = (angle: number): number => Math.abs(Math.atan2(Math.sin(angle), Math.cos(angle)));
      expect(wrapped(turnOf(final.q, 3) - rate * tEnd)).toBeLessThan(1e-4);
      expect(wrapped(turnOf(final.q, 7) - spin * tEnd)).toBeLessThan(1e-4);
      expect(Math.abs(Math.hypot(...final.q.slice(3, 7)) - 1)).toBeLessThan(1e-13);
    },
  );
});

test.each(implicitNames)("derivatives by differences lead %s to the same end as traced ones", (integrator) => {
  const model = integrator === "rosenbrock" ? doublePendulum() : fourBar();
  const run = (jacobian: "exact" | "difference"): State =>
    simulate(model, 0.1, {
      integrator,
      implicit: { jacobian },
      tolerance: 1e-5,
      ...(integrator === "rosenbrock" ? {} : { formulation: "constrained" as const }),
      state: integrator === "rosenbrock" ? { q: { shoulder: 2 } } : { v: { crank: 5 } },
    }).final;
  // Newton's iterations end within a fraction of what a step may be wrong by, and so do their runs.
  expect(distance(run("difference"), run("exact"))).toBeLessThan(1e-6);
});
