import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readRows } from "@kinetree/results";
import { beforeAll, describe, expect, test } from "vitest";
import { exportStudy } from "../../src/store/export-study.js";
import { queryStudy } from "../../src/store/query.js";
import { beginStudy, resumeStudy } from "../../src/store/run-study.js";
import { scratch } from "./support/scratch.js";
import { toyStudy } from "./support/toy-study.js";
import { refusalOf } from "../../../kinetree/test/support/refusal.js";

const fresh = scratch();
const whole = fresh("it's whole.study");
const part = fresh("part.study");
const none = fresh("none.study");

beforeAll(async () => {
  await beginStudy(whole, toyStudy(), {}, { workers: 0 });
  for (const [folder, chunks] of [
    [part, 3],
    [none, 0],
  ] as const) {
    const stop = new AbortController();
    let finished = 0;
    const onProgress = (): void => void (finished++ === chunks && stop.abort());
    await beginStudy(folder, toyStudy({ slowness: 1 }), {}, { workers: 1, signal: stop.signal, onProgress });
  }
});

describe("a query", () => {
  test("counts what the rows say", async () => {
    const sql = `SELECT "case", count(*) AS n, count("peak load") AS fine, max(sample) AS last FROM results GROUP BY 1 ORDER BY 1`;
    expect(await queryStudy(whole, sql)).toEqual({
      columns: [
        { name: "case", type: "VARCHAR" },
        { name: "n", type: "BIGINT" },
        { name: "fine", type: "BIGINT" },
        { name: "last", type: "BIGINT" },
      ],
      rows: [
        ["soft", 100, 95, 99],
        ["stiff", 100, 95, 99],
      ],
      samples: 200,
      missing: 0,
      damaged: [],
    });
  });

  test("gives the numbers of the file, to the last bit, and NULL where a sample failed", async () => {
    const { rows } = await queryStudy(whole, 'SELECT "peak load" FROM results');
    const table = await readRows(readFileSync(join(whole, "results.parquet")), "results.parquet");
    const expected = [...(table.values[3] as Float64Array)].map((x) => (Number.isNaN(x) ? null : x));
    expect(rows.map(([x]) => x)).toEqual(expected);
  });

  test("sees what is finished of a study that is not", async () => {
    expect(await queryStudy(part, "SELECT count(*) FROM results")).toMatchObject({ rows: [[48]], missing: 152 });
    expect((await queryStudy(none, "SELECT count(*), max(length) FROM results")).rows).toEqual([[0, null]]);
  });

  test("that DuckDB refuses is named", async () => {
    const value = "SELECT peek FROM results";
    expect(await refusalOf(queryStudy(whole, value))).toEqual({ code: "sql-refused", subject: "query", value });
  });
});

describe("an export", () => {
  test("as CSV has a line for each row", async () => {
    const out = fresh("rows.csv");
    expect(await exportStudy(whole, out)).toMatchObject({ rows: 200, missing: 0 });
    const lines = readFileSync(out, "utf8").trimEnd().split("\n");
    expect(lines[0]).toBe("sample,case,length,peak load,rolled,end");
    expect(lines[8]).toMatch(/^7,stiff,[\d.]+,,,step-too-small$/);
    expect(lines.length).toBe(201);
  });

  test("as Parquet is the result itself", async () => {
    const out = fresh("rows.parquet");
    await exportStudy(whole, out);
    expect(readFileSync(out).equals(readFileSync(join(whole, "results.parquet")))).toBe(true);
  });

  test.each(["csv", "parquet"])("as %s of a part of a study says how much is missing", async (extension) => {
    const out = fresh(`part.${extension}`);
    expect(await exportStudy(part, out)).toMatchObject({ rows: 48, missing: 152 });
  });

  test("as anything else is refused", async () => {
    const [mcap, xls] = [fresh("rows.mcap"), fresh("rows.xls")];
    expect(await refusalOf(exportStudy(whole, mcap))).toEqual({
      code: "export-format",
      subject: `file ${mcap}`,
      value: "mcap",
    });
    expect(await refusalOf(exportStudy(whole, xls))).toEqual({
      code: "result-format",
      subject: `result file ${xls}`,
      value: "xls",
    });
  });
});

describe("several statements", () => {
  test("are all carried out, and the last one answers", async () => {
    const { rows } = await queryStudy(whole, "CREATE TABLE few AS SELECT 5 AS n; SELECT n + 1 FROM few;");
    expect(rows).toEqual([[6]]);
  });

  test("none at all is refused", async () => {
    expect(await refusalOf(queryStudy(whole, " "))).toEqual({ code: "sql-refused", subject: "query", value: " " });
  });

  test("columns of one name are told apart", async () => {
    const { columns } = await queryStudy(whole, "SELECT 1 AS n, 2 AS n");
    expect(new Set(columns.map(({ name }) => name)).size).toBe(2);
  });
});

test("results that are damaged / refused, exported from the chunks, and written again by resuming", async () => {
  const folder = fresh("damaged.study");
  await beginStudy(folder, toyStudy(), {}, { workers: 0 });
  const results = join(folder, "results.parquet");
  const bytes = readFileSync(results);
  writeFileSync(results, bytes.subarray(0, 500));
  expect(await refusalOf(queryStudy(folder, "SELECT 1"))).toEqual({
    code: "result-not-readable",
    subject: `folder ${folder}`,
    value: folder,
  });
  const out = fresh("export.parquet");
  await exportStudy(folder, out);
  expect(readFileSync(out).equals(bytes)).toBe(true);
  await resumeStudy(folder, toyStudy(), { workers: 0 });
  expect(readFileSync(results).equals(bytes)).toBe(true);
});

test("results with a bit turned / refused by a query, whatever it asks", async () => {
  const folder = fresh("turned.study");
  await beginStudy(folder, toyStudy(), {}, { workers: 0 });
  const results = join(folder, "results.parquet");
  const bytes = readFileSync(results);
  for (let at = 3; at < bytes.length; at += Math.floor(bytes.length / 8)) {
    const changed = Uint8Array.from(bytes);
    changed[at] ^= 1;
    writeFileSync(results, changed);
    const refused = { code: "result-not-readable", subject: `folder ${folder}` };
    expect(await refusalOf(queryStudy(folder, "SELECT 1")), `byte ${at}`).toMatchObject(refused);
  }
});

test("results of another study, or of fewer rows / refused by a query", async () => {
  const folder = fresh("swapped.study");
  const results = join(folder, "results.parquet");
  await beginStudy(folder, toyStudy({ seed: 2 }), {}, { workers: 0 });
  copyFileSync(join(whole, "results.parquet"), results);
  const refused = { code: "result-not-readable", subject: `folder ${folder}` };
  expect(await refusalOf(queryStudy(folder, "SELECT 1"))).toMatchObject(refused);
  const little = fresh("little.study");
  await beginStudy(little, toyStudy({ samples: 8 }), {}, { workers: 0, chunkSize: 4 });
  rmSync(join(little, "results.parquet"));
  const chunk = join(little, "chunks", "0000000004-0000000007.parquet");
  writeFileSync(chunk, readFileSync(chunk).fill(7, 40, 41));
  expect(await queryStudy(little, "SELECT count(*) FROM results")).toMatchObject({
    rows: [[12]],
    samples: 16,
    missing: 4,
    damaged: [chunk],
  });
  writeFileSync(join(little, "results.parquet"), readFileSync(join(little, "chunks", "0000000000-0000000003.parquet")));
  expect(await refusalOf(queryStudy(little, "SELECT 1"))).toMatchObject({ code: "result-not-readable" });
});
