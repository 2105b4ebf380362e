import { describe, expect, test } from "vitest";
import { readTable } from "../src/read-table.js";
import { createWriter } from "../src/create-writer.js";
import { memoryStorage } from "../src/write/memory-storage.js";
import type { WriterMark } from "../src/write/types.js";
import { bitsOf, encoded, formats, rowsOf, summary } from "./support/sample.js";
import { refusal } from "../../kinetree/test/support/refusal.js";

const names = Array.from({ length: 11 }, (_, i) => `q.j${i}`);
const header = { names, units: names.map(() => "rad"), metadata: { model: '"wide"' } };
const narrow = { names: ["q.a", "q.b"], units: ["rad", "rad"], metadata: {} };
/** Three rows. */
const smallBlocks = { valuesPerBlock: 36 };

describe.each(formats)("%s", (format) => {
  test.each([
    ["inside the first block", {}],
    ["across blocks", smallBlocks],
  ])("resumed at any row, it is the file of a run without interruption (%s)", (_, options) => {
    const count = 20;
    const rows = rowsOf(count, names.length);
    const whole = encoded(format, header, rows, options).bytes;
    for (let cut = 0; cut <= count; cut++) {
      const storage = memoryStorage(`x.${format}`);
      const first = createWriter(format, storage, header, options);
      for (const { t, row } of rows.slice(0, cut)) first.append(t, row);
      const mark = JSON.parse(JSON.stringify(first.mark())) as WriterMark;
      // Killed somewhat later.
      for (const { t, row } of rows.slice(cut, cut + 9)) first.append(t, row);
      const second = createWriter(format, storage, header, { ...options, from: mark });
      expect(second.rows).toBe(cut);
      for (const { t, row } of rows.slice(cut)) second.append(t, row);
      second.close(summary);
      const same = Buffer.compare(storage.bytes(), whole) === 0;
      expect(same, `cut at row ${cut}`).toBe(true);
    }
  });

  test("marks and flushes leave no trace in the bytes", () => {
    const rows = rowsOf(20, names.length);
    const storage = memoryStorage(`x.${format}`);
    const writer = createWriter(format, storage, header, smallBlocks);
    rows.forEach(({ t, row }, i) => {
      writer.append(t, row);
      if (i % 3 === 0) writer.mark();
      if (i % 5 === 0) writer.flush();
    });
    writer.close(summary);
    expect(Buffer.compare(storage.bytes(), encoded(format, header, rows, smallBlocks).bytes)).toBe(0);
  });

  test("after a flush the file is complete up to the last row", async () => {
    const rows = rowsOf(14, names.length);
    const storage = memoryStorage(`x.${format}`);
    const writer = createWriter(format, storage, header, smallBlocks);
    for (const [i, { t, row }] of rows.entries()) {
      writer.append(t, row);
      writer.flush();
      const table = await readTable(storage.bytes(), { file: `x.${format}` });
      expect(table.time.length).toBe(i + 1);
      expect(bitsOf(table.columns.map((column) => column[i]))).toEqual(bitsOf(row));
      expect(table.summary["recording"]).toBe(format === "csv" ? undefined : '"incomplete"');
    }
  });

  const refused = { code: "result-cannot-resume", subject: `result file x.${format}`, value: 0 };

  test("a mark of other columns is refused", () => {
    const storage = memoryStorage(`x.${format}`);
    const mark = createWriter(format, storage, narrow).mark();
    const other = { ...narrow, names: ["q.a", "q.c"] };
    expect(refusal(() => createWriter(format, storage, other, { from: mark }))).toEqual(refused);
  });

  test("a file that was replaced meanwhile is refused", () => {
    const storage = memoryStorage(`x.${format}`);
    const mark = createWriter(format, storage, narrow).mark();
    storage.write(new TextEncoder().encode("XXXX"), 0);
    expect(refusal(() => createWriter(format, storage, narrow, { from: mark }))).toEqual(refused);
    storage.truncate(2);
    expect(refusal(() => createWriter(format, storage, narrow, { from: mark }))).toEqual(refused);
  });
});

describe("a CSV file, whose checksum lies beside it", () => {
  test("is not continued after rows that were changed meanwhile", () => {
    const storage = memoryStorage("x.csv");
    const first = createWriter("csv", storage, narrow);
    first.append(0, Float64Array.of(1, 2));
    const mark = first.mark();
    storage.write(new TextEncoder().encode("3"), storage.size() - 2);
    const changed = { code: "result-cannot-resume", subject: "result file x.csv", value: 1 };
    expect(refusal(() => createWriter("csv", storage, narrow, { from: mark }))).toEqual(changed);
    const { index: _, ...older } = mark;
    expect(refusal(() => createWriter("csv", storage, narrow, { from: { ...older, index: null } }))).toEqual(changed);
  });

  test("is checked as a whole after it was resumed", async () => {
    const storage = memoryStorage("x.csv");
    let beside = "";
    const sidecar = { replace: (text: string): void => void (beside = text) };
    const first = createWriter("csv", storage, narrow, { sidecar });
    first.append(0, Float64Array.of(1, 2));
    const second = createWriter("csv", storage, narrow, { sidecar, from: first.mark() });
    expect(JSON.parse(beside)).toMatchObject({ checksums: { csv: null } });
    second.append(1, Float64Array.of(3, 4));
    second.close(summary);
    const { time } = await readTable(storage.bytes(), { file: "x.csv", sidecar: beside });
    expect([...time]).toEqual([0, 1]);
  });
});
