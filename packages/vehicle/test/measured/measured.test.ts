import { expect, test } from "vitest";
import { refusal } from "../../../kinetree/test/support/refusal.js";
import { readMeasured } from "../../src/measured/read-measured.js";
import { compareSignals, overlay } from "../../src/measured/score.js";

test("heads give names and units, values are turned into SI, empty cells are gaps", () => {
  const text = '# a comment\n"time [ms]",yawRate [deg/s],ay (g),steering\n0,0,0,0.1\n10,90,1,\n20,180,-1,0.3\n';
  const { time, channels } = readMeasured(text, "run.csv");
  expect(Array.from(time)).toEqual([0, 0.01, 0.02]);
  expect(channels.map(({ name, unit }) => [name, unit])).toEqual([
    ["yawRate", "deg/s"],
    ["ay", "g"],
    ["steering", ""],
  ]);
  expect(Array.from(channels[0].values)).toEqual([0, Math.PI / 2, Math.PI].map((x) => expect.closeTo(x, 12) as number));
  expect(channels[1].values[1]).toBeCloseTo(9.80665, 12);
  expect(channels[2].values[1]).toBeNaN();
});

test("a table with semicolons has commas in its numbers", () => {
  const { channels } = readMeasured("t;x [mm]\n0;1,5\n1;2,5\n", "run.csv");
  expect(Array.from(channels[0].values)).toEqual([0.0015, 0.0025].map((x) => expect.closeTo(x, 12) as number));
});

test.each([
  ["measured-empty", "time,x\n0,1\n"],
  ["measured-without-time", "when,x\n0,1\n1,2\n"],
  ["measured-time-order", "time,x\n0,1\n0,2\n"],
  ["measured-cells", "time,x\n0,1\n1\n"],
  ["measured-number", "time,x\n0,1\n1,fast\n"],
  ["measured-unit", "time,x [furlongs]\n0,1\n1,2\n"],
])("%s is refused by the name of the file", (code, text) => {
  expect(refusal(() => readMeasured(text, "run.csv"))).toMatchObject({ code, subject: "run.csv" });
});

const wave = (shift: number, gain: number): Float64Array =>
  Float64Array.from({ length: 1001 }, (_, k) => {
    const t = k / 100 - shift;
    return gain * Math.exp(-((t - 4) * (t - 4))) * Math.sin(3 * t);
  });

test("a signal that comes later by 0.123 s has that delay, and correlates once it is shifted", () => {
  const score = compareSignals(wave(0.123, 1), wave(0, 1), 0.01);
  expect(score.delay).toBeCloseTo(0.123, 3);
  expect(score.shiftedCorrelation).toBeGreaterThan(0.999);
  expect(score.correlation).toBeLessThan(score.shiftedCorrelation);
});

test("a signal that is too large by a tenth has errors of a tenth and correlates perfectly", () => {
  const measured = wave(0, 1);
  const peak = measured.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const score = compareSignals(wave(0, 1.1), measured, 0.01);
  expect(score.peakError).toBeCloseTo(0.1 * peak, 12);
  expect(score.peakDifference).toBeCloseTo(0.1 * peak, 12);
  expect(score.relativeError).toBeCloseTo(0.1, 2);
  expect(score.correlation).toBeCloseTo(1, 12);
  expect(score.delay).toBeCloseTo(0, 9);
});

test("channels of one name are laid over each other where both are known", () => {
  const time = Array.from({ length: 101 }, (_, k) => k / 10);
  const computed = { names: ["ay", "speed"], units: ["m/s^2", "m/s"], time, columns: [time.map((t) => 2 * t), time] };
  const measured = readMeasured("time,ay,temperature\n-1,-2,20\n0,0,20\n4,8,20\n5,10,20\n", "run.csv");
  const { pairs, scores, unmatched, time: common } = overlay(computed, measured, "run.csv", 1);
  expect(pairs.map(({ name }) => name)).toEqual(["ay"]);
  expect(unmatched).toEqual(["temperature"]);
  expect(common[0]).toBe(0);
  // The measurement was delayed by a second, so what was computed is 2 m/s^2 more.
  expect(scores[0].rmsError).toBeCloseTo(2, 9);
  expect(refusal(() => overlay(computed, measured, "run.csv", 99))).toMatchObject({ code: "measured-apart" });
});
