import { describe, expect, it, test } from "vitest";
import { runBatch } from "../../src/simulate/batch/batch.js";
import type { BatchResult, Sample } from "../../src/simulate/batch/batch-types.js";
import { workerSession, type FromWorker, type WorkerPool } from "../../src/simulate/batch/worker-protocol.js";
import type { RunOptions } from "../../src/simulate/options/options.js";
import type { SimulationResult } from "../../src/simulate/run/result.js";
import { createSimulation } from "../../src/simulate/simulate.js";
import { fiveBar } from "../../src/systems/linkages/five-bar.js";
import { fourBar } from "../../src/systems/linkages/four-bar.js";
import { systems, type SystemStart } from "../../src/systems/registry.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { hasClosures } from "../../src/topology/has-closures.js";
import type { Model } from "../../src/model/types.js";
import { bitsOf } from "./study.js";

/** The motion of a single run is that of a sample of a batch. */
function expectSame(batch: BatchResult, i: number, single: SimulationResult): void {
  expect(batch.end[i]).toBe(single.end);
  expect([batch.accepted[i], batch.rejected[i]]).toEqual([single.counts.accepted, single.counts.rejected]);
  expect(batch.stateAt(i)).toEqual(single.final);
}

/** The typical start, with speeds that differ from sample to sample where no motion is prescribed. */
function varied(model: Model, { q = {}, v = {} }: SystemStart, i: number): SystemStart {
  const part = model.constraints.some(({ kind }) => kind === "motion") ? 1 : 1 + 0.25 * i;
  const scaled = Object.entries(v).map(
    ([name, x]) => [name, typeof x === "number" ? part * x : x.map((each) => part * each)] as const,
  );
  return { q, v: Object.fromEntries(scaled) };
}

/** Workers without threads: each runs on this one, one message after the other. */
const sameThread = (count: number): WorkerPool => ({
  count,
  spawn: () => {
    const session = workerSession();
    let listener: (message: FromWorker) => void = () => undefined;
    return {
      post: async (message) => listener(await session(structuredCloned(message))),
      onMessage: (given) => {
        listener = given;
      },
      onError: () => undefined,
      terminate: () => undefined,
    };
  },
});

/** What a worker receives is a copy; modules are shared. */
const structuredCloned = <T extends { readonly kind: string }>(message: T): T =>
  message.kind === "chunk" ? structuredClone(message) : message;

const isClosed = (model: Model): boolean => hasClosures(model, buildTopology(model));
const closed = systems
  .map(({ name, build, start }) => ({ name, model: build(), start }))
  .filter(({ model }) => isClosed(model));

describe("a batch of 3 samples of a mechanism with loops / single runs with the same options, bit for bit", () => {
  it.each(closed)("$name", async ({ model, start }) => {
    const tEnd = (i: number): number => 0.02 + 0.005 * i;
    const sample = (i: number): Sample => ({ state: varied(model, start, i), tEnd: tEnd(i) });
    const batch = await runBatch(model, { tEnd: 1, samples: 3, sample });
    const simulation = createSimulation(model);
    for (let i = 0; i < 3; i++) {
      const single = simulation.run(tEnd(i), { state: varied(model, start, i) });
      expectSame(batch, i, single);
      expect(batch.formulation).toBe(single.formulation);
      expect(batch.formulationReason).toBe(single.formulationReason);
    }
  });
});

describe("a five-bar whose independent coordinates are selected again", () => {
  const model = fiveBar();
  const sample = (i: number): Sample => ({ state: { v: { left: 5 + 0.1 * i, right: -3 } } });
  const tEnd = 0.5;
  const batchOf = (options: RunOptions & { readonly workers?: WorkerPool; readonly chunkSize?: number }, samples = 5) =>
    runBatch(model, { tEnd, samples, sample, ...options });
  const variants: readonly RunOptions[] = [
    {},
    { formulation: "embedded", integrator: "rk4", step: 1e-3 },
    { formulation: "tree-augmented", tolerance: 1e-5 },
    { events: [{ name: "turn", when: (probe) => probe.v("left") }] },
  ];

  it.each(variants)("%o / as alone", async (options) => {
    const batch = await batchOf(options);
    const simulation = createSimulation(model, options);
    let reselected = 0;
    for (let i = 0; i < batch.samples; i++) {
      const single = simulation.run(tEnd, sample(i));
      reselected += single.loops?.rechoices.length ?? 0;
      expectSame(batch, i, single);
      (options.events ?? []).forEach(({ name }) =>
        expect(batch.events[i]).toBe(single.events.find((event) => event.name === name)?.state.t ?? NaN),
      );
    }
    expect(reselected > 0).toBe(options.formulation !== "tree-augmented");
  });

  it("chunks of any size, and workers / the same bits", async () => {
    const expected = bitsOf(await batchOf({}));
    expect(bitsOf(await batchOf({ chunkSize: 2 }))).toBe(expected);
    expect(bitsOf(await batchOf({ chunkSize: 2, workers: sameThread(2) }))).toBe(expected);
  });
});

test("samples that start with different selections of closures / each as alone, on workers too", async () => {
  const model = fiveBar();
  const angles = [0, 0.6, -0.6, 1.1, -1.1, 0.3];
  const sample = (i: number): Sample => ({ state: { q: { left: angles[i] }, v: { left: 1 } } });
  const options = { tEnd: 0.1, samples: angles.length, sample };
  const batch = await runBatch(model, options);
  const simulation = createSimulation(model);
  const selections = new Set<string>();
  angles.forEach((_, i) => {
    expectSame(batch, i, simulation.run(0.1, sample(i)));
    selections.add(
      simulation.plan.loopPlan?.sets.map(({ rows, columns }) => `${rows.join()}:${columns.join()}`).join() ?? "",
    );
  });
  expect(selections.size).toBeGreaterThan(1);
  expect(bitsOf(await runBatch(model, { ...options, chunkSize: 2, workers: sameThread(2) }))).toBe(bitsOf(batch));
});

test("an energy balance / the same steps as without, from the first on", () => {
  // A motor does work from the first instant on.
  const driven = { state: { v: { crank: 5 } }, tau: [20, 0, 0] };
  const [plain, balanced] = [false, true].map((energyBalance) =>
    createSimulation(fourBar(), { energyBalance }).run(0.2, driven),
  );
  expect(balanced.counts).toEqual(plain.counts);
  expect(balanced.final).toEqual(plain.final);
});
