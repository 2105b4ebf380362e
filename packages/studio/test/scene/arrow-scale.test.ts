import { describe, expect, test } from "vitest";
import { RunHistory } from "../../src/run/history.js";
import { LargestVector, metresPerUnit, niceBelow, withPrefix } from "../../src/scene/shapes/arrow-scale.js";

describe("lengths of arrows", () => {
  test.each([
    [1, 1],
    [1.9, 1],
    [4.99, 2],
    [730, 500],
    [0.03, 0.02],
  ])("the round number below %d is %d", (value, round) => {
    expect(niceBelow(value)).toBeCloseTo(round, 12);
  });

  test("the largest load has between half and all of the longest arrow's length, whatever its size", () => {
    for (const largest of [1e-3, 0.7, 3, 42, 9.99e5]) {
      const length = largest * metresPerUnit(largest, 1);
      expect(length).toBeGreaterThanOrEqual(0.5);
      expect(length).toBeLessThanOrEqual(1.25);
    }
  });

  test("nothing loaded, nothing drawn", () => {
    expect(metresPerUnit(0, 1)).toBe(0);
    expect(metresPerUnit(NaN, 1)).toBe(0);
  });

  test.each([
    [1500, "1.5 kN"],
    [0.002, "2 mN"],
    [12, "12 N"],
    [0, "0 N"],
  ])("%d N is written as %s", (value, text) => {
    expect(withPrefix(value, "N")).toBe(text);
  });

  test("the largest vector grows with the rows and starts over when a run is cut", () => {
    const columns = {
      run: 1,
      names: ["x", "y", "z"],
      units: ["", "", ""],
      position: new Int32Array(),
      quaternion: new Int32Array(),
    };
    const rows = new RunHistory(columns);
    const largest = new LargestVector(rows, [0]);
    rows.push({ t: Float64Array.of(0, 1), values: Float64Array.of(3, 4, 0, 1, 0, 0) });
    expect(largest.get()).toBe(5);
    rows.push({ t: Float64Array.of(2), values: Float64Array.of(0, 0, 7) });
    expect(largest.get()).toBe(7);
    rows.cut(1);
    expect(largest.get()).toBe(5);
  });
});
