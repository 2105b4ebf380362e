import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chartSvg, type ChartMark } from "@kinetree/results/plot";
import type { Overlay, TestChannels, TestPlot, TestReport, TestTable } from "@kinetree/vehicle";
import { fileError } from "../../failure/errors.js";
import { csvLine } from "../../output/csv-line.js";
import { refuseToReplace, writeWhole } from "../../output/write-text.js";

/** A file to be written. */
interface File {
  readonly path: string;
  readonly content: string;
}

/** Tables, channels and the whole report. */
export const dataFiles = (folder: string, report: TestReport, json: string): readonly File[] => [
  { path: join(folder, "report.json"), content: json },
  ...report.tables.map((each) => ({ path: join(folder, `${each.name}.csv`), content: tableCsv(each) })),
  ...(report.channels === null ? [] : [{ path: join(folder, "channels.csv"), content: channelsCsv(report.channels) }]),
];

/** The curves, and measured channels over computed ones. */
export const plotFiles = (folder: string, { plots }: TestReport, scores: Overlay | null): readonly File[] => [
  ...plots.map((each) => ({ path: join(folder, `${each.name}.svg`), content: plotSvg(each) })),
  ...(scores?.pairs ?? []).map(({ name, unit, computed, measured }) => ({
    path: join(folder, `measured-${name}.svg`),
    content: plotSvg({
      name,
      title: `${name}, computed and measured`,
      xLabel: "time [s]",
      yLabel: unit === "" ? name : `${name} [${unit}]`,
      curves: [
        { name: "computed", x: Array.from(scores?.time ?? []), y: Array.from(computed) },
        { name: "measured", x: Array.from(scores?.time ?? []), y: Array.from(measured) },
      ],
    }),
  })),
];

/** Before the work, which may take a minute. */
export function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw fileError("write", folder, error);
  }
}

/** Writes all or none that is there already. */
export function writeFiles(files: readonly File[], force: boolean | undefined): void {
  for (const { path } of files) refuseToReplace(path, force);
  for (const { path, content } of files) writeWhole(path, content);
}

/** A table alone, with all that it was made from; returns how many files these are. */
export function tableFile(folder: string, table: TestTable, json: string, force: boolean | undefined): number {
  prepareFolder(folder);
  const files = [
    { path: join(folder, "report.json"), content: json },
    { path: join(folder, `${table.name}.csv`), content: tableCsv(table) },
  ];
  writeFiles(files, force);
  return files.length;
}

/** Curves of one name have one colour: the lines of a course are one thing. */
function plotSvg({ title, xLabel, yLabel, curves }: TestPlot): string {
  const names = [...new Set(curves.map(({ name }) => name))];
  const marks = curves.map(({ name, x, y, isDots }): ChartMark => {
    const color = names.indexOf(name);
    return { kind: isDots === true ? "dots" : "line", ...(names.length > 1 ? { name } : {}), color, x, y };
  });
  return chartSvg({ width: 640, height: 400, title, x: { label: xLabel }, y: { label: yLabel }, marks });
}

const tableCsv = ({ columns, rows }: TestTable): string =>
  csvLine(columns) + rows.map((row) => csvLine(row.map((cell) => (cell === null ? "" : String(cell))))).join("");

const channelsCsv = ({ names, units, time, columns }: TestChannels): string =>
  csvLine(["time [s]", ...names.map((name, i) => (units[i] === "" ? name : `${name} [${units[i]}]`))]) +
  time.map((t, k) => csvLine([t, ...columns.map((column) => column[k])].map(String))).join("");
