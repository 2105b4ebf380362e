import { extname } from "node:path";
import { describeIssue, writeJsonModel, writeUrdf, type FormatIssue } from "kinetree/formats";
import { usage } from "../failure/errors.js";
import { printedIssue } from "../failure/printed-issue.js";
import { requireChoice } from "../input/choices.js";
import { modelFile, optionFile, requireDistinct } from "../input/distinct-files.js";
import { loadModel, type ModelOptions } from "../input/load-model.js";
import { count } from "../output/number-text.js";
import { print, printJson, tell } from "../output/streams.js";
import { refuseToReplace, writeWhole } from "../output/write-text.js";
import type { CommandAction } from "../command-spec.js";

interface Options extends ModelOptions {
  readonly to?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

type Target = "json" | "urdf";

/** `kinetree convert` */
export const convert: CommandAction = async ([source, out = "-"], options: Options) => {
  requireDistinct(modelFile(source, "IN"), optionFile("OUT", out));
  const to = targetOf(out, options.to);
  const isFile = out !== "-";
  // The model itself goes to standard output: a report there would spoil it.
  if (!isFile && options.json === true)
    throw usage(
      "json-without-out",
      "--json",
      true,
      "--json reports on a file that was written, and there is no OUT. Name OUT, or leave --json out: a model in JSON is what --to json prints.",
    );
  if (isFile) refuseToReplace(out, options.force);
  const { model, warnings, source: from } = await loadModel(source, options);
  const notes: FormatIssue[] = [];
  const text = to === "json" ? writeJsonModel(model) : writeUrdf(model, { onNote: (note) => void notes.push(note) });
  if (options.quiet !== true)
    for (const note of notes) tell(`kinetree: note: ${describeIssue(isFile ? out : to, note)}`);
  if (!isFile) {
    print(text);
    return 0;
  }
  writeWhole(out, text.endsWith("\n") ? text : `${text}\n`);
  if (options.json === true)
    printJson({ in: from, out, format: to, model: model.name, warnings: warnings.map(printedIssue), notes });
  else if (options.quiet !== true)
    tell(
      `${out}: ${model.name}, ${count(model.bodies.length, "body", "bodies")}, ${count(model.joints.length, "joint")}`,
    );
  return 0;
};

function targetOf(out: string, to: string | undefined): Target {
  if (to !== undefined) return requireChoice("--to", to, ["json", "urdf"]);
  const extension = extname(out).toLowerCase();
  if (extension === ".json") return "json";
  if (extension === ".urdf") return "urdf";
  if (out === "-")
    throw usage(
      "format-missing",
      "--to",
      undefined,
      "the format is missing. Name OUT, or give --to json or --to urdf.",
    );
  throw usage(
    "unknown-format",
    `file "${out}"`,
    extension,
    `"${out}" has no format that kinetree writes. End it in .json or .urdf, or give --to.`,
  );
}
