import { describe, expect, test } from "vitest";
import { RunHistory } from "../../src/run/history.js";
import { posesAt, rowsAround } from "../../src/scene/base/interpolate.js";

const columns = {
  run: 1,
  names: ["pos.a.x", "pos.a.y", "pos.a.z", "quat.a.w", "quat.a.x", "quat.a.y", "quat.a.z"],
  units: ["m", "m", "m", "", "", "", ""],
  position: Int32Array.of(0),
  quaternion: Int32Array.of(3),
};

/** About z, with w >= 0 as runs record it. */
const turned = (angle: number): number[] => {
  const [w, z] = [Math.cos(angle / 2), Math.sin(angle / 2)];
  return w < 0 ? [-w, 0, 0, -z] : [w, 0, 0, z];
};

function history(...rows: readonly (readonly [t: number, x: number, angle: number])[]): RunHistory {
  const made = new RunHistory(columns);
  const values = rows.flatMap(([, x, angle]) => [x, 0, 0, ...turned(angle)]);
  made.push({ t: Float64Array.from(rows, ([t]) => t), values: Float64Array.from(values) });
  return made;
}

const around = { low: 0, high: 0, part: 0 };

function poseAt(rows: RunHistory, t: number): Float64Array {
  const out = new Float64Array(7);
  expect(posesAt(out, rows, t, around)).toBe(true);
  return out;
}

describe("poses between rows", () => {
  test("positions lie on the straight line", () => {
    expect(poseAt(history([0, 0, 0], [0.5, 2, 0]), 0.125)[0]).toBeCloseTo(0.5, 14);
  });

  test("orientations turn evenly along the arc", () => {
    const [, , , w, , , z] = poseAt(history([0, 0, 0], [1, 0, 2]), 0.25);
    expect(2 * Math.atan2(z, w)).toBeCloseTo(0.5, 12);
  });

  test("a sign that jumps between rows does not turn the body the long way round", () => {
    // 179° and 181°: the second is recorded as -179°, with w >= 0.
    const pose = poseAt(history([0, 0, (179 * Math.PI) / 180], [1, 0, (181 * Math.PI) / 180]), 0.5);
    expect(Math.abs(pose[6])).toBeCloseTo(1, 12);
  });

  test("before the first and after the last row they are held", () => {
    const rows = history([1, 3, 0], [2, 5, 0]);
    expect(poseAt(rows, 0)[0]).toBe(3);
    expect(poseAt(rows, 9)[0]).toBe(5);
  });

  test("no rows, no pose", () => {
    expect(rowsAround(around, new RunHistory(columns), 0)).toBe(false);
  });
});
