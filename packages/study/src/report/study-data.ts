import { basename, resolve } from "node:path";
import type { StudyColumn } from "../prepare/prepared-study.js";
import type { Manifest } from "../store/manifest.js";
import { readResults } from "../store/read-results.js";

/** The results of a study as a report needs them: column by column, case by case. */
export interface StudyData {
  readonly folder: string;
  /** Name of the folder. */
  readonly label: string;
  readonly manifest: Manifest;
  /** Rows that are there. */
  readonly rows: number;
  readonly cases: readonly CaseData[];
  readonly failures: readonly FailedSample[];
}

/** The results of one case. */
export interface CaseData {
  readonly name: string;
  readonly factors: Readonly<Record<string, string>>;
  readonly rows: number;
  readonly failed: number;
  /** A number for each sample of the case, by its number; NaN where it is missing. Booleans are 1 and 0. */
  readonly numbers: (column: string) => Float64Array;
}

/** A sample that has failed. */
export interface FailedSample {
  readonly case: string;
  readonly sample: number;
  readonly cause: string;
  /** When [s]; NaN if it never ran. */
  readonly t: number;
  /** The reason or the last state, as JSON. */
  readonly state: string;
}

/** Reads the results in a folder. */
export async function readStudyData(folder: string): Promise<StudyData> {
  const { manifest, rows, chunks } = await readResults(folder);
  const cases = manifest.cases.map(({ name }) => emptyCase(name, manifest));
  const failures: FailedSample[] = [];
  const placeOf = (name: string): number => manifest.columns.findIndex((column) => column.name === name);
  const [sampleAt, caseAt, endAt, tAt, failureAt] = ["sample", "case", "end", "t", "failure"].map(placeOf);
  for await (const values of chunks()) {
    const count = values[sampleAt].length;
    for (let row = 0; row < count; row++) {
      const into = cases.find(({ name }) => name === values[caseAt][row]);
      if (into === undefined) continue;
      const sample = Number(values[sampleAt][row]);
      into.rows++;
      for (const [c, column] of into.places) column[sample] = Number(values[c][row]);
      if (into.rows === 1)
        manifest.columns.forEach(({ name, role }, c) => {
          if (role === "factor" && values[c][row] !== null) into.factors[name] = String(values[c][row]);
        });
      const cause = String(values[endAt]?.[row] ?? "finished");
      if (cause === "finished" || cause === "event") continue;
      into.failed++;
      const t = tAt < 0 ? NaN : Number(values[tAt][row] ?? NaN);
      const state = failureAt < 0 ? "" : String(values[failureAt][row] ?? "");
      failures.push({ case: into.name, sample, cause, t, state });
    }
  }
  return {
    folder,
    label: basename(resolve(folder)).replace(/\.study$/, ""),
    manifest,
    rows,
    failures,
    cases: cases.map(({ name, factors, rows: own, failed, columns }) => ({
      name,
      factors,
      rows: own,
      failed,
      numbers: (column) => columns.get(column) ?? new Float64Array(manifest.samples).fill(NaN),
    })),
  };
}

interface Filling {
  readonly name: string;
  readonly factors: Record<string, string>;
  readonly columns: ReadonlyMap<string, Float64Array>;
  /** Where in a chunk each of them is. */
  readonly places: readonly (readonly [number, Float64Array])[];
  rows: number;
  failed: number;
}

function emptyCase(name: string, { columns, samples }: Manifest): Filling {
  const kept = columns.filter(({ role, kind }) => (role === "parameter" || role === "output") && kind !== "text");
  const arrays = kept.map(() => new Float64Array(samples).fill(NaN));
  return {
    name,
    factors: {},
    columns: new Map(kept.map((column, i) => [column.name, arrays[i]])),
    places: kept.map((column, i) => [columns.indexOf(column), arrays[i]]),
    rows: 0,
    failed: 0,
  };
}

/** Columns of outputs that are numbers. */
export const numericOutputs = ({ manifest }: StudyData): readonly StudyColumn[] =>
  manifest.columns.filter(({ role, kind }) => role === "output" && (kind === "number" || kind === "integer"));

/** Columns of outputs that are true or false. */
export const predicates = ({ manifest }: StudyData): readonly StudyColumn[] =>
  manifest.columns.filter(({ role, kind }) => role === "output" && kind === "boolean");

/** Parameters that vary within some case. */
export const variedParameters = (data: StudyData): readonly StudyColumn[] =>
  data.manifest.columns.filter(
    ({ role, name }) => role === "parameter" && data.cases.some((each) => varies(each.numbers(name))),
  );

/** Whether there are two different numbers. */
function varies(values: Float64Array): boolean {
  let first = NaN;
  for (const x of values) {
    if (Number.isNaN(x)) continue;
    if (Number.isNaN(first)) first = x;
    else if (x !== first) return true;
  }
  return false;
}

/** A field of the study as the manifest has it; undefined if there is none. */
export function studyField(manifest: Manifest, ...path: readonly string[]): unknown {
  let at: unknown = manifest.study;
  for (const key of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}

/** With its unit, if it has one. */
export const withUnit = ({ name, unit }: { readonly name: string; readonly unit: string }): string =>
  unit === "" ? name : `${name} [${unit}]`;
