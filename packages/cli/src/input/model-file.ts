import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, extname, resolve } from "node:path";
import { everySystem } from "kinetree/systems";
import { readModel, type ReadModelOptions } from "kinetree/formats";
import { FileError, usage, UsageError } from "../failure/errors.js";
import { requireChoice } from "./choices.js";
import { refuseBase, type LoadedModel, type ModelOptions } from "./load-model.js";
import { probableName } from "./near-names.js";
import { readBytes, readText, STANDARD_INPUT } from "./read-text.js";

/** A model from a file or ("-") from standard input. */
export function modelFromFile(source: string, options: ModelOptions): LoadedModel {
  if (options.size !== undefined)
    throw usage(
      "size-of-file",
      "--size",
      options.size,
      `--size ${options.size.join(" ")} is for built-in models, and "${source}" is not built in. Use --set for parameters of a file.`,
    );
  const isInput = source === "-";
  if (!isInput && !existsSync(source)) throw notFound(source);
  const file = isInput ? STANDARD_INPUT : source;
  const folder = isInput ? "." : dirname(source);
  const reading: ReadModelOptions = {
    file,
    ...(options.format === undefined
      ? {}
      : { format: requireChoice("--format", options.format, ["json", "urdf", "mjcf"]) }),
    ...(options.base === undefined ? {} : { base: requireChoice("--base", options.base, ["fixed", "free"]) }),
    strict: options.strict === true,
    readFile: (path) => readBytes(resolve(folder, path)),
  };
  const text = readText(source);
  if (isJson(text, file, options.format)) refuseBase(options, `"${file}", a model in JSON`);
  return { ...readModel(text, reading), source: file, start: null };
}

/** As the reader of models would tell. */
function isJson(text: string, file: string, format: string | undefined): boolean {
  if (format !== undefined) return format === "json";
  return /\.json$/i.test(file) || (!/\.(urdf|mjcf)$/i.test(file) && /^\uFEFF?\s*[{[]/.test(text));
}

/** A name of neither a file nor a built-in model: says which of both kinds is near. */
function notFound(source: string): Error {
  const folder = dirname(source);
  const files = isFolder(folder) ? readdirSync(folder).filter((name) => /\.(json|urdf|xml|mjcf)$/i.test(name)) : [];
  const nearFile = fileNear(basename(source), files);
  const isPath = /[\\/]|\.\w+$/.test(source);
  const names = everySystem.map(({ name }) => name);
  // Who writes a path means a file, unless the name is that of a built-in model.
  const known = isPath ? names.filter((name) => name === stemOf(basename(source))) : names;
  const nearSystem = probableName(stemOf(basename(source)), known);
  const near = [
    ...(nearSystem === null ? [] : [`the built-in model "${nearSystem}"`]),
    ...(nearFile === null ? [] : [`the file "${folder === "." ? nearFile : `${folder}/${nearFile}`}"`]),
  ];
  const hint =
    near.length > 0
      ? `Did you mean ${near.join(" or ")}?`
      : "Check the path; kinetree models lists the built-in models.";
  const facts = { subject: `model "${source}"`, value: source };
  if (isPath)
    return new FileError({
      ...facts,
      code: "cannot-read",
      message: `cannot read "${source}": there is no such file. ${hint}`,
    });
  return new UsageError({
    ...facts,
    code: "unknown-model",
    message: `"${source}" is neither a file nor a built-in model. ${hint}`,
  });
}

/** Endings are alike everywhere: only the rest of a name tells how near it is. */
function fileNear(wanted: string, files: readonly string[]): string | null {
  const stem = probableName(stemOf(wanted), files.map(stemOf));
  if (stem === null) return null;
  const ending = extname(wanted).toLowerCase();
  const fitting = files.filter((name) => stemOf(name) === stem);
  return fitting.find((name) => extname(name).toLowerCase() === ending) ?? fitting[0];
}

const stemOf = (name: string): string => name.slice(0, name.length - extname(name).length);

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
