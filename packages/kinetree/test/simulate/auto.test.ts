import { describe, expect, it } from "vitest";
import { piecewise } from "../../src/model/signals.js";
import type { Model } from "../../src/model/types.js";
import { runBatch } from "../../src/simulate/batch/batch.js";
import type { RunOptions } from "../../src/simulate/options/options.js";
import type { SimulationResult } from "../../src/simulate/run/result.js";
import { createSimulation, simulate } from "../../src/simulate/simulate.js";
import { fourBar } from "../../src/systems/linkages/four-bar.js";
import { pendulum } from "../../src/systems/chains/pendulum.js";
import { blockOnStop, heldCart } from "./stiffness-mechanisms.js";

const auto: RunOptions = { integrator: "auto", tolerance: 1e-6, energyBalance: false };
const names = ({ integrators }: SimulationResult): readonly string[] => integrators.map(({ integrator }) => integrator);

/** Falls onto the stop, lies there, is lifted off for a while. */
const block = blockOnStop(
  piecewise([
    [0.15, 20],
    [0.6, 0],
  ]),
);
const fallen = { state: { q: { hinge: 1, rail: 0.001 } } };

describe("integrator auto", () => {
  it("a pendulum stays with the explicit one", () => {
    const chosen = simulate(pendulum(), 5, { ...auto, state: { q: { hinge: 1 } } });
    expect([chosen.integrator, ...names(chosen)]).toEqual(["auto", "dormand-prince"]);
    expect(chosen.final).toEqual(simulate(pendulum(), 5, { tolerance: 1e-6, state: { q: { hinge: 1 } } }).final);
  });

  it("what is stiff at the start begins with BDF, as if that had been asked for", () => {
    const state = { q: { hinge: 1 } };
    const chosen = simulate(heldCart(1e6, 1e5), 0.2, { ...auto, state });
    expect(names(chosen)).toEqual(["bdf"]);
    expect(chosen.integrators[0].reason).toMatch(/^stiff at the start: joint "rail" decays at a rate of 57600 1\/s/);
    expect(chosen.final).toEqual(simulate(heldCart(1e6, 1e5), 0.2, { ...auto, integrator: "bdf", state }).final);
  });

  it("a block switches where it lies on its stop, and back where it is lifted off", () => {
    const chosen = simulate(block, 0.5, { ...auto, ...fallen });
    expect(names(chosen)).toEqual(["dormand-prince", "bdf", "dormand-prince"]);
    const [, onStop, lifted] = chosen.integrators;
    expect(onStop.t < 0.15 && lifted.t > 0.15).toBe(true);
    expect(onStop.reason).toMatch(/limited by its stability .*: joint "rail" decays/);
    expect(lifted.reason).toMatch(/are within the stability of "dormand-prince"|no mode limits/);
    // Another road to the same state: tolerances of some 1e-6 a hundred steps.
    const asked = simulate(block, 0.5, { tolerance: 1e-8, energyBalance: false, ...fallen });
    for (const [i, q] of asked.final.q.entries()) expect(Math.abs(chosen.final.q[i] - q)).toBeLessThan(1e-4);
    expect(chosen.counts.accepted).toBeLessThan(asked.counts.accepted / 2);
  });

  it("goes on after an interruption, before and after a switch, to the last bit", () => {
    const options: RunOptions = { ...auto, channels: ["pos.block"] };
    const simulation = createSimulation(block, options);
    const whole = simulation.run(0.5, fallen);
    const other = createSimulation(block, options);
    for (const attempts of [300, 560]) {
      const first = simulation.begin(0.5, fallen);
      first.advance(attempts);
      const checkpoint = first.checkpoint();
      first.finish();
      const second = other.resume(checkpoint);
      while (second.advance(1000));
      const result = second.finish();
      expect(result.final).toEqual(whole.final);
      expect(result.integrators).toEqual(whole.integrators);
      expect(result.counts).toEqual(whole.counts);
    }
  });

  it("one simulation, two runs / the same, though the first ended with another integrator", () => {
    const simulation = createSimulation(block, auto);
    const first = simulation.run(0.1, fallen);
    expect(names(first)).toEqual(["dormand-prince", "bdf"]);
    expect(simulation.run(0.1, fallen).final).toEqual(first.final);
  });

  it("loops are taken along", () => {
    // Hinges that resist so much that the linkage only creeps.
    const model: Model = fourBar({ damping: 1e4, gravity: 9.81 });
    const chosen = simulate(model, 20, auto);
    expect(names(chosen)).toEqual(["bdf"]);
    expect(chosen.loops?.closure).toBeLessThan(1e-6);
  });

  it("fixed steps and batches are refused", async () => {
    expect(() => simulate(pendulum(), 1, { integrator: "auto", step: 0.01 })).toThrowError(
      /"auto" selects by the steps/,
    );
    const batch = runBatch(pendulum(), { samples: 1, tEnd: 1, sample: () => ({}), integrator: "auto" });
    await expect(batch).rejects.toThrowError(/"auto" switches along a single run/);
  });
});
