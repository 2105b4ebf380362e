import { describe, expect, it } from "vitest";
import { RequestError } from "../../../src/errors/kinetree-error.js";
import { implicitNames } from "../../../src/integrate/integrators.js";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import type { SimulateOptions } from "../../../src/simulate/options/options.js";
import { RunFailedError } from "../../../src/simulate/run/failure.js";
import { simulate } from "../../../src/simulate/simulate.js";
import type { State } from "../../../src/state/state.js";
import { fourBar } from "../../../src/systems/linkages/four-bar.js";
import { pendulum } from "../../../src/systems/chains/pendulum.js";
import { failureOf } from "../failures.js";

const untyped = (options: object): SimulateOptions => options as SimulateOptions;

const refusals: readonly { name: string; options: SimulateOptions; code: string; subject: string; says: string }[] = [
  ...[0, 6, 2.5].map((maxOrder) => ({
    name: `order ${maxOrder}`,
    options: { integrator: "bdf", implicit: { maxOrder } } as const,
    code: "bad-order",
    subject: "maxOrder",
    says: `maxOrder is ${maxOrder}, must be 1, 2, 3, 4 or 5`,
  })),
  ...[-0.1, 1.1, NaN].map((rho) => ({
    name: `rho ${rho}`,
    options: { integrator: "generalized-alpha", implicit: { rho } } as const,
    code: "rho-out-of-range",
    subject: "rho",
    says: `rho is ${rho}: give a number from 0 (most damping) to 1 (none).`,
  })),
  ...[-0.4, 0.1].map((alpha) => ({
    name: `alpha ${alpha}`,
    options: { integrator: "hht", implicit: { alpha } } as const,
    code: "alpha-out-of-range",
    subject: "alpha",
    says: `alpha is ${alpha}: give a number from -1/3 (most damping) to 0 (none).`,
  })),
  {
    name: "an option of another method",
    options: { integrator: "radau5", implicit: { maxOrder: 3 } },
    code: "option-without-effect",
    subject: "implicit.maxOrder",
    says: 'Take "bdf" or "auto", or leave it out.',
  },
  {
    name: "implicit options for an explicit integrator",
    options: { integrator: "dop853", implicit: { jacobian: "difference" } },
    code: "option-without-effect",
    subject: "implicit.jacobian",
    says: 'integrator "dop853" does not use it',
  },
  {
    name: "an option misspelt",
    options: untyped({ integrator: "bdf", implicit: { maxorder: 3 } }),
    code: "unknown-implicit option",
    subject: 'implicit option "maxorder"',
    says: 'Did you mean "maxOrder"?',
  },
  {
    name: "a derivative misspelt",
    options: untyped({ integrator: "bdf", implicit: { jacobian: "exat" } }),
    code: "unknown-jacobian",
    subject: 'jacobian "exat"',
    says: 'Did you mean "exact"?',
  },
  ...(["dormand-prince", "rosenbrock", "auto"] as const).map((integrator) => ({
    name: `the equations themselves for ${integrator}`,
    options: { integrator, formulation: "constrained" } as const,
    code: "integrator-needs-accelerations",
    subject: 'formulation "constrained"',
    says: `and "${integrator}" does not solve for them. Take integrator "bdf", "radau5", "generalized-alpha", "hht"`,
  })),
  ...(["bdf", "auto"] as const).map((integrator) => ({
    name: `damped drift for ${integrator}`,
    options: { integrator, drift: "baumgarte" } as const,
    code: "integrator-refuses-drift",
    subject: "drift",
    says: 'Take drift "projection"',
  })),
];

describe("a run is refused", () => {
  it.each(refusals)("$name / $code", ({ options, code, subject, says }) => {
    const error = failureOf(() => simulate(pendulum(), 1, options));
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ code, subject });
    expect(error.message).toContain(says);
  });

  it.each(["bdf", "radau5", "hht"] as const)(
    "a packed state that is open, by the equations themselves and %s",
    (integrator) => {
      const state = { t: 0, q: Float64Array.of(0.3, 0, 0), v: new Float64Array(3) };
      const error = failureOf(() => simulate(fourBar(), 1, { integrator, formulation: "constrained", state }));
      expect(error).toMatchObject({ code: "loop-open", subject: 'joint "pin"' });
      expect(error.message).toContain("assemble(model, state)");
    },
  );

  it("a joint that moves nothing that has mass", () => {
    const model = mechanism("weather vane")
      .body("mast", { mass: 1, inertia: [1, 1, 1] })
      .body("vane", { massless: true })
      .revolute("foot", { parent: "ground", child: "mast", axis: [0, 1, 0] })
      .revolute("top", { parent: "mast", child: "vane", axis: [0, 1, 0], at: [0, 0, 1] })
      .build();
    const error = failureOf(() => simulate(model, 1, { integrator: "bdf", formulation: "constrained" }));
    expect(error).toMatchObject({ code: "massless-tip" });
    expect(error.message).toContain("give the joint an armature");
  });
});

it("speeds and coordinates given by joints are made consistent, as for explicit integrators", () => {
  const state = { q: { crank: 0.3 }, v: { crank: 1 } };
  const explicit = simulate(fourBar(), 0.01, { state });
  const implicit = simulate(fourBar(), 0.01, { state, integrator: "bdf", formulation: "constrained" });
  implicit.stateAt(0).q.forEach((value, i) => expect(Math.abs(value - explicit.stateAt(0).q[i])).toBeLessThan(1e-12));
  implicit.stateAt(0).v.forEach((value, i) => expect(Math.abs(value - explicit.stateAt(0).v[i])).toBeLessThan(1e-12));
});

describe("a run that cannot go on says when, where and what to do", () => {
  /** Pushed away from the middle, ever faster. */
  const runaway = mechanism("runaway")
    .gravity(0, 0, 0)
    .body("cart", { mass: 1, inertia: [1, 1, 1] })
    .prismatic("rail", { parent: "ground", child: "cart", axis: [1, 0, 0], stiffness: -1e4 })
    .build();

  it.each(implicitNames)("%s, with steps of its own", (integrator) => {
    const error = failureOf(() => simulate(runaway, 10, { integrator, tolerance: 1e-2, state: { q: { rail: 1 } } }));
    expect(error).toBeInstanceOf(RunFailedError);
    expect(["not-finite", "singular-matrix", "step-too-small", "no-convergence"]).toContain(error.code);
    expect(error.subject).toBe('joint "rail" of body "cart"');
    expect((error.value as State).t).toBeCloseTo(3.5, 0);
  });

  it("a fixed step at which stiffness and inertia cancel / singular", () => {
    // 1 / h² = 1e4 1/s² with h = 0.01 s: m σ² − k vanishes for implicit Euler, with which bdf begins.
    const error = failureOf(() => simulate(runaway, 1, { integrator: "bdf", step: 0.01, state: { q: { rail: 1 } } }));
    expect(error).toMatchObject({ code: "singular-matrix", subject: 'joint "rail" of body "cart"' });
  });

  it("more steps than allowed", () => {
    const error = failureOf(() =>
      simulate(pendulum(), 10, { integrator: "radau5", maxSteps: 3, state: { q: { hinge: 1 } } }),
    );
    expect(error).toMatchObject({ code: "too-many-steps" });
  });
});

it.each(implicitNames)("nothing that moves, no time at all, or rest: %s takes it", (integrator) => {
  const welded = mechanism("welded")
    .body("a", { mass: 1, inertia: [1, 1, 1] })
    .weld("w", { parent: "ground", child: "a" })
    .build();
  expect(simulate(welded, 1, { integrator }).end).toBe("finished");
  expect(simulate(pendulum(), 0, { integrator }).end).toBe("finished");
  expect(simulate(pendulum(), 1000, { integrator }).counts.accepted).toBeLessThan(50);
});
