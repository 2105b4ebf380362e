import { describe, expect, it } from "vitest";
import type { MethodName } from "../../src/integrate/integrators.js";
import { methods } from "../../src/integrate/method.js";
import { createSimulation } from "../../src/simulate/simulate.js";
import { distance, motions, observedOrder } from "./motions.js";

/**
 * Numbers of steps: so many that the leading term of the error rules, so few that rounding (1e-13 over these runs) does
 * not. Between them the terms after the leading one bend the slope by less than 0.1.
 */
const stepCounts: Record<MethodName, readonly number[]> = {
  "euler-cromer": [1024, 2048, 4096],
  rk4: [256, 512, 1024],
  rkf45: [256, 512, 1024],
  "dormand-prince": [128, 192, 256],
  dop853: [48, 56, 64],
};

/** Free bodies have no forces that change, so they converge sooner and reach rounding sooner. */
const fewerFor = (motion: string): number => (motion.startsWith("free") ? 4 : 1);

describe.each(motions)("$name", ({ name, model, starts, tEnd }) => {
  // The same order 8 at a tolerance far below all errors here; that it is right is for `tolerance.test.ts` to say.
  const reference = createSimulation(model, { integrator: "dop853", tolerance: 1e-14 });
  const exact = starts.map((state) => reference.run(tEnd, { state }).final);

  it.each(Object.values(methods))("$name: observed order / stated order", ({ name: integrator, tableau }) => {
    const share = integrator === "dop853" || integrator === "dormand-prince" ? fewerFor(name) : 1;
    const counts = stepCounts[integrator].map((count) => count / share);
    const errors = counts.map((count) => {
      const simulation = createSimulation(model, { integrator, step: tEnd / count });
      return Math.hypot(...starts.map((state, i) => distance(simulation.run(tEnd, { state }).final, exact[i])));
    });
    expect(Math.abs(observedOrder(counts, errors) - tableau.order)).toBeLessThan(0.2);
  });
});
