import { describe, expect, test } from "vitest";
import { absoluteStates } from "../../../src/formulation/loops/absolute/absolute-state.js";
import { PARTITION_STATUS } from "../../../src/formulation/partitioned/partition-data.js";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import type { Model } from "../../../src/model/types.js";
import { neutralState, stateFromJoints, type State } from "../../../src/state/state.js";
import { andrews, andrewsStart } from "../../../src/systems/linkages/andrews.js";
import { fourBar } from "../../../src/systems/linkages/four-bar.js";
import { buildTopology } from "../../../src/topology/build-topology.js";
import { explodeState } from "../../support/explode-state.js";
import { ExplodedRun } from "./exploded-run.js";

const ball = { mass: 2, inertia: [0.1, 0.1, 0.1] as [number, number, number] };

/** A ball that a rod holds at a distance of 0.5 m from the origin, with nothing else acting. */
const onRod: Model = mechanism("ball on a rod")
  .gravity(0, 0, 0)
  .body("ball", ball)
  .free("root", { parent: "ground", child: "ball" })
  .distance("rod", { a: { body: "ground", at: [0, 0, 0] }, b: { body: "ball", at: [0, 0, 0] }, length: 0.5 })
  .build();

const circle = (speed: number): State => ({
  t: 0,
  q: Float64Array.of(0.5, 0, 0, 1, 0, 0, 0),
  v: Float64Array.of(0, 0, 0, 0, speed, 0),
});

describe("a ball on a rod", () => {
  test("goes round at a constant speed, whichever coordinate depends on the others", () => {
    const run = new ExplodedRun(onRod);
    const [speed, n, h] = [2, 4000, 1e-3];
    let state = circle(speed);
    const chosen = new Set<number>();
    for (let i = 0; i < n; i++) {
      state = run.step(state, h);
      const flags = run.read(run.traced.partition).slice(run.slots.dependentDeltas, run.slots.dependentDeltas + 6);
      chosen.add(flags.indexOf(1));
    }
    const angle = (speed * n * h) / 0.5;
    // Runge-Kutta of fourth order: (ω h)⁴ = 2.6e-10 for each radian, 16 of them, and x or y is a steeper thing than the angle
    expect(Math.abs(state.q[0] - 0.5 * Math.cos(angle))).toBeLessThan(2e-8);
    expect(Math.abs(state.q[1] - 0.5 * Math.sin(angle))).toBeLessThan(2e-8);
    expect(Math.abs(Math.hypot(state.q[0], state.q[1], state.q[2]) - 0.5)).toBeLessThan(1e-14); // 32 roundings of the size
    // x and y take turns: four times a turn, 2.5 turns and a bit
    expect([...chosen].sort()).toEqual([3, 4]);
    expect(run.partition("count")).toBeGreaterThanOrEqual(5);
    expect(run.partition("count")).toBeLessThan(12);
  });

  test("does not fall onto the other side of the fold when steps are long", () => {
    const run = new ExplodedRun(onRod);
    let state = circle(2);
    for (let i = 0; i < 100; i++) {
      state = run.step(state, 0.05); // 0.2 rad
      const angle = Math.atan2(state.q[1], state.q[0]);
      const left = (4 * 0.05 * (i + 1) - angle) / (2 * Math.PI);
      expect(Math.abs(left - Math.round(left))).toBeLessThan(0.05); // of a turn, where the other side is up to half a turn away
    }
  });

  test("is pulled by the force that the circle needs", () => {
    const run = new ExplodedRun(onRod);
    run.put(circle(3));
    run.accelerate();
    // m v² / r towards the centre, against the residual, which grows outwards
    expect(run.lambda()[0]).toBeCloseTo((-2 * 9) / 0.5, 12);
  });

  test("out of reach is no state", () => {
    const run = new ExplodedRun(onRod);
    run.put(circle(1));
    run.settle();
    const delta = Float64Array.of(0, 0, 0, 0, 0.7, 0);
    run.put({ t: 0, q: Float64Array.of(0.5, 0.7, 0, 1, 0, 0, 0), v: new Float64Array(6) }, delta);
    const { v } = run.settle();
    expect(v.some(Number.isNaN)).toBe(true);
    expect(run.partition("status")).toBe(PARTITION_STATUS.open);
    expect(run.traced.quality && run.read(run.traced.quality)[0]).toBe(0);
  });
});

describe("lanes", () => {
  const model = fourBar();
  const states = absoluteStates(model, buildTopology(model));
  const closed = states.explode(neutralState(model));
  const speeds = (seed: number): Float64Array => closed.v.map((_, i) => Math.sin(seed * i + 1));
  const open = (run: ExplodedRun, seed: number): { delta: Float64Array; state: State } => {
    const delta = closed.v.map((_, i) => 0.01 * Math.cos(seed * i));
    return { delta, state: { t: 0, q: run.retract(closed.q, delta), v: speeds(seed) } };
  };

  test("each have the bits that they would have alone", () => {
    const alone = [3, 5].map((seed) => {
      const run = new ExplodedRun(model);
      run.put(closed);
      run.settle();
      const { state, delta } = open(run, seed);
      run.put(state, delta);
      const settled = run.settle();
      return { ...settled, vdot: run.accelerate(), lambda: run.lambda() };
    });
    const run = new ExplodedRun(model);
    run.put(closed);
    run.settle();
    ([3, 5] as const).forEach((seed, lane) => {
      const { state, delta } = open(run, seed);
      run.put(state, delta, [lane as 0 | 1]);
    });
    run.settle();
    const both = ([0, 1] as const).map((lane) => run.lane(lane));
    run.accelerate();
    ([0, 1] as const).forEach((lane) => {
      const found = { ...both[lane], vdot: run.vdot(lane), lambda: run.lambda(lane) };
      expect(found).toEqual(alone[lane]);
    });
  });

  test("without a sample, before all time, are left as they are and change nothing in the other", () => {
    const runs = [0, -Infinity].map((t) => {
      const run = new ExplodedRun(model);
      run.put(closed);
      run.settle();
      const { state, delta } = open(run, 4);
      run.put(state, delta);
      run.put({ ...state, t }, delta, [1]);
      const given = run.lane(1);
      run.settle();
      return { given, lanes: [run.lane(0), run.lane(1)], vdot: (run.accelerate(), run.vdot(0)) };
    });
    expect(runs[1].lanes[0]).toEqual(runs[0].lanes[0]);
    expect(runs[1].vdot).toEqual(runs[0].vdot);
    expect(runs[1].lanes[1]).toEqual(runs[1].given);
  });

  test("that agree are as one", () => {
    const run = new ExplodedRun(model);
    run.put(closed);
    run.settle();
    const { state, delta } = open(run, 4);
    run.put(state, delta);
    run.settle();
    expect(run.lane(0)).toEqual(run.lane(1));
    run.accelerate();
    expect(run.vdot(0)).toEqual(run.vdot(1));
  });
});

test("a run goes on from its records with the same bits", () => {
  const model = fourBar();
  const begin = (run: ExplodedRun): State => {
    run.put({
      ...explodeState(model, buildTopology(model), neutralState(model)),
      v: new Float64Array(run.nv).fill(0.3),
    });
    const { q, v } = run.settle();
    return { t: 0, q, v };
  };
  const first = new ExplodedRun(model);
  let state = begin(first);
  for (let i = 0; i < 40; i++) state = first.step(state, 5e-3);
  const records = [first.read(first.traced.partition, 0), first.read(first.traced.partition, 1)];
  const second = new ExplodedRun(model);
  records.forEach((record, lane) => second.write(second.traced.partition, record, [lane as 0 | 1]));
  let other = state;
  for (let i = 0; i < 40; i++) {
    state = first.step(state, 5e-3);
    other = second.step(other, 5e-3);
  }
  expect(other).toEqual(state);
});

test("Andrews' squeezing mechanism ends where the test set has it", () => {
  const model = andrews();
  const topology = buildTopology(model);
  const states = absoluteStates(model, topology);
  const run = new ExplodedRun(model);
  let near = { ...neutralState(model), q: stateFromJoints(model, { q: andrewsStart }).q };
  run.put(states.explode(near));
  let state: State = { t: 0, ...run.settle() };
  for (let i = 0; i < 1500; i++) {
    state = run.step(state, 2e-5);
    if (i % 10 === 9) near = states.join({ ...state, z: states.explode(near).z ?? new Float64Array(0) });
  }
  // F. Mazzia, C. Magherini, Test Set for Initial Value Problem Solvers (2008), Andrews' squeezing mechanism, t = 0.03 s.
  const reference = {
    beta: 15.81077119629,
    Theta: -15.75637105984,
    gamma: 0.040822240130731,
    Phi: -0.534730116322,
    delta: 0.52440996588,
    Omega: 0.534730116322,
    epsilon: 1.04808074104,
  };
  // Runge-Kutta at 2e-5 s, a hundred steps for each of the fifteen turns of the crank: (2π / 100)⁴ ~ 1e-5
  for (const [name, angle] of Object.entries(reference)) {
    const place = topology.tree.find(({ joint }) => model.joints[joint].name === name);
    expect(Math.abs(near.q[place?.qStart ?? -1] - angle)).toBeLessThan(1e-5);
  }
});
