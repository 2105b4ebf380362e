import { quoted } from "../format-error.js";
import type { XmlReport } from "./report.js";
import type { XmlElement } from "./xml.js";

/* Values of attributes. Each function returns null once it has reported a mistake, and the fallback for a missing attribute. */

/** Decimal numbers as C's strtod reads them, without its hexadecimal ones. */
const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const infinite = /^([+-]?)inf(?:inity)?$/i;

/** The number that a word is: infinite if it says so or is too large for a double; NaN if it is not a number. */
export function numberOf(word: string): number {
  if (decimal.test(word)) return Number(word);
  const infinity = infinite.exec(word);
  if (infinity !== null) return infinity[1] === "-" ? -Infinity : Infinity;
  return NaN;
}

/** Numbers between white space, as many as `size` says. */
export function numbersAttribute(
  report: XmlReport,
  element: XmlElement,
  name: string,
  size: number | { readonly least: number; readonly most: number },
): readonly number[] | null | undefined {
  const attribute = element.attributes.get(name);
  if (attribute === undefined) return undefined;
  const { least, most } = typeof size === "number" ? { least: size, most: size } : size;
  const words = attribute.value.trim() === "" ? [] : attribute.value.trim().split(/\s+/, most + 1);
  const what = `"${name}" of <${element.name}> is ${quoted(attribute.value)}`;
  if (words.length < least || words.length > most) {
    const count = least === most ? `${least} number${least === 1 ? "" : "s"}` : `${least} to ${most} numbers`;
    const found = words.length > most ? `more than ${most}` : `${words.length}`;
    const message = isMacro(attribute.value)
      ? `${what}: ${numberMistake(attribute.value)}`
      : `${what}, must be ${count}, has ${found}. Give ${count} with spaces between them.`;
    return report.errorAt(element, name, "number-count", message, attribute.value);
  }
  const values = words.map(numberOf);
  const wrong = values.findIndex((value) => !Number.isFinite(value));
  if (wrong < 0) return values;
  return report.errorAt(element, name, "not-a-number", `${what}: ${numberMistake(words[wrong])}`, attribute.value);
}

export function numberAttribute(report: XmlReport, element: XmlElement, name: string, fallback: number): number | null {
  const values = numbersAttribute(report, element, name, 1);
  if (values === undefined) return fallback;
  return values === null ? null : values[0];
}

export function requiredNumber(report: XmlReport, element: XmlElement, name: string): number | null {
  if (element.attributes.has(name)) return numberAttribute(report, element, name, 0);
  const message = `<${element.name}> has no "${name}". Write ${name}="…" with a number.`;
  return report.error(element, "missing-attribute", message);
}

export type Triple = readonly [number, number, number];

export function tripleAttribute(report: XmlReport, element: XmlElement, name: string, fallback: Triple): Triple | null {
  const values = numbersAttribute(report, element, name, 3);
  if (values === undefined) return fallback;
  return values === null ? null : [values[0], values[1], values[2]];
}

export function requiredText(report: XmlReport, element: XmlElement, name: string): string | null {
  const value = element.attributes.get(name)?.value;
  if (value !== undefined && value.trim() !== "") return value;
  const given = value === undefined ? `has no "${name}"` : `has an empty "${name}"`;
  return report.errorAt(element, name, "missing-attribute", `<${element.name}> ${given}. Write ${name}="…".`, value);
}

const isMacro = (text: string): boolean => text.includes("${") || text.includes("$(");

function numberMistake(word: string): string {
  if (isMacro(word))
    return `${quoted(word)} is a macro, not a number. Expand the file first, with "xacro file.xacro > file.urdf".`;
  if (/^[+-]?\d+,\d+$/.test(word)) return `${quoted(word)} has a comma. Write a decimal point.`;
  if (word.includes(",")) return `${quoted(word)} has a comma. Put spaces between numbers.`;
  if (!Number.isNaN(numberOf(word))) return `${quoted(word)} is not finite. Give a finite number.`;
  return `${quoted(word)} is not a number. Write a decimal number such as 0.5 or 5e-1.`;
}
