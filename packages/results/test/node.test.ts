import { spawnSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openResult, readResult } from "../src/node.js";
import { bitsOf, encoded, formats, header, rowsOf, summary } from "./support/sample.js";
import { refusal, refusalOf } from "../../kinetree/test/support/refusal.js";

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
    expect(refusal(() => openResult(path, header, { overwrite: false }))).toEqual({
      code: "result-not-written",
      subject: `result file ${path}`,
      value: "EEXIST",
    });
  });
});

test("nothing else is left in the folder but the locks of writers that are still open", () => {
  const files = ["run.csv", "run.mcap", "run.parquet"];
  expect(readdirSync(folder).sort()).toEqual([...files, "run.csv.json", ...files.map((name) => `${name}.lock`)].sort());
});

describe("a file that another writer has open", () => {
  const path = join(folder, "shared.csv");
  const lock = `${path}.lock`;
  const holder = (): { readonly pid: number } => JSON.parse(readFileSync(lock, "utf8")) as { readonly pid: number };

  test("is refused, keeps its rows, and is free again when it is closed", () => {
    const first = openResult(path, header);
    first.append(rows[0].t, rows[0].row);
    first.flush();
    const held = readFileSync(path);
    symlinkSync(path, join(folder, "alias.csv"));
    for (const name of [path, join(folder, "alias.csv")])
      expect(refusal(() => openResult(name, header))).toMatchObject({ code: "result-in-use", value: process.pid });
    expect(Buffer.compare(readFileSync(path), held)).toBe(0);
    first.close(summary);
    expect(existsSync(lock)).toBe(false);
    openResult(path, header).close(summary);
  });

  test("is refused by every name of its content, wherever that is", () => {
    const first = openResult(path, header);
    const names = [join(folder, "hard.csv"), join(folderNamed("elsewhere"), "hard.csv")];
    for (const name of names) {
      linkSync(path, name);
      expect(refusal(() => openResult(name, header))).toMatchObject({ code: "result-in-use", value: process.pid });
    }
    first.close(summary);
    for (const name of names) openResult(name, header).close(summary);
  });

  test("is refused to a run that resumes while the first one lives", () => {
    const first = openResult(path, header);
    const from = first.mark();
    // The parent of this process lives, and is another one.
    writeFileSync(lock, `${JSON.stringify({ ...holder(), pid: process.ppid, process: "" })}\n`);
    expect(refusal(() => openResult(path, header, { from }))).toMatchObject({
      code: "result-in-use",
      value: process.ppid,
    });
    rmSync(lock);
    first.close(summary);
  });

  test("is taken over from a process that has ended", () => {
    writeFileSync(lock, `${JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), process: "1" })}\n`);
    openResult(path, header).close(summary);
    expect(existsSync(lock)).toBe(false);
  });

  test("has no lock any more when its program ends without closing it", () => {
    const script = `import { openResult } from ${JSON.stringify(import.meta.resolve("@kinetree/results/node"))}; openResult(${JSON.stringify(path)}, ${JSON.stringify(header)}); process.exit(3)`;
    expect(spawnSync(process.execPath, ["--input-type=module", "-e", script]).status).toBe(3);
    expect(existsSync(lock)).toBe(false);
  });
});

test.each([
  ["missing folder", () => join(folder, "nowhere", "a.csv"), "result-not-written", "ENOENT"],
  ["a folder", () => folderNamed("a.csv"), "result-not-written", "EISDIR"],
  ["unknown format", () => join(folder, "a.xlsx"), "result-format", "xlsx"],
  ["no extension", () => join(folder, "a"), "result-format", ""],
])("%s is refused by name", (_, make, code, value) => {
  const path = make();
  expect(refusal(() => openResult(path, header))).toEqual({ code, subject: `result file ${path}`, value });
});

test.skipIf(!existsSync("/dev/full"))("a device that is full is named", () => {
  const writer = openResult("/dev/full", header);
  writer.append(0, rows[0].row);
  expect(refusal(() => writer.close(summary))).toEqual({
    code: "result-not-written",
    subject: "result file /dev/full",
    value: "ENOSPC",
  });
});

test("a file that is not there is named", async () => {
  const path = join(folder, "none.parquet");
  expect(await refusalOf(readResult(path))).toEqual({
    code: "result-not-read",
    subject: `result file ${path}`,
    value: "ENOENT",
  });
});

test("a file beside a CSV file that something else wrote is named", async () => {
  const path = join(folder, "other.csv");
  writeFileSync(path, "time\n0\n");
  writeFileSync(`${path}.json`, "[]");
  expect(await refusalOf(readResult(path))).toEqual({
    code: "result-not-readable",
    subject: `result file ${path}.json`,
    value: "[]",
  });
});

describe("headers that no file can have", () => {
  test.each([
    [{ ...header, units: [] }, "units-of-columns", "units", 0],
    [{ ...header, names: ["time", ...header.names.slice(1)] }, "column-name", 'column "time"', "time"],
    [{ ...header, names: ["", ...header.names.slice(1)] }, "column-name", 'column ""', ""],
    [{ ...header, metadata: { model: "pendulum" } }, "metadata-not-json", 'metadata "model"', "pendulum"],
  ])("%#", (wrong, code, subject, value) => {
    expect(refusal(() => openResult(join(folder, "wrong.csv"), wrong))).toEqual({ code, subject, value });
    expect(existsSync(join(folder, "wrong.csv"))).toBe(false);
  });
});

test("options of another type, and unknown ones, are refused by name", () => {
  const open = (options: unknown): unknown => openResult(join(folder, "typed.csv"), header, options as never);
  expect(refusal(() => open(5))).toMatchObject({ code: "wrong-type", subject: "options" });
  expect(refusal(() => open({ overwrite: "no" }))).toMatchObject({ code: "wrong-type", subject: "overwrite" });
  expect(refusal(() => open({ overwite: false }))).toMatchObject({ code: "unknown-option" });
});
