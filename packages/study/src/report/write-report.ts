import { aFunction, aSwitch, aText, checkOptions, listOf, type OptionTypes } from "kinetree/tools";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chartSvg, plotPng } from "@kinetree/results/plot";
import { RequestError } from "kinetree";
import { notWritten } from "../store/store-error.js";
import { makeFolders } from "../store/study-folder.js";
import { writeWhole } from "../store/whole-file.js";
import { figuresOf, tablesOf, type Report } from "./document.js";
import { pageHtml } from "./html/page.js";
import { makeReport } from "./make-report.js";
import { readStudyData, type StudyData } from "./study-data.js";
import { tableCsv } from "./table-csv.js";

/** Options of a report. */
export interface ReportOptions {
  /** Folder of the report. Default: "report" in the folder of the study. An earlier report there is replaced. */
  readonly out?: string;
  /** Folders of other studies to compare with this one. */
  readonly compare?: readonly string[];
  /** False leaves out the pictures as PNG, which take most of the time. Default true. */
  readonly png?: boolean;
  /** Makes the report from the results and from those to compare them with. Default: `makeReport`. */
  readonly make?: (data: StudyData, others: readonly StudyData[]) => Report;
}

const optionTypes: OptionTypes<ReportOptions> = { out: aText, compare: listOf(aText), png: aSwitch, make: aFunction };

/** What was written. */
export interface WrittenReport {
  readonly folder: string;
  /** The page. */
  readonly page: string;
  /** Tables as CSV, and pictures as SVG and PNG. */
  readonly tables: readonly string[];
  readonly figures: readonly string[];
  /** Rows that the study has not computed yet. */
  readonly missing: number;
}

const PAGE = "report.html";

/** Writes the report of the study in a folder: one HTML page, its tables as CSV, its pictures as SVG and PNG. */
export async function writeReport(folder: string, options: ReportOptions = {}): Promise<WrittenReport> {
  checkOptions(options, optionTypes);
  const { out = join(folder, "report"), compare = [], png = true, make = makeReport } = options;
  const data = await readStudyData(folder);
  const others = [];
  for (const other of compare) others.push(await readStudyData(other));
  if (data.rows === 0)
    throw new RequestError({
      code: "nothing-to-report",
      subject: `folder ${folder}`,
      value: 0,
      message: `no sample of the study in ${folder} is done yet. kinetree study resume ${folder} goes on with it.`,
    });
  const report = make(data, others);
  prepareFolder(out);
  const tables = writeTables(out, report);
  const figures = await writeFigures(out, report, png);
  // Last: a page that is there is a report that is whole.
  const page = join(out, PAGE);
  writeText(page, pageHtml(report));
  return { folder: out, page, tables, figures, missing: data.manifest.rows - data.rows };
}

/** Makes the folders, and takes away an earlier report; refuses a folder with other things in it. */
function prepareFolder(out: string): void {
  try {
    makeFolders(out);
    const isOurs = (name: string): boolean => name === PAGE || name === "tables" || name === "figures";
    const foreign = readdirSync(out).find((name) => !isOurs(name));
    if (foreign !== undefined)
      throw new RequestError({
        code: "folder-in-use",
        subject: `folder ${out}`,
        value: foreign,
        message: `${out} holds other things ("${foreign}"). Choose a folder that is empty or does not exist.`,
      });
    for (const name of [PAGE, "tables", "figures"]) rmSync(join(out, name), { recursive: true, force: true });
    for (const name of ["tables", "figures"]) if (!existsSync(join(out, name))) mkdirSync(join(out, name));
  } catch (error) {
    throw error instanceof RequestError ? error : notWritten(out, error);
  }
}

const writeText = (path: string, text: string): void => writeWhole(path, [new TextEncoder().encode(text)]);

function writeTables(out: string, report: Report): readonly string[] {
  return tablesOf(report).map((table) => {
    const path = join(out, "tables", `${table.name}.csv`);
    writeText(path, tableCsv(table));
    return path;
  });
}

async function writeFigures(out: string, report: Report, png: boolean): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const { name, chart } of figuresOf(report)) {
    const svg = chartSvg(chart);
    const path = join(out, "figures", `${name}.svg`);
    writeText(path, svg);
    paths.push(path);
    if (!png) continue;
    const picture = path.replace(/svg$/, "png");
    writeWhole(picture, [await plotPng(svg)]);
    paths.push(picture);
  }
  return paths;
}
