import type { StudyColumn } from "../../prepare/prepared-study.js";
import { cumulative, histogram } from "../charts.js";
import { fileStem, type Block, type ReportColumn, type ReportFigure, type ReportTable } from "../document.js";
import { panelsOf } from "../groups.js";
import { numericOutputs, predicates, withUnit, type CaseData, type StudyData } from "../study-data.js";
import { inPercent, quantileIn, rateOf, summaryOf } from "../summary.js";

const statistics: readonly ReportColumn[] = ["min", "5 %", "25 %", "median", "75 %", "95 %", "max"].map((name) => ({
  name,
}));
const levels = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1];

/** The table of one output: a row for each case. */
function outputTable(data: StudyData, column: StudyColumn): ReportTable {
  return {
    name: `output-${fileStem(column.name)}`,
    title: withUnit(column),
    columns: [{ name: "case" }, { name: "n" }, { name: "mean" }, { name: "standard deviation" }, ...statistics],
    rows: data.cases.map((each) => {
      const summary = summaryOf(each.numbers(column.name));
      const quantiles = levels.map((level) => quantileIn(summary, level));
      return [each.name, summary.count, summary.mean, summary.deviation, ...quantiles];
    }),
  };
}

/** How often each predicate was true, in each case. */
function rateTable(data: StudyData): ReportTable {
  return {
    name: "rates",
    title: "How often conditions were true",
    columns: [
      { name: "condition" },
      { name: "case" },
      { name: "n" },
      { name: "times" },
      { name: "rate", unit: "%", style: "tenths" },
    ],
    rows: predicates(data).flatMap(({ name }) =>
      data.cases.map((each) => {
        const { happened, trials, rate } = rateOf(each.numbers(name));
        return [name, each.name, trials, happened, inPercent(rate)];
      }),
    ),
  };
}

/** Histogram and curve of one output, a pair for each panel; means with their intervals where there are too many cases for that. */
function outputFigures(data: StudyData, column: StudyColumn): readonly ReportFigure[] {
  const panels = panelsOf(data);
  const label = withUnit(column);
  const stem = fileStem(column.name);
  if (panels === null) return [meansFigure(data.cases, column)];
  return panels.flatMap(({ title, series }) => {
    const spreads = series.map(({ name, color, of }) => ({ name, color, values: of.numbers(column.name) }));
    const suffix = title === "" ? "" : `-${fileStem(title)}`;
    const where = title === "" ? "" : `, ${title}`;
    return [
      {
        name: `histogram-${stem}${suffix}`,
        caption: `${column.name}${where}: how often.`,
        chart: histogram(spreads, label),
      },
      {
        name: `cumulative-${stem}${suffix}`,
        caption: `${column.name}${where}: which share of the samples lies below.`,
        chart: cumulative(spreads, label),
      },
    ];
  });
}

function meansFigure(cases: readonly CaseData[], column: StudyColumn): ReportFigure {
  const means = cases.map((each) => summaryOf(each.numbers(column.name)).mean);
  const y = cases.map((_, i) => i);
  return {
    name: `means-${fileStem(column.name)}`,
    caption: `${column.name}: means with 95 % intervals.`,
    chart: {
      width: 640,
      x: { label: withUnit(column) },
      y: { label: "", names: cases.map(({ name }) => name) },
      marks: [
        { kind: "intervals", color: 0, y, low: means.map(({ low }) => low), high: means.map(({ high }) => high) },
        { kind: "dots", color: 0, y, x: means.map(({ value }) => value), radius: 3.5 },
      ],
    },
  };
}

/** Rates with their intervals; worth a picture where there is something to compare. */
function rateFigure(data: StudyData, { name }: StudyColumn): ReportFigure {
  const rates = data.cases.map((each) => inPercent(rateOf(each.numbers(name)).rate));
  const y = rates.map((_, i) => i);
  return {
    name: `rate-${fileStem(name)}`,
    caption: `${name}: share of the samples, with 95 % intervals.`,
    chart: {
      x: { label: "samples [%]" },
      y: { label: "", names: data.cases.map((each) => each.name) },
      marks: [
        { kind: "intervals", color: 0, y, low: rates.map(({ low }) => low), high: rates.map(({ high }) => high) },
        { kind: "dots", color: 0, y, x: rates.map(({ value }) => value), radius: 3.5 },
      ],
    },
  };
}

/** Outputs shown in the page; those beyond are in the files. */
const MOST_SHOWN = 16;

/** What of the outputs is in the page. */
export interface OutputChoice {
  /** Which have their table in it; the others have files. */
  readonly shown: (column: StudyColumn) => boolean;
  readonly figures: boolean;
}

const isAmongFirst = (data: StudyData, name: string): boolean =>
  numericOutputs(data)
    .slice(0, MOST_SHOWN)
    .some((column) => column.name === name);

/** Tables and figures of all outputs. */
export function outputBlocks(
  data: StudyData,
  { shown, figures }: OutputChoice = { shown: ({ name }) => isAmongFirst(data, name), figures: true },
): readonly Block[] {
  const columns = numericOutputs(data);
  const conditions = predicates(data);
  const hidden = columns.filter((column) => !shown(column));
  return [
    ...columns
      .filter(shown)
      .flatMap((column): Block[] => [
        { kind: "table", table: outputTable(data, column) },
        ...(figures ? [{ kind: "figures", figures: outputFigures(data, column) } as const] : []),
      ]),
    ...(conditions.length === 0 ? [] : [{ kind: "table", table: rateTable(data) } as const]),
    ...(figures && data.cases.length > 1 && conditions.length > 0
      ? [{ kind: "figures", figures: conditions.map((column) => rateFigure(data, column)) } as const]
      : []),
    ...(hidden.length === 0
      ? []
      : [
          {
            kind: "files",
            tables: hidden.map((column) => outputTable(data, column)),
            text: `The same of ${hidden.map(({ name }) => name).join(", ")}:`,
          } as const,
        ]),
  ];
}
