import type { BenchPlot, BenchSeries } from "@kinetree/reproductions/node";
import type { ResultTable } from "@kinetree/results";
import { drawSvg } from "../output/draw-picture.js";

/** A plot of a study as SVG. */
export function plotOf({ title, xLabel, yLabel, isLogarithmic, series }: BenchPlot): string {
  const x = [...new Set(series.flatMap((each) => each.x))].sort((a, b) => a - b);
  const columns = series.map((each) => Float64Array.from(x, (at) => valueAt(each, at, isLogarithmic === true)));
  const names = series.map(({ name, published }) => (published === true ? `published: ${name}` : name));
  const table: ResultTable = {
    names: [...names, xLabel],
    units: [...names.map(() => yLabel), ""],
    time: Float64Array.from(x),
    columns: [...columns, Float64Array.from(x)],
    metadata: {},
    summary: {},
  };
  return drawSvg(table, names, { title, x: xLabel, logarithmic: isLogarithmic === true });
}

/** Between points of a series, where only others have one: on the straight line that is drawn there anyway. */
function valueAt({ x, y }: BenchSeries, at: number, isLogarithmic: boolean): number {
  const next = x.findIndex((each) => each >= at);
  if (next < 0) return NaN;
  if (x[next] === at) return y[next];
  if (next === 0) return NaN;
  const part = (at - x[next - 1]) / (x[next] - x[next - 1]);
  return isLogarithmic && y[next] > 0 && y[next - 1] > 0
    ? y[next - 1] * (y[next] / y[next - 1]) ** part
    : y[next - 1] + part * (y[next] - y[next - 1]);
}
