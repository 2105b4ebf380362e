import { describe, expect, test } from "vitest";
import { readTable } from "../src/read-table.js";
import { columnOf, unitOf } from "../src/result-table.js";
import { bitsOf, encoded, formats, header, rowsOf, summary } from "./support/sample.js";
import { refusal, refusalOf } from "../../kinetree/test/support/refusal.js";

describe.each(formats)("%s", (format) => {
  test.each([0, 1, 2, 50, 40_000])("reads back %i rows bit for bit", async (count) => {
    const rows = rowsOf(count, header.names.length);
    const { bytes, sidecar } = encoded(format, header, rows);
    const table = await readTable(bytes, { file: `x.${format}`, sidecar });
    expect(table.names).toEqual(header.names);
    expect(bitsOf(table.time)).toEqual(bitsOf(rows.map(({ t }) => t)));
    header.names.forEach((name, j) => {
      expect(bitsOf(columnOf(table, name))).toEqual(bitsOf(rows.map(({ row }) => row[j])));
    });
  });

  test("reads back units, metadata and summary", async () => {
    const { bytes, sidecar } = encoded(format, header, rowsOf(3, header.names.length));
    const table = await readTable(bytes, { file: `x.${format}`, sidecar });
    expect(header.names.map((name) => unitOf(table, name))).toEqual(header.units);
    const parsed = (record: Readonly<Record<string, string>>): unknown =>
      Object.fromEntries(Object.entries(record).map(([key, text]) => [key, JSON.parse(text)]));
    expect(parsed(table.metadata)).toEqual(parsed(header.metadata));
    expect(parsed(table.summary)).toEqual({ ...(parsed(summary) as object), recording: "complete" });
  });

  test("a result without columns is its times", async () => {
    const bare = { names: [], units: [], metadata: {} };
    const { bytes, sidecar } = encoded(format, bare, rowsOf(3, 0));
    const table = await readTable(bytes, { file: `x.${format}`, sidecar });
    expect([...table.time]).toEqual([0, 0.001, 0.002]);
  });

  test("many columns, several blocks", async () => {
    const names = Array.from({ length: 300 }, (_, i) => `q.joint${i}`);
    const wide = { names, units: names.map(() => "rad"), metadata: {} };
    const rows = rowsOf(2000, names.length);
    const { bytes, sidecar } = encoded(format, wide, rows);
    const table = await readTable(bytes, { file: `x.${format}`, sidecar });
    expect(bitsOf(columnOf(table, "q.joint299"))).toEqual(bitsOf(rows.map(({ row }) => row[299])));
  });

  test("same rows, same bytes", () => {
    const rows = rowsOf(100, header.names.length);
    expect(encoded(format, header, rows).bytes).toEqual(encoded(format, header, rows).bytes);
  });
});

test("an unknown channel is refused", async () => {
  const { bytes, sidecar } = encoded("csv", header, rowsOf(2, header.names.length));
  const table = await readTable(bytes, { file: "x.csv", sidecar });
  expect(refusal(() => columnOf(table, "pos.leg.x"))).toEqual({
    code: "unknown-channel",
    subject: 'channel "pos.leg.x"',
    value: "pos.leg.x",
  });
});

describe.each(["parquet", "mcap"] as const)("%s", (format) => {
  test.each([0, 1, 8, 60, 300])("a file cut to %i bytes is refused by its name", async (length) => {
    const { bytes } = encoded(format, header, rowsOf(40, header.names.length));
    const cut = readTable(bytes.subarray(0, length), { file: `cut.${format}` });
    expect(await refusalOf(cut)).toMatchObject({
      code: "result-not-readable",
      subject: `result file cut.${format}`,
    });
  });
});
