import { RequestError } from "../../errors/kinetree-error.js";
import { requireModel } from "../../model/require-model.js";
import type { Model } from "../../model/types.js";
import { FORMAT_VERSION, modelFormat } from "./fields/model.js";
import { printJson, type JsonValue } from "./codec/json-text.js";
import { isWritableText } from "./codec/plain-codecs.js";

/** The model as JSON, from which `readJsonModel` makes the same model, to the last bit of its numbers. */
export function writeJsonModel(model: Model): string {
  requireModel(model);
  const fields = modelFormat.write(model) as { readonly [key: string]: JsonValue };
  const written: JsonValue = { kinetree: FORMAT_VERSION, ...fields };
  refuseBrokenTexts(written);
  return printJson(written);
}

/** Texts that could not be read again. */
function refuseBrokenTexts(value: JsonValue): void {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(refuseBrokenTexts);
  // Expressions are long where formulas are; their names are texts of the parameters.
  if (typeof value !== "string" || isWritableText(value) || value.startsWith("=")) return;
  const message = `text ${JSON.stringify(value.slice(0, 60))} cannot be written: it is too long or holds half a character. Rename it.`;
  throw new RequestError({ code: "text-not-writable", subject: "model", value: value.slice(0, 60), message });
}
