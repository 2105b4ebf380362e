import { momentsOf, quantile, sampleStd, sorted } from "@kinetree/study";
import { describe, expect, test } from "vitest";
import { correlationOf, rankSums } from "../../../study/src/report/rank-correlation.js";
import { rates, summarise } from "../../src/study/data/case-statistics.js";
import { classesOf, extentOf, orderOf } from "../../src/study/data/column-facts.js";
import { driversOf } from "../../src/study/data/drivers.js";
import { bitsWithout, maskOf, passingRows, withFilter, type Filter } from "../../src/study/data/filter-mask.js";
import { countClasses, histogramOf } from "../../src/study/data/histogram.js";
import { columnNamed, isNumeric, placeOfRow, type StudyTable } from "../../src/study/data/study-table.js";
import type { NumberColumn } from "../../src/api/columns.js";
import { syntheticTable } from "./support/synthetic.js";

const table = syntheticTable(4000);

function numbers(name: string, of: StudyTable = table): NumberColumn {
  const column = columnNamed(of, name);
  if (!column || !isNumeric(column)) throw new Error(`no numbers in ${name}`);
  return column;
}

function classes(name: string, of: StudyTable = table): ReturnType<typeof classesOf> {
  const column = columnNamed(of, name);
  if (!column) throw new Error(`no column ${name}`);
  return classesOf(column);
}

const range = (column: string, low: number, high: number): Filter => ({ kind: "range", column, low, high });
const keep = (column: string, ...labels: string[]): Filter => ({ kind: "classes", column, labels });
const filters = [range("p0", 0.2, 0.8), keep("case", "soft-ice", "stiff-rock"), range("peak", 1, 5)];

/** Rows that pass, by the definition of the filters. */
const passing = Array.from({ length: table.rows }, (_, row) => row).filter((row) => {
  const [p0, peak] = [numbers("p0").values[row], numbers("peak").values[row]];
  const name = classes("case").labels[classes("case").codes[row]];
  return p0 >= 0.2 && p0 <= 0.8 && (name === "soft-ice" || name === "stiff-rock") && peak >= 1 && peak <= 5;
});

describe("filters", () => {
  test("pass the rows that fit all of them, and no missing numbers", () => {
    const mask = maskOf(table, filters);
    expect([...passingRows(mask)]).toEqual(passing);
    expect(mask.passing).toBe(passing.length);
  });

  test("a change of one keeps the others' bits: the same as from the start", () => {
    const before = maskOf(table, filters);
    const changed = withFilter(filters, "p0", range("p0", 0.5, 0.6));
    expect(maskOf(table, changed, before)).toEqual(maskOf(table, changed));
    const fewer = withFilter(changed, "case", null);
    expect(maskOf(table, fewer, maskOf(table, changed))).toEqual(maskOf(table, fewer));
  });

  test("a plot of a filtered column shows what the other filters leave", () => {
    const mask = maskOf(table, filters);
    const without = maskOf(table, withFilter(filters, "p0", null));
    const column = numbers("p0");
    const seen = histogramOf(column, extentOf(column), classes("p0"), mask, bitsWithout(mask, "p0"));
    const plain = histogramOf(column, extentOf(column), classes("p0"), without, 0xffffffff);
    expect(seen).toEqual(plain);
    expect(seen.counts.reduce((sum, n) => sum + n, 0)).toBe(without.passing);
    expect(seen.all.reduce((sum, n) => sum + n, 0)).toBe(table.rows);
  });

  test("classes are counted as rows that pass", () => {
    const mask = maskOf(table, filters);
    const { counts } = countClasses(classes("case"), mask, 0xffffffff);
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(passing.length);
    expect([counts[1], counts[2]]).toEqual([0, 0]);
  });
});

describe("statistics of filtered rows", () => {
  const mask = maskOf(table, filters);
  const byCase = classes("case");

  test("mean, spread and quantiles are those of the numbers that are left", () => {
    const peak = numbers("peak");
    summarise(peak, byCase, mask).forEach((summary, group) => {
      const left = passing.filter((row) => byCase.codes[row] === group).map((row) => peak.values[row]);
      expect(summary.count).toBe(left.length);
      if (left.length === 0) return;
      // Welford's sums depend on the order: a few units in the last place.
      expect(summary.mean).toBeCloseTo(momentsOf(left).mean, 12);
      expect(summary.std).toBeCloseTo(sampleStd(momentsOf(left)), 12);
      expect(summary.median).toBe(quantile(sorted(left), 0.5));
      expect(summary.q95).toBe(quantile(sorted(left), 0.95));
      expect(summary.meanInterval.low).toBeLessThan(summary.mean);
      expect(summary.meanInterval.high).toBeGreaterThan(summary.mean);
    });
  });

  test("rates count what is true, and hold it within their intervals", () => {
    const rolled = numbers("rolled");
    rates(rolled, byCase, mask).forEach(({ count, happened, rate, interval }, group) => {
      const left = passing.filter((row) => byCase.codes[row] === group).map((row) => rolled.values[row]);
      expect(count).toBe(left.length);
      expect(happened).toBe(left.filter((x) => x === 1).length);
      expect(count === 0 || (interval.low <= rate && rate <= interval.high)).toBe(true);
    });
  });

  test("rank correlations are those of the report, which sorts anew", () => {
    const peak = numbers("peak");
    for (const { parameter, correlation, count } of driversOf(table, peak, mask)) {
      const sums = byCase.labels.map((_, group) => {
        const rows = passing.filter((row) => byCase.codes[row] === group);
        const pick = (column: NumberColumn): number[] => rows.map((row) => column.values[row]);
        return rankSums(pick(parameter), pick(peak));
      });
      expect(count).toBe(passing.length);
      expect(correlation).toBeCloseTo(correlationOf(sums), 12);
    }
  });

  test("what drives an output comes first, in its direction", () => {
    const [first, second] = driversOf(table, numbers("peak"), maskOf(table, []));
    expect([first.parameter.name, second.parameter.name]).toEqual(["p0", "p1"]);
    expect(first.correlation).toBeGreaterThan(0.8);
    expect(second.correlation).toBeLessThan(-0.2);
  });
});

test("orders rise, with missing numbers last", () => {
  const { values } = numbers("peak");
  const order = [...orderOf(numbers("peak"))].map((row) => values[row]);
  const there = order.filter((x) => !Number.isNaN(x));
  expect(there).toEqual([...there].sort((a, b) => a - b));
  expect(order.slice(there.length).every(Number.isNaN)).toBe(true);
});

test("rows are found by their number in the study", () => {
  expect(placeOfRow(table, 1234)).toBe(1234);
  expect(placeOfRow(table, table.rows)).toBe(-1);
});

test("a filter on 50,000 rows answers all views from one pass each", () => {
  const rows = 50_000;
  const large = syntheticTable(rows);
  const columns = large.columns.filter(isNumeric);
  const byCase = classes("case", large);
  const peak = numbers("peak", large);
  const answer = (given: readonly Filter[], before: ReturnType<typeof maskOf> | null): number => {
    const mask = maskOf(large, given, before);
    const counted = columns.map((column) =>
      histogramOf(column, extentOf(column), byCase, mask, bitsWithout(mask, column.name)),
    );
    summarise(peak, byCase, mask);
    driversOf(large, peak, mask);
    return counted.length;
  };
  // The first filter pays for orders and extents, as the first view does.
  answer([], null);
  const before = maskOf(large, [keep("case", "soft-ice", "stiff-ice")]);
  const times = [0.9, 0.8, 0.7, 0.6, 0.5].map((high) => {
    const start = performance.now();
    expect(answer([...before.filters, range("p3", 0.1, high)], before)).toBe(columns.length);
    return performance.now() - start;
  });
  console.log(
    `filter of ${rows} rows: ${Math.min(...times).toFixed(1)} to ${Math.max(...times).toFixed(1)} ms for all views`,
  );
  const mask = maskOf(large, [range("p3", 0.25, 0.75)]);
  expect(Math.abs(mask.passing / rows - 0.5)).toBeLessThan(0.01);
});
