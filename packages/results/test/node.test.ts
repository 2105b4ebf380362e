import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openResult, readResult } from "../src/node.js";
import { bitsOf, encoded, formats, header, rowsOf, summary } from "./support/sample.js";

const folder = mkdtempSync(join(tmpdir(), "kinetree-results-"));
afterAll(() => rmSync(folder, { recursive: true }));
const folderNamed = (name: string): string => {
  mkdirSync(join(folder, name));
  return join(folder, name);
};
const rows = rowsOf(30, header.names.length);

describe.each(formats)("%s on disk", (format) => {
  const path = join(folder, `run.${format}`);

  test("is what was recorded, and the same bytes as in memory", async () => {
    const writer = openResult(path, header);
    for (const { t, row } of rows) writer.append(t, row);
    writer.close(summary);
    const table = await readResult(path);
    expect(bitsOf(table.columns[3])).toEqual(bitsOf(rows.map(({ row }) => row[3])));
    expect(Buffer.compare(readFileSync(path), encoded(format, header, rows).bytes)).toBe(0);
  });

  test("resumed by another process it is the same file", () => {
    const whole = readFileSync(path);
    const first = openResult(path, header);
    for (const { t, row } of rows.slice(0, 11)) first.append(t, row);
    const from = first.mark();
    for (const { t, row } of rows.slice(11, 20)) first.append(t, row);
    const second = openResult(path, header, { from });
    for (const { t, row } of rows.slice(11)) second.append(t, row);
    second.close(summary);
    expect(Buffer.compare(readFileSync(path), whole)).toBe(0);
  });

  test("an old file stays until there is something to replace it", () => {
    const old = readFileSync(path);
    openResult(path, header);
    expect(Buffer.compare(readFileSync(path), old)).toBe(0);
  });

  test("an old file is refused where overwriting is", () => {
    expect(() => openResult(path, header, { overwrite: false })).toThrow("exists already");
  });
});

test("nothing else is left in the folder", () => {
  expect(readdirSync(folder).sort()).toEqual(["run.csv", "run.csv.json", "run.mcap", "run.parquet"]);
});

test.each([
  ["missing folder", () => join(folder, "nowhere", "a.csv"), "Create it first"],
  ["a folder", () => folderNamed("a.csv"), "Give the name of a file in it"],
  ["unknown format", () => join(folder, "a.xlsx"), "Use .csv, .parquet or .mcap"],
  ["no extension", () => join(folder, "a"), "has no extension"],
])("%s is refused with a fix", (_, path, fix) => {
  expect(() => openResult(path(), header)).toThrow(fix);
});

test.skipIf(!existsSync("/dev/full"))("a device that is full is named", () => {
  const writer = openResult("/dev/full", header);
  writer.append(0, rows[0].row);
  expect(() => writer.close(summary)).toThrow(/cannot write \/dev\/full \(ENOSPC/);
});

test("a file that is not there is named", async () => {
  await expect(readResult(join(folder, "none.parquet"))).rejects.toThrow("There is no such file");
});

test("a file beside a CSV file that something else wrote is named", async () => {
  const path = join(folder, "other.csv");
  writeFileSync(path, "time\n0\n");
  writeFileSync(`${path}.json`, "[]");
  await expect(readResult(path)).rejects.toThrow("Delete it to read without");
});

describe("headers that no file can have", () => {
  test.each([
    [{ ...header, units: [] }, "units for"],
    [{ ...header, names: ["time", ...header.names.slice(1)] }, 'column "time" is there twice'],
    [{ ...header, names: ["", ...header.names.slice(1)] }, "has no name"],
    [{ ...header, metadata: { model: "pendulum" } }, 'metadata "model" is pendulum, which is not JSON text'],
  ])("%#", (wrong, message) => {
    expect(() => openResult(join(folder, "wrong.csv"), wrong)).toThrow(message);
    expect(existsSync(join(folder, "wrong.csv"))).toBe(false);
  });
});
