import { describe, expect, it, test } from "vitest";
import { sub } from "../../src/graph/num.js";
import type { Model } from "../../src/model/types.js";
import { decodeCheckpoint, encodeCheckpoint } from "../../src/simulate/run/checkpoint.js";
import { hashNumbers } from "../../src/model/hash.js";
import type { RunOptions, SingleRunOptions } from "../../src/simulate/options/options.js";
import type { SimulationResult } from "../../src/simulate/run/result.js";
import { createSimulation } from "../../src/simulate/simulate.js";
import { doublePendulum } from "../../src/systems/chains/double-pendulum.js";
import { lander } from "../../src/systems/landers/lander.js";
import { mechanisms } from "../support/mechanisms.js";
import { drivenSlider } from "./slider.js";

interface Case {
  readonly name: string;
  readonly model: Model;
  readonly tEnd: number;
  readonly options: RunOptions;
  readonly start: SingleRunOptions;
}

const [random] = mechanisms(77, 1, { maxBodies: 6 });
const cases: readonly Case[] = [
  {
    name: "tolerance, channels, events",
    model: doublePendulum(),
    tEnd: 2,
    options: {
      tolerance: 1e-6,
      channels: ["pos", "energy", "reach = pos.lower.x"],
      events: [{ name: "below", when: (p) => sub(p.q("elbow"), 0.1) }],
    },
    start: { state: { q: { shoulder: 2, elbow: 1 } }, sampleEvery: 0.013 },
  },
  {
    name: "thousands of samples in a step",
    model: doublePendulum(),
    tEnd: 0.5,
    options: { tolerance: 1e-4, channels: ["energy.balance"] },
    start: { state: { q: { shoulder: 2 } }, sampleEvery: 1e-5 },
  },
  {
    name: "fixed steps",
    model: lander(),
    tEnd: 0.2,
    options: { integrator: "rk4", step: 1e-3, channels: ["pos"] },
    start: { state: { q: { hip0: 0.3 }, v: { knee2: 1 } }, sampleEvery: 0.01 },
  },
  {
    name: "terminal event",
    model: doublePendulum(),
    tEnd: 5,
    options: { events: [{ name: "stop", when: (p) => sub(p.t, 1.2345), terminal: true }], tolerance: 1e-5 },
    start: { state: { q: { shoulder: 2 } }, sampleEvery: 0.1 },
  },
  {
    name: "controller",
    model: drivenSlider(0.05),
    tEnd: 1,
    options: { tolerance: 1e-8 },
    start: {
      state: { q: { rail: 1 } },
      controllers: { pilot: ({ q, v }, commands) => void (commands[0] = -4 * q[0] - 2 * v[0]) },
      sampleEvery: 0.02,
    },
  },
  {
    name: "loads with jumps, parameters, given forces",
    model: random.model,
    tEnd: random.state.t + 0.3,
    options: { tolerance: 1e-6, integrator: "dop853", channels: ["energy.balance", "load"] },
    start: {
      state: random.state,
      tau: Float64Array.from(random.state.v, (_, i) => 0.1 * i),
      u: Float64Array.from(random.model.actuators, (_, i) => 0.2 * i),
      sampleEvery: 0.01,
    },
  },
];

/** A fingerprint of everything a run gives. */
const bitsOf = (
  rows: readonly number[],
  { final, counts, events, energy, excursions, end }: SimulationResult,
): string =>
  JSON.stringify({
    rows: hashNumbers(rows),
    final: hashNumbers([final.t], final.q, final.v),
    counts,
    energy,
    excursions,
    end,
    events: events.map(({ name, state }) => [name, hashNumbers([state.t], state.q, state.v)]),
  });

describe.each(cases)("$name", ({ model, tEnd, options, start }) => {
  const simulation = createSimulation(model, options);
  const rows: number[] = [];
  const onRow = (t: number, row: Float64Array): void => void rows.push(t, ...row);
  const whole = simulation.begin(tEnd, { ...start, onRow });
  while (whole.advance(1000));
  const expected = bitsOf(rows, whole.finish());
  const attempts = whole.attempts;
  const calls = Math.max(attempts, 23);

  it("stopped at any step and resumed from the bytes of its checkpoint / the run without a break, bit for bit", () => {
    const other = createSimulation(model, options);
    const every = Math.max(1, Math.floor(calls / 23));
    for (let at = 0; at < calls; at += every) {
      rows.length = 0;
      const first = simulation.begin(tEnd, { ...start, onRow });
      first.advance(at);
      const bytes = encodeCheckpoint(first.checkpoint());
      const kept = [...rows];
      first.advance(5); // what comes after the checkpoint is lost
      first.finish();
      rows.length = 0;
      rows.push(...kept);
      const { controllers } = start;
      const second = other.resume(decodeCheckpoint(bytes), { onRow, ...(controllers ? { controllers } : {}) });
      while (second.advance(1000));
      expect(bitsOf(rows, second.finish())).toBe(expected);
    }
  });

  it("dealt out in other portions / the same bits", () => {
    rows.length = 0;
    const run = simulation.begin(tEnd, { ...start, onRow });
    while (run.advance(3));
    expect(bitsOf(rows, run.finish())).toBe(expected);
    expect(run.attempts).toBe(attempts);
  });
});

describe("bytes", () => {
  const simulation = createSimulation(doublePendulum(), { tolerance: 1e-5 });
  const run = simulation.begin(1, { state: { q: { elbow: 1 } } });
  run.advance(4);
  const bytes = encodeCheckpoint(run.checkpoint());
  run.finish();

  it("cut off anywhere / refused", () => {
    for (let length = 0; length < bytes.length; length += 7) {
      expect(() => decodeCheckpoint(bytes.subarray(0, length), "run.ckpt")).toThrow(/run\.ckpt/);
    }
  });
  it("with a number changed / refused", () => {
    const changed = bytes.slice();
    changed[bytes.length - 20] ^= 1;
    expect(() => decodeCheckpoint(changed)).toThrow("damaged");
  });
  it("of something else / refused", () => {
    expect(() => decodeCheckpoint(new TextEncoder().encode("time,q\n0,1\n2,3\n"))).toThrow("checkpoint");
    expect(() => decodeCheckpoint(new TextEncoder().encode('kinetree checkpoint 2\n{"sizes":3}\nx\n'))).toThrow("head");
  });
  it("of another model, or of other options / refused by name", () => {
    const checkpoint = decodeCheckpoint(bytes);
    expect(() => createSimulation(lander(), { tolerance: 1e-5 }).resume(checkpoint)).toThrow("model");
    expect(() => createSimulation(doublePendulum(), { tolerance: 1e-6 }).resume(checkpoint)).toThrow("plan");
    expect(() => simulation.resume({ ...checkpoint, version: "0.0.1" })).toThrow("version");
  });
});

test("a step with a million samples in it / is left and taken up again, so that nobody waits", () => {
  const simulation = createSimulation(doublePendulum(), { tolerance: 1e-4 });
  let rows = 0;
  const run = simulation.begin(1, { sampleEvery: 1e-7, onRow: () => rows++ });
  run.advance(10);
  expect(rows).toBeGreaterThan(1000);
  expect(rows).toBeLessThan(20_000);
  expect(run.finish().end).toBe("stopped");
});

test("more rows than memory holds / refused before the first", () => {
  expect(() => createSimulation(doublePendulum()).run(1, { sampleEvery: 1e-12 })).toThrow("onRow");
});

test("a second run before the first is finished / refused, and free again afterwards", () => {
  const simulation = createSimulation(doublePendulum());
  const first = simulation.begin(1);
  expect(() => simulation.begin(1)).toThrow("running already");
  expect(first.finish().end).toBe("stopped");
  expect(simulation.run(0.1).end).toBe("finished");
});

describe("a checkpoint of a run that a terminal event has ended", () => {
  it("is of a run that has ended: nothing lies behind the event", () => {
    const open = () =>
      createSimulation(doublePendulum(), {
        events: [{ name: "down", when: (probe) => probe.q("shoulder"), terminal: true }],
      });
    const first = open().begin(5, { state: { q: { shoulder: 1 } } });
    while (first.advance(50));
    const second = open().resume(decodeCheckpoint(encodeCheckpoint(first.checkpoint())));
    expect(second.advance(50)).toBe(false);
    const [whole, again] = [first.finish(), second.finish()];
    expect(whole.end).toBe("event");
    expect([again.end, again.final, again.energy]).toEqual([whole.end, whole.final, whole.energy]);
  });
});
