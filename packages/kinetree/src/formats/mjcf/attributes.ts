import { suggestName } from "../../errors/nearest-name.js";
import { quoted } from "../format-error.js";
import type { XmlReport } from "../xml/report.js";
import { numberOf, numbersAttribute } from "../xml/values.js";
import type { XmlElement } from "../xml/xml.js";

/** One of the words that an attribute may be; the fallback if it is missing or a mistake has been reported. */
export function keyword<Word extends string>(
  report: XmlReport,
  element: XmlElement,
  name: string,
  words: readonly Word[],
  fallback: Word,
): Word {
  const value = element.attributes.get(name)?.value;
  if (value === undefined) return fallback;
  const known = words.find((word) => word === value);
  if (known !== undefined) return known;
  const message = `"${name}" of <${element.name}> is ${quoted(value)}, which is unknown. ${suggestName(value, words)}`;
  report.errorAt(element, name, "unknown-keyword", message, value);
  return fallback;
}

export const flag = (report: XmlReport, element: XmlElement, name: string, fallback: boolean): boolean =>
  keyword(report, element, name, ["true", "false"], fallback ? "true" : "false") === "true";

/** A text that is not empty, or null. */
export function text(element: XmlElement, name: string): string | null {
  const value = element.attributes.get(name)?.value ?? "";
  return value === "" ? null : value;
}

/** A thing that another element refers to; null once an unknown name has been reported. */
export function referred<Thing>(
  report: XmlReport,
  element: XmlElement,
  attribute: string,
  kind: string,
  known: ReadonlyMap<string, Thing>,
): Thing | null {
  const name = element.attributes.get(attribute)?.value ?? "";
  const thing = known.get(name);
  if (thing !== undefined) return thing;
  const message = `"${attribute}" of <${element.name}> names the ${kind} ${quoted(name)}, which does not exist. ${suggestName(name, known.keys())}`;
  return report.errorAt(element, attribute, `unknown-${kind}`, message, name);
}

/** Two ends of a range, either of which may be infinite; null once a mistake has been reported. */
export function rangeAttribute(
  report: XmlReport,
  element: XmlElement,
  name: string,
): readonly number[] | null | undefined {
  const values = (element.attributes.get(name)?.value ?? "").trim().split(/\s+/).map(numberOf);
  if (values.length === 2 && !values.some(Number.isNaN)) return values;
  return numbersAttribute(report, element, name, 2); // reports the mistake
}

/** An end of a range as a model has it. */
export const endOf = (end: number): number | null => (Number.isFinite(end) ? end : null);

/** Whether a range acts: as stated, or else if there is a range and `autolimits` is on. */
export function isLimited(
  report: XmlReport,
  element: XmlElement,
  names: { readonly limited: string; readonly range: string },
  autolimits: boolean,
): boolean {
  const said = keyword(report, element, names.limited, ["auto", "true", "false"], "auto");
  if (said !== "auto") return said === "true";
  if (!element.attributes.has(names.range)) return false;
  if (!autolimits) {
    const message = `<${element.name}> has "${names.range}" but not "${names.limited}", and autolimits is off. Write ${names.limited}="true" or "false".`;
    report.errorAt(element, names.range, "missing-attribute", message);
  }
  return true;
}
