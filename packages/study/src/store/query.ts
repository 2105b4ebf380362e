import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { DuckDBConnection, DuckDBResultReader } from "@duckdb/node-api";
import { RequestError } from "kinetree";
import type { ColumnKind } from "@kinetree/results";
import { checkRows } from "@kinetree/results/node";
import { chunkName } from "./chunk-ranges.js";
import { layoutOf, readManifest, type Manifest } from "./manifest.js";
import { scanChunks } from "./scan.js";
import { studyFolder, type StudyFolder } from "./study-folder.js";

/** A value in the answer to a query. */
export type QueryValue = null | boolean | number | string;

/** The answer to a query. */
export interface QueryAnswer {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly QueryValue[])[];
  /** Samples of the study. */
  readonly samples: number;
  /** Of these, those that the table lacks: not done yet, or in a damaged chunk. */
  readonly missing: number;
  /** Chunks that cannot be read. */
  readonly damaged: readonly string[];
}

/** Files with the rows that were asked about, checked down to the last byte: DuckDB does not look at our checksums. */
interface Source {
  readonly files: readonly string[];
  readonly missing: number;
  readonly damaged: readonly string[];
}

const types: Readonly<Record<ColumnKind, string>> = {
  boolean: "BOOLEAN",
  integer: "BIGINT",
  number: "DOUBLE",
  text: "VARCHAR",
};

/** Asks DuckDB about the rows that are there, which it knows as the table `results`. */
export async function queryStudy(path: string, sql: string): Promise<QueryAnswer> {
  const folder = studyFolder(path);
  const manifest = readManifest(folder);
  const source = await checkedSource(folder, manifest);
  // Loaded here: it is large, and nothing else needs it.
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    await openResults(connection, resultsView(source.files, manifest), folder);
    const { missing, damaged } = source;
    return { ...(await answer(connection, sql, manifest)), samples: manifest.rows, missing, damaged };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** The file of a finished study, or else the chunks that are there. */
async function checkedSource(folder: StudyFolder, manifest: Manifest): Promise<Source> {
  if (!existsSync(folder.results)) {
    const { done, rowsDone, damaged } = await scanChunks(folder, manifest);
    const files = done.map((range) => join(folder.chunks, chunkName(layoutOf(manifest), range)));
    return { files, missing: manifest.rows - rowsDone, damaged };
  }
  try {
    const { rows, metadata } = await checkRows(folder.results);
    if (metadata["study"] !== manifest.hash || rows !== manifest.rows) throw new Error("it is of another study");
  } catch (error) {
    throw notReadable(folder, messageOf(error));
  }
  return { files: [folder.results], missing: 0, damaged: [] };
}

async function openResults(connection: DuckDBConnection, definition: string, folder: StudyFolder): Promise<void> {
  try {
    await connection.run(definition);
  } catch (error) {
    throw notReadable(folder, messageOf(error).split("\n")[0]);
  }
}

const notReadable = ({ path, results }: StudyFolder, reason: string): RequestError =>
  new RequestError({
    code: "result-not-readable",
    subject: `folder ${path}`,
    value: path,
    message: `${results} is damaged (${reason}). kinetree study resume ${path} writes it again from the chunks.`,
  });

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/^Failed to extract statements: /, "").trimEnd();

/** Carries out all statements; the last one's answer counts. */
async function lastAnswer(connection: DuckDBConnection, sql: string): Promise<DuckDBResultReader> {
  if (sql.trim() === "") throw new Error("The query is empty.");
  const statements = await connection.extractStatements(sql);
  for (let i = 0; i < statements.count - 1; i++) await (await statements.prepare(i)).run();
  return (await statements.prepare(statements.count - 1)).runAndReadAll();
}

async function answer(
  connection: DuckDBConnection,
  sql: string,
  manifest: Manifest,
): Promise<Pick<QueryAnswer, "columns" | "rows">> {
  try {
    const reader = await lastAnswer(connection, sql);
    const kinds = reader.columnTypes().map(String);
    return {
      columns: reader.deduplicatedColumnNames().map((name, i) => ({ name, type: kinds[i] })),
      rows: reader.getRows().map((row) => row.map(plain)),
    };
  } catch (error) {
    const names = manifest.columns.map(({ name }) => quotedName(name)).join(", ");
    throw new RequestError({
      code: "sql-refused",
      subject: "query",
      value: sql,
      message: `${messageOf(error)}\nThe table is called results; its columns are ${names}.`,
    });
  }
}

/** What the table is, in words of DuckDB. */
function resultsView(files: readonly string[], { columns }: Manifest): string {
  const from =
    files.length > 0
      ? `SELECT * FROM read_parquet([${files.map((file) => quotedText(resolve(file))).join(", ")}])`
      : `SELECT * FROM (SELECT ${columns.map(({ name, kind }) => `NULL::${types[kind]} AS ${quotedName(name)}`).join(", ")}) WHERE false`;
  return `CREATE VIEW results AS ${from}`;
}

const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
/** Words that DuckDB does not take for a name unless they are in quotes. */
const reserved: ReadonlySet<string> = new Set(
  (
    "all analyze and any as asc both case cast check collate column constraint create default desc describe distinct do else end " +
    "except false fetch for foreign from group having in initially intersect into lambda lateral leading limit not null offset on " +
    "only or order pivot placing primary qualify references returning select show some summarize symmetric table then to trailing " +
    "true union unique unpivot using variadic when where window with"
  ).split(" "),
);
const quotedName = (name: string): string =>
  /^[a-z_]\w*$/i.test(name) && !reserved.has(name.toLowerCase()) ? name : `"${name.replaceAll('"', '""')}"`;

/** Whole numbers of 64 bits become numbers where nothing is lost; what JSON cannot say becomes text. */
function plain(value: unknown): QueryValue {
  if (value === null || typeof value === "boolean" || typeof value === "number" || typeof value === "string")
    return value;
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  return String(value);
}
