import { describe, expect, it } from "vitest";
import { createModes } from "../../src/analysis/modes.js";
import { neutralState } from "../../src/state/state.js";
import type { MethodName } from "../../src/integrate/integrators.js";
import { runBatch } from "../../src/simulate/batch/batch.js";
import { simulate } from "../../src/simulate/simulate.js";
import { stableStep } from "../../src/simulate/stiffness/step-stability.js";
import { clamped, withTipMass } from "../formulation/flexible-beams.js";

describe("longest stable ω h / known limits", () => {
  it("of Euler-Cromer: 2 without damping, 2 (√(1 + ζ²) − ζ) with", () => {
    expect(stableStep("euler-cromer", 0)).toBe(2);
    expect(stableStep("euler-cromer", 0.5)).toBeCloseTo(Math.sqrt(5) - 1, 14);
  });
  it("of rk4: 2√2 on the imaginary axis, 2.785 on the real one", () => {
    expect(Math.abs(stableStep("rk4", 0) - 2 * Math.SQRT2)).toBeLessThan(1e-3);
    expect(Math.abs(stableStep("rk4", 1) - 2.7853)).toBeLessThan(2e-3);
  });
});

describe("fixed steps that are too long for the fastest mode", () => {
  const model = withTipMass(0.3, { modes: { y: 3, z: 2 }, dampingRatio: 0.01 }, 0.2);
  const fastest = Math.max(
    ...createModes(model, { balanceTolerance: Infinity })(neutralState(model)).undamped.map(
      (each) => each.angularFrequency,
    ),
  );
  const run = (integrator: MethodName, share: number, allowUnstableStep = false) =>
    simulate(model, 600 / fastest, {
      integrator,
      state: { q: { rod: [0, 0, 1e-6, 0, 0] } },
      step: share * (stableStep(integrator, 0.01) / fastest),
      allowUnstableStep,
      energyBalance: false,
    });
  const largest = (values: Float64Array): number => values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

  it.each(["euler-cromer", "rk4", "dormand-prince", "dop853"] as const)(
    "%s: refused just above the limit",
    (method) => {
      expect(() => run(method, 1.05)).toThrowError(
        /too long for the fastest mode of "clamped rod": .* Hz, mostly mode \d of body "rod".* Take steps of at most .* s, leave modes out, or give a tolerance/,
      );
    },
  );

  it.each(["euler-cromer", "rk4"] as const)("%s: taken just below, and it stays bounded", (method) => {
    expect(largest(run(method, 0.9).final.q)).toBeLessThan(1);
  });

  it("the prediction is true: what is refused grows without bound where it is allowed", () => {
    // From 1e-6 m to where amplitudes mean nothing any more.
    const most = largest(run("euler-cromer", 1.2, true).final.q);
    expect(most).toBeGreaterThan(0.1);
  });

  it("the limit does not depend on the look: the run is the same to the bit", () => {
    const [a, b] = [run("rk4", 0.5), run("rk4", 0.5, true)];
    expect(a.final.q).toEqual(b.final.q);
    expect(a.counts).toEqual(b.counts);
  });

  it("batches are refused like single runs", async () => {
    const batch = runBatch(model, { samples: 2, tEnd: 1, sample: () => ({}), integrator: "rk4", step: 10 / fastest });
    await expect(batch).rejects.toThrowError(/too long for the fastest mode/);
  });

  it("a tolerance needs no advice", () => {
    expect(simulate(clamped({ modes: { y: 2 } }).build(), 0.01).end).toBe("finished");
  });
});
