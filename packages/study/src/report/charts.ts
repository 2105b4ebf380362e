import type { Chart, ChartMark } from "@kinetree/results/plot";
import { quantile, sorted } from "../statistics/quantiles.js";

/** Numbers of one kind that are drawn in one colour. */
export interface Spread {
  readonly name: string;
  readonly color: number;
  readonly values: Iterable<number>;
}

/** Points of a curve of shares; more would not be seen. */
const CURVE_POINTS = 300;
/** Dots of a scatter plot; more would cover each other. */
export const MOST_DOTS = 1000;

/** How often which value comes: bars of one list, outlines of several, over the same bins. */
export function histogram(spreads: readonly Spread[], label: string, marks: readonly ChartMark[] = []): Chart {
  const lists = spreads.map(({ values }) => sorted(values));
  const edges = edgesOf(sorted(lists.flatMap((list) => Array.from(list))));
  const drawn = spreads.map(({ name, color }, i): ChartMark => {
    const heights = sharesOf(lists[i], edges);
    return spreads.length === 1
      ? { kind: "bars", color, edges, heights }
      : { kind: "outline", name, color, edges, heights };
  });
  return { x: { label }, y: { label: "samples [%]" }, marks: [...drawn, ...marks] };
}

/** Bins of one width after Freedman and Diaconis (1981), not fewer than 8 nor more than 48. */
function edgesOf(rising: Float64Array): Float64Array {
  if (rising.length === 0) return Float64Array.of(0, 1);
  const [least, most] = [rising[0], rising[rising.length - 1]];
  if (!(most > least)) return Float64Array.of(least - 0.5, least + 0.5);
  const width = (2 * (quantile(rising, 0.75) - quantile(rising, 0.25))) / Math.cbrt(rising.length);
  const bins = Math.max(8, Math.min(48, width > 0 ? Math.ceil((most - least) / width) : 8));
  return Float64Array.from({ length: bins + 1 }, (_, i) => least + ((most - least) * i) / bins);
}

/** Percent of the numbers in each bin; the last one has its upper edge too. */
function sharesOf(values: Float64Array, edges: Float64Array): Float64Array {
  const shares = new Float64Array(edges.length - 1);
  const width = (edges[edges.length - 1] - edges[0]) / shares.length;
  for (const x of values) {
    const bin = Math.floor((x - edges[0]) / width);
    shares[Math.max(0, Math.min(bin, shares.length - 1))] += 100 / values.length;
  }
  return shares;
}

/** Which share lies below which value. */
export function cumulative(spreads: readonly Spread[], label: string): Chart {
  const marks = spreads.map(({ name, color, values }): ChartMark => {
    const rising = sorted(values);
    const count = Math.min(CURVE_POINTS, rising.length);
    const shares = Float64Array.from({ length: count }, (_, i) => (count === 1 ? 1 : i / (count - 1)));
    return {
      kind: "line",
      ...(spreads.length === 1 ? {} : { name }),
      color,
      x: shares.map((share) => quantile(rising, share)),
      y: shares.map((share) => 100 * share),
    };
  });
  return { x: { label }, y: { label: "samples below [%]", range: [0, 100] }, marks };
}

/** Every so many, so that no more than `MOST_DOTS` are left. */
export function thinned(values: ArrayLike<number>): Float64Array {
  const every = Math.max(1, Math.ceil(values.length / MOST_DOTS));
  return Float64Array.from({ length: Math.ceil(values.length / every) }, (_, i) => values[i * every]);
}
