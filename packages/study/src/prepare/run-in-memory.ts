import { prepareOptionTypes } from "./prepare-option-types.js";
import { aFunction, aNumber, checkOptions, type OptionTypes } from "kinetree/tools";
import { RequestError } from "kinetree";
import { suggestName } from "kinetree/tools";
import type { StudySource } from "../description/read-study.js";
import type { Study } from "../description/study.js";
import { prepareStudy } from "./prepare-study.js";
import type { PrepareOptions, RowRange, StudyColumn } from "./prepared-study.js";

/** How a study is run without files. */
export interface RunStudyOptions extends PrepareOptions {
  /** Worker threads, if `workers` makes any; 0 for none. Default 0. */
  readonly threads?: number;
  /** Called as samples finish. */
  readonly onProgress?: (finished: number, rows: number) => void;
}

const optionTypes: OptionTypes<RunStudyOptions> = {
  ...prepareOptionTypes,
  threads: aNumber,
  onProgress: aFunction,
};

/** All results of a study, in memory. */
export interface StudyTable {
  readonly rows: number;
  readonly columns: readonly StudyColumn[];
  /** The values of a column of numbers, whole numbers or booleans (1 and 0), a row each, or of one case; NaN is missing. */
  readonly numbers: (column: string, caseName?: string) => Float64Array;
  /** The values of a column of texts; null is missing. */
  readonly texts: (column: string, caseName?: string) => readonly (string | null)[];
}

/** Rows that are run together. */
const CHUNK = 64;

/** Runs a whole study and keeps its results in memory: for small ones. Large ones belong into a folder ("@kinetree/study/node"). */
export async function runStudy(study: Study | StudySource, options: RunStudyOptions = {}): Promise<StudyTable> {
  checkOptions(options, optionTypes);
  const { threads: _threads, onProgress: _onProgress, ...preparing } = options;
  const prepared = await prepareStudy(study, preparing);
  const { samples, cases, columns } = prepared;
  const rows = samples * cases.length;
  const values = columns.map(({ kind }) =>
    kind === "text" ? new Array<string | null>(rows).fill(null) : new Float64Array(rows),
  );
  const chunks = cases.flatMap((_, caseIndex) =>
    Array.from({ length: Math.ceil(samples / CHUNK) }, (__, k): RowRange => {
      const firstSample = k * CHUNK;
      return { caseIndex, firstSample, count: Math.min(CHUNK, samples - firstSample) };
    }),
  );
  let finished = 0;
  await prepared.run({
    chunks,
    workers: options.threads ?? 0,
    onRows: ({ caseIndex, firstSample, count }, given) => {
      const first = caseIndex * samples + firstSample;
      values.forEach((column, c) => {
        for (let i = 0; i < count; i++) column[first + i] = given[c][i] as never; // the column's kind says which
      });
      options.onProgress?.((finished += count), rows);
    },
  });
  const part = (name: string, caseName?: string): Float64Array | (string | null)[] => {
    const found = values[placeOf("column", name, columns)];
    if (caseName === undefined) return found;
    const first = samples * placeOf("case", caseName, cases);
    return found.slice(first, first + samples);
  };
  return {
    rows,
    columns,
    numbers: (name, caseName) => {
      const found = part(name, caseName);
      if (found instanceof Float64Array) return found;
      throw otherKind(name, "texts");
    },
    texts: (name, caseName) => {
      const found = part(name, caseName);
      if (!(found instanceof Float64Array)) return found;
      throw otherKind(name, "numbers");
    },
  };
}

const otherKind = (name: string, is: "texts" | "numbers"): RequestError =>
  new RequestError({
    code: "column-kind",
    subject: `column "${name}"`,
    value: is,
    message: `column "${name}" holds ${is}. Ask for it by ${is}("${name}").`,
  });

function placeOf(kind: string, name: string, things: readonly { readonly name: string }[]): number {
  const index = things.findIndex((each) => each.name === name);
  if (index >= 0) return index;
  const message = `the results have no ${kind} "${name}". ${suggestName(
    name,
    things.map((each) => each.name),
  )}`;
  throw new RequestError({ code: `unknown-${kind}`, subject: `${kind} "${name}"`, value: name, message });
}
