import { expect, test } from "vitest";
import { chartSvg, type Chart } from "../src/plot.js";
import { roundTicks, tickText } from "../src/plot/panels.js";

const chart: Chart = {
  title: "a < b",
  x: { label: "speed [m/s]" },
  y: { label: "share [%]" },
  marks: [
    { kind: "bars", color: 0, edges: [0, 1, 2], heights: [30, 70] },
    { kind: "outline", name: "outline", color: 1, edges: [0, 1, 2], heights: [60, 40] },
    { kind: "line", name: "line", color: 2, x: [0, 1, 2], y: [0, 50, 100] },
    { kind: "dots", name: "dots", color: 3, x: [0.5, NaN, 1.5], y: [10, 20, 30] },
    { kind: "dots", name: "crosses", color: 4, shape: "cross", x: [1], y: [90] },
    { kind: "intervals", color: 5, y: [20], low: [0.2], high: [0.8] },
    { kind: "upright", color: 6, x: 1.2 },
  ],
};

const count = (text: string, part: RegExp): number => (text.match(part) ?? []).length;

test("a chart / every mark once, names in the legend, texts escaped", () => {
  const svg = chartSvg(chart);
  // Two dots with both numbers, and the one of the legend.
  expect(count(svg, /<circle/g)).toBe(3);
  for (const name of ["outline", "line", "dots", "crosses"]) expect(svg).toContain(`>${name}</text>`);
  expect(svg).toContain(">a &lt; b</text>");
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
});

/** An attribute of all elements of a name, in their order. */
const attributes = (svg: string, element: string, name: string): number[] =>
  [...svg.matchAll(new RegExp(`<${element} [^>]*`, "g"))].flatMap(([tag]) => {
    const found = new RegExp(` ${name}="([-\\d.]+)"`).exec(tag);
    return found === null ? [] : [Number(found[1])];
  });

test("bars stand on zero / the taller is so many times the lower", () => {
  // The first two are the paper and the frame.
  const [low, high] = attributes(chartSvg(chart), "rect", "height").slice(2);
  expect(high / low).toBeCloseTo(7 / 3, 2);
});

test("colours as variables / nothing of the chart has one of its own", () => {
  const series = Array.from({ length: 10 }, (_, i) => `var(--c${i})`);
  const colors = { paper: "var(--paper)", ink: "var(--ink)", grid: "var(--grid)", frame: "var(--frame)", series };
  expect(chartSvg(chart, colors)).not.toMatch(/#[0-9a-f]{6}/i);
});

test("names on the vertical axis are read from the top", () => {
  const svg = chartSvg({
    x: { label: "" },
    y: { label: "", names: ["first", "second"] },
    marks: [{ kind: "dots", color: 0, x: [1, 2], y: [0, 1] }],
  });
  const heights = attributes(svg, "circle", "cy");
  expect(heights[0]).toBeLessThan(heights[1]);
});

test("numbers that are all the same, or none at all / still an axis", () => {
  for (const x of [[0, 0], [5, 5], [], [NaN]])
    expect(
      chartSvg({ x: { label: "x" }, y: { label: "y" }, marks: [{ kind: "dots", color: 0, x, y: x }] }),
    ).not.toMatch(/NaN|Infinity|e-9/);
});

test("texts of ticks / no digits of rounding", () => {
  const ticks = roundTicks([0.505, 0.595], 5);
  expect(ticks.map(tickText(ticks))).toEqual(["0.52", "0.54", "0.56", "0.58"]);
});
