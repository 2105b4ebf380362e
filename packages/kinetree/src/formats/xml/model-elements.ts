import { InvalidModelError } from "../../errors/invalid-model-error.js";
import type { DataPath, ErrorFacts } from "../../errors/kinetree-error.js";
import { buildModel } from "../../model/builder/build-model.js";
import type { Model, ModelDescription } from "../../model/types.js";
import { FormatError, type FormatIssue } from "../format-error.js";
import type { XmlElement } from "./xml.js";

/** Elements that bodies and joints of a model were read from; null where one has none of its own. */
export interface ModelElements {
  readonly bodies: readonly (XmlElement | null)[];
  readonly joints: readonly (XmlElement | null)[];
}

/** The model that a file describes. Errors of its validation are reported at the body or joint at fault, or else at the root. */
export function checkedModel(
  file: string,
  description: ModelDescription,
  elements: ModelElements,
  root: XmlElement,
): Model {
  try {
    return buildModel(description);
  } catch (error) {
    if (!(error instanceof InvalidModelError)) throw error;
    const issues = error.issues.map(({ code, message, value, path: modelPath = [] }: ErrorFacts): FormatIssue => {
      const { line, column, path } = elementOf(elements, modelPath) ?? root;
      return { code, message, line, column, path, modelPath, value };
    });
    throw new FormatError(file, issues);
  }
}

function elementOf(elements: ModelElements, [list, index]: DataPath): XmlElement | null {
  return (list === "bodies" || list === "joints") && typeof index === "number" ? (elements[list][index] ?? null) : null;
}

/** The issues, each with the body or joint that its element is, or is in. */
export function withModelPaths(issues: readonly FormatIssue[], elements: ModelElements): readonly FormatIssue[] {
  const modelPaths = new Map<string, DataPath>();
  for (const list of ["bodies", "joints"] as const)
    elements[list].forEach((element, i) => element !== null && modelPaths.set(element.path, [list, i]));
  return issues.map((issue) => {
    for (let path = issue.path; path !== ""; path = path.slice(0, Math.max(0, path.lastIndexOf("/")))) {
      const modelPath = modelPaths.get(path);
      if (modelPath !== undefined) return { ...issue, modelPath };
    }
    return issue;
  });
}
