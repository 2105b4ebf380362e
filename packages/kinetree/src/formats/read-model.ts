import { readOptionTypes } from "./read-options.js";
import { checkOptions } from "../errors/option-types.js";
import { RequestError } from "../errors/kinetree-error.js";
import { suggestName } from "../errors/nearest-name.js";
import { FormatError, type Imported } from "./format-error.js";
import { readJsonModel } from "./json/read-json-model.js";
import { readMjcf } from "./mjcf/read-mjcf.js";
import type { ReadModelOptions } from "./read-options.js";
import { readUrdf } from "./urdf/read-urdf.js";

const readers = Object.freeze({ json: readJsonModel, urdf: readUrdf, mjcf: readMjcf });

/** A file format that models are read from. */
export type ModelFormat = keyof typeof readers;

/** A model from the text of a file, with warnings about content that was left out; throws a `FormatError`. */
export function readModel(text: string, options: ReadModelOptions = {}): Imported {
  checkOptions(options, readOptionTypes);
  const format = options.format ?? formatOf(text, options.file ?? "model");
  if (Object.hasOwn(readers, format)) return readers[format](text, options);
  const message = `format "${format}" is unknown. ${suggestName(format, Object.keys(readers))}`;
  throw new RequestError({ code: "unknown-format", subject: `format "${format}"`, value: format, message });
}

/** By the ending, or by the root element: .xml is both URDF and MJCF. */
function formatOf(text: string, file: string): ModelFormat {
  if (/\.json$/i.test(file)) return "json";
  if (/\.urdf$/i.test(file)) return "urdf";
  if (/\.mjcf$/i.test(file)) return "mjcf";
  const start = text.slice(0, 100_000).replace(/^\uFEFF/, "");
  if (/^\s*[{[]/.test(start)) return "json";
  const root = /<([A-Za-z][\w:.-]*)/.exec(withoutComments(start))?.[1];
  if (root === "robot") return "urdf";
  if (root === "mujoco") return "mjcf";
  const found = root === undefined ? "neither JSON nor XML" : `XML with the root element <${root.slice(0, 40)}>`;
  const message = `the text is ${found}, must be JSON, URDF (<robot>) or MJCF (<mujoco>). Give the file of a model.`;
  throw new FormatError(file, [{ code: "unknown-format", message, line: null, column: null, path: "", value: root }]);
}

/** Comments may contain elements; one that is not closed runs to the end. */
function withoutComments(text: string): string {
  let rest = "";
  for (let at = 0; ;) {
    const open = text.indexOf("<!--", at);
    if (open < 0) return rest + text.slice(at);
    rest += text.slice(at, open);
    const close = text.indexOf("-->", open);
    if (close < 0) return rest;
    at = close + 3;
  }
}
