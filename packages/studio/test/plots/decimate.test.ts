import { describe, expect, test } from "vitest";
import { LinePoints } from "../../src/plots/decimate.js";
import { Pyramid } from "../../src/plots/pyramid.js";

const columnOf = (values: Float64Array): Pyramid => {
  const column = new Pyramid();
  column.append(values, 1, 0, 0, values.length);
  return column;
};

const seconds = (count: number, step: number): Float64Array => Float64Array.from({ length: count }, (_, i) => i * step);

describe("points of lines", () => {
  test("few rows are drawn as they are, with the rows next to the stretch", () => {
    const t = seconds(100, 0.1);
    const points = new LinePoints();
    points.take(t, [columnOf(t.map((x) => x * x))], [2.05, 3.02], 500);
    expect(points.x[0]).toBe(t[20]);
    expect(points.x.at(-1)).toBe(t[31]);
    expect([...points.y(0)]).toEqual(Array.from(t.slice(20, 32), (x) => x * x));
  });

  test("a million rows become two points a pixel, and no peak is lost", () => {
    const count = 1_000_000;
    const t = seconds(count, 1e-3);
    const values = t.map((x) => Math.sin(x));
    values[123_456] = 50;
    values[654_321] = -40;
    const points = new LinePoints();
    points.take(t, [columnOf(values)], [0, t[count - 1]], 800);
    expect(points.count).toBeLessThanOrEqual(2 * 801);
    expect(Math.max(...points.y(0))).toBe(50);
    expect(Math.min(...points.y(0))).toBe(-40);
    expect([...points.x].every((x, i, all) => i === 0 || x >= all[i - 1])).toBe(true);
  });

  test("a row far behind the stretch costs no more pixels", () => {
    const t = Float64Array.from([...seconds(10_000, 1e-4), 1e9]);
    const points = new LinePoints();
    points.take(t, [columnOf(t)], [0, 1], 300);
    expect(points.x.at(-1)).toBe(1e9);
    expect(points.count).toBeLessThanOrEqual(2 * 301);
  });

  test("numbers that are none, and columns that are missing, are gaps", () => {
    const t = seconds(20_000, 1e-3);
    const values = t.map((x) => (x > 5 && x < 10 ? NaN : 1));
    const points = new LinePoints();
    points.take(t, [columnOf(values), null], [0, 20], 400);
    const inGap = [...points.x].findIndex((x) => x > 7);
    expect(points.y(0)[inGap]).toBeNaN();
    expect(points.y(0)[0]).toBe(1);
    expect([...points.y(1)].every(Number.isNaN)).toBe(true);
  });

  test("nothing recorded is nothing to draw", () => {
    const points = new LinePoints();
    points.take(new Float64Array(0), [columnOf(new Float64Array(0))], [0, 1], 400);
    expect(points.aligned.map(({ length }) => length)).toEqual([0, 0]);
  });

  test("a falling line falls from pixel to pixel too", () => {
    const t = seconds(50_000, 1e-3);
    const points = new LinePoints();
    points.take(t, [columnOf(t.map((x) => -x))], [0, 50], 300);
    expect([...points.y(0)].every((y, i, all) => i === 0 || y <= all[i - 1])).toBe(true);
  });
});
