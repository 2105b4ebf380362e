import { readRows, valuesOf, type ColumnValues, type Table } from "@kinetree/results";
import { RequestError, VERSION } from "kinetree";
import { NO_TEXT, type Column, type Columns } from "../../api/columns.js";
import type { StudyColumnInfo, StudyInfo } from "../../api/types.js";
import { changedStudy, namedStudy, prepareStudy, studies } from "@kinetree/study";

export interface StudyFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Rows of a study's file, with its metadata. */
export interface StudyFileRows {
  readonly columns: Columns;
  /** Name of the study and version of kinetree, as far as the file tells them. */
  readonly name: string | null;
  readonly version: string | null;
  /** Recipe of a built-in study; null for others. */
  readonly info: StudyInfo | null;
}

export type StudyFileReply = StudyFileRows | { readonly message: string };

/** Reads the rows of a study from a Parquet file; throws for other files. */
export async function readStudyRows(name: string, bytes: Uint8Array): Promise<StudyFileRows> {
  const table = await readRows(bytes, name);
  if (!table.columns.some((column) => column.name === "sample"))
    throw new RequestError({
      code: "no-study-rows",
      subject: name,
      value: table.columns.map((column) => column.name),
      message:
        `${name} has no column "sample", so it is not the result of a study. ` +
        "Choose results.parquet in a study's folder, or open the file as a run.",
    });
  const { metadata, rows } = table;
  const info = await infoOfFile(table);
  const columns = columnsOf(table).map((column, i): Column =>
    info ? { ...column, role: info.columns[i].role } : column,
  );
  return { columns: { rows, columns }, name: metadata["name"] ?? null, version: metadata["version"] ?? null, info };
}

/** A file does not tell the roles of its columns; they follow from the fixed order of studies. */
function columnsOf({ columns, values, rows }: Table): readonly Column[] {
  const isEnd = (name: string): boolean => ["end", "t", "accepted", "rejected", "failure"].includes(name);
  const firstNumber = columns.findIndex(({ name, kind }) => name !== "sample" && kind !== "text");
  return columns.map((column, i): Column => {
    const role: StudyColumnInfo["role"] =
      column.name === "sample"
        ? "sample"
        : column.name === "case"
          ? "case"
          : isEnd(column.name) && i > firstNumber
            ? "end"
            : column.kind === "text" && i < firstNumber
              ? "factor"
              : "output";
    return columnOf({ ...column, role }, values[i], rows);
  });
}

function columnOf(info: StudyColumnInfo, values: ColumnValues, rows: number): Column {
  if (values instanceof Float64Array) {
    let missing = 0;
    for (const x of values) if (Number.isNaN(x)) missing++;
    return { ...info, values, missing };
  }
  const places = new Map<string, number>();
  const indices = new Uint32Array(rows);
  values.forEach((text, row) => {
    if (text === null) {
      indices[row] = NO_TEXT;
      return;
    }
    let place = places.get(text);
    if (place === undefined) places.set(text, (place = places.size));
    indices[row] = place;
  });
  return { ...info, kind: "text", dictionary: [...places.keys()], indices };
}

/**
 * What makes the study of a file again. A file tells the name, the seed and the hash of its study: one that comes with kinetree
 * and was run as it is has the same hash. Null for all others.
 */
async function infoOfFile(table: Table): Promise<StudyInfo | null> {
  const { name, seed: seedText, study: hash, version } = table.metadata;
  const seed = Number(seedText);
  if (version !== VERSION || hash === undefined || !studies.some((each) => each.name === name)) return null;
  const sampleColumn = valuesOf(table, "sample");
  if (!(sampleColumn instanceof Float64Array) || !Number.isInteger(seed)) return null;
  let samples = 0;
  for (const sample of sampleColumn) samples = Math.max(samples, sample + 1);
  const own = namedStudy(name);
  const changes = {
    ...(own.samples === samples ? {} : { samples }),
    ...(own.seed === seed ? {} : { seed }),
  };
  const prepared = await prepareStudy(changedStudy(own, changes));
  const models = prepared.cases.map((each) => each.modelHash);
  const columns = prepared.columns.map((each) => ({
    name: each.name,
    kind: each.kind,
    unit: each.unit,
    role: each.role,
  }));
  const again = await sha256(JSON.stringify([1, VERSION, prepared.description, models, prepared.columns]));
  if (again !== hash) return null;
  const rows = prepared.cases.length * prepared.samples;
  return {
    id: "",
    name,
    done: table.rows,
    rows,
    hash,
    seed,
    version,
    samples,
    cases: prepared.cases.map((each) => ({ name: each.name, modelHash: each.modelHash })),
    columns,
    recipe: { kind: "named", name, changes },
    job: null,
  };
}

async function sha256(text: string): Promise<string> {
  const { subtle } = globalThis.crypto;
  // Left out by browsers in pages that are neither local nor encrypted.
  if ((subtle as SubtleCrypto | undefined) === undefined) return "";
  const bytes = new Uint8Array(await subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
