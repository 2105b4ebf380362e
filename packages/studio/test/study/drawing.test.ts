import { describe, expect, test } from "vitest";
import { classColours, rgbOf, type ChartColours } from "../../src/study/charts/chart-colours.js";
import { fileName } from "../../src/study/charts/chart-export.js";
import { nearestDot, stampDots, strideOf } from "../../src/study/charts/dots.js";
import { svgPen } from "../../src/study/charts/pen.js";
import { frameOf, panned, placesOf, wholeView, zoomed } from "../../src/study/charts/scatter-scale.js";
import { ticksOf } from "../../src/study/charts/ticks.js";
import { columnNamed, isNumeric } from "../../src/study/data/study-table.js";
import { shortNumber } from "../../src/ui/behaviour/number-text.js";
import { syntheticTable } from "./support/synthetic.js";

const table = syntheticTable(400);
const numbers = (name: string): Extract<ReturnType<typeof columnNamed>, { values: Float64Array }> => {
  const column = columnNamed(table, name);
  if (!column || !isNumeric(column)) throw new Error(`no numbers in ${name}`);
  return column;
};

/** A picture without a browser. */
const picture = (width: number, height: number): ImageData =>
  ({ width, height, data: new Uint8ClampedArray(4 * width * height).fill(255) }) as unknown as ImageData;

describe("dots", () => {
  const places = { x: Float32Array.of(5, 15, NaN, 100), y: Float32Array.of(5, 5, 5, 5) };
  const codes = Uint32Array.of(0, 1, 0, 0);

  test("colour their own pixels and no others, and what is missing colours none", () => {
    const image = picture(20, 10);
    stampDots(image, places, { failing: new Uint32Array(4), isPassing: true }, codes, ["#ff0000", "#0000ff"], 1, 1);
    const pixel = (x: number, y: number): number[] => [...image.data.subarray(4 * (y * 20 + x), 4 * (y * 20 + x) + 3)];
    expect(pixel(5, 5)).toEqual([255, 0, 0]);
    expect(pixel(15, 5)).toEqual([0, 0, 255]);
    expect(pixel(10, 5)).toEqual([255, 255, 255]);
    expect(pixel(0, 5)).toEqual([255, 255, 255]);
  });

  test("that fail a filter are drawn by those who ask for them", () => {
    const image = picture(20, 10);
    const failing = Uint32Array.of(1, 0, 0, 0);
    stampDots(image, places, { failing, isPassing: false }, codes, ["#000000"], 1, 1);
    expect(image.data[4 * (5 * 20 + 5)]).toBe(0);
    expect(image.data[4 * (5 * 20 + 15)]).toBe(255);
  });

  test("near the edge are cut, not wrapped to the other side", () => {
    const image = picture(20, 10);
    const edge = { x: Float32Array.of(19), y: Float32Array.of(5) };
    const one = Uint32Array.of(0);
    stampDots(image, edge, { failing: one, isPassing: true }, one, ["#000000"], 3, 1);
    for (let row = 0; row < 10; row++) expect(image.data[4 * (row * 20)]).toBe(255);
  });

  test("the nearest one within reach is found", () => {
    const all = (): boolean => true;
    expect(nearestDot(places, all, { x: 12, y: 5 }, 14)).toBe(1);
    expect(nearestDot(places, (row) => row !== 1, { x: 12, y: 5 }, 14)).toBe(0);
    expect(nearestDot(places, all, { x: 50, y: 5 }, 14)).toBe(-1);
  });

  test.each([1, 2, 7, 400, 50_000])("a stride visits each of %i places once", (count) => {
    const stride = strideOf(count);
    const seen = new Set(Array.from({ length: count }, (_, i) => (i * stride) % count));
    expect(seen.size).toBe(count);
  });
});

describe("scales", () => {
  const [x, y] = [numbers("p0"), numbers("peak")];
  const view = wholeView(x, y);

  test("the whole view holds every dot", () => {
    const frame = frameOf(600, 400);
    const places = placesOf(x, y, view, frame, 2);
    for (let row = 0; row < table.rows; row++) {
      if (Number.isNaN(y.values[row])) continue;
      expect(places.x[row] >= 0 && places.x[row] <= 2 * frame.width).toBe(true);
      expect(places.y[row] >= 0 && places.y[row] <= 2 * frame.height).toBe(true);
    }
  });

  test("zooming in and out about one point comes back, and so does panning", () => {
    const back = zoomed(zoomed(view, 0.5, 0.3, 0.7), 2, 0.3, 0.7);
    const moved = panned(panned(view, 0.2, -0.1), -0.2, 0.1);
    for (const key of ["x0", "x1", "y0", "y1"] as const) {
      expect(back[key]).toBeCloseTo(view[key], 12);
      expect(moved[key]).toBeCloseTo(view[key], 12);
    }
  });
});

describe("numbers for readers", () => {
  test.each([
    [0, "0"],
    [-0.05, "−0.05"],
    [1234.5678, "1235"],
    [1e-9, "1e-9"],
    [2.5e10, "2.5e10"],
    [NaN, "–"],
    [-Infinity, "−∞"],
    [100, "100"],
  ])("%d is %s", (value, text) => expect(shortNumber(value)).toBe(text));

  test("ticks are round, within the axis and as fine as asked", () => {
    expect(ticksOf(0, 1, 5).texts).toEqual(["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
    expect(ticksOf(-3, 12, 3).texts).toEqual(["0", "5", "10"]);
    expect(ticksOf(2, 2, 4).values).toEqual([2]);
    expect(ticksOf(1e9, 3e9, 2).texts).toEqual(["1e9", "2e9", "3e9"]);
  });
});

test("colours: one class has the accent, many classes have as many hues", () => {
  const colours = {
    accent: "#0a6a80",
    muted: "#536069",
    series: ["#111111", "#222222"],
    isDark: false,
  } as unknown as ChartColours;
  expect(classColours(colours, ["all"])).toEqual(["#0a6a80"]);
  expect(classColours(colours, ["a", "(missing)"])).toEqual(["#111111", "#536069"]);
  const many = classColours(
    colours,
    Array.from({ length: 12 }, (_, i) => `case ${i}`),
  );
  expect(new Set(many).size).toBe(12);
  expect(many.every((colour) => /^#[0-9a-f]{6}$/.test(colour))).toBe(true);
  expect(rgbOf("#0a6fb0")).toEqual([10, 111, 176]);
});

test("SVG has what was drawn, with texts that cannot become elements", () => {
  const pen = svgPen(100, 50, "#ffffff");
  pen.line([0, 0, 10, 10], "#000000", 1);
  pen.text(5, 5, `a<b> & "c"`, { colour: "#000000", size: 11, anchor: "middle" });
  const svg = pen.finish();
  expect(svg).toContain('<polyline points="0 0 10 10"');
  expect(svg).toContain("a&lt;b&gt; &amp; &quot;c&quot;");
  expect(svg.startsWith("<svg ")).toBe(true);
});

test("files get names that every disk takes", () => {
  expect(fileName("peak/load over a:b")).toBe("peak-load-over-a-b");
  expect(fileName("///")).toBe("plot");
});
