import { describe, expect, test } from "vitest";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import { piecewise, sine, table } from "../../../src/model/signals.js";
import type { Model, Signal } from "../../../src/model/types.js";
import { integrators } from "../../../src/integrate/integrators.js";
import { simulate } from "../../../src/simulate/simulate.js";
import type { SimulateOptions } from "../../../src/simulate/options/options.js";
import { fourBar } from "../../../src/systems/linkages/four-bar.js";

const arm = (damping: number) =>
  mechanism("arm")
    .body("arm", { mass: 1, com: [0.5, 0, 0], inertia: [0.01, 0.1, 0.1] })
    .revolute("hinge", { parent: "ground", child: "arm", axis: [0, 1, 0], damping });

const pushed = (force: Signal, damping: number): Model =>
  arm(damping).jointForce("motor", { joint: "hinge", force }).build();

const signals: Readonly<Record<string, Signal>> = {
  "a table with kinks": table([[0, 0], [0.3, 5], [0.7, -4], [1, 2], [2, 0]]), // prettier-ignore
  "a signal with jumps": piecewise([[0, 0], [0.5, 5], [1.2, -3]]), // prettier-ignore
  "a sine": sine({ amplitude: 5, angularFrequency: 3 }),
};

interface Case {
  readonly model: Model;
  readonly options?: SimulateOptions;
}

const controlled = arm(0.1).actuator("drive", { joint: "hinge" }).controller("hold", { period: 0.05, actuators: ["drive"] }).build(); // prettier-ignore

const cases: Readonly<Record<string, Case>> = {
  ...Object.fromEntries(
    Object.entries(signals).flatMap(([name, signal]) =>
      [0, 0.3].map((damping): [string, Case] => [`${name}, damping ${damping}`, { model: pushed(signal, damping) }]),
    ),
  ),
  "a controller that samples": {
    model: controlled,
    options: {
      controllers: {
        hold: ({ q, v }, commands) => {
          commands[0] = 20 * (0.5 - q[0]) - 2 * v[0];
        },
      },
    },
  },
  "a closed loop that is driven": {
    model: fourBar(),
    options: { state: { v: { crank: 3 } } },
  },
};

const tolerance = 1e-6;
const methods = integrators.flatMap(({ name, kind }) => (kind === "implicit" ? [name] : []));

describe.each(methods)("the work of the loads by %s", (integrator) => {
  // The balance is an integral of what is accurate to the tolerance, so it is as good as the motion, with some room for sums.
  test.each(Object.entries(cases))("balances the energies: %s", (_, { model, options = {} }) => {
    const { energy, warnings } = simulate(model, 2, { ...options, integrator, tolerance });
    expect(energy?.exchanged).toBeGreaterThan(1);
    expect(energy?.relative).toBeLessThan(100 * tolerance);
    expect(warnings).toEqual([]);
  });
});

test("a mechanism at rest exchanges nothing, and its balance is 0", () => {
  const model = mechanism("rest")
    .body("box", { mass: 2, inertia: [1, 1, 1] })
    .prismatic("slide", { parent: "ground", child: "box", axis: [1, 0, 0] })
    .build();
  for (const integrator of ["dormand-prince", ...methods] as const)
    expect(simulate(model, 1, { integrator, tolerance: 1e-5 }).energy?.relative).toBe(0);
});
