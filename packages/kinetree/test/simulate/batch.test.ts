import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { add, mul, sub } from "../../src/graph/num.js";
import { sin } from "../../src/graph/elementary.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { param, realNeg } from "../../src/model/real-arithmetic.js";
import { piecewise } from "../../src/model/signals.js";
import type { Model } from "../../src/model/types.js";
import { runBatch } from "../../src/simulate/batch/batch.js";
import type { BatchOptions, Sample } from "../../src/simulate/batch/batch-types.js";
import type { EventSpec } from "../../src/simulate/plan/plan-options.js";
import type { RunOptions } from "../../src/simulate/options/options.js";
import { createSimulation } from "../../src/simulate/simulate.js";
import { heavyTop } from "../../src/systems/chains/heavy-top.js";
import { lander } from "../../src/systems/landers/lander.js";
import { pendulum } from "../../src/systems/chains/pendulum.js";
import { anyPendulum, anyTop, bitsOf } from "./study.js";

const watched: RunOptions = {
  events: [
    { name: "down", when: (probe) => probe.q("hinge") },
    { name: "late fall", when: (probe) => sub(probe.q("hinge"), 0.2), direction: "falling" },
  ],
  measures: {
    height: (probe) => probe.position("bob", [0, 0, -1])[2],
    phase: (probe) => sin(add(probe.t, probe.q("hinge"))),
  },
};
const stopping: RunOptions = {
  ...watched,
  events: [{ name: "down", when: (probe) => probe.q("hinge"), terminal: true, direction: "rising" }],
};

const pushed = mechanism("pushed pendulum")
  .parameter("length", 1, { min: 0 })
  .parameter("mass", 1, { min: 0 })
  .body("bob", { mass: param("mass"), com: [0, 0, realNeg(param("length"))], inertia: [0.1, 0.1, 0.1] })
  .revolute("hinge", { parent: "ground", child: "bob", axis: [0, 1, 0] })
  .jointForce("kick", {
    joint: "hinge",
    force: piecewise([
      [0.4, 3],
      [0.9, -2],
      [1.7, 0],
    ]),
  })
  .build();

interface Study {
  readonly name: string;
  readonly model: Model;
  readonly options: RunOptions;
  readonly sample: (i: number) => Sample & { readonly tEnd: number };
}

const studies: readonly Study[] = [
  { name: "pendulums", model: pendulum(), options: {}, sample: anyPendulum },
  {
    name: "pendulums with dop853",
    model: pendulum(),
    options: { integrator: "dop853", tolerance: 1e-10 },
    sample: anyPendulum,
  },
  {
    name: "pendulums with fixed steps",
    model: pendulum(),
    options: { integrator: "rk4", step: 0.01 },
    sample: anyPendulum,
  },
  { name: "pendulums, watched", model: pendulum(), options: watched, sample: anyPendulum },
  { name: "pendulums, stopped by an event", model: pendulum(), options: stopping, sample: anyPendulum },
  { name: "pendulums, kicked", model: pushed, options: watched, sample: anyPendulum },
  { name: "tops", model: heavyTop(), options: {}, sample: anyTop },
  { name: "tops by the mass matrix", model: heavyTop(), options: { formulation: "mass-matrix" }, sample: anyTop },
  { name: "tops with rkf45", model: heavyTop(), options: { integrator: "rkf45" }, sample: anyTop },
  {
    name: "tops with euler-cromer",
    model: heavyTop(),
    options: { integrator: "euler-cromer", step: 0.003 },
    sample: anyTop,
  },
];

describe.each(studies)("$name", ({ model, options, sample }) => {
  const samples = 25; // odd: at the end one lane is alone
  const batch = (rest: Partial<BatchOptions> = {}) =>
    runBatch(model, { ...options, tEnd: 1, samples, sample, ...rest });

  it("each sample in the batch / a run of its own, bit for bit", async () => {
    const result = await batch();
    const simulation = createSimulation(model, options);
    for (let i = 0; i < samples; i++) {
      const { tEnd, ...own } = sample(i);
      const single = simulation.run(tEnd, { ...own, sampleEvery: 100 });
      expect(result.stateAt(i)).toEqual(single.final);
      expect(result.end[i]).toBe(single.end);
      expect([result.accepted[i], result.rejected[i]]).toEqual([single.counts.accepted, single.counts.rejected]);
      (options.events ?? []).forEach(({ name }, k) => {
        const first = single.events.find((event) => event.name === name)?.state.t ?? NaN;
        expect(result.events[i * result.eventNames.length + k]).toBe(first);
      });
      // At an event the row of the batch is that of no sample of the single run: see below.
      const last = single.end === "finished" ? result.measureNames : [];
      last.forEach((name, k) => expect(result.measures[i * last.length + k]).toBe(single.column(name).at(-1)));
    }
  });

  it("chunks of 1, 2, 3, 7 or all samples / the same bits", async () => {
    const expected = bitsOf(await batch());
    for (const chunkSize of [1, 2, 3, 7, 1000]) expect(bitsOf(await batch({ chunkSize }))).toBe(expected);
  });

  it("samples in the opposite order / the same rows, the other way round", async () => {
    const forward = await batch();
    const backward = await batch({ sample: (i) => sample(samples - 1 - i) });
    for (let i = 0; i < samples; i++) expect(backward.stateAt(samples - 1 - i)).toEqual(forward.stateAt(i));
  });
});

test("any samples in any order and any chunks / what each gives alone", async () => {
  const simulation = createSimulation(pendulum(), watched);
  const alone = new Map<number, ReturnType<typeof simulation.run>["final"]>();
  const finalOf = (i: number) => {
    const { tEnd, ...own } = anyPendulum(i);
    if (!alone.has(i)) alone.set(i, simulation.run(tEnd, own).final);
    return alone.get(i);
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(30), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 12 }),
      async (numbers, chunkSize) => {
        const result = await runBatch(pendulum(), {
          ...watched,
          tEnd: 1,
          samples: numbers.length,
          chunkSize,
          sample: (i) => anyPendulum(numbers[i]),
        });
        numbers.forEach((number, i) => expect(result.stateAt(i)).toEqual(finalOf(number)));
      },
    ),
    { seed: 11, numRuns: 60 },
  );
});

test("a lander in the batch / a run of its own, bit for bit", async () => {
  const sample = (i: number): Sample => ({ state: { v: { root: [0.1 * i, 0.2, 0, 1, 0, -i], hip0: i, knee3: -1 } } });
  const result = await runBatch(lander(), { tEnd: 1, samples: 5, sample });
  const simulation = createSimulation(lander());
  for (let i = 0; i < 5; i++) expect(result.stateAt(i)).toEqual(simulation.run(1, sample(i)).final);
});

describe("measures and events of a batch", () => {
  it("measure at a terminal event / of the state there", async () => {
    const result = await runBatch(pendulum(), {
      ...stopping,
      tEnd: 9,
      samples: 20,
      sample: (i) => ({ ...anyPendulum(i), tEnd: 9 }),
    });
    let stopped = 0;
    for (let i = 0; i < 20; i++) {
      if (result.end[i] !== "event") continue;
      stopped++;
      const { t, q } = result.stateAt(i);
      expect(result.events[i]).toBe(t);
      expect(Math.abs(q[0])).toBeLessThan(1e-14);
      expect(Math.abs(result.measures[2 * i] + Math.cos(q[0]))).toBeLessThan(1e-15);
      expect(Math.abs(result.measures[2 * i + 1] - Math.sin(t + q[0]))).toBeLessThan(1e-15);
    }
    expect(stopped).toBeGreaterThan(5);
  });

  it("an event that does not happen / NaN", async () => {
    const events = [{ name: "never", when: () => 1 }];
    const result = await runBatch(pendulum(), { events, tEnd: 1, samples: 3, sample: () => ({}) });
    expect(Array.from(result.events)).toEqual([NaN, NaN, NaN]);
  });
});

describe("samples that fail", () => {
  /** A spring whose stiffness the fixed step can follow (up to (2.8 / 0.01)² = 78,400 N/m) or not. */
  const springs = mechanism("spring")
    .gravity(0, 0, 0)
    .parameter("stiffness", 1, { min: 0 })
    .body("cart", { mass: 1, inertia: [1, 1, 1] })
    .prismatic("rail", { parent: "ground", child: "cart", axis: [1, 0, 0], stiffness: param("stiffness") })
    .build();
  const isBad = (i: number): boolean => i % 3 === 1;
  const options = { integrator: "rk4", step: 0.01, tEnd: 20 } as const;
  const sample = (i: number): Sample => ({
    parameters: { stiffness: isBad(i) ? 1e7 : 100 + i },
    state: { q: { rail: 1 + i } },
  });

  it("are reported in their rows, with their last good state, and stop no other", async () => {
    const samples = 14;
    const result = await runBatch(springs, { ...options, samples, sample });
    const simulation = createSimulation(springs, { integrator: "rk4", step: 0.01 });
    for (let i = 0; i < samples; i++) {
      const last = result.stateAt(i);
      expect(result.end[i]).toBe(isBad(i) ? "not-finite" : "finished");
      expect([...last.q, ...last.v].every(Number.isFinite)).toBe(true);
      expect(last.t < 20).toBe(isBad(i));
      expect(last).toEqual(simulation.run(last.t, sample(i)).final);
    }
  });

  it("all of them / a result all the same", async () => {
    const result = await runBatch(springs, { ...options, samples: 5, sample: () => sample(1) });
    expect(result.end).toEqual(new Array(5).fill("not-finite"));
  });

  it("among samples with an event / the same bits for the others", async () => {
    const events: EventSpec[] = [{ name: "back", when: (probe) => probe.q("rail") }];
    const good = await runBatch(springs, { ...options, events, samples: 6, sample: (i) => sample(3 * i) });
    const mixed = await runBatch(springs, { ...options, events, samples: 16, sample });
    for (let i = 0; i < 6; i++) {
      expect(mixed.stateAt(3 * i)).toEqual(good.stateAt(i));
      expect(mixed.events[3 * i]).toBe(good.events[i]);
    }
  });
});

describe("lanes", () => {
  it.each([{ events: [] }, { events: watched.events ?? [] }])(
    "200 samples of different durations / more than 0.9 in use",
    async ({ events }) => {
      const result = await runBatch(pendulum(), { events, tEnd: 1, samples: 200, sample: anyPendulum });
      expect(result.laneUse).toBeGreaterThan(0.9);
      expect(result.laneUse).toBeLessThanOrEqual(1);
    },
  );

  it("one long sample among short ones / half in use while it is alone, refilled before", async () => {
    const tEnds = [...new Array<number>(20).fill(0.2), 20];
    const run = (order: readonly number[]) =>
      runBatch(pendulum(), {
        tEnd: 1,
        samples: tEnds.length,
        sample: (i) => ({ state: { q: { hinge: 1 } }, tEnd: order[i] }),
      });
    const [last, first] = [await run(tEnds), await run([...tEnds].reverse())];
    expect(last.laneUse).toBeLessThan(0.7);
    expect(first.laneUse).toBeGreaterThan(last.laneUse);
    expect(first.stateAt(0)).toEqual(last.stateAt(20));
  });

  it("samples of no length / end where they start", async () => {
    const result = await runBatch(pendulum(), {
      tEnd: 1,
      samples: 5,
      sample: (i) => ({ state: { q: { hinge: i } }, tEnd: i % 2 }),
    });
    expect(Array.from(result.t)).toEqual([0, 1, 0, 1, 0]);
    expect(result.stateAt(4)).toEqual({ t: 0, q: Float64Array.of(4), v: Float64Array.of(0) });
    expect(result.end).toEqual(new Array(5).fill("finished"));
  });
});

test("progress / rises by chunks to all samples", async () => {
  const seen: [number, number][] = [];
  const onProgress = (finished: number, samples: number): void => void seen.push([finished, samples]);
  await runBatch(pendulum(), { tEnd: 0.1, samples: 10, chunkSize: 4, sample: () => ({}), onProgress });
  expect(seen).toEqual([
    [4, 10],
    [8, 10],
    [10, 10],
  ]);
});

test("samples asked for / each once", async () => {
  const asked: number[] = [];
  const sample = (i: number): Sample => {
    asked.push(i);
    return {};
  };
  await runBatch(pendulum(), { tEnd: 0.1, samples: 9, chunkSize: 2, sample });
  expect(asked).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test("scaled coordinates of a measure / those of the sample's own parameters", async () => {
  const result = await runBatch(pendulum(), {
    tEnd: 0,
    samples: 7,
    sample: (i) => ({ parameters: { length: 1 + i }, state: { q: { hinge: 0.5 } } }),
    measures: { reach: (probe) => mul(2, probe.parameter("length")) },
  });
  expect(Array.from(result.measures)).toEqual([2, 4, 6, 8, 10, 12, 14]);
});
