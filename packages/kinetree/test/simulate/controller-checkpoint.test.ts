import { describe, expect, test } from "vitest";
import { hashNumbers } from "../../src/model/hash.js";
import type { Model } from "../../src/model/types.js";
import { decodeCheckpoint, encodeCheckpoint } from "../../src/simulate/run/checkpoint.js";
import type { RunOptions } from "../../src/simulate/options/options.js";
import { createSimulation } from "../../src/simulate/simulate.js";
import { brake, drivenFourBar, pilot } from "./driven-four-bar.js";
import { failureOf } from "./failures.js";
import { pid } from "./pid.js";
import { drivenSlider } from "./slider.js";

interface Case {
  readonly name: string;
  readonly model: Model;
  readonly options: RunOptions;
}

const both = drivenFourBar(pilot, brake);
const one = drivenFourBar(pilot);
const cases: readonly Case[] = [
  { name: "adaptive", model: both, options: { tolerance: 1e-6 } },
  { name: "fixed step", model: both, options: { integrator: "rk4", step: 1e-3 } },
  { name: "dop853", model: both, options: { integrator: "dop853", tolerance: 1e-6 } },
  { name: "bdf", model: both, options: { integrator: "bdf", tolerance: 1e-4 } },
  { name: "radau5", model: both, options: { integrator: "radau5", tolerance: 1e-4 } },
  { name: "generalized-alpha, fixed", model: both, options: { integrator: "generalized-alpha", step: 2e-3 } },
  { name: "auto", model: both, options: { integrator: "auto", tolerance: 1e-5 } },
  { name: "tree-augmented", model: both, options: { formulation: "tree-augmented", tolerance: 1e-6 } },
  { name: "embedded", model: both, options: { formulation: "embedded", tolerance: 1e-6 } },
  { name: "mass-matrix", model: both, options: { formulation: "mass-matrix", tolerance: 1e-6 } },
  { name: "partitioned", model: one, options: { formulation: "partitioned", tolerance: 1e-5 } },
  { name: "augmented", model: one, options: { formulation: "augmented", tolerance: 1e-5 } },
];

describe.each(cases)("a component with a state at 30 Hz on 1 kHz, 3 ticks late: $name", ({ model, options }) => {
  const controllers = { pilot: pid() };
  const rows: number[] = [];
  const onRow = (t: number, row: Float64Array): void => void rows.push(t, ...row);
  const start = { controllers, onRow, sampleEvery: 0.01 };
  const simulation = createSimulation(model, options);

  test("stopped anywhere and resumed from bytes / the run without a break, bit for bit", () => {
    const whole = simulation.begin(0.4, start);
    let calls = 0;
    while (whole.advance(1)) calls++;
    whole.finish();
    const expected = hashNumbers(rows);
    const other = createSimulation(model, options);
    const every = Math.max(1, Math.floor(calls / 9));
    for (let at = 0; at <= calls; at += every) {
      rows.length = 0;
      const first = simulation.begin(0.4, start);
      first.advance(at);
      const bytes = encodeCheckpoint(first.checkpoint());
      const kept = [...rows];
      first.advance(3);
      first.finish();
      rows.length = 0;
      rows.push(...kept);
      const second = other.resume(decodeCheckpoint(bytes), { controllers, onRow });
      while (second.advance(1000));
      second.finish();
      expect(hashNumbers(rows)).toBe(expected);
    }
  });
});

test("a function that leaves its commands alone now and then / resumed bit for bit", () => {
  const controllers = { pilot: ({ t }: { t: number }, commands: Float64Array) => void (t < 0.25 && (commands[0] = 1)) };
  const simulation = createSimulation(drivenSlider(0.1));
  const whole = simulation.run(1, { controllers });
  const first = simulation.begin(1, { controllers });
  while (first.t < 0.5) first.advance(1);
  const checkpoint = first.checkpoint();
  first.finish();
  const second = simulation.resume(checkpoint, { controllers });
  while (second.advance(100));
  expect(second.finish().final).toEqual(whole.final);
});

test("resumed with another latency / refused by name", () => {
  const simulation = createSimulation(drivenSlider(0.1), { tick: 1e-3 });
  const first = simulation.begin(1, { controllers: { pilot: pid() } });
  first.advance(3);
  const checkpoint = first.checkpoint();
  first.finish();
  const late = { pilot: { ...pid(), latency: 3 } };
  expect(failureOf(() => simulation.resume(checkpoint, { controllers: late }))).toMatchObject({
    code: "checkpoint-controllers",
    value: 3,
  });
});
