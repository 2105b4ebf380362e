import { describe, expect, it } from "vitest";
import { neutralState } from "../../src/state/state.js";
import { add } from "../../src/graph/num.js";
import type { Model } from "../../src/model/types.js";
import { LaneRun } from "../../src/simulate/lanes/lane-run.js";
import type { RunOptions } from "../../src/simulate/options/options.js";
import { LanePair } from "../../src/simulate/lanes/lane-pair.js";
import { createSimulation } from "../../src/simulate/simulate.js";
import { heavyTop } from "../../src/systems/chains/heavy-top.js";
import { lander } from "../../src/systems/landers/lander.js";
import { pendulum } from "../../src/systems/chains/pendulum.js";

/** By the flag --expose-gc of this project. */
const collect = (globalThis as unknown as { readonly gc: () => void }).gc;

/** The smallest object takes 16 bytes; the measure itself takes some thousand bytes a repetition. */
const NOTHING = 1;
const STEPS = 50_000;
const REPETITIONS = 20;

/**
 * Bytes a step by which heap and array buffers grow over `steps` steps, no collection in between: the least of some
 * repetitions, since what else the process does, and what the compilers do at first, only adds. Nothing is as little as can be.
 */
function bytesPerStep(steps: number, run: (steps: number) => void): number {
  const used = (): number => {
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  let least = Infinity;
  for (let repetition = 0; repetition < REPETITIONS && least >= NOTHING; repetition++) {
    collect();
    const before = used();
    run(steps);
    const grown = used() - before;
    if (grown >= 0) least = Math.min(least, grown / steps);
  }
  return least;
}

/** A run that never ends, in lane 0. */
function endlessRun(model: Model, options: RunOptions): { pair: LanePair; run: LaneRun } {
  const { plan } = createSimulation(model, options);
  const pair = new LanePair(plan);
  const { q, v } = neutralState(model);
  v.fill(0.1);
  const parameters = plan.parameters.map(({ value }) => value);
  const limits = { relative: 1e-9, absolute: 1e-9, step: options.step ?? 0, maxSteps: Infinity, maxStep: 0.01 };
  const run = new LaneRun(pair, 0, { t: 0, tEnd: 1e9, q, v, parameters, ...limits }, {});
  run.load();
  pair.idle(1);
  pair.setParameters(parameters, 1);
  pair.run("start");
  run.ready();
  return { pair, run };
}

const cases: readonly { name: string; model: Model; options: RunOptions }[] = [
  { name: "pendulum, dormand-prince", model: pendulum(), options: {} },
  { name: "heavy top, dormand-prince", model: heavyTop(), options: {} },
  { name: "pendulum, rk4", model: pendulum(), options: { integrator: "rk4", step: 0.01 } },
  { name: "pendulum, dop853", model: pendulum(), options: { integrator: "dop853" } },
  {
    name: "pendulum with an event that does not come",
    model: pendulum(),
    options: { events: [{ name: "never", when: (probe) => add(probe.q("hinge"), 7) }] },
  },
];

describe("a steady run allocates nothing", () => {
  it.each(cases)("$name: step, look, take over", ({ model, options }) => {
    const { pair, run } = endlessRun(model, options);
    const grown = bytesPerStep(STEPS, (steps) => {
      for (let k = 0; k < steps; k++) {
        pair.run("attempt");
        run.inspect();
        pair.run("commit");
        if (run.settle()) pair.run("start");
      }
    });
    expect(run.end).toBe(null);
    expect(grown).toBeLessThan(NOTHING);
  });

  it.each(cases)("$name: many steps at a call", ({ model, options }) => {
    const { pair } = endlessRun(model, options);
    let [made, asked] = [0, 0];
    const grown = bytesPerStep(STEPS, (steps) => {
      asked += steps;
      for (let k = 0; k < steps; k += 1000) made += pair.advance(1000);
    });
    expect(made).toBe(asked);
    expect(grown).toBeLessThan(NOTHING);
  });

  it("lander: many steps at a call", () => {
    const { pair } = endlessRun(lander(), {});
    expect(bytesPerStep(20_000, (steps) => void pair.advance(steps))).toBeLessThan(NOTHING);
  });
});

describe("the measure", () => {
  it("of one small object a step / notices it", () => {
    // All are kept, in lists of 8 bytes a step: what nobody keeps is optimised away, or collected in between.
    const kept: { value: number }[][] = [];
    const grown = bytesPerStep(STEPS, (steps) => {
      const list = new Array<{ value: number }>(steps);
      for (let k = 0; k < steps; k++) list[k] = { value: k };
      kept.push(list);
    });
    expect(kept.length).toBe(REPETITIONS);
    expect(grown).toBeGreaterThan(12);
  });

  it("of one small list a step beside the loop / notices it", () => {
    const { pair, run } = endlessRun(cases[4].model, cases[4].options);
    let lists: number[][] = [];
    const grown = bytesPerStep(STEPS, (steps) => {
      lists = [];
      for (let k = 0; k < steps; k++) {
        pair.run("attempt");
        run.inspect();
        pair.run("commit");
        lists.push([pair.clock("t", 0)]);
      }
    });
    expect(lists.length).toBe(STEPS);
    expect(grown).toBeGreaterThan(NOTHING);
  });
});
