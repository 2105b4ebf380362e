import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { nearestName, systems } from "kinetree";
import { readModel, type ReadModelOptions } from "kinetree/formats";
import { FileError, usage, UsageError } from "../failure/errors.js";
import { requireChoice } from "./choices.js";
import type { LoadedModel, ModelOptions } from "./load-model.js";
import { readBytes, readText, STANDARD_INPUT } from "./read-text.js";

/** A model from a file or ("-") from standard input. */
export function modelFromFile(source: string, options: ModelOptions): LoadedModel {
  if (options.size !== undefined)
    throw usage(
      "size-of-file",
      "--size",
      options.size,
      `--size ${options.size.join(" ")} is for built-in models, and "${source}" is none. Use --set for parameters of a file.`,
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
  return { ...readModel(readText(source), reading), source: file, start: null };
}

/** A name of neither a file nor a built-in model: says which of both kinds is near. */
function notFound(source: string): Error {
  const folder = dirname(source);
  const files = isFolder(folder) ? readdirSync(folder).filter((name) => /\.(json|urdf|xml|mjcf)$/i.test(name)) : [];
  const nearFile = nearestName(basename(source), files);
  const nearSystem = nearestName(
    source,
    systems.map(({ name }) => name),
  );
  const near = [
    ...(nearSystem === null ? [] : [`the built-in model "${nearSystem}"`]),
    ...(nearFile === null ? [] : [`the file "${folder === "." ? nearFile : `${folder}/${nearFile}`}"`]),
  ];
  const hint =
    near.length > 0
      ? `Did you mean ${near.join(" or ")}?`
      : "Check the path; kinetree models lists the built-in models.";
  const facts = { subject: `model "${source}"`, value: source };
  if (/[\\/]|\.\w+$/.test(source))
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

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
