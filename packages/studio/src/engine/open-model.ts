import { tokenHeaders } from "../api/ask-server.js";
import { RequestError, type Model, type StateByJoint } from "kinetree";
import { namedSystem } from "kinetree/systems";
import { readModel, type FormatIssue } from "kinetree/formats";
import { fileUrl } from "../api/paths.js";
import type { ModelSource } from "../experiment/types.js";

export interface LoadedModel {
  readonly model: Model;
  readonly warnings: readonly FormatIssue[];
  readonly start: StateByJoint;
}

/** Builds the model of a source; throws a `FormatError` or a `KinetreeError`. */
export function loadModel(source: ModelSource): LoadedModel {
  if (source.kind === "system") {
    const system = namedSystem(source.name);
    return { model: system.build(source.options), warnings: [], start: system.start };
  }
  const { model, warnings } = readModel(source.text, {
    file: source.name,
    ...(source.base === undefined ? {} : { base: source.base }),
    readFile: (path) => fileIn(source.files ?? {}, path) ?? servedFile(source.served, path) ?? missing(path),
  });
  return { model, warnings, start: {} };
}

/** Without the schemes of robot packages. */
const bareOf = (path: string): string => path.replace(/^(package|file):\/\//, "").replace(/^\.\//, "");

/** A file dropped with the model, by its path or by its name alone; null if there is none. */
function fileIn(files: Readonly<Record<string, Uint8Array>>, path: string): Uint8Array | null {
  const bare = bareOf(path);
  const nameOf = (each: string): string => each.split(/[/\\]/).at(-1) ?? each;
  const ends = (key: string): boolean => key.endsWith(`/${bare}`) || bare.endsWith(`/${key}`);
  const names = Object.keys(files);
  const found =
    names.find((key) => key === path || key === bare) ??
    names.find(ends) ??
    names.find((key) => nameOf(key) === nameOf(bare));
  return found === undefined ? null : files[found];
}

/** A file next to the model on the server; null if there is none. */
function servedFile(served: string | null, path: string): Uint8Array | null {
  if (served === null || typeof XMLHttpRequest === "undefined") return null;
  const folder = served.split("/").slice(0, -1);
  // Readers of models wait for no answer, and in a worker a request may wait for it.
  const request = new XMLHttpRequest();
  request.open("GET", fileUrl([...folder, bareOf(path)].join("/")), false);
  for (const [name, value] of Object.entries(tokenHeaders())) request.setRequestHeader(name, value);
  request.responseType = "arraybuffer";
  try {
    request.send();
  } catch {
    return null;
  }
  return request.status === 200 && request.response instanceof ArrayBuffer ? new Uint8Array(request.response) : null;
}

function missing(path: string): never {
  throw new RequestError({
    code: "file-missing",
    subject: `file "${path}"`,
    value: path,
    message: `file "${path}" was not found. Drop it together with the model, or drop the whole folder.`,
  });
}
