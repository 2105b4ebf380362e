import { suggestName } from "../../errors/nearest-name.js";
import { pac2002Coefficients } from "../../model/tyre-laws/pac2002-coefficients.js";
import { quoted } from "../format-error.js";
import { describing, isSize, sizes, unusedReason, unusedSections, type TirSize } from "./tir-keys.js";
import { pathOf, type TirReport } from "./tir-report.js";
import type { TirEntry, TirSection } from "./tir-text.js";
import { factorOf, type TirQuantity } from "./tir-units.js";

/** A number in SI, with the entry that it comes from. */
export interface TirNumber {
  readonly value: number;
  readonly entry: TirEntry;
}

export interface TirNumbers {
  readonly sizes: Readonly<Partial<Record<TirSize, TirNumber>>>;
  /** Of the formula, by name. */
  readonly coefficients: ReadonlyMap<string, TirNumber>;
  /** Keys that are there but hold no number, which is reported. */
  readonly unreadable: ReadonlySet<string>;
}

/** Digits of a number beyond which it is something else. */
const LONGEST_NUMBER = 60;

/** All numbers that the law or the geometry asks for; the others are noted. */
export function readNumbers(
  sections: readonly TirSection[],
  units: Readonly<Record<TirQuantity, number>>,
  report: TirReport,
): TirNumbers {
  const found: Partial<Record<TirSize, TirNumber>> = {};
  const coefficients = new Map<string, TirNumber>();
  const unreadable = new Set<string>();
  const known = [...Object.keys(pac2002Coefficients), ...Object.keys(sizes)];
  for (const section of sections) {
    if (section.name === "UNITS") continue;
    const reason = unusedSections[section.name];
    if (Object.hasOwn(unusedSections, section.name)) {
      if (reason !== "" && section.entries.length + section.rows.length > 0) {
        const message = `section [${section.name}] is not used: ${reason}.`;
        report.note(section.line, section.name, "tir-unused", message);
      }
      continue;
    }
    for (const entry of section.entries) {
      const { key } = entry;
      const isCoefficient = Object.hasOwn(pac2002Coefficients, key);
      if (!isCoefficient && !isSize(key)) {
        if (!describing.includes(key)) noteUnused(entry, known, report);
        continue;
      }
      const earlier = isSize(key) ? found[key] : coefficients.get(key);
      if (earlier !== undefined) {
        const message = `${key} is already in [${earlier.entry.section}] on line ${earlier.entry.line}. Keep one of the two.`;
        report.fail(entry, "tir-duplicate-key", message);
        continue;
      }
      const value = readNumber(entry, report);
      if (value === null) unreadable.add(key);
      else if (isSize(key)) found[key] = { value: value * factorOf(units, sizes[key]), entry };
      else coefficients.set(key, { value, entry });
    }
  }
  return { sizes: found, coefficients, unreadable };
}

function noteUnused(entry: TirEntry, known: readonly string[], report: TirReport): void {
  if (report.isFull) return; // suggestions take time
  const name = entry.key.slice(0, 60);
  const reason = unusedReason(name);
  if (reason !== null) report.note(entry.line, pathOf(entry), "tir-unused", `${name} is not used: ${reason}.`, name);
  else {
    const message = `${name} is unknown and not used. ${suggestName(name, known)}`;
    report.note(entry.line, pathOf(entry), "tir-unknown-key", message, name);
  }
}

/** A number, also with the exponent letter of Fortran; null once a mistake has been reported. */
export function readNumber(entry: TirEntry, report: TirReport): number | null {
  const value = entry.isQuoted ? null : numberFrom(entry.text);
  if (value !== null) return value;
  const message = `${entry.key} is ${quoted(entry.text)}, which is no number. Write one such as 0.5 or 1.2e4.`;
  report.fail(entry, "tir-number", message);
  return null;
}

/** null: no finite number. */
export function numberFrom(text: string): number | null {
  if (text.length > LONGEST_NUMBER || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d{1,4})?$/.test(text)) return null;
  const value = Number(text.replace(/[dD]/, "e"));
  return Number.isFinite(value) ? value : null;
}
