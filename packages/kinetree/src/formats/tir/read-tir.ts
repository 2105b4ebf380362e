import { aText, checkOptions, type OptionTypes } from "../../errors/option-types.js";
import { pac2002Musts, type Pac2002Tyre } from "../../model/tyre-laws/pac2002.js";
import { pac2002Coefficients } from "../../model/tyre-laws/pac2002-coefficients.js";
import type { FormatIssue } from "../format-error.js";
import { readLoadCurve, type LoadCurve } from "./read-load-curve.js";
import { readModelSection, type TyreSide } from "./read-model-section.js";
import { readNumbers, type TirNumbers } from "./read-numbers.js";
import { readUnits } from "./read-units.js";
import { necessarySections, usualSections, type TirSize } from "./tir-keys.js";
import { pathOf, TirReport } from "./tir-report.js";
import { parseTir, type TirSection } from "./tir-text.js";

/** Least and largest value of the data. */
export type TirRange = readonly [least: number, largest: number];

/** A tyre of a .tir file; SI. */
export interface TirTyre {
  /** Its forces, for the ground on which it was measured; the file does not say which. */
  readonly law: Pac2002Tyre;
  /** Unloaded. */
  readonly radius: number;
  readonly width: number;
  readonly rimRadius: number | null;
  /** Across the ground. Where there is a curve of load over depth, it takes the place of the stiffness. */
  readonly vertical: { readonly stiffness: number; readonly damping: number; readonly curve: LoadCurve | null };
  /** Side for which the data hold; the other one is the mirror image. */
  readonly side: TyreSide;
  /** Where the data were measured; null where the file does not say. */
  readonly ranges: {
    readonly load: TirRange | null;
    readonly slip: TirRange | null;
    readonly slipAngle: TirRange | null;
    readonly camber: TirRange | null;
  };
  /** Speed of the measurement. */
  readonly speed: number | null;
  /** What is left out or taken in a way that the file does not say. */
  readonly notes: readonly FormatIssue[];
}

/** Options of the reader of .tir files. */
export interface ReadTirOptions {
  /** Name of the file in messages. */
  readonly file?: string;
}

const optionTypes: OptionTypes<ReadTirOptions> = { file: aText };

/** A tyre file of the Magic Formula, MF-Tyre 5.2 (PAC2002); throws a `FormatError` with all that is wrong. */
export function readTir(text: string, options: ReadTirOptions = {}): TirTyre {
  checkOptions(options, optionTypes);
  const { file = "tyre.tir" } = options;
  const report = new TirReport(file);
  const sections = parseTir(text.startsWith("\uFEFF") ? text.slice(1) : text, file, (issue) => report.add(issue));
  const sectionOf = (name: string): TirSection | undefined => sections.find((section) => section.name === name);
  checkSections(sectionOf, report);
  const units = readUnits(sectionOf("UNITS"), report);
  const side = readModelSection(sectionOf("MODEL"), report);
  const numbers = readNumbers(sections, units, report);
  const curve = readLoadCurve(sectionOf("DEFLECTION_LOAD_CURVE"), units, report);
  checkSizes(numbers, curve, report);
  checkCoefficients(numbers, report);
  report.throwIfBroken();
  return tyreOf(numbers, curve, side, report.notes);
}

function checkSections(sectionOf: (name: string) => TirSection | undefined, report: TirReport): void {
  for (const name of necessarySections)
    if (sectionOf(name) === undefined)
      report.failAt(
        null,
        name,
        "tir-missing-section",
        `section [${name}] is missing. Add it, or take a complete file.`,
      );
  for (const [name, then] of Object.entries(usualSections))
    if (sectionOf(name) === undefined)
      report.note(null, name, "tir-missing-section", `section [${name}] is missing: ${then}.`);
}

/** Sizes that must be given, each greater than zero. */
const positive: readonly TirSize[] = ["UNLOADED_RADIUS", "WIDTH", "FNOMIN", "VERTICAL_STIFFNESS"];

function checkSizes({ sizes, unreadable }: TirNumbers, curve: LoadCurve | null, report: TirReport): void {
  for (const key of positive) {
    const found = sizes[key];
    if (found === undefined) {
      // A curve takes the place of the stiffness.
      if (unreadable.has(key) || (key === "VERTICAL_STIFFNESS" && curve !== null)) continue;
      report.failAt(null, key, "tir-missing-key", `${key} is missing. Add it.`);
    } else if (!(found.value > 0))
      report.fail(found.entry, "tir-range", `${key} is ${found.entry.text}, must be > 0. Correct it.`);
  }
  for (const key of ["VERTICAL_DAMPING", "RIM_RADIUS"] as const) {
    const found = sizes[key];
    if (found !== undefined && found.value < 0)
      report.fail(found.entry, "tir-range", `${key} is ${found.entry.text}, must be >= 0. Correct it.`);
  }
  const [radius, rim] = [sizes.UNLOADED_RADIUS, sizes.RIM_RADIUS];
  if (radius !== undefined && rim !== undefined && rim.value >= radius.value) {
    const message = `RIM_RADIUS is ${rim.entry.text}, must be below UNLOADED_RADIUS, which is ${radius.entry.text}. Correct one of them.`;
    report.fail(rim.entry, "tir-range", message);
  }
  for (const [low, high] of rangeKeys) {
    const [least, largest] = [sizes[low], sizes[high]];
    if (least === undefined || largest === undefined || least.value < largest.value) continue;
    const message = `${low} is ${least.entry.text}, must be below ${high}, which is ${largest.entry.text}. Swap the two?`;
    report.fail(least.entry, "tir-range", message);
  }
}

const rangeKeys = [
  ["FZMIN", "FZMAX"],
  ["KPUMIN", "KPUMAX"],
  ["ALPMIN", "ALPMAX"],
  ["CAMMIN", "CAMMAX"],
] as const satisfies readonly (readonly [TirSize, TirSize])[];

function checkCoefficients({ coefficients, unreadable }: TirNumbers, report: TirReport): void {
  for (const [name, must, holds] of pac2002Musts) {
    const found = coefficients.get(name);
    if (unreadable.has(name) || holds(found?.value ?? pac2002Coefficients[name])) continue;
    if (found === undefined)
      report.failAt(null, name, "tir-missing-key", `${name} is missing, must be ${must}. Add it.`);
    else {
      const message = `${name} is ${found.entry.text}, must be ${must}. Correct it, or take another file.`;
      report.failAt(found.entry.line, pathOf(found.entry), "tir-range", message, found.value);
    }
  }
}

function tyreOf(
  { sizes, coefficients }: TirNumbers,
  curve: LoadCurve | null,
  side: TyreSide,
  notes: readonly FormatIssue[],
): TirTyre {
  const valueOf = (key: TirSize): number | null => sizes[key]?.value ?? null;
  const sureOf = (key: TirSize): number => valueOf(key) ?? NaN; // checked before
  const rangeOf = (low: TirSize, high: TirSize): TirRange | null => {
    const [least, largest] = [valueOf(low), valueOf(high)];
    return least === null || largest === null ? null : [least, largest];
  };
  const stiffness = valueOf("VERTICAL_STIFFNESS") ?? stiffnessOf(curve, sureOf("FNOMIN"));
  const camber = rangeOf("CAMMIN", "CAMMAX");
  const leans = camber === null ? 0 : Math.max(-camber[0], camber[1]);
  const largestLoad = valueOf("FZMAX");
  const given = Object.fromEntries([...coefficients].map(([name, { value }]) => [name, value]));
  const rollsByFormula = (given.DREFF ?? 0) !== 0 || (given.FREFF ?? 0) !== 0;
  const law: Pac2002Tyre = {
    kind: "pac2002",
    nominalLoad: sureOf("FNOMIN"),
    radius: sureOf("UNLOADED_RADIUS"),
    coefficients: given,
    ...(largestLoad !== null && largestLoad > 0 ? { largestLoad } : {}),
    ...(leans > 0 ? { largestCamber: leans } : {}),
    ...(rollsByFormula ? { verticalStiffness: stiffness } : {}),
  };
  return {
    law,
    radius: sureOf("UNLOADED_RADIUS"),
    width: sureOf("WIDTH"),
    rimRadius: valueOf("RIM_RADIUS"),
    vertical: { stiffness, damping: valueOf("VERTICAL_DAMPING") ?? 0, curve },
    side,
    ranges: {
      load: rangeOf("FZMIN", "FZMAX"),
      slip: rangeOf("KPUMIN", "KPUMAX"),
      slipAngle: rangeOf("ALPMIN", "ALPMAX"),
      camber,
    },
    speed: valueOf("LONGVL"),
    notes,
  };
}

/** Of a curve, between no load and the nominal one. */
function stiffnessOf(curve: LoadCurve | null, load: number): number {
  const at = curve?.find(([, force]) => force >= load) ?? curve?.at(-1);
  return at === undefined ? NaN : at[1] / at[0];
}
