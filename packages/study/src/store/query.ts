import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { DuckDBConnection, DuckDBResultReader } from "@duckdb/node-api";
import { RequestError } from "kinetree";
import type { ColumnKind } from "@kinetree/results";
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
  const definition = await resultsView(folder, manifest);
  // Loaded here: it is large, and nothing else needs it.
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    await openResults(connection, definition, folder);
    return await answer(connection, sql, manifest);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function openResults(connection: DuckDBConnection, definition: string, { path }: StudyFolder): Promise<void> {
  try {
    await connection.run(definition);
  } catch (error) {
    throw new RequestError({
      code: "result-not-readable",
      subject: `folder ${path}`,
      value: path,
      message: `the results in ${path} cannot be read (${messageOf(error).split("\n")[0]}). kinetree study resume ${path} writes them again.`,
    });
  }
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/^Failed to extract statements: /, "").trimEnd();

/** Carries out all statements; the last one's answer counts. */
async function lastAnswer(connection: DuckDBConnection, sql: string): Promise<DuckDBResultReader> {
  if (sql.trim() === "") throw new Error("The query is empty.");
  const statements = await connection.extractStatements(sql);
  for (let i = 0; i < statements.count - 1; i++) await (await statements.prepare(i)).run();
  return (await statements.prepare(statements.count - 1)).runAndReadAll();
}

async function answer(connection: DuckDBConnection, sql: string, manifest: Manifest): Promise<QueryAnswer> {
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
async function resultsView(folder: StudyFolder, manifest: Manifest): Promise<string> {
  const files = existsSync(folder.results) ? [folder.results] : await chunkPaths(folder, manifest);
  const from =
    files.length > 0
      ? `SELECT * FROM read_parquet([${files.map((file) => quotedText(resolve(file))).join(", ")}])`
      : `SELECT * FROM (SELECT ${manifest.columns.map(({ name, kind }) => `NULL::${types[kind]} AS ${quotedName(name)}`).join(", ")}) WHERE false`;
  return `CREATE VIEW results AS ${from}`;
}

async function chunkPaths(folder: StudyFolder, manifest: Manifest): Promise<string[]> {
  const { done } = await scanChunks(folder, manifest);
  return done.map((range) => join(folder.chunks, chunkName(layoutOf(manifest), range)));
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
