import { readFileSync, rmSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTableEncoder } from "@kinetree/results";
import { beginStudy, openStudy } from "@kinetree/study/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readStudyRows } from "../../src/engine/study/study-file.js";
import { differingCells } from "../../src/engine/study/study-hash.js";
import { createStudyHost } from "../../src/engine/study/study-host.js";
import { cellsOf, studyTable } from "../../src/study/data/study-table.js";

const folder = mkdtempSync(join(tmpdir(), "kinetree-studio-"));
let bytes: Uint8Array;
beforeAll(async () => {
  const origin = { named: "pendulum", samples: 5, seed: 4 };
  const path = join(folder, "swing.study");
  await beginStudy(path, await openStudy(origin), origin, { workers: 0 });
  bytes = readFileSync(join(path, "results.parquet"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a file of a named study tells how to make it again, and its rows are replayed bit for bit", async () => {
  const { info, columns, name } = await readStudyRows("results.parquet", bytes);
  expect([name, columns.rows, info?.samples, info?.seed]).toEqual(["pendulum", 5, 5, 4]);
  if (!info) throw new Error("the study was not recognised");
  const host = createStudyHost();
  await host.prepare(info);
  const { cells } = await host.replay(3, null);
  expect(differingCells(cells, cellsOf(studyTable(columns, null), 3))).toEqual([]);
});

test("a file of a study that nobody knows has rows and no recipe", async () => {
  const encoder = createTableEncoder(
    [
      { name: "sample", kind: "integer", unit: "" },
      { name: "case", kind: "text", unit: "" },
      { name: "peak", kind: "number", unit: "N" },
      { name: "end", kind: "text", unit: "" },
    ],
    { name: "elsewhere" },
  );
  const group = encoder.group([Float64Array.of(0, 1), ["a", "b"], Float64Array.of(1.5, NaN), ["finished", null]]);
  const file = Buffer.concat([encoder.head(), group, encoder.tail()]);
  const { info, columns } = await readStudyRows("other.parquet", file);
  expect(info).toBe(null);
  expect(columns.columns.map(({ role }) => role)).toEqual(["sample", "case", "output", "end"]);
  expect(cellsOf(studyTable(columns, null), 1)).toEqual([1, "b", NaN, null]);
});

test("a file of something else, and rubbish, are refused by name", async () => {
  const encoder = createTableEncoder([{ name: "t", kind: "number", unit: "s" }], {});
  const file = Buffer.concat([encoder.head(), encoder.group([Float64Array.of(0)]), encoder.tail()]);
  await expect(readStudyRows("run.parquet", file)).rejects.toThrow(/run\.parquet has no column "sample"/);
  await expect(readStudyRows("rubbish.parquet", new Uint8Array(40))).rejects.toThrow(/rubbish\.parquet/);
});
