import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BenchPlot, BenchReport, BenchTable } from "@kinetree/reproductions/node";
import { fileError } from "../failure/errors.js";
import { csvLine } from "../output/csv-line.js";
import { refuseToReplace, writeWhole } from "../output/write-text.js";

/** The files that a report makes in a folder. */
const filesOf = ({ tables, plots, pictures = [] }: BenchReport): readonly string[] => [
  "report.json",
  ...tables.map(({ name }) => `${name}.csv`),
  ...plots.map(({ name }) => `${name}.svg`),
  ...alsoPng(plots).map(({ name }) => `${name}.png`),
  ...pictures.map(({ name }) => `${name}.svg`),
];

const alsoPng = (plots: readonly BenchPlot[]): readonly BenchPlot[] =>
  plots.filter(({ isAlsoPng }) => isAlsoPng === true);

/** Makes the folder, and refuses one that holds a report already; before the work, which takes minutes. */
export function prepareFolder(folder: string, force: boolean | undefined): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw fileError("write", folder, error);
  }
  refuseToReplace(join(folder, "report.json"), force);
}

/** Writes a report: all of it as JSON, each table as CSV, each plot as SVG, some as PNG too. Returns the paths. */
export async function writeReport(
  folder: string,
  report: BenchReport,
  json: string,
  force: boolean | undefined,
): Promise<readonly string[]> {
  const paths = filesOf(report).map((name) => join(folder, name));
  for (const path of paths) refuseToReplace(path, force);
  // Loaded here: drawing brings much code with it.
  const { plotOf } = await import("./report-plot.js");
  const { drawPng } = await import("../output/draw-picture.js");
  const rasters = await Promise.all(alsoPng(report.plots).map((plot) => drawPng(plotOf(plot))));
  const drawn = (report.pictures ?? []).map(({ svg }) => svg);
  const contents = [json, ...report.tables.map(csvOf), ...report.plots.map(plotOf), ...rasters, ...drawn];
  paths.forEach((path, i) => writeWhole(path, contents[i]));
  return paths;
}

/** Numbers with all their digits; nothing where there is none. */
const csvOf = ({ columns, rows }: BenchTable): string =>
  csvLine(columns) + rows.map((row) => csvLine(row.map((cell) => (cell === null ? "" : String(cell))))).join("");
