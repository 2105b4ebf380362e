import { jointState } from "../../src/simulate/lanes/lane-state.js";
import { describe, expect, it, test } from "vitest";
import type { StateByJoint } from "../../src/state/state.js";
import { methods } from "../../src/integrate/method.js";
import { withParameters } from "../../src/model/builder/build-model.js";
import type { Model } from "../../src/model/types.js";
import { hashNumbers } from "../../src/model/hash.js";
import { LaneRun } from "../../src/simulate/lanes/lane-run.js";
import { runSettings } from "../../src/simulate/options/options.js";
import { LanePair } from "../../src/simulate/lanes/lane-pair.js";
import type { SimulationResult } from "../../src/simulate/run/result.js";
import { createSimulation, simulate } from "../../src/simulate/simulate.js";
import { doublePendulum } from "../../src/systems/chains/double-pendulum.js";
import { heavyTop } from "../../src/systems/chains/heavy-top.js";
import { lander } from "../../src/systems/landers/lander.js";
import { pendulum } from "../../src/systems/chains/pendulum.js";

const bitsOf = ({ t, rows }: SimulationResult): string => hashNumbers(t, rows);

const systems: readonly { name: string; model: Model; state: StateByJoint }[] = [
  { name: "double pendulum", model: doublePendulum(), state: { q: { shoulder: 2, elbow: 1 } } },
  { name: "heavy top", model: heavyTop(), state: { v: { pivot: [1, 2, 30] } } },
  { name: "lander", model: lander(), state: { q: { hip0: 0.3 }, v: { root: [0.1, 0.2, 0.3, 1, 2, 3], knee2: 1 } } },
];

describe.each(systems)("$name", ({ model, state }) => {
  it.each(Object.values(methods))(
    "$name: two runs, two compilations / the same bits",
    ({ name: integrator, adaptive }) => {
      const options = { integrator, ...(adaptive ? { tolerance: 1e-7 } : { step: 1e-3 }) };
      const simulation = createSimulation(model, options);
      const first = bitsOf(simulation.run(1, { state }));
      simulation.run(0.3, { state: { q: {} } }); // something else in between leaves no trace
      expect(bitsOf(simulation.run(1, { state }))).toBe(first);
      expect(bitsOf(simulate(model, 1, { ...options, state }))).toBe(first);
    },
  );

  it("the two formulations / the same motion", () => {
    const runs = (["articulated", "mass-matrix"] as const).map(
      (formulation) => simulate(model, 0.5, { formulation, tolerance: 1e-10, state }).final,
    );
    // They differ by rounding, which these motions magnify less than a thousandfold in half a second.
    runs[0].q.forEach((x, i) => expect(Math.abs(x - runs[1].q[i])).toBeLessThan(1e-9));
  });
});

describe("parameters without compiling again", () => {
  const state = { q: { hinge: 1 } };
  const values = { length: 0.7, mass: 2.5, gravity: 3.71 };

  test("a run with other parameters / a fresh compilation of a model that has them, bit for bit", () => {
    const simulation = createSimulation(pendulum());
    const varied = simulation.run(2, { state, parameters: values });
    expect(bitsOf(varied)).toBe(bitsOf(simulate(withParameters(pendulum(), values), 2, { state })));
    expect(bitsOf(varied)).not.toBe(bitsOf(simulation.run(2, { state })));
  });

  test("the run after / the model's own parameters again", () => {
    const simulation = createSimulation(pendulum());
    const own = bitsOf(simulation.run(2, { state }));
    simulation.run(2, { state, parameters: values });
    expect(bitsOf(simulation.run(2, { state }))).toBe(own);
  });

  test("scaling length and gravity alike / the same motion", () => {
    // T depends on l/g alone; powers of two scale without rounding.
    const simulation = createSimulation(pendulum({ length: 1, gravity: 8 }));
    const [a, b] = [1, 4].map((k) => simulation.run(2, { state, parameters: { length: k, gravity: 8 * k } }).final);
    expect(b.q).toEqual(a.q);
    expect(b.v).toEqual(a.v);
  });

  test("constant forces tau / those of the run, and none in the next", () => {
    const simulation = createSimulation(pendulum());
    const free = simulation.run(1, { state }).final;
    expect(simulation.run(1, { state, tau: [9.81 * Math.sin(1)] }).final.q[0]).toBeCloseTo(1, 10); // held in balance
    expect(simulation.run(1, { state }).final).toEqual(free);
  });
});

describe("hash of numbers", () => {
  it("tells zeros of different sign and single bits apart, and takes all NaN for one", () => {
    const hashes = [[0], [-0], [1], [1 + Number.EPSILON], [NaN], [Infinity], [0, 0]].map((x) => hashNumbers(x));
    expect(new Set(hashes).size).toBe(hashes.length);
    const odd = new Float64Array(new BigUint64Array([0xfff8000000000001n]).buffer);
    expect(hashNumbers(odd)).toBe(hashNumbers([NaN]));
  });

  it("splits nothing: parts one after another / all in one", () => {
    expect(hashNumbers([1, 2], [3])).toBe(hashNumbers([1, 2, 3]));
  });
});

test("a run in the second lane beside an idle first / in the first, bit for bit", () => {
  const { model, state } = systems[1];
  const simulation = createSimulation(model, { tolerance: 1e-7 });
  const expected = simulation.run(1, { state });
  const { t, q, v } = expected.stateAt(0);
  const pair = new LanePair(simulation.plan);
  const { limits } = runSettings({ tolerance: 1e-7 }, model, simulation.topology);
  const run = new LaneRun(pair, 1, { t, tEnd: 1, q, v, parameters: [], ...limits }, {});
  run.load();
  pair.idle(0);
  pair.run("start");
  run.ready();
  while (run.end === null) {
    pair.advance(7); // back now and then for nothing: it leaves no trace
    if (run.settle()) pair.run("start");
  }
  expect(jointState(pair, 1, "accepted")).toEqual(expected.final);
});
