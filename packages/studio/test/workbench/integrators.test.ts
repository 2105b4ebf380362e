import { integrators } from "kinetree";
import { expect, test } from "vitest";
import { setupDefaults } from "../../src/experiment/types.js";
import { aSetup } from "../../src/share/read-content.js";
import { canConstrain, integratorChoices, stepsOf, withIntegrator } from "../../src/workbench/setup/integrators.js";

test("the choices of the set-up / the list of the library, each with its order and its summary", () => {
  expect(integratorChoices.map(({ id }) => id)).toEqual(integrators.map(({ name }) => name));
  integratorChoices.forEach(({ detail }, i) => {
    const { kind, order, summary } = integrators[i];
    expect(detail.endsWith(summary)).toBe(true);
    expect(detail.includes(`${order}: `) || detail.includes(`${order}, `)).toBe(kind !== "automatic");
  });
});

test("orders / one, or a range, with what kind of method it is", () => {
  const traits = integratorChoices.map(({ id, detail }) => [id, detail.split(": ")[0]]);
  expect(Object.fromEntries(traits)).toMatchObject({
    rk4: "order 4, fixed steps only",
    rkf45: "order 4",
    bdf: "implicit, orders 1 to 5",
    hht: "implicit, order 2",
  });
});

test("addresses / any integrator of the library, and no other", () => {
  for (const { name } of integrators) expect(aSetup({ integrator: name }, "setup").integrator).toBe(name);
  expect(() => aSetup({ integrator: "rk5" }, "setup")).toThrow("rk5");
});

test("steps and equations / those that the library takes", () => {
  for (const { name, takesTolerance, takesStep, takesConstrained } of integrators) {
    const steps = takesTolerance ? (takesStep ? "both" : "adaptive") : "fixed";
    expect([name, stepsOf(name), canConstrain(name)]).toEqual([name, steps, takesConstrained]);
  }
});

test("another integrator / steps that it can take, equations that it can solve", () => {
  expect(withIntegrator(setupDefaults, "rk4")).toEqual({ integrator: "rk4", step: 1e-3 });
  expect(withIntegrator({ ...setupDefaults, step: 1e-4 }, "auto")).toEqual({ integrator: "auto", step: null });
  const constrained = { ...setupDefaults, integrator: "bdf", formulation: "constrained" } as const;
  expect(withIntegrator(constrained, "radau5")).toEqual({ integrator: "radau5" });
  expect(withIntegrator(constrained, "rosenbrock")).toEqual({ integrator: "rosenbrock", formulation: "auto" });
});
