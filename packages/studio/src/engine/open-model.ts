import { namedSystem, RequestError, type Model, type StateByJoint } from "kinetree";
import { readModel, type FormatIssue } from "kinetree/formats";
import type { ModelSource } from "../experiment/types.js";

/** A model with what its source says beyond it. */
export interface LoadedModel {
  readonly model: Model;
  readonly warnings: readonly FormatIssue[];
  /** Where it starts by itself. */
  readonly start: StateByJoint;
}

/** Makes the model that a source describes; throws a `FormatError` or a `KinetreeError` that says what is wrong. */
export function loadModel(source: ModelSource): LoadedModel {
  if (source.kind === "system") {
    const system = namedSystem(source.name);
    return { model: system.build(source.options), warnings: [], start: system.start };
  }
  const { model, warnings } = readModel(source.text, {
    file: source.name,
    ...(source.base === undefined ? {} : { base: source.base }),
    readFile: (path) => fileIn(source.files ?? {}, path),
  });
  return { model, warnings, start: {} };
}

/** A file beside the model: by its path as written, or by its name alone, as dropped files have it. */
function fileIn(files: Readonly<Record<string, Uint8Array>>, path: string): Uint8Array {
  const bare = path.replace(/^(package|file):\/\//, "").replace(/^\.\//, "");
  const base = bare.split(/[/\\]/).at(-1) ?? bare;
  const found =
    files[path] ??
    files[bare] ??
    Object.entries(files).find(([name]) => name.endsWith(`/${bare}`) || bare.endsWith(`/${name}`))?.[1] ??
    files[base];
  if (found) return found;
  throw new RequestError({
    code: "file-missing",
    subject: `file "${path}"`,
    value: path,
    message: `file "${path}" is not here. Drop it together with the model, or drop the whole folder.`,
  });
}
