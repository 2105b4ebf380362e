import type { ChartMark } from "@kinetree/results/plot";
import type { StudyColumn } from "../../prepare/prepared-study.js";
import { studentQuantile } from "../../statistics/student-t.js";
import { MOST_DOTS, thinned } from "../charts.js";
import { fileStem, type Block, type ReportFigure, type ReportTable } from "../document.js";
import { numberText } from "../html/number-text.js";
import { columnSums, correlationOf, type RankSums } from "../rank-correlation.js";
import { numericOutputs, predicates, variedParameters, withUnit, type StudyData } from "../study-data.js";

/** Rank correlations of a study's columns: case by case, and of all cases without what they differ in. */
interface Ranks {
  readonly sums: readonly ((parameter: string, output: string) => RankSums)[];
  readonly overall: (parameter: string, output: string) => number;
}

function ranksIn({ cases }: StudyData): Ranks {
  const sums = cases.map((each) => columnSums(each.numbers));
  return { sums, overall: (parameter, output) => correlationOf(sums.map((of) => of(parameter, output))) };
}

/** Beyond which a correlation of so many pairs is no chance, 19 times of 20. */
function chanceLimit(pairs: number): number {
  if (pairs < 4) return 1;
  const t = studentQuantile(0.975, pairs - 2);
  return t / Math.sqrt(pairs - 2 + t * t);
}

/** A row for each parameter, a column for each output. */
function correlationTable(
  { overall }: Ranks,
  parameters: readonly StudyColumn[],
  outputs: readonly StudyColumn[],
): ReportTable {
  return {
    name: "rank-correlations",
    title: "Rank correlations of parameters and outputs",
    columns: [{ name: "parameter" }, ...outputs.map(({ name }) => ({ name }))],
    rows: parameters.map(({ name }) => [
      name,
      ...outputs.map((output) => Math.round(1e3 * overall(name, output.name)) / 1e3),
    ]),
  };
}

/** All of them, case by case. */
function correlationsByCase(
  data: StudyData,
  { sums }: Ranks,
  parameters: readonly StudyColumn[],
  outputs: readonly StudyColumn[],
): ReportTable {
  return {
    name: "rank-correlations-by-case",
    title: "Rank correlations, case by case",
    columns: ["case", "output", "parameter", "n", "rank correlation"].map((name) => ({ name })),
    rows: data.cases.flatMap((each, i) =>
      outputs.flatMap((output) =>
        parameters.map((parameter) => {
          const found = sums[i](parameter.name, output.name);
          return [each.name, output.name, parameter.name, found.count, correlationOf([found])];
        }),
      ),
    ),
  };
}

/** The parameter that an output goes with most. */
function strongest({ overall }: Ranks, parameters: readonly StudyColumn[], output: string): StudyColumn | null {
  let [best, size] = [null as StudyColumn | null, 0];
  for (const parameter of parameters) {
    const found = Math.abs(overall(parameter.name, output));
    if (found > size) [best, size] = [parameter, found];
  }
  return best;
}

/** Cases in one scatter plot; more dots of more colours say nothing. */
const MOST_CASES = 6;

function scatterOf(
  data: StudyData,
  { sums, overall }: Ranks,
  parameter: StudyColumn,
  output: StudyColumn,
): ReportFigure {
  const sizes = sums.map((of) => Math.abs(correlationOf([of(parameter.name, output.name)])) || 0);
  const sharpest = data.cases[sizes.indexOf(Math.max(...sizes))];
  const drawn = data.cases.length <= MOST_CASES ? data.cases : [sharpest];
  const marks = drawn.map((each, color): ChartMark => ({
    kind: "dots",
    color,
    ...(drawn.length === 1 ? {} : { name: each.name }),
    x: thinned(each.numbers(parameter.name)),
    y: thinned(each.numbers(output.name)),
  }));
  const rho = numberText(Math.round(1e3 * overall(parameter.name, output.name)) / 1e3);
  const which = drawn.length === data.cases.length ? "" : ` Shown: case ${sharpest.name}.`;
  const thin = data.manifest.samples > MOST_DOTS ? ` No more than ${MOST_DOTS} samples of a case are drawn.` : "";
  return {
    name: `scatter-${fileStem(output.name)}`,
    caption: `${output.name} against ${parameter.name}, rank correlation ${rho}.${which}${thin}`,
    chart: { x: { label: withUnit(parameter) }, y: { label: withUnit(output) }, marks },
  };
}

/** What the outputs depend on. */
export function causeBlocks(data: StudyData, isShown: (column: StudyColumn) => boolean = () => true): readonly Block[] {
  const parameters = variedParameters(data);
  const all = [...numericOutputs(data), ...predicates(data)];
  if (parameters.length === 0) return [{ kind: "text", text: "No parameter varies within a case." }];
  const ranks = ranksIn(data);
  const outputs = all.filter(isShown).slice(0, MOST_COLUMNS);
  const most = Math.max(0, ...data.cases.map(({ rows, failed }) => rows - failed));
  const within =
    data.cases.length > 1 ? " Ranks are taken within each case, so that differences between cases do not count." : "";
  const scatters = numericOutputs(data)
    .filter((column) => outputs.includes(column))
    .flatMap((output) => {
      const parameter = strongest(ranks, parameters, output.name);
      return parameter === null ? [] : [scatterOf(data, ranks, parameter, output)];
    });
  return [
    {
      kind: "text",
      text:
        "Spearman's rank correlation is 1 where an output always grows with a parameter, −1 where it always falls, and near 0 where it " +
        `does neither.${within} With ${most} samples, chance alone stays within ±${numberText(chanceLimit(most))} 19 times of 20.`,
    },
    { kind: "table", table: correlationTable(ranks, parameters, outputs) },
    {
      kind: "files",
      tables: [correlationsByCase(data, ranks, parameters, all)],
      text: "Of all outputs, case by case:",
    },
    ...(scatters.length === 0
      ? []
      : [
          { kind: "text", text: "Each output against the parameter that it goes with most:" } as const,
          { kind: "figures", figures: scatters } as const,
        ]),
  ];
}

/** Columns of the table of correlations that a page has room for. */
const MOST_COLUMNS = 12;
