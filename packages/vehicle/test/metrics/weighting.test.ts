import { expect, test } from "vitest";
import { rms } from "../../src/metrics/signals.js";
import { filtered, gainAt, weightingD, weightingK } from "../../src/metrics/weighting.js";

/** Factors in thousandths, ISO 2631-1 (1997), table 3. */
const published = [
  { frequency: 0.5, k: 418, d: 853 },
  { frequency: 1, k: 482, d: 1011 },
  { frequency: 2, k: 531, d: 890 },
  { frequency: 4, k: 967, d: 512 },
  { frequency: 6.3, k: 1054, d: 323 },
  { frequency: 8, k: 1036, d: 253 },
  { frequency: 16, k: 768, d: 125 },
  { frequency: 31.5, k: 405, d: 63.2 },
  { frequency: 80, k: 132, d: 21.1 },
];

test.each(published)("gains at $frequency Hz are those of the table", ({ frequency, k, d }) => {
  expect(1000 * gainAt(weightingK, frequency)).toBeCloseTo(k, -0.4);
  expect(Math.abs(1000 * gainAt(weightingD, frequency) - d)).toBeLessThan(0.8);
});

test.each([0.5, 1, 4, 8, 16, 31.5])("a filtered sine of %f Hz has the gain of the chain", (frequency) => {
  const interval = 1 / 2000;
  // Whole seconds, so that the mean squares are those of whole periods; the first ten are left to settle.
  const x = Float64Array.from({ length: 40_000 }, (_, k) => Math.sin(2 * Math.PI * frequency * k * interval));
  const y = filtered(weightingK, x, interval).subarray(20_000);
  expect(rms(y) * Math.SQRT2).toBeCloseTo(gainAt(weightingK, frequency), 2);
});
