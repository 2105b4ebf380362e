import { describe, expect, test } from "vitest";
import { refusal } from "../../../kinetree/test/support/refusal.js";
import type { TestReport } from "../../src/report/report.js";
import { standardTestNamed, standardTests } from "../../src/tests/standard-tests.js";
import { vehicleNamed } from "../../src/vehicles/vehicles.js";

const make = (options = {}) => vehicleNamed("double-track").make(options);
const valueOf = ({ numbers }: TestReport, name: string): number =>
  numbers.find((each) => each.name === name)?.value ?? NaN;

test("names are those of the list, and all are different", () => {
  const names = standardTests.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(refusal(() => standardTestNamed("iso4139"))).toMatchObject({ code: "unknown-test", value: "iso4139" });
});

test("reports are plain data", () => {
  const report = standardTestNamed("iso7401-step").run(make());
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
});

test.each([
  [{ speeed: 3 }, "unknown-option"],
  [{ speed: -3 }, "bad-test-option"],
  [{ speed: "fast" }, "bad-test-option"],
])("options %j are refused", (options, code) => {
  expect(refusal(() => standardTestNamed("braking").run(make(), options as never))).toMatchObject({ code });
});

test("a speed beyond the power of the vehicle is an error with the speed that was reached", () => {
  const { code, value } = refusal(() => standardTestNamed("iso7401-step").run(make(), { speed: 70 }));
  expect(code).toBe("speed-not-reached");
  expect(value).toBeLessThan(70);
});

test("a test that is stopped says so", () => {
  const signal = { aborted: true };
  expect(refusal(() => standardTestNamed("acceleration").run(make(), {}, { signal }))).toMatchObject({
    code: "test-stopped",
  });
});

test("progress rises to the end", () => {
  const parts: number[] = [];
  standardTestNamed("braking").run(make(), {}, { onProgress: (part) => parts.push(part) });
  expect(parts).toEqual([...parts].sort((a, b) => a - b));
});

describe("braking", () => {
  test("wheels that lock on brush tyres with friction 0.8 stop from 60 km/h in 17.697 m and the lag of the brake", () => {
    const report = standardTestNamed("braking").run(make({ tyre: "brush" }), { friction: 0.8 });
    // Within the lag of 0.05 s less than 1 m goes by; rolling resistance shortens by less.
    expect(valueOf(report, "distance")).toBeGreaterThan(17.5);
    expect(valueOf(report, "distance")).toBeLessThan(18.6);
    expect(valueOf(report, "fullDeceleration")).toBeCloseTo(0.8 * 9.81, 1);
  });

  test("half of the friction stops in about twice the distance", () => {
    const distance = (friction: number): number =>
      valueOf(standardTestNamed("braking").run(make({ tyre: "brush" }), { friction }), "distance");
    expect(distance(0.4) / distance(0.8)).toBeGreaterThan(1.9);
    expect(distance(0.4) / distance(0.8)).toBeLessThan(2.05);
  });
});

test("full throttle gains no more energy than the power gives", () => {
  const report = standardTestNamed("acceleration").run(make(), { time: 30 });
  const v = 100 / 3.6;
  expect(valueOf(report, "to100kmh")).toBeGreaterThan((0.5 * make().mass * v * v) / 90_000);
  expect(valueOf(report, "to50kmh")).toBeLessThan(valueOf(report, "to50mph"));
});

describe("steady circle", () => {
  const circle = (options: object): TestReport => standardTestNamed("iso4138").run(make(), { greatest: 3, ...options });

  test("the vehicle understeers, slips more to the outside and rolls more as it goes faster", () => {
    const report = circle({});
    expect(valueOf(report, "understeerGradient")).toBeGreaterThan(0.2);
    expect(valueOf(report, "sideslipGradient")).toBeLessThan(0);
    expect(valueOf(report, "rollGradient")).toBeGreaterThan(0);
    const [, speeds, radii] = [0, 1, 2].map((i) => report.tables[0].rows.map((row) => row[i] as number));
    expect(Math.max(...radii.map((radius) => Math.abs(radius - 100)))).toBeLessThan(2);
    expect(speeds).toEqual([...speeds].sort((a, b) => a - b));
  });

  test("gradients do not depend on the radius", () => {
    const [small, large] = [circle({ radius: 60 }), circle({ radius: 100 })];
    const gradient = (report: TestReport): number => valueOf(report, "understeerGradient");
    expect(gradient(small) / gradient(large)).toBeGreaterThan(0.85);
    expect(gradient(small) / gradient(large)).toBeLessThan(1.15);
    expect(valueOf(small, "rollGradient")).toBeCloseTo(valueOf(large, "rollGradient"), 1);
  });
});

test("a step steer reaches its acceleration, the yaw rate before the lateral acceleration", () => {
  const report = standardTestNamed("iso7401-step").run(make());
  expect(Math.abs(valueOf(report, "aySteady") - 4)).toBeLessThan(0.2);
  expect(valueOf(report, "yawRateResponseTime")).toBeLessThan(valueOf(report, "ayResponseTime"));
});

test("at low frequencies the response is that of the steady state", () => {
  const slow = standardTestNamed("iso7401-frequency").run(make(), { speed: 15 });
  const step = standardTestNamed("iso7401-step").run(make(), { speed: 15, acceleration: 1 });
  expect(valueOf(slow, "yawGain") / valueOf(step, "yawGain")).toBeGreaterThan(0.85);
  expect(valueOf(slow, "yawGain") / valueOf(step, "yawGain")).toBeLessThan(1.15);
});

test("a lane change passes slowly, and a search ends within its resolution", () => {
  const lane = standardTestNamed("iso3888-1");
  expect(valueOf(lane.run(make(), { speed: 12 }), "entrySpeed")).toBeCloseTo(43.2, 6);
  const found = lane.run(make(), { lowest: 16, highest: 24, resolution: 1 });
  const rows = found.tables[0].rows.slice(2);
  expect(valueOf(found, "entrySpeed")).toBeGreaterThan(3.6 * 16 - 1e-9);
  expect(rows).toHaveLength(3);
  expect(valueOf(found, "room")).toBeGreaterThanOrEqual(0);
});

test("sine with dwell demands its limits", () => {
  const report = standardTestNamed("sine-with-dwell").run(make(), { increment: 2.5 });
  const limits = report.numbers.flatMap(({ name, limit }) => (limit ? [[name, limit]] : []));
  expect(limits).toEqual([
    ["yawAfter1", { atMost: 35 }],
    ["yawAfter175", { atMost: 20 }],
    ["displacement", { atLeast: 1.83 }],
  ]);
  expect(report.isPassed).toBe(report.numbers.every(({ isMet }) => isMet !== false));
});

test("it climbs 60 %, stands across 40 % and holds on 30 %", () => {
  expect(standardTestNamed("slopes").run(make()).isPassed).toBe(true);
});

test("a vehicle that spins while it brakes has stopped when it no longer moves, whichever way it looks", () => {
  const report = standardTestNamed("braking").run(make(), { friction: 0.8, frictionRight: 0.3 });
  const even = standardTestNamed("braking").run(make(), { friction: 0.8 });
  expect(Math.abs(valueOf(report, "yaw"))).toBeGreaterThan(30);
  expect(valueOf(report, "distance")).toBeGreaterThan(valueOf(even, "distance"));
});
