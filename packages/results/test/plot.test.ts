import { describe, expect, test } from "vitest";
import { parseHTML } from "linkedom";
import { decimate } from "../src/plot/decimate.js";
import { roundTicks, tickText } from "../src/plot/panels.js";
import { plotPng, plotSvg, plotTerminal } from "../src/plot.js";
import type { ResultTable } from "../src/result-table.js";
import { refusal } from "../../kinetree/test/support/refusal.js";

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

  test("a logarithmic axis has powers of ten, and gaps where nothing is positive", () => {
    const columns = [time.map((t) => (t > 5 && t < 6 ? 0 : 10 ** -t))];
    const svg = plotSvg({ ...table, names: ["off"], units: ["m"], columns }, ["off"], { logarithmic: true });
    for (const text of [">1e−5<", ">1e−15<", "off [m]"]) expect(svg).toContain(text);
    const [line] = strokes(svg).filter((d) => d.length > 1000);
    expect(line.split("M").length - 1).toBe(2);
    expect(svg).not.toMatch(/NaN|Infinity/);
  });

  test("a logarithmic axis has a decade at least, also without any value", () => {
    const constant = { ...table, names: ["off", "none"], columns: [time.map(() => 3e-9), time.map(() => 0)] };
    const svg = plotSvg({ ...constant, units: ["m", "rad"] }, ["off", "none"], { logarithmic: true });
    for (const text of [">1e−9<", ">1e−8<", ">1<"]) expect(svg).toContain(text);
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
    const unknown = { code: "unknown-channel", subject: 'channel "q.c"', value: "q.c" };
    expect(refusal(() => plotSvg(table, ["q.c"]))).toEqual(unknown);
    expect(refusal(() => plotSvg(table, []))).toEqual({ code: "no-channel", subject: "channels", value: [] });
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

describe("no label is anything but a number", () => {
  const rows = 50;
  const across = Float64Array.from({ length: rows }, (_, i) => i / 10);
  const data: Readonly<Record<string, (i: number) => number>> = {
    zero: () => 0,
    "minus zero": () => -0,
    constant: () => 7,
    "constant and large": () => -3e15,
    "constant but for its last bit": (i) => 1 + (i % 2) * Number.EPSILON,
    "small beside its level": (i) => 9.81 + 1e-12 * Math.sin(i),
    tiny: (i) => 1e-9 * i,
    smallest: (i) => 5e-324 * (i % 3),
    "far below one": (i) => 1e-300 * i,
    huge: (i) => 1e300 * (i - 25),
    largest: (i) => (i % 2 === 0 ? 1 : -1) * Number.MAX_VALUE,
    "constant and largest": () => Number.MAX_VALUE,
    "not a number": () => NaN,
    infinite: () => -Infinity,
    "all kinds": (i) => [NaN, Infinity, 0, -1, 1e-5][i % 5],
    wave: (i) => Math.sin(i),
    "about zero": (i) => (i - 25) * 0.013,
  };
  const tableOf = (y: (i: number) => number, count: number): ResultTable => ({
    names: ["y"],
    units: ["m"],
    time: across.slice(0, count),
    columns: [Float64Array.from({ length: count }, (_, i) => y(i))],
    metadata: {},
    summary: {},
  });

  test.each(Object.entries(data))("%s", (_, y) => {
    for (const count of [0, 1, 2, rows]) {
      for (const columns of [1, 12, 20, 33, 80, 200]) {
        for (const height of [1, 5, 6, 7, 9, 12, 20, 47]) {
          for (const x of ["time", "y"]) {
            const text = plotTerminal(tableOf(y, count), ["y"], { columns, rows: height, x });
            expect(text).not.toMatch(/NaN|Infinity|undefined/);
            const labels = text.split("\n").flatMap((line) => line.match(/^ *([^ ]+)┤/)?.[1] ?? []);
            expect(labels.filter((label) => Number.isNaN(Number(label.replaceAll("−", "-"))))).toEqual([]);
            expect(new Set(labels).size).toBe(labels.length);
          }
        }
      }
      expect(plotSvg(tableOf(y, count), ["y"])).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  test("a horizontal axis that is infinite somewhere ends all the same", () => {
    const x = Float64Array.from({ length: 6000 }, (_, i) => (i === 0 ? -Infinity : i > 5990 ? Infinity : i));
    expect(decimate({ x, y: x.map(() => 1) }, 100).x.length).toBeLessThan(600);
  });
});
