import { prepareStudy, namedStudy, type PreparedStudy } from "@kinetree/study";
import { createEvaluator, jointsFromSpeeds, parameterDefaults, stateFromJoints, type WorkerPort } from "kinetree";
import { europaLander } from "kinetree/systems";
import { beforeAll, describe, expect, it, test } from "vitest";
import type { BenchReport, BenchTable } from "../../src/bench/bench-study.js";
import { loadMujoco } from "../../src/bench/mujoco.js";
import { runLandingStudy } from "../../src/lander/landing-study.js";
import { keepColumns, NAME, ownTolerance, type LandingRun } from "../../src/lander/landings.js";
import { MemoryWatch } from "../../src/lander/memory.js";
import { mjcfOf, mujocoState } from "../../src/lander/mjcf.js";
import { parametersKey, timedWorkers } from "../../src/lander/landings.js";
import { compareTolerances, largestShift } from "../../src/lander/tolerance.js";
import { raggedTables, tableIn } from "../support/bench-report.js";

/** Compiles two models several times, beside other tests. */
const PATIENCE = 600_000;

/** Of each combination. */
const SAMPLES = 2;

describe("the study of landings, small", () => {
  let report: BenchReport;
  const parts: number[] = [];

  beforeAll(async () => {
    report = await runLandingStudy(
      { now: () => performance.now(), quick: true, progress: (_, part) => parts.push(part ?? 0) },
      { samples: SAMPLES, speedUpSamples: SAMPLES, streamed: 200, contact: { perCombination: 1, rounds: 1 } },
    );
  }, PATIENCE);

  const tableOf = (name: string): BenchTable => tableIn(report, name);
  const measured = (start: string): number => {
    const found = report.checks.find(({ name }) => name.startsWith(start));
    if (!found) throw new Error(`no check begins with "${start}"`);
    return found.measured;
  };

  it("gives as many cells in each row as there are columns, each called differently", () => {
    expect(raggedTables(report)).toEqual([]);
  });

  it("says how far it is, never backwards", () => {
    expect(parts).toEqual([...parts].sort((a, b) => a - b));
    expect(Math.max(...parts)).toBeLessThanOrEqual(1);
  });

  it("runs all twelve combinations, and none of their landings fails", () => {
    expect(tableOf("combinations").rows).toHaveLength(12);
    const run = new Map(tableOf("run").rows.map(([name, own, half]) => [name, [own, half]]));
    expect(run.get("landings")).toEqual([12 * SAMPLES, 12 * SAMPLES]);
    expect(run.get("tolerance")).toEqual([ownTolerance, ownTolerance / 2]);
    expect(run.get("failed")).toEqual([0, 0]);
    expect(measured("samples that failed")).toBe(0);
  });

  it("finds the same rows on one worker and on two", () => {
    expect(measured("of these, rows that differ")).toBe(0);
  });

  it("fills most of the lanes", () => {
    expect(measured("lane use")).toBeGreaterThan(0.5);
    expect(measured("lane use")).toBeLessThanOrEqual(1);
  });

  it("shares the processor time of the study out among its landings", () => {
    const total = Number(tableOf("run").rows.find(([name]) => name === "processor time [s]")?.[1]);
    const shared = tableOf("combinations").rows.reduce((sum, [, , , time]) => sum + SAMPLES * Number(time), 0);
    // A sum of some twenty numbers, in ms and in s.
    expect(shared / 1e3 / total).toBeCloseTo(1, 10);
  });

  it("moves no mean by more than its interval at half the tolerance", () => {
    for (const [, , , shift] of tableOf("tolerance").rows) expect(shift).toBeLessThan(1);
  });

  it("has a bar of its own for every check", () => {
    for (const { published, bar } of report.checks) expect([published, typeof bar]).toEqual([null, "string"]);
    expect(report.checks).toHaveLength(8);
  });

  it("puts MuJoCo beside ours", () => {
    expect(tableOf("contact").rows.map(([who]) => String(who).split(/[ ,]/)[0])).toEqual([
      "kinetree",
      "kinetree",
      "kinetree",
      "MuJoCo",
    ]);
  });
});

test("the landers of MuJoCo and kinetree have the same accelerations in flight", async () => {
  const model = europaLander({ legs: "shock-absorbing" });
  const parameters = Object.fromEntries(parameterDefaults(model));
  const hinges = model.joints.flatMap(({ kind, name }) => (kind === "revolute" ? [name] : []));
  const by = (value: (i: number) => number): Record<string, number> =>
    Object.fromEntries(hinges.map((name, i) => [name, value(i)]));
  const state = stateFromJoints(model, {
    q: { root: [1, 2, 30, 0.5, -0.5, 0.1, 0.7], ...by((i) => 0.05 * (i - 4)) },
    v: { root: [0.3, -0.2, 0.5, 1, -2, 3], ...by((i) => 0.1 * (7 - i)) },
  });
  const mj = await loadMujoco();
  if (!mj) throw new Error("MuJoCo is a dependency of the benchmarks");
  const compiled = mj.MjModel.from_xml_string(mjcfOf(model, parameters, 1e-3));
  const data = new mj.MjData(compiled);
  const { qpos, qvel } = mujocoState(model, state);
  (data.qpos as Float64Array).set(qpos);
  (data.qvel as Float64Array).set(qvel);
  mj.mj_forward(compiled, data);
  expect(data.ncon).toBe(0);
  const theirs = Array.from(data.qacc as Float64Array).slice(6);
  const own = jointsFromSpeeds(model, createEvaluator(model).forwardDynamics(state));
  const ours = model.joints.flatMap(({ kind, name }) => (kind === "revolute" ? [own[name] as number] : []));
  const largest = Math.max(...ours.map(Math.abs));
  // The least inertia that MuJoCo takes, 1e-9 kg m², by the smallest of ours, 0.17 kg m², and rounding by the mass matrix.
  theirs.forEach((x, i) => expect(Math.abs(x - ours[i]) / largest).toBeLessThan(1e-7));
  data.delete();
  compiled.delete();
});

test("what workers are noted to have done is what the rows say", async () => {
  const study = await prepareStudy(
    { ...namedStudy("pendulum"), samples: 20 },
    { workers: () => ({ count: 1, spawn: () => watched.pool.spawn() }) },
  );
  const answers: Parameters<Parameters<WorkerPort["onMessage"]>[0]>[0][] = [];
  let clock = 0;
  const { nodeWorkers } = await import("kinetree/node");
  const inner = nodeWorkers(1);
  const watched = timedWorkers(
    {
      ...inner,
      spawn: () => {
        const port = inner.spawn();
        return {
          ...port,
          onMessage: (listener) => port.onMessage((message) => (answers.push(message), listener(message))),
        };
      },
    },
    () => (clock += 1),
  );
  const kept = { accepted: 0, rejected: 0 };
  await study.run({
    chunks: [{ caseIndex: 0, firstSample: 0, count: 20 }],
    workers: 1,
    onRows: (_, rows) => {
      for (const name of ["accepted", "rejected"] as const)
        for (const x of rows[study.columns.findIndex((each) => each.name === name)]) kept[name] += Number(x);
    },
  });
  const results = answers.filter(({ kind }) => kind === "result").length;
  const work = watched.work.get(parametersKey(study.cases[0].scenario.model.parameters));
  // The clock ticks when samples are given out and when they come back.
  expect(work).toEqual({ busy: results, steps: kept.accepted + kept.rejected });
  expect(watched.span()).toBe(2 * results - 1);
});

test("columns that are kept are those of the rows, each in its place", async () => {
  const whole = await prepareStudy({ ...namedStudy(NAME), samples: 3 });
  const place = (name: string): number => whole.columns.findIndex((each) => each.name === name);
  const run: PreparedStudy["run"] = ({ chunks, onRows }) => {
    for (const range of chunks)
      onRows(
        range,
        whole.columns.map((_, c) =>
          Float64Array.from({ length: range.count }, (__, i) => 1000 * c + range.firstSample + i),
        ),
      );
    return Promise.resolve({ laneUse: 1 });
  };
  const { study, values } = keepColumns({ ...whole, run });
  await study.run({ chunks: [{ caseIndex: 11, firstSample: 1, count: 2 }], onRows: () => {} });
  expect(Array.from(values.rejected.slice(33))).toEqual([
    NaN,
    1000 * place("rejected") + 1,
    1000 * place("rejected") + 2,
  ]);
});

describe("the shift of table entries", () => {
  const runOf = (accelerations: readonly number[], rolledOver: readonly number[]): LandingRun => ({
    tolerance: 1,
    workers: 1,
    rows: accelerations.length,
    failed: 0,
    laneUse: 1,
    wall: 1,
    processor: 1,
    busy: 1,
    peak: 1,
    combinations: [
      {
        name: "one",
        accelerations: Float64Array.from(accelerations),
        rolledOver: Float64Array.from(rolledOver),
        accepted: 1,
        rejected: 0,
        time: 1,
      },
    ],
  });
  const own = runOf([1, 2, 3, 4], [0, 0, 1, 0]);

  it("is nothing between a run and itself", () => {
    expect(largestShift(compareTolerances(own, own))).toBe(0);
  });

  it("is one where the mean moves to the end of its interval", () => {
    const [{ mean }] = compareTolerances(own, own);
    const [moved] = compareTolerances(
      own,
      runOf(
        [1, 2, 3, 4].map((x) => x + mean.halfWidth),
        [0, 0, 1, 0],
      ),
    );
    expect(moved.mean.shift).toBeCloseTo(1, 12);
    expect(moved.std.shift).toBeCloseTo(0, 12);
    expect(moved.rate.shift).toBe(0);
  });
});

test("the peak of a part is the most that was seen since the part before", () => {
  const sizes = [5, 9, 3, 2, 4, 1];
  const watch = new MemoryWatch({ memory: () => sizes.shift() ?? 0 });
  watch.look();
  watch.look();
  expect(watch.takePeak()).toBe(9);
  watch.look();
  expect(watch.takePeak()).toBe(4);
  watch.stop();
});
