import { expect, test } from "vitest";
import { sourceOf } from "../../src/plots/plot-source.js";
import { RunHistory } from "../../src/run/history.js";

const columns = {
  run: 1,
  names: ["a", "b"],
  units: ["m", "rad"],
  position: new Int32Array(0),
  quaternion: new Int32Array(0),
};

const push = (history: RunHistory, from: number, rows: readonly (readonly [number, number])[]): void => {
  history.push({ t: Float64Array.from(rows, (_, i) => from + i), values: Float64Array.from(rows.flat()) });
};

test("columns follow a run as it grows, and are the same objects", () => {
  const history = new RunHistory(columns);
  const source = sourceOf(history);
  expect(sourceOf(history)).toBe(source);
  expect(source.length).toBe(0);
  push(history, 0, [
    [1, 10],
    [2, 20],
  ]);
  const column = source.column("b");
  expect([...(column?.values ?? [])]).toEqual([10, 20]);
  push(history, 2, [[3, 30]]);
  expect(source.column("b")).toBe(column);
  expect([...(column?.values ?? [])]).toEqual([10, 20, 30]);
  expect(source.column("c")).toBeNull();
  expect(source.unitOf("b")).toBe("rad");
});

test("rows that replace others at the same instants are seen", () => {
  const history = new RunHistory(columns);
  const source = sourceOf(history);
  push(history, 0, [
    [1, 10],
    [2, 20],
    [3, 30],
  ]);
  expect([...(source.column("a")?.values ?? [])]).toEqual([1, 2, 3]);
  history.cut(0);
  push(history, 1, [
    [7, 70],
    [8, 80],
  ]);
  expect([...(source.column("a")?.values ?? [])]).toEqual([1, 7, 8]);
});

test("a result file whose rows are out of order is drawn in the order of time, without rows that have none", () => {
  const source = sourceOf({
    name: "x.csv",
    names: ["a"],
    units: ["m"],
    t: Float64Array.of(2, 0, NaN, 1),
    values: Float64Array.of(20, 0, 99, 10),
    metadata: {},
    warnings: [],
  });
  expect([...source.t]).toEqual([0, 1, 2]);
  expect([...(source.column("a")?.values ?? [])]).toEqual([0, 10, 20]);
  expect(source.rowAt(1.5)).toBe(1);
  expect(source.rowAt(-1)).toBe(-1);
});
