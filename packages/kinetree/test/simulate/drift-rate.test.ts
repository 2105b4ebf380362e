import { expect, test } from "vitest";
import { createSimulation, simulate } from "../../src/simulate/simulate.js";
import { fourBar } from "../../src/systems/linkages/four-bar.js";

const closureAt = (driftRate: number): number =>
  simulate(fourBar(), 2, {
    formulation: "tree-augmented",
    drift: "baumgarte",
    step: 1e-3,
    integrator: "rk4",
    driftRate,
  }).loops?.closure ?? NaN;

test("a higher rate keeps loops closer together", () => {
  const [gentle, firm] = [closureAt(1), closureAt(100)];
  expect(firm).toBeGreaterThan(0);
  expect(firm).toBeLessThan(gentle / 5);
});

test("half an inverse step is the rate where none is given", () => {
  const options = { formulation: "tree-augmented", drift: "baumgarte", step: 1e-3, integrator: "rk4" } as const;
  expect(simulate(fourBar(), 0.5, { ...options, driftRate: 500 }).final.q).toEqual(
    simulate(fourBar(), 0.5, options).final.q,
  );
});

test("a run with damped drift, again on the same simulation: the same bits, whatever ran before", () => {
  const simulation = createSimulation(fourBar(), {
    formulation: "tree-augmented",
    drift: "baumgarte",
    step: 1e-3,
    integrator: "euler-cromer",
    driftRate: 50,
  });
  const first = simulation.run(0.2).final;
  simulation.run(0.07);
  expect(simulation.run(0.2).final).toEqual(first);
});

test("a rate without damping, or below zero, is refused", () => {
  expect(() => simulate(fourBar(), 1, { driftRate: 20 })).toThrow(/driftRate is 20 1\/s.*Set that/);
  expect(() => simulate(fourBar(), 1, { drift: "baumgarte", driftRate: -1 })).toThrow(/driftRate is -1/);
});
