import { describe, expect, test } from "vitest";
import { simulate, type Model } from "kinetree";
import { pendulum } from "kinetree/systems";
import { nodeWorkers } from "kinetree/node";
import type { ColumnValues } from "@kinetree/results";
import type { Study } from "../../src/description/study.js";
import { prepareStudy } from "../../src/prepare/prepare-study.js";
import type { PreparedStudy, RowRange } from "../../src/prepare/prepared-study.js";
import { createReplayer, replaySample, type ReplayOptions } from "../../src/prepare/replay.js";
import { refusal, refusalOf } from "../../../kinetree/test/support/refusal.js";

const study: Study = {
  name: "swing",
  scenario: {
    model: "pendulum",
    options: { damping: 0.1 },
    inputs: { angle: "30 deg", rate: "0 rad/s" },
    start: { q: { hinge: "= angle" }, v: { hinge: "= rate" } },
    tEnd: "3 s",
    events: { low: { when: "q.hinge", direction: "falling" } },
  },
  parameters: {
    length: { uniform: { min: "0.5 m", max: "1.5 m" } },
    angle: { uniform: { min: "20 deg", max: "80 deg" } },
  },
  sampler: "sobol",
  samples: 10,
  outputs: {
    last: { final: "q.hinge" },
    height: { final: "pos.bob.z + length*(1 - quat.bob.w^2 + quat.bob.y^2)" },
    firstLow: { timeOf: "low" },
    wasLow: { happened: "low" },
    ratio: { expression: "firstLow^2/length*gravity" },
    late: { predicate: "firstLow > 0.5 and angle > 0.3" },
  },
  stop: [{ name: "far", when: "abs(q.hinge) > 1.5" }],
};

const range = (caseIndex: number, firstSample: number, count: number): RowRange => ({ caseIndex, firstSample, count });

/** Rows by range, in the order in which ranges were asked for. */
async function rowsOf(
  prepared: PreparedStudy,
  chunks: readonly RowRange[],
  workers = 0,
): Promise<(readonly ColumnValues[])[]> {
  const found = new Map<RowRange, readonly ColumnValues[]>();
  await prepared.run({ chunks, workers, onRows: (each, rows) => void found.set(each, rows) });
  return chunks.map((chunk) => found.get(chunk) ?? []);
}

/** A copy that may hold texts or numbers. */
const cells = (values: ColumnValues): (number | string | null)[] => Array.from<number | string | null>(values);

const column = (
  prepared: PreparedStudy,
  rows: readonly ColumnValues[],
  name: string,
): ArrayLike<number | string | null> => rows[prepared.columns.findIndex((each) => each.name === name)];

describe("rows", () => {
  test("of a study / what single runs give", async () => {
    const prepared = await prepareStudy(study);
    const [rows] = await rowsOf(prepared, [range(0, 0, 10)]);
    const of = (name: string): ArrayLike<number | string | null> => column(prepared, rows, name);
    const { model } = prepared.cases[0].scenario;
    for (let i = 0; i < 10; i++) {
      const { length, angle } = prepared.valuesOf(0, i);
      const alone = simulate(model as Model, 3, {
        parameters: { length },
        state: { q: { hinge: angle } },
        events: [{ name: "low", when: (probe) => probe.q("hinge"), direction: "falling" }],
      });
      expect(of("sample")[i]).toBe(i);
      expect(of("length")[i]).toBe(length);
      // Steps are not the same ones (the study looks for more events), the motion is, to the tolerance.
      expect(Math.abs(Number(of("last")[i]) - alone.final.q[0])).toBeLessThan(1e-6);
      expect(Math.abs(Number(of("firstLow")[i]) - alone.events[0].state.t)).toBeLessThan(1e-6);
      const firstLow = Number(of("firstLow")[i]);
      expect(of("ratio")[i]).toBe(((firstLow * firstLow) / length) * 9.81);
      expect(of("late")[i]).toBe(firstLow > 0.5 && angle > 0.3 ? 1 : 0);
      expect(of("wasLow")[i]).toBe(1);
      expect(of("end")[i]).toBe("finished");
      expect(of("failure")[i]).toBeNull();
    }
  });

  test("quaternion of a body / turns by the hinge's angle about y", async () => {
    const outputs = { last: { final: "q.hinge" }, y: { final: "quat.bob.y" }, w: { final: "quat.bob.w" } } as const;
    const prepared = await prepareStudy({ ...study, outputs });
    const [rows] = await rowsOf(prepared, [range(0, 0, 4)]);
    for (let i = 0; i < 4; i++) {
      const angle = Number(column(prepared, rows, "last")[i]);
      expect(column(prepared, rows, "y")[i]).toBeCloseTo(Math.sin(angle / 2), 12);
      expect(column(prepared, rows, "w")[i]).toBeCloseTo(Math.cos(angle / 2), 12);
    }
  });

  test("in other pieces, in another order / the same bits", async () => {
    const prepared = await prepareStudy(study);
    const [whole] = await rowsOf(prepared, [range(0, 0, 10)]);
    const pieces = [range(0, 7, 3), range(0, 0, 1), range(0, 1, 6)];
    const parts = await rowsOf(prepared, pieces);
    pieces.forEach(({ firstSample, count }, p) =>
      prepared.columns.forEach((_, c) =>
        expect(cells(parts[p][c])).toEqual(cells(whole[c]).slice(firstSample, firstSample + count)),
      ),
    );
  });

  test("on two workers / the same bits", async () => {
    const [alone, many] = [await prepareStudy(study), await prepareStudy(study, { workers: nodeWorkers })];
    const chunks = [range(0, 0, 4), range(0, 4, 4), range(0, 8, 2)];
    const [a, b] = [await rowsOf(alone, chunks), await rowsOf(many, chunks, 2)];
    expect(b.map((rows) => rows.map(cells))).toEqual(a.map((rows) => rows.map(cells)));
  });

  test("cases of several models at once on two workers / the same bits as one after the other on none", async () => {
    const cases = [0.1, 0.2, 0.3].map((damping) => ({ name: `damping ${damping}`, options: { damping } }));
    const [alone, many] = [
      await prepareStudy({ ...study, cases }),
      await prepareStudy({ ...study, cases }, { workers: nodeWorkers }),
    ];
    const chunks = cases.flatMap((_, caseIndex) => [range(caseIndex, 0, 6), range(caseIndex, 6, 4)]);
    const [a, b] = [await rowsOf(alone, chunks), await rowsOf(many, chunks, 2)];
    expect(b.map((rows) => rows.map(cells))).toEqual(a.map((rows) => rows.map(cells)));
  });

  test("what the taker of rows throws / ends all models' runs, and no rows follow", async () => {
    const cases = [0.1, 0.2, 0.3].map((damping) => ({ name: `damping ${damping}`, options: { damping } }));
    const prepared = await prepareStudy({ ...study, cases }, { workers: nodeWorkers });
    let taken = 0;
    const onRows = (): void => {
      taken++;
      throw new Error("disk full");
    };
    const chunks = cases.map((_, caseIndex) => range(caseIndex, 0, 10));
    await expect(prepared.run({ chunks, workers: 2, onRows })).rejects.toThrow("disk full");
    expect(taken).toBe(1);
  });

  test("cases / each with its own values and factors, units of the columns", async () => {
    const cases = [
      { name: "earth", factors: { where: "earth" } },
      { name: "moon", factors: { where: "moon" }, fixed: { gravity: "1.62 m/s^2" } },
    ];
    const prepared = await prepareStudy({ ...study, cases });
    const [earth, moon] = await rowsOf(prepared, [range(0, 0, 2), range(1, 0, 2)]);
    expect(column(prepared, moon, "case")[1]).toBe("moon");
    expect(column(prepared, earth, "where")[0]).toBe("earth");
    expect([column(prepared, earth, "gravity")[0], column(prepared, moon, "gravity")[0]]).toEqual([9.81, 1.62]);
    // The same pendulum, slower by √(g ratio) for as long as its damping does not matter.
    expect(Number(column(prepared, moon, "firstLow")[0])).toBeGreaterThan(
      2 * Number(column(prepared, earth, "firstLow")[0]),
    );
    const units = Object.fromEntries(prepared.columns.map(({ name, unit }) => [name, unit]));
    expect(units).toMatchObject({ length: "m", angle: "rad", gravity: "m/s^2", last: "rad", firstLow: "s", t: "s" });
  });
});

describe("extremes", () => {
  const outputs: Study["outputs"] = {
    highest: { max: "q.hinge", time: true },
    lowest: { min: "q.hinge", time: true },
    fastest: { maxAbs: "v.hinge" },
    pull: { max: "sqrt(load.hinge.fx^2 + load.hinge.fz^2)" },
    jolt: { max: "sqrt(acc.bob.x^2 + acc.bob.z^2) + abs(alpha.bob.y - vdot.hinge)" },
    lastPull: { final: "load.hinge.fz" },
    spread: { expression: "highest - lowest" },
  };

  test("of a run / the largest and least of what a single run records at its steps", async () => {
    const prepared = await prepareStudy({ ...study, outputs, stop: [] });
    const [rows] = await rowsOf(prepared, [range(0, 0, 6)]);
    const of = (name: string, i: number): number => Number(column(prepared, rows, name)[i]);
    for (let i = 0; i < 6; i++) {
      const channels = ["load", "vdot"];
      const { result } = await replaySample(prepared, i, { channels, sampleEvery: 1e-3 });
      const recorded = (name: string): Float64Array => result?.column(name) ?? new Float64Array();
      const [q, fx, fz] = ["q.hinge", "load.hinge.fx", "load.hinge.fz"].map(recorded);
      // Steps are few and the record is dense: what a step misses of a peak is second order in its length, some hundredths.
      const most = Math.max(...q);
      expect(of("highest", i)).toBe(most); // the start
      expect(of("highest.time", i)).toBe(0);
      expect(Math.abs(of("lowest", i) - Math.min(...q))).toBeLessThan(0.01 * most);
      const pull = Math.max(...fx.map((x, k) => Math.sqrt(x * x + fz[k] * fz[k])));
      // The record, of every millisecond, misses some of the peak too: (ω h)² of it.
      expect(of("pull", i)).toBeLessThan(pull * (1 + 1e-5));
      expect(of("pull", i)).toBeGreaterThan(0.98 * pull);
      expect(of("lastPull", i)).toBeCloseTo(fz[fz.length - 1], 9);
      expect(of("spread", i)).toBe(of("highest", i) - of("lowest", i));
    }
  });

  test("a stop condition of accelerations / refused with the reason", async () => {
    const broken = prepareStudy({ ...study, stop: [{ name: "s", when: "load.hinge.fz > 3" }] });
    expect(await refusalOf(broken)).toEqual({
      code: "channel-needs-accelerations",
      subject: 'study "swing": stop[0].when',
      value: "load.hinge.fz",
    });
  });
});

describe("samples that end early or fail", () => {
  test("a stop condition / ends the sample there, as an event", async () => {
    const prepared = await prepareStudy({ ...study, parameters: {}, fixed: { rate: "7 rad/s" }, samples: 1 });
    const [rows] = await rowsOf(prepared, [range(0, 0, 1)]);
    expect(column(prepared, rows, "end")[0]).toBe("event");
    expect(column(prepared, rows, "last")[0]).toBeCloseTo(1.5, 9);
  });

  test("numbers that make no model / that sample has failed with the reason, the others have not", async () => {
    const parameters = { mass: { discrete: { values: [0, 1, 2] } } };
    const outputs = { last: { final: "q.hinge" } } as const;
    const grid: Study = { name: "grid", scenario: study.scenario, sampler: "full-factorial", parameters, outputs };
    const prepared = await prepareStudy(grid);
    const [rows] = await rowsOf(prepared, [range(0, 0, 3)]);
    expect(Array.from(column(prepared, rows, "end"))).toEqual(["invalid-sample", "finished", "finished"]);
    expect(String(column(prepared, rows, "failure")[0])).toMatch(/mass/);
    expect(column(prepared, rows, "last")[0]).toBeNaN();
    expect(column(prepared, rows, "mass")[0]).toBe(0);
    expect(column(prepared, rows, "last")[2]).not.toBeNaN();
  });

  test("a sample that cannot be integrated / its cause and its last state", async () => {
    const scenario = { ...study.scenario, maxSteps: 3 } as Study["scenario"];
    const prepared = await prepareStudy({ ...study, scenario });
    const [rows] = await rowsOf(prepared, [range(0, 0, 2)]);
    expect(column(prepared, rows, "end")[0]).toBe("too-many-steps");
    const failure = JSON.parse(String(column(prepared, rows, "failure")[0])) as { t: number; q: { hinge: number } };
    expect(failure.t).toBeGreaterThan(0);
    expect(Math.abs(failure.q.hinge)).toBeLessThan(1.5);
  });
});

describe("replay", () => {
  test("one sample again / the bits of its row, and a motion that ends where it ended", async () => {
    const prepared = await prepareStudy(study);
    const [rows] = await rowsOf(prepared, [range(0, 0, 10)]);
    const replay = await replaySample(prepared, 6, { channels: ["pos", "energy.total"] });
    expect(replay.row).toEqual(rows.map((each) => each[6]));
    expect(replay.result?.final.q[0]).toBe(column(prepared, rows, "last")[6]);
    expect(replay.result?.counts.accepted).toBe(column(prepared, rows, "accepted")[6]);
    expect(replay.result?.names).toContain("pos.bob.x");
  });

  test("options, channels and rows that are none / refused by name", async () => {
    const prepared = await prepareStudy(study);
    const again = (row: unknown, options?: unknown): Promise<unknown> =>
      refusalOf(replaySample(prepared, row as number, options as ReplayOptions));
    expect(await again(0, 5)).toMatchObject({ code: "wrong-type", subject: "options" });
    expect(await again(0, { foo: 1 })).toMatchObject({ code: "unknown-option", subject: 'option "foo"' });
    expect(await again(0, { channels: "energy" })).toMatchObject({ code: "wrong-type", subject: "channels" });
    for (const row of [-1, 10, 0.5, "0"])
      expect(await again(row)).toMatchObject({ code: "sample-out-of-range", subject: "row", value: row });
    expect(refusal(() => createReplayer(prepared, 5 as unknown as readonly string[]))).toMatchObject({
      code: "wrong-type",
      subject: "channels",
    });
  });

  test("one sample of a mechanism whose coordinates are selected again / its recorded motion has the bits of its row", async () => {
    const prepared = await prepareStudy({
      name: "five-bar",
      scenario: {
        model: "five-bar",
        inputs: { speed: 5 },
        start: { v: { left: "= speed", right: -3 } },
        tEnd: "0.3 s",
      },
      parameters: { speed: { uniform: { min: 4.9, max: 5.1 } } },
      samples: 3,
      outputs: { last: { final: "q.left" } },
    });
    const [rows] = await rowsOf(prepared, [range(0, 0, 3)]);
    const { row, result } = await replaySample(prepared, 1, { channels: ["energy"] });
    expect(row).toEqual(rows.map((each) => each[1]));
    expect(result?.loops?.rechoices.length).toBeGreaterThan(0);
    expect(result?.column("q.left").at(-1)).toBe(column(prepared, rows, "last")[1]);
    expect(result?.counts).toEqual({
      accepted: column(prepared, rows, "accepted")[1],
      rejected: column(prepared, rows, "rejected")[1],
    });
  });

  test("a failed sample / its motion up to there, with the reason", async () => {
    const prepared = await prepareStudy({
      ...study,
      scenario: { ...study.scenario, maxSteps: 3 } as Study["scenario"],
    });
    const replay = await replaySample(prepared, 0);
    expect(replay.failure).toMatch(/maxSteps/);
    expect(replay.result).not.toBeNull();
  });
});

test("what is given up / is not handed over", async () => {
  const prepared = await prepareStudy(study);
  const aborted = new AbortController();
  aborted.abort(new Error("enough"));
  const run = prepared.run({ chunks: [range(0, 0, 2)], onRows: () => expect.unreachable(), signal: aborted.signal });
  await expect(run).rejects.toThrow("enough");
});

describe("description", () => {
  test("plain data, the same every time, with the defaults filled in", async () => {
    const [a, b] = [await prepareStudy(study), await prepareStudy(study)];
    expect(a.description).toEqual(b.description);
    expect(JSON.parse(JSON.stringify(a.description))).toEqual(a.description);
    expect(a.description).toMatchObject({ seed: 1, draws: "common", sampler: "sobol", samples: 10 });
  });

  test("of code / tells functions apart by what they compute too", async () => {
    const { scenario } = (await prepareStudy(study)).cases[0];
    const make = (start: number): Study => ({
      ...study,
      scenario: { ...scenario, start: () => ({ q: { hinge: start } }) },
    });
    const [a, b] = [await prepareStudy(make(0.1)), await prepareStudy(make(0.2))];
    expect(a.description).not.toEqual(b.description);
  });
});

describe("the instant at which a stop condition ends a sample", () => {
  test("belongs to the extremes of what follows from the state", async () => {
    const prepared = await prepareStudy({
      ...study,
      parameters: { rate: { uniform: { min: 8, max: 9 } } },
      outputs: {
        last: { final: "q.hinge" },
        top: { max: "q.hinge", time: true },
        low: { min: "-q.hinge" },
        far: { maxAbs: "-2*q.hinge", time: true },
      },
      stop: [{ name: "far", when: "q.hinge > 1.5" }],
    });
    const [rows] = await rowsOf(prepared, [range(0, 0, 10)]);
    const of = (name: string): number[] => cells(column(prepared, rows, name) as ColumnValues).map(Number);
    expect(cells(column(prepared, rows, "end") as ColumnValues)).toEqual(new Array(10).fill("event"));
    expect(of("top")).toEqual(of("last"));
    expect(of("low")).toEqual(of("last").map((x) => -x));
    expect(of("far")).toEqual(of("last").map((x) => 2 * x));
    expect([of("top.time"), of("far.time")]).toEqual([of("t"), of("t")]);
  });

  test("is found where a number leaves zero and never was below", async () => {
    const prepared = await prepareStudy({
      ...study,
      scenario: { model: "pendulum", inputs: { angle: "30 deg" }, start: { q: { hinge: "= -angle" } }, tEnd: "3 s" },
      parameters: { angle: { uniform: { min: "20 deg", max: "80 deg" } } },
      outputs: { passed: { timeOf: "ahead" }, last: { final: "q.hinge" } },
      stop: [{ name: "ahead", when: "max(0, q.hinge) > 0" }],
    });
    const [rows] = await rowsOf(prepared, [range(0, 0, 10)]);
    const of = (name: string): number[] => cells(column(prepared, rows, name) as ColumnValues).map(Number);
    expect(of("passed")).toEqual(of("t"));
    // The resolution of time is 4 ulps of 0.5 s; the hinge turns by less than 8 rad/s.
    for (const q of of("last")) expect(Math.abs(q)).toBeLessThan(8 * 4 * Number.EPSILON);
  });
});

test("a replay with channels that there are not / refused, not taken for a failure of the sample", async () => {
  const prepared = await prepareStudy(study);
  expect(await refusalOf(replaySample(prepared, 0, { channels: ["nothing"] }))).toEqual({
    code: "unknown-channel",
    subject: 'channel "nothing"',
    value: "nothing",
  });
});

describe("mistakes in the code of a study / told as such, not as mistakes of kinetree", () => {
  const scenario = { name: "code", model: pendulum(), tEnd: 1 };
  const given = { name: "code", samples: 1, outputs: { last: { final: "q.hinge" } } } as const;
  const broken = (): never => {
    throw new TypeError("a slip");
  };

  test.each<[string, Study, string, unknown]>([
    ["the scenario", { ...given, scenario: broken }, "study-code-failed", "TypeError: a slip"],
    ["no scenario", { ...given, scenario: (() => 3) as never }, "not-a-scenario", "3"],
    [
      "the start",
      { ...given, scenario: { ...scenario, start: broken } },
      "no-start",
      { length: 1, mass: 1, gravity: 9.81 },
    ],
  ])("%s", async (_, wrong, code, value) => {
    expect(await refusalOf(prepareStudy(wrong))).toEqual({ code, subject: 'study "code": scenario', value });
  });

  test("a measure", async () => {
    const prepared = await prepareStudy({ ...given, scenario, outputs: { last: { final: broken } } });
    expect(await refusalOf(rowsOf(prepared, [range(0, 0, 1)]))).toEqual({
      code: "study-code-failed",
      subject: "a measure",
      value: "TypeError: a slip",
    });
  });
});
