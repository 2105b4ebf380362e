import { expect, test } from "vitest";
import { createSimulation, simulate } from "../../../src/simulate/simulate.js";
import { pendulum } from "../../../src/systems/chains/pendulum.js";
import { heldCart } from "../stiffness-mechanisms.js";

const state = { q: { hinge: 1 } };

test("an explicit run / has no implicit counts", () => {
  expect(simulate(pendulum(), 0.1, { state }).implicit).toBeNull();
});

test("one run after the other / each counts its own work alone", () => {
  const simulation = createSimulation(pendulum(), { integrator: "bdf", tolerance: 1e-6 });
  const first = simulation.run(0.2, { state });
  const second = simulation.run(0.2, { state });
  expect(first.implicit?.evaluations).toBeGreaterThan(first.counts.accepted);
  expect(second.implicit).toEqual(first.implicit);
});

test("an interrupted run / counts what it did before", () => {
  const options = { integrator: "radau5", tolerance: 1e-6 } as const;
  const whole = createSimulation(pendulum(), options).begin(0.4, { state });
  while (whole.advance(1));
  const begun = createSimulation(pendulum(), options).begin(0.4, { state });
  begun.advance(3);
  const resumed = createSimulation(pendulum(), options).resume(begun.checkpoint());
  const before = begun.implicit;
  expect(resumed.implicit?.evaluations).toBeGreaterThanOrEqual(before?.evaluations ?? Infinity);
  while (resumed.advance(1));
  expect(resumed.finish().implicit?.evaluations).toBe(whole.finish().implicit?.evaluations);
});

test("a run that switches / counts the implicit stretches, and says which they were", () => {
  const cart = heldCart(1e7, 1e5);
  const { integrators, implicit } = simulate(cart, 0.05, { state, integrator: "auto", tolerance: 1e-5 });
  expect(integrators.map(({ integrator }) => integrator)).toContain("bdf");
  expect(implicit?.jacobians).toBeGreaterThan(0);
});
