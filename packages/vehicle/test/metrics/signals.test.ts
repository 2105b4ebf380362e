import { expect, test } from "vitest";
import { bisect } from "../../src/metrics/bisect.js";
import { toneAt, toneRatio } from "../../src/metrics/frequency-response.js";
import { crossingTime, fitLine, meanBetween, peakBetween, resample, valueAt } from "../../src/metrics/signals.js";
import { stepResponse } from "../../src/metrics/step-response.js";

const t = Float64Array.from({ length: 1001 }, (_, k) => k / 100);
const of = (f: (time: number) => number): Float64Array => t.map(f);

test("values between samples lie on the line, beyond the ends they are held", () => {
  const x = of((time) => 3 * time - 1);
  expect(valueAt(t, x, 2.345)).toBeCloseTo(6.035, 12);
  expect([valueAt(t, x, -1), valueAt(t, x, 99)]).toEqual([-1, 29]);
});

test("a level is crossed between samples, from a time on", () => {
  const x = of((time) => Math.sin(time));
  expect(crossingTime(t, x, 0.5)).toBeCloseTo(Math.asin(0.5), 4);
  expect(crossingTime(t, x, 0.5, 2)).toBeCloseTo(Math.PI - Math.asin(0.5), 4);
  expect(crossingTime(t, x, 2)).toBeNull();
});

test("mean, peak and slope of a ramp", () => {
  const x = of((time) => -2 * time);
  expect(meanBetween(t, x, 2, 4)).toBeCloseTo(-6, 12);
  expect(peakBetween(t, x, 1, 3)).toBe(-6);
  expect(fitLine(t, x)).toEqual({ slope: expect.closeTo(-2, 12) as number, offset: expect.closeTo(0, 10) as number });
});

test("even times reach from the first to the last", () => {
  const { t: times, x } = resample([0, 1, 3], [0, 1, 5], 0.5);
  expect(Array.from(times)).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 3]);
  expect(Array.from(x)).toEqual([0, 0.5, 1, 2, 3, 4, 5]);
});

test("an oscillator of second order overshoots by exp(-pi zeta/sqrt(1 - zeta^2))", () => {
  const [w, zeta] = [5, 0.4];
  const wd = w * Math.sqrt(1 - zeta * zeta);
  const x = of(
    (time) => 1 - Math.exp(-zeta * w * time) * (Math.cos(wd * time) + ((zeta * w) / wd) * Math.sin(wd * time)),
  );
  const { overshoot, peakTime, steady } = stepResponse(t, x, 0, 8);
  expect(steady).toBeCloseTo(1, 4);
  expect(overshoot).toBeCloseTo(Math.exp((-Math.PI * zeta) / Math.sqrt(1 - zeta * zeta)), 3);
  expect(peakTime).toBeCloseTo(Math.PI / wd, 1);
});

test("tones of other whole frequencies do not disturb gain and phase", () => {
  const record = 1000;
  const input = Float64Array.from(
    { length: record },
    (_, k) => Math.sin(0.06 * Math.PI * k) + Math.sin(0.02 * Math.PI * k),
  );
  const output = Float64Array.from(
    { length: record },
    (_, k) => 2 * Math.sin(0.06 * Math.PI * k - 0.7) + 0.5 * Math.sin(0.02 * Math.PI * k - 0.1),
  );
  const ratio = (f: number) => toneRatio(toneAt(output, 0.01, f), toneAt(input, 0.01, f));
  expect(ratio(3)).toEqual({ gain: expect.closeTo(2, 9) as number, phase: expect.closeTo(-0.7, 9) as number });
  expect(ratio(1)).toEqual({ gain: expect.closeTo(0.5, 9) as number, phase: expect.closeTo(-0.1, 9) as number });
});

test("a search ends within its resolution, or says that an end did not pass or fail", () => {
  const { passed, failed } = bisect(10, 40, 0.5, (x) => x < 23.3);
  expect(passed).toBeLessThan(23.3);
  expect(failed).toBeGreaterThanOrEqual(23.3);
  expect((failed as number) - (passed as number)).toBeLessThanOrEqual(0.5);
  expect(bisect(10, 40, 0.5, () => false)).toMatchObject({ passed: null, failed: 10 });
  expect(bisect(10, 40, 0.5, () => true)).toMatchObject({ passed: 40, failed: null });
});
