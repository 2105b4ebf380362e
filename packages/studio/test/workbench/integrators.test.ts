import { implicitNames, methods } from "kinetree";
import { expect, test } from "vitest";
import { setupDefaults } from "../../src/experiment/types.js";
import { integrators, stepsOf, withIntegrator } from "../../src/workbench/setup/integrators.js";

test("the list of integrators / all that the library has, each with a word about it", () => {
  const names = integrators.map(({ id }) => id);
  expect([...names].sort()).toEqual([...Object.keys(methods), ...implicitNames, "auto"].sort());
  for (const { detail } of integrators) expect(detail).not.toBe("");
});

test("explicit integrators without an error estimate / fixed steps only", () => {
  for (const { name, adaptive } of Object.values(methods)) expect(stepsOf(name)).toBe(adaptive ? "both" : "fixed");
});

test("another integrator / steps that it can take, equations that it can solve", () => {
  expect(withIntegrator(setupDefaults, "rk4")).toEqual({ integrator: "rk4", step: 1e-3 });
  expect(withIntegrator({ ...setupDefaults, step: 1e-4 }, "auto")).toEqual({ integrator: "auto", step: null });
  const constrained = { ...setupDefaults, integrator: "bdf", formulation: "constrained" } as const;
  expect(withIntegrator(constrained, "radau5")).toEqual({ integrator: "radau5" });
  expect(withIntegrator(constrained, "rosenbrock")).toEqual({ integrator: "rosenbrock", formulation: "auto" });
});
