import { describe, expect, it } from "vitest";
import type { StateByJoint } from "../../src/state/state.js";
import type { MethodName } from "../../src/integrate/integrators.js";
import { methods } from "../../src/integrate/method.js";
import type { Model } from "../../src/model/types.js";
import { simulate } from "../../src/simulate/simulate.js";
import { distance, motions, observedOrder } from "./motions.js";

/** Few enough for the interpolant's error to stand above rounding, enough for its leading term to rule. */
const stepCounts: Record<MethodName, readonly number[]> = {
  "euler-cromer": [256, 512, 1024],
  rk4: [128, 192, 256],
  rkf45: [128, 192, 256],
  "dormand-prince": [96, 128, 192],
  dop853: [64, 96, 128],
};

/** Smoother motions converge sooner and reach rounding sooner. */
const fewerFor = (motion: string): number => (motion.startsWith("free") ? 8 : motion.startsWith("heavy") ? 2 : 1);

/** Largest error over samples at every fifth of all steps. */
function worstError(model: Model, state: StateByJoint, integrator: MethodName, tEnd: number, count: number): number {
  const sampleEvery = tEnd / (5 * count);
  const dense = simulate(model, tEnd, { state, integrator, step: tEnd / count, sampleEvery });
  // Every sample of this one is the end of a step: nothing is interpolated.
  const exact = simulate(model, tEnd, { state, integrator: "dop853", step: sampleEvery, sampleEvery });
  return Math.max(...Array.from(dense.t, (_, row) => distance(dense.stateAt(row), exact.stateAt(row))));
}

describe.each(motions)("$name", ({ name, model, starts, tEnd }) => {
  // Local error of the interpolant h^(dense order + 1) on top of the steps' own, h^order.
  it.each(Object.values(methods))("$name: observed order within steps / the lower of the two", (method) => {
    const { order, dense } = method.tableau;
    const counts = stepCounts[method.name].map((count) => (order > 5 ? count / fewerFor(name) : count));
    const errors = counts.map((count) =>
      Math.hypot(...starts.slice(0, 3).map((state) => worstError(model, state, method.name, tEnd, count))),
    );
    expect(Math.abs(observedOrder(counts, errors) - Math.min(order, (dense?.order ?? NaN) + 1))).toBeLessThan(0.2);
  });
});
