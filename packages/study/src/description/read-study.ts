import { parseJson, type JsonNode } from "kinetree/formats";
import { Issues, type Path, type Place } from "./issues.js";
import type { Study } from "./study.js";
import { checkStudy } from "./study-format.js";
import { plainOf } from "./study-node.js";

/** A study with where it comes from, so that mistakes found later can still be shown in their place. */
export interface StudySource {
  readonly study: Study;
  /** File name, or `study "name"`. */
  readonly source: string;
  readonly placeOf: (path: Path) => Place | null;
}

/** Reads a study from JSON. Throws a `FormatError` with all that is wrong, each with path, line and column. */
export function readStudy(text: string, file: string): StudySource {
  if (text.trim() === "") {
    const empty = new Issues(file);
    empty.report(
      [],
      "empty-file",
      `the file is empty. Begin with {"name": "…", "scenario": {}, "samples": 100, "outputs": {}}.`,
    );
    empty.throwIfAny();
  }
  const root = parseJson(text, file);
  const placeOf = (path: Path): Place | null => nearest(root, path);
  const issues = new Issues(file, placeOf);
  const value = plainOf(root);
  checkStudy(value, issues);
  issues.throwIfAny();
  return { study: value as Study, source: file, placeOf };
}

/** A study that is made in code, as a source. */
export const sourceOfStudy = (study: Study): StudySource => ({
  study,
  source: `study "${study.name}"`,
  placeOf: () => null,
});

/** Where a path leads, or as far as there is something. */
function nearest(root: JsonNode, path: Path): Place {
  let node = root;
  for (const part of path) {
    const next =
      node.type === "object"
        ? node.members.get(String(part))
        : node.type === "array"
          ? node.items[Number(part)]
          : undefined;
    if (next === undefined) break;
    node = next;
  }
  return { line: node.line, column: node.column };
}
