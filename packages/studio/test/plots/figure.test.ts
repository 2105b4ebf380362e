import { expect, test } from "vitest";
import { lineStyle, paperInk } from "../../src/plots/chart-ink.js";
import { drawFigure, type Figure } from "../../src/plots/figure.js";
import { SvgPaper } from "../../src/plots/svg-paper.js";

const figure: Figure = {
  title: "Energy <balance> & more",
  x: [0, 2],
  isLogarithmic: false,
  lines: [
    {
      name: "energy.total",
      axis: 0,
      style: lineStyle(paperInk, 0),
      x: Float64Array.of(0, 1, 2),
      y: Float64Array.of(1, NaN, 3),
    },
    {
      name: "closure",
      axis: 1,
      style: lineStyle(paperInk, 9),
      x: Float64Array.of(0, 1, 2),
      y: Float64Array.of(1e-9, 2e-9, 3e-9),
    },
  ],
  ranges: [
    [0, 4],
    [0, 4e-9],
  ],
  labels: ["J", "m"],
  width: 800,
  height: 450,
  ink: paperInk,
};

const svgOf = (drawn: Figure): string => {
  const paper = new SvgPaper(drawn.width, drawn.height, "Inter, sans-serif");
  drawFigure(paper, drawn);
  return paper.file;
};

test("an SVG has lines, axes, units, legend and title, and text that is escaped", () => {
  const svg = svgOf(figure);
  expect(svg).toContain("Energy &lt;balance&gt; &amp; more");
  for (const text of ["energy.total", "closure", "time [s]", ">J<", ">m<", "2e−9"]) expect(svg).toContain(text);
  expect(svg).toContain('stroke-dasharray="7 4"');
  expect(svg.match(/NaN|undefined|Infinity/)).toBeNull();
});

test("a gap begins a new run, and a lone point is a dot", () => {
  const [line] = svgOf(figure).match(/d="M[^"]*" stroke="#0072b2"/g) ?? [];
  expect(line?.match(/M/g)).toHaveLength(2);
});

test("on logarithmic axes what is not positive is a gap", () => {
  const line = { ...figure.lines[0], y: Float64Array.of(1e-3, 0, 1e-1) };
  const svg = svgOf({ ...figure, isLogarithmic: true, lines: [line], ranges: [[1e-4, 1]] });
  expect(svg.match(/NaN|Infinity/)).toBeNull();
  expect(svg).toContain("0.001");
});
