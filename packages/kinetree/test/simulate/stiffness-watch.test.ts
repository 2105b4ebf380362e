import { jointState } from "../../src/simulate/lanes/lane-state.js";
import { describe, expect, it } from "vitest";
import { stateFromJoints } from "../../src/state/state.js";
import { LaneRun } from "../../src/simulate/lanes/lane-run.js";
import { LanePair } from "../../src/simulate/lanes/lane-pair.js";
import { createSimulation, simulate } from "../../src/simulate/simulate.js";
import { pendulum } from "../../src/systems/chains/pendulum.js";
import { heldCart } from "./stiffness-mechanisms.js";

const state = { q: { hinge: 1 } };

describe("a run that stability holds back says so", () => {
  it.each(["dormand-prince", "rkf45", "dop853"] as const)("%s on a stiff damper names BDF", (integrator) => {
    const { advice, final } = simulate(heldCart(1e6, 1e5), 0.1, { state, integrator, energyBalance: false });
    expect(advice.length).toBe(1);
    const [{ t, code, integrator: named, message }] = advice;
    expect([code, named]).toEqual(["stability-bound", "bdf"]);
    expect(t > 0 && t < final.t).toBe(true);
    expect(message).toMatch(
      new RegExp(`the steps of "${integrator}", .* joint "rail" decays at a rate of .* Take integrator "bdf"`),
    );
  });
  it("an oscillation that has died out names generalised-alpha, for those who do not look at it", () => {
    const { advice } = simulate(heldCart(1e8, 2e3), 0.4, { state, energyBalance: false });
    expect(advice.map(({ integrator }) => integrator)).toEqual(["generalized-alpha"]);
    expect(advice[0].message).toMatch(/If that oscillation is of no interest/);
  });
});

describe("other runs say nothing", () => {
  it("a pendulum", () => {
    expect(simulate(pendulum(), 20, { state }).advice).toEqual([]);
  });
  it("an oscillation that is the motion, followed within a loose tolerance", () => {
    const far = { q: { hinge: 1, rail: 0.1 } };
    const { advice, counts } = simulate(heldCart(1e8, 0), 0.2, { state: far, tolerance: 1e-3, energyBalance: false });
    expect(counts.accepted).toBeGreaterThan(600);
    expect(advice).toEqual([]);
  });
  it("steps that are short because they are told to be", () => {
    const { advice, counts } = simulate(heldCart(1e6, 1e5), 0.05, { state, maxStep: 4e-5, energyBalance: false });
    expect(counts.accepted).toBeGreaterThan(1000);
    expect(advice).toEqual([]);
  });
});

describe("watching", () => {
  const model = heldCart(1e6, 1e5);
  const tEnd = 0.1;

  it("does not change a bit of the run", () => {
    const simulation = createSimulation(model, { energyBalance: false });
    const watched = simulation.run(tEnd, { state });
    const pair = new LanePair(simulation.plan);
    const relative = 0.01 * 1e-8;
    const limits = { relative, absolute: 0.1 * relative, step: 0, maxStep: Infinity, maxSteps: 1e7 };
    const run = new LaneRun(pair, 0, { ...stateFromJoints(model, state), tEnd, parameters: [], ...limits }, {});
    run.load();
    pair.idle(1);
    pair.setParameters([], 1);
    pair.run("start");
    run.ready();
    while (run.end === null) {
      pair.run("attempt");
      run.inspect();
      pair.run("commit");
      run.settle();
    }
    expect(watched.advice.length).toBe(1);
    expect(jointState(pair, 0, "accepted")).toEqual(watched.final);
  });

  it("goes on after an interruption as if there had been none", () => {
    const simulation = createSimulation(model, { energyBalance: false });
    const whole = simulation.run(tEnd, { state });
    for (const attempts of [100, 300, 350, 900]) {
      const first = simulation.begin(tEnd, { state });
      first.advance(attempts);
      const checkpoint = first.checkpoint();
      first.finish();
      const second = createSimulation(model, { energyBalance: false }).resume(checkpoint);
      while (second.advance(1000));
      const result = second.finish();
      expect(result.advice).toEqual(whole.advice);
      expect(result.final).toEqual(whole.final);
    }
  });
});
