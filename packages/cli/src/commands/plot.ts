import { basename, extname } from "node:path";
import type { ResultTable } from "@kinetree/results";
import { usage } from "../failure/errors.js";
import { chooseColumns } from "../input/choose-columns.js";
import { optionFile, requireDistinct, resultFiles } from "../input/distinct-files.js";
import { requireCount } from "../input/quantities.js";
import { loadResult } from "../input/result-file.js";
import { brief, count } from "../output/number-text.js";
import { shownName } from "../output/shown-name.js";
import { print, printJson, tell } from "../output/streams.js";
import { table } from "../output/table.js";
import { writeWhole } from "../output/write-text.js";
import type { CommandAction } from "../command-spec.js";

interface Options {
  readonly out?: readonly string[];
  readonly text?: boolean;
  readonly title?: string;
  readonly width?: string;
  readonly height?: string;
  readonly json?: boolean;
}

/** `kinetree plot` */
export const plot: CommandAction = async ([path, ...wanted], options: Options) => {
  requireDistinct(
    resultFiles("RESULT", path),
    (options.out ?? []).flatMap((file) => optionFile("--out", file)),
  );
  const result = await loadResult(path);
  if (result.summary["recording"] === '"incomplete"') tell(`kinetree: warning: ${unfinishedText(path, result)}`);
  if (wanted.length === 0) {
    listColumns(path, result, options.json === true);
    return 0;
  }
  const channels = chooseColumns(result.names, wanted);
  const files = filesOf(path, options);
  if (files.length === 0) await drawInTerminal(path, result, channels, options);
  else await writePictures(files, result, channels, { path, ...options });
  if (options.json === true) printJson({ result: path, channels, rows: result.time.length, files });
  else if (files.length > 0) print(files.join("\n"));
  return 0;
};

function unfinishedText(path: string, { time }: ResultTable): string {
  const rows =
    time.length === 0
      ? "it has no row"
      : `its ${count(time.length, "row")} reach t = ${brief(time[time.length - 1])} s`;
  return `${path} was not finished: ${rows}. If its run was killed, kinetree resume completes it.`;
}

/** Pictures that were asked for; without any, a drawing on a terminal and both kinds of picture elsewhere. */
function filesOf(path: string, { out, text, json }: Options): readonly string[] {
  if (out === undefined) {
    if (text === true || (process.stdout.isTTY === true && json !== true)) return [];
    const stem = path.slice(0, path.length - extname(path).length);
    return [`${stem}.svg`, `${stem}.png`];
  }
  const wrong = out.find((file) => !/\.(svg|png)$/i.test(file));
  if (wrong === undefined) return out;
  throw usage("unknown-format", "--out", wrong, `--out "${wrong}" is no picture. End it in .svg or .png.`);
}

const sizesOf = ({ width, height }: Options): { width?: number; height?: number } => ({
  ...(width === undefined ? {} : { width: requireCount("--width", width, "800") }),
  ...(height === undefined ? {} : { height: requireCount("--height", height, "400") }),
});

async function drawInTerminal(
  path: string,
  result: ResultTable,
  channels: readonly string[],
  options: Options,
): Promise<void> {
  if (options.json === true) return;
  const { drawText } = await import("../output/draw-text.js");
  const { width, height } = sizesOf(options);
  const isTerminal = process.stdout.isTTY === true;
  const text = drawText(result, channels, {
    title: options.title ?? basename(path),
    columns: width ?? ((isTerminal ? process.stdout.columns : 0) || 80),
    ...(height === undefined ? {} : { rows: height }),
    color: isTerminal && (process.env["NO_COLOR"] ?? "") === "",
  });
  print(text);
}

async function writePictures(
  files: readonly string[],
  result: ResultTable,
  channels: readonly string[],
  options: Options & { readonly path: string },
): Promise<void> {
  const { drawPng, drawSvg } = await import("../output/draw-picture.js");
  const svg = drawSvg(result, channels, { title: options.title ?? basename(options.path), ...sizesOf(options) });
  for (const file of files) writeWhole(file, /\.svg$/i.test(file) ? svg : await drawPng(svg));
}

function listColumns(path: string, result: ResultTable, json: boolean): void {
  const { names, units, time } = result;
  const span = time.length > 0 ? [time[0], time[time.length - 1]] : [];
  if (json) {
    printJson({ result: path, rows: time.length, span, columns: names.map((name, i) => ({ name, unit: units[i] })) });
    return;
  }
  const during = span.length > 0 ? ` from ${brief(span[0])} s to ${brief(span[1])} s` : "";
  const lines = names.map((name, i) => [`  ${shownName(name)}`, units[i]]);
  print(
    `${path}: ${count(time.length, "row")}${during}\n${table(lines)}\n\nkinetree plot ${path} CHANNEL... draws them.`,
  );
}
