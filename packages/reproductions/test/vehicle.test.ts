import { hmmwv } from "kinetree/vehicle";
import { beforeAll, describe, expect, it } from "vitest";
import type { BenchReport, BenchTable } from "../src/bench/bench-study.js";
import { loadMujoco } from "../src/bench/mujoco.js";
import { longestStep, observedOrder } from "../src/vehicle/accuracy.js";
import { mujocoVehicle } from "../src/vehicle/mujoco-vehicle.js";
import { FULL, POSTS, variants } from "../src/vehicle/variants.js";
import { vehicle } from "../src/vehicle/vehicle.js";
import { column, raggedTables, tableIn } from "./support/bench-report.js";

/** Compiles a dozen vehicles, beside other tests. */
const PATIENCE = 300_000;

const mj = await loadMujoco();

describe("kinetree bench vehicle --quick", () => {
  let report: BenchReport;
  const parts: number[] = [];

  beforeAll(async () => {
    // A clock that goes on by a millisecond whenever it is looked at: counts and errors are what is tested here, not times.
    let clock = 0;
    const now = (): number => (clock += 1);
    report = await vehicle.run({ now, processorTime: now, quick: true, progress: (_, part) => parts.push(part ?? 0) });
  }, PATIENCE);

  const tableOf = (name: string): BenchTable => tableIn(report, name);
  const numbers = (name: string, head: string): readonly number[] => column(tableOf(name), head).map(Number);

  it("gives as many cells in each row as there are columns, each called differently", () => {
    expect(raggedTables(report)).toEqual([]);
  });

  it("says how far it is, never backwards", () => {
    expect(parts).toEqual([...parts].sort((a, b) => a - b));
  });

  it("integrates 15 speeds of bodies, with and without tyres and driveline", () => {
    expect(column(tableOf("speed"), "vehicle")).toEqual([FULL, "TMeasy, no driveline", POSTS]);
    expect(numbers("speed", "speeds")).toEqual([15, 15, 15]);
  });

  it("takes more operations for tyres than for posts, and a few more for shafts", () => {
    const [withShafts, withTyres, onPosts] = numbers("operations", "operations");
    expect(withTyres).toBeGreaterThan(onPosts);
    expect(withShafts).toBeGreaterThan(withTyres);
    expect(withShafts / withTyres).toBeLessThan(1.1);
    // Of equal data, what the tyres add to a vehicle is less than half of it.
    expect(withShafts / onPosts).toBeLessThan(1.5);
  });

  it("keeps its errors far below the bound at 1 ms, and has larger ones at 2 ms", () => {
    const { columns, rows } = tableOf("errors");
    expect(rows.map(([step]) => step)).toEqual([1, 2]);
    columns.slice(1).forEach((_, i) => {
      const [short, long] = rows.map((row) => Number(row[i + 1]));
      expect(short).toBeGreaterThan(0);
      expect(short).toBeLessThan(1e-5);
      expect(long).toBeGreaterThan(short);
    });
    expect(column(tableOf("accuracy"), "longest step within 0.2% [ms]")).toEqual([2, 2, 2]);
  });

  it("has a check for each goal and each error", () => {
    expect(report.checks.map(({ bar }) => bar)).toEqual([
      "at least 32",
      "at least 60",
      "at most 0.002",
      "at most 0.002",
      "at most 0.002",
    ]);
    expect(report.checks.slice(2).every(({ isMet }) => isMet)).toBe(true);
  });

  it.skipIf(mj === null)("has smaller errors than MuJoCo at every step of the latter", () => {
    const [single, pair, ...others] = numbers("peer", "its error");
    expect(pair).toBe(single);
    expect(others).toHaveLength(8);
    for (const error of others) expect(error).toBeGreaterThan(1000 * single);
  });
});

describe("the vehicles", () => {
  it("can be built, each under a name of its own, and have the goals that are set", () => {
    const all = variants(false);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    for (const { options } of all) expect(hmmwv(options).bodies.length).toBeGreaterThanOrEqual(19);
    const goals = all.flatMap(({ name, goal }) => (goal === undefined ? [] : [[name, goal.single, goal.pair]]));
    expect(goals).toEqual([
      [FULL, 32, 60],
      ["PAC2002, shafts", 24, undefined],
      ["envelope contact, ground", 12, undefined],
    ]);
  });
});

describe("steps and errors", () => {
  const power = (order: number, steps: readonly number[]) => ({
    errors: steps.map((step) => ({ step, error: 3 * step ** order })),
  });

  it.each([1, 2, 4])("order %i is found from errors that have it", (order) => {
    expect(observedOrder(power(order, [0.001, 0.002, 0.005]))).toBeCloseTo(order, 10);
  });

  it("no order is found from one run", () => {
    expect(
      observedOrder({
        errors: [
          { step: 1, error: 1 },
          { step: 2, error: null },
        ],
      }),
    ).toBeNull();
  });

  it("the longest step is the last before the first that misses the bound or fails", () => {
    const errors = [
      { step: 1, error: 0.1 },
      { step: 2, error: 0.2 },
      { step: 3, error: 0.5 },
      { step: 4, error: 0.1 },
    ];
    expect(longestStep({ errors }, 0.2)).toBe(2);
    expect(longestStep({ errors }, 0.5)).toBe(4);
    expect(
      longestStep(
        {
          errors: [
            { step: 1, error: 0.1 },
            { step: 2, error: null },
          ],
        },
        1,
      ),
    ).toBe(1);
    expect(longestStep({ errors }, 0.01)).toBeNull();
    expect(longestStep({ errors: [{ step: 1, error: NaN }] }, 1)).toBeNull();
  });
});

describe.skipIf(mj === null)("MuJoCo's vehicle", () => {
  it.each(["cylinder", "ellipsoid"] as const)("on %ss runs straight, then turns to the left", (shape) => {
    if (mj === null) return;
    const made = mujocoVehicle(mj, shape, 1e-3);
    try {
      const rates = made.yawRates(0.1);
      expect(made.speeds).toBe(16);
      for (const rate of rates.slice(0, 5)) expect(Math.abs(rate)).toBeLessThan(1e-3);
      // v δ / l with 20 m/s, 0.05 rad and 3.378 m, were it not for slip.
      const most = (20 * 0.05) / 3.378;
      expect(rates[10]).toBeGreaterThan(0.8 * most);
      expect(rates[10]).toBeLessThan(1.2 * most);
    } finally {
      made.close();
    }
  });
});
