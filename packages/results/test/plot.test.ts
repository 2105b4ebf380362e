import { describe, expect, test } from "vitest";
import { parseHTML } from "linkedom";
import { decimate } from "../src/plot/decimate.js";
import { roundTicks, tickText } from "../src/plot/panels.js";
import { plotPng, plotSvg, plotTerminal } from "../src/plot.js";
import type { ResultTable } from "../src/result-table.js";

const count = 20_000;
const time = Float64Array.from({ length: count }, (_, i) => i * 1e-3);
const table: ResultTable = {
  names: ["q.a", "q.b", "v.a", "x<y&z", "gone", "still"],
  units: ["rad", "rad", "rad/s", "m", "m", "N"],
  time,
  columns: [
    time.map(Math.sin),
    time.map((t) => (t > 5 && t < 6 ? NaN : Math.cos(t))),
    time.map((t) => 30 * Math.sin(300 * t)),
    time.map((t) => t / 2),
    time.map(() => NaN),
    time.map(() => 7),
  ],
  metadata: {},
  summary: {},
};

/** `M` commands of all drawn lines. */
const strokes = (svg: string): string[] => [...svg.matchAll(/<path[^>]* d="([^"]*)"/g)].map(([, d]) => d);
const framesIn = (svg: string): number => [...svg.matchAll(/aria-label="frame"/g)].length;

describe("SVG", () => {
  test("channels of one unit share a panel, others are below", () => {
    expect(framesIn(plotSvg(table, ["q.a", "q.b"]))).toBe(1);
    expect(framesIn(plotSvg(table, ["q.a", "v.a", "q.b", "still"]))).toBe(3);
  });

  test("names and units are there, as text", () => {
    const svg = plotSvg(table, ["q.a", "q.b", "x<y&z"], { title: 'A & "B"' });
    for (const text of [">q.a<", ">q.b<", "[rad]", "x&lt;y&amp;z [m]", "time [s]", "A &amp; &quot;B&quot;"])
      expect(svg).toContain(text);
  });

  test("a gap in the numbers is a gap in the line", () => {
    const [line] = strokes(plotSvg(table, ["q.b"])).filter((d) => d.length > 1000);
    expect(line.split("M").length - 1).toBe(2);
  });

  test("twenty thousand points of three channels stay below 200 kB", () => {
    expect(plotSvg(table, ["q.a", "q.b", "v.a"]).length).toBeLessThan(200_000);
  });

  test("needs nothing but itself", () => {
    const svg = plotSvg(table, ["q.a"]);
    expect(svg).not.toMatch(/<style|<script|href=|url\(|NaN|undefined/);
    expect(parseHTML(svg).document.querySelectorAll("svg").length).toBe(2);
  });

  test.each([["gone"], ["still"]])("%s: constants and nothing at all have an axis too", (name) => {
    expect(plotSvg(table, [name])).toContain("time [s]");
  });

  test.each([0, 1, 2])("%i rows", (rows) => {
    const short = {
      ...table,
      time: time.slice(0, rows),
      columns: table.columns.map((column) => column.slice(0, rows)),
    };
    expect(plotSvg(short, ["q.a"])).toContain("</svg>");
    expect(plotTerminal(short, ["q.a"])).toContain("time [s]");
  });

  test("another channel may be the horizontal axis", () => {
    expect(plotSvg(table, ["q.b"], { x: "q.a" })).toContain("q.a [rad]");
  });

  test("an unknown channel and none at all are refused", () => {
    expect(() => plotSvg(table, ["q.c"])).toThrow('channel "q.c" is not in the result. Near to it: "q.a", "q.b"');
    expect(() => plotSvg(table, [])).toThrow("no channel is given");
  });
});

test("PNG: twice the size, not empty", async () => {
  const png = await plotPng(plotSvg(table, ["q.a"], { width: 400, height: 200 }));
  const view = new DataView(png.buffer, png.byteOffset);
  expect([...png.subarray(1, 4)]).toEqual([..."PNG"].map((letter) => letter.charCodeAt(0)));
  expect([view.getUint32(16), view.getUint32(20)]).toEqual([800, 400]);
  expect(png.length).toBeGreaterThan(10_000);
});

describe("text", () => {
  test("fits the columns and rows it is given", () => {
    const lines = plotTerminal(table, ["q.a", "v.a"], { columns: 60, rows: 30 }).split("\n");
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(60);
    expect(lines.length).toBeLessThanOrEqual(31);
  });

  test("colours only when asked", () => {
    expect(plotTerminal(table, ["q.a", "q.b"])).not.toContain("\u001B");
    expect(plotTerminal(table, ["q.a", "q.b"], { color: true })).toContain("\u001B[31m");
  });

  test("a rising line rises", () => {
    const lines = plotTerminal(table, ["x<y&z"], { columns: 40, rows: 12 })
      .split("\n")
      .filter((line) => /[│┤]/.test(line));
    const firstDot = lines.map((line) => line.search(/[\u2801-\u28FF]/));
    expect(firstDot).toEqual([...firstDot].sort((a, b) => b - a));
  });
});

describe("decimation", () => {
  test("keeps the extremes of every pixel", () => {
    const y = time.map((_, i) => (i === 12_345 ? 99 : i === 777 ? -99 : 0));
    const { y: kept } = decimate({ x: time, y }, 100);
    expect(kept.length).toBeLessThan(500);
    expect(Math.max(...kept)).toBe(99);
    expect(Math.min(...kept)).toBe(-99);
  });

  test("keeps a gap of one point", () => {
    const y = time.map((_, i) => (i === 5000 ? NaN : 1));
    expect([...decimate({ x: time, y }, 100).y].filter(Number.isNaN).length).toBeGreaterThan(0);
  });
});

test.each([
  [
    [0, 10],
    ["0", "2", "4", "6", "8", "10"],
  ],
  [
    [-1, 1],
    ["−1", "−0.5", "0", "0.5", "1"],
  ],
  [
    [0, 4e-12],
    ["0", "1e−12", "2e−12", "3e−12", "4e−12"],
  ],
  [
    [0, 3e7],
    ["0", "1e7", "2e7", "3e7"],
  ],
] as const)("ticks of %j are round numbers, shortly written", (range, texts) => {
  const ticks = roundTicks(range, 5);
  expect(ticks.map(tickText(ticks))).toEqual(texts);
});
