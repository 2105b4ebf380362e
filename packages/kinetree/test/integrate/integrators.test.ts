import { describe, expect, it, test } from "vitest";
import { requireOrder } from "../../src/integrate/implicit/bdf/bdf-order.js";
import { implicitNames, integrators, methodNames, type Integrator } from "../../src/integrate/integrators.js";
import { methods } from "../../src/integrate/method.js";
import { createSimulation, simulate } from "../../src/simulate/simulate.js";
import { fourBar } from "../../src/systems/linkages/four-bar.js";
import { pendulum } from "../../src/systems/chains/pendulum.js";
import { observedOrder } from "./motions.js";

const explicit = integrators.filter(({ kind }) => kind === "explicit");
const implicit = integrators.filter(({ kind }) => kind === "implicit");

/** The code with which something is refused; null if it is done. */
function refusal(act: () => unknown): unknown {
  try {
    act();
    return null;
  } catch (error) {
    return (error as { readonly code?: unknown }).code ?? error;
  }
}

describe("the list", () => {
  test("names / those of the explicit methods, of the implicit ones, and auto", () => {
    expect(explicit.map(({ name }) => name)).toEqual(Object.keys(methods));
    expect(integrators.map(({ name }) => name)).toEqual([...methodNames, ...implicitNames, "auto"]);
    for (const [name, method] of Object.entries(methods)) expect(method.name).toBe(name);
  });

  test("places of the implicit ones / those that checkpoints hold", () => {
    const places = ["bdf", "radau5", "rosenbrock", "generalized-alpha", "hht"];
    expect(implicitNames.slice(0, places.length)).toEqual(places);
  });

  test("is frozen to the last entry", () => {
    for (const part of [integrators, ...integrators, ...integrators.map(({ options }) => options)])
      expect(Object.isFrozen(part)).toBe(true);
  });

  test("has a summary of each, no two alike", () => {
    const summaries = integrators.map(({ summary }) => summary);
    expect(new Set(summaries).size).toBe(integrators.length);
    expect(summaries).not.toContain("");
  });
});

describe("orders and error estimates", () => {
  test("of explicit integrators / those of their tableaus", () => {
    const stated = explicit.map(({ name, order, lowestOrder, takesTolerance }) => [
      name,
      order,
      lowestOrder,
      takesTolerance,
    ]);
    expect(stated).toEqual(
      Object.values(methods).map(({ name, tableau, adaptive }) => [name, tableau.order, undefined, adaptive]),
    );
  });

  test("of bdf / those that it has formulas for", () => {
    const orders = [0, 1, 2, 3, 4, 5, 6, 7].filter((order) => refusal(() => requireOrder(order)) === null);
    const bdf = integrators.find(({ name }) => name === "bdf");
    expect([bdf?.lowestOrder, bdf?.order]).toEqual([orders[0], orders.at(-1)]);
  });

  // bdf.test.ts observes the order of bdf, which begins with order 1 and is not ruled by it at the end.
  it.each(implicit.filter(({ lowestOrder }) => lowestOrder === undefined))(
    "$name: observed order / $order",
    ({ name, order }) => {
      const counts = order > 3 ? [12, 16, 20] : [128, 192, 256];
      const state = { q: { hinge: 1 } };
      const angleAt = (options: Parameters<typeof createSimulation>[1]): number =>
        createSimulation(pendulum(), options).run(1, { state }).final.q[0];
      const exact = angleAt({ integrator: "dop853", tolerance: 1e-14 });
      const errors = counts.map((n) =>
        Math.abs(angleAt({ integrator: name, step: 1 / n, formulation: "articulated" }) - exact),
      );
      expect(Math.abs(observedOrder(counts, errors) - order)).toBeLessThan(0.2);
    },
  );
});

describe.each(integrators)("$name takes what the list says", (integrator) => {
  const { name, options, takesTolerance, takesStep, takesConstrained } = integrator;
  const brief = (more: object): unknown => refusal(() => simulate(pendulum(), 0.01, { integrator: name, ...more }));
  const step = takesStep ? { step: 1e-3 } : {};

  it("a tolerance", () => {
    expect(brief({ tolerance: 1e-4 })).toBe(takesTolerance ? null : "integrator-needs-step");
  });

  it("a fixed step", () => {
    expect(brief({ step: 1e-3 })).toBe(takesStep ? null : "auto-needs-tolerance");
  });

  it("the constrained equations", () => {
    const refused = takesConstrained ? null : "integrator-needs-accelerations";
    expect(brief({ ...step, formulation: "constrained" })).toBe(refused);
  });

  it("options of implicit integrators", () => {
    const values = { maxOrder: 2, rho: 0.5, alpha: -0.2, jacobian: "exact" } satisfies Record<Option, unknown>;
    for (const option of Object.keys(values) as Option[]) {
      const refused = options.includes(option) ? null : "option-without-effect";
      expect([option, brief({ ...step, implicit: { [option]: values[option] } })]).toEqual([option, refused]);
    }
  });

  it("drift that is damped, unless it has a history, or keeps accelerations at steps of its own", () => {
    const damped = { integrator: name, drift: "baumgarte" } as const;
    const run = (more: object): unknown => refusal(() => createSimulation(fourBar(), { ...damped, ...more }));
    const { hasHistory, form } = integrator;
    const adaptively = hasHistory || form === "second-order" ? "integrator-refuses-drift" : null;
    expect(run({})).toBe(takesTolerance ? adaptively : "integrator-needs-step");
    expect(run(step)).toBe(hasHistory ? "integrator-refuses-drift" : null);
  });
});

type Option = Integrator["options"][number];
