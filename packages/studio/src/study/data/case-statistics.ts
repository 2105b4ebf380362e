import { meanInterval, quantile, rateInterval, sampleStd, type Interval } from "@kinetree/study";
import type { NumberColumn } from "../../api/columns.js";
import { orderOf, type Classes } from "./column-facts.js";
import type { FilterMask } from "./filter-mask.js";

export interface NumberSummary {
  readonly label: string;
  /** Numbers that are there. */
  readonly count: number;
  readonly mean: number;
  readonly meanInterval: Interval;
  readonly std: number;
  readonly min: number;
  readonly q05: number;
  readonly q25: number;
  readonly median: number;
  readonly q75: number;
  readonly q95: number;
  readonly max: number;
}

/** How often a column is true in one group of rows. */
export interface RateSummary {
  readonly label: string;
  readonly count: number;
  readonly happened: number;
  readonly rate: number;
  readonly interval: Interval;
}

/** Summaries of a column, group by group, over rows that pass; groups without rows are there too. */
export function summarise(column: NumberColumn, groups: Classes, mask: FilterMask): readonly NumberSummary[] {
  const rising = risingByGroup(column, groups, mask);
  return groups.labels.map((label, group) => summaryOf(label, rising[group]));
}

function summaryOf(label: string, rising: Float64Array): NumberSummary {
  let [mean, squares] = [NaN, 0];
  rising.forEach((x, i) => {
    // Welford, Technometrics 4 (1962) 419.
    if (i === 0) mean = x;
    else {
      const delta = x - mean;
      mean += delta / (i + 1);
      squares += delta * (x - mean);
    }
  });
  const count = rising.length;
  const [min, max] = count === 0 ? [NaN, NaN] : [rising[0], rising[count - 1]];
  const moments = { count, mean, squares, min, max };
  const [q05, q25, median, q75, q95] = [0.05, 0.25, 0.5, 0.75, 0.95].map((p) => quantile(rising, p));
  const std = sampleStd(moments);
  return { label, count, mean, meanInterval: meanInterval(moments), std, min, q05, q25, median, q75, q95, max };
}

/** Numbers of each group in rising order, by one walk along the order of the whole column. */
function risingByGroup(column: NumberColumn, { codes, labels }: Classes, { failing }: FilterMask): Float64Array[] {
  const { values } = column;
  const counts = new Uint32Array(labels.length);
  for (let row = 0; row < values.length; row++)
    if (failing[row] === 0 && values[row] === values[row]) counts[codes[row]]++;
  const rising = Array.from(counts, (count) => new Float64Array(count));
  const at = new Uint32Array(labels.length);
  for (const row of orderOf(column)) {
    if (failing[row] !== 0 || values[row] !== values[row]) continue;
    const group = codes[row];
    rising[group][at[group]++] = values[row];
  }
  return rising;
}

/** Rates of a column of true and false, group by group, over rows that pass. */
export function rates(
  column: NumberColumn,
  { codes, labels }: Classes,
  { failing }: FilterMask,
): readonly RateSummary[] {
  const counts = new Uint32Array(labels.length);
  const happened = new Uint32Array(labels.length);
  for (let row = 0; row < codes.length; row++) {
    const value = column.values[row];
    if (failing[row] !== 0 || value !== value) continue;
    counts[codes[row]]++;
    if (value !== 0) happened[codes[row]]++;
  }
  return labels.map((label, group) => ({
    label,
    count: counts[group],
    happened: happened[group],
    rate: counts[group] === 0 ? NaN : happened[group] / counts[group],
    interval: rateInterval(happened[group], counts[group]),
  }));
}
