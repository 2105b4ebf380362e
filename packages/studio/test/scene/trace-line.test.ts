import { describe, expect, test } from "vitest";
import { RunHistory } from "../../src/run/history.js";
import { MOST_POINTS, TracePath } from "../../src/scene/mechanism/trace-line.js";

const columns = {
  run: 1,
  names: ["pos.a.x", "pos.a.y", "pos.a.z", "quat.a.w", "quat.a.x", "quat.a.y", "quat.a.z"],
  units: ["m", "m", "m", "", "", "", ""],
  position: Int32Array.of(0),
  quaternion: Int32Array.of(3),
};

function push(rows: RunHistory, from: number, count: number, height = 0): void {
  const t = Float64Array.from({ length: count }, (_, i) => from + i);
  rows.push({
    t,
    values: Float64Array.from(t).reduce(
      (all, x, i) => (all.set([x, 0, height, 1, 0, 0, 0], 7 * i), all),
      new Float64Array(7 * count),
    ),
  });
}

describe("path of a point", () => {
  test("a point of a turned body is turned with it", () => {
    const rows = new RunHistory(columns);
    const half = Math.SQRT1_2;
    rows.push({ t: Float64Array.of(0), values: Float64Array.of(1, 2, 3, half, 0, 0, half) });
    const path = new TracePath(rows, 0, [1, 0, 0.5]);
    path.update();
    expect([...path.points.subarray(0, 3)].map((x) => Number(x.toFixed(6)))).toEqual([1, 3, 3.5]);
  });

  test("it grows with the run, and a long run is thinned without losing its shape", () => {
    const rows = new RunHistory(columns);
    const path = new TracePath(rows, 0, [0, 0, 0]);
    push(rows, 0, 100);
    expect(path.update()).toBe(false);
    expect(path.count).toBe(100);
    push(rows, 100, 2 * MOST_POINTS);
    expect(path.update()).toBe(true);
    expect(path.stride).toBe(4);
    expect(path.count).toBe(Math.ceil(rows.length / 4));
    for (const i of [0, 1, 7, path.count - 1]) expect(path.points[3 * i]).toBe(4 * i);
  });

  test("a run that was taken up again from an earlier time is drawn as it went the second time", () => {
    const rows = new RunHistory(columns);
    const path = new TracePath(rows, 0, [0, 0, 0]);
    push(rows, 0, 50);
    path.update();
    rows.cut(20);
    push(rows, 21, 60, 5);
    expect(path.update()).toBe(true);
    expect(path.points[3 * 40 + 2]).toBe(5);
    expect(path.points[3 * 10 + 2]).toBe(0);
  });
});
