import { describe, expect, test } from "vitest";
import { readTable } from "../src/read-table.js";
import type { ResultFormat } from "../src/write/encoder.js";
import { createWriter } from "../src/create-writer.js";
import { memoryStorage, type MemoryStorage } from "../src/write/memory-storage.js";
import { bitsOf, encoded, formats, rowsOf, summary } from "./support/sample.js";
import { refusal, thrownBy, type Refusal } from "../../kinetree/test/support/refusal.js";

const failure = (code: string): Error => Object.assign(new Error(`${code}: refused`), { code });

/** A disk of so many bytes; what does not fit is written as far as it goes. */
function smallDisk(capacity: number): MemoryStorage & { removed: boolean } {
  const inner = memoryStorage("small.file");
  const disk = {
    ...inner,
    removed: false,
    write: (bytes: Uint8Array, position: number): number => {
      const room = capacity - position;
      if (room <= 0) throw failure("ENOSPC");
      return inner.write(bytes.subarray(0, room), position);
    },
    remove: () => {
      disk.removed = true;
    },
  };
  return disk;
}

const full = { code: "result-not-written", subject: "result file small.file", value: "ENOSPC" };

/** Null if nothing is thrown. */
function refusalIfAny(work: () => void): Refusal | null {
  try {
    work();
    return null;
  } catch (error) {
    return refusal(() => {
      throw error;
    });
  }
}

/** How many rows of how many are saved: only the message has them. */
const savedOf = ({ message }: Error): number[] =>
  (message.match(/\d+ of \d+ rows/)?.[0].match(/\d+/g) ?? []).map(Number);

async function rowsIn(format: ResultFormat, disk: MemoryStorage): Promise<string[][]> {
  const { time, columns } = await readTable(disk.bytes(), { format, file: disk.path });
  return Array.from(time, (_, i) => bitsOf(columns.map((column) => column[i])));
}

const names = Array.from({ length: 4 }, (_, i) => `q.j${i}`);
const header = { names, units: names.map(() => "rad"), metadata: { model: '"m"' } };

describe.each(formats)("%s", (format) => {
  test("a disk that fills up at any byte keeps the rows flushed before, readable", async () => {
    const options = { valuesPerBlock: 10 };
    const rows = rowsOf(5, names.length);
    const whole = encoded(format, header, rows, options).bytes.length;
    for (let capacity = 0; capacity < whole + 200; capacity++) {
      const disk = smallDisk(capacity);
      const writer = createWriter(format, disk, header, options);
      let flushed = 0;
      const facts = refusalIfAny(() => {
        for (const { t, row } of rows) {
          writer.append(t, row);
          writer.flush();
          flushed++;
        }
        writer.close(summary);
      });
      const isWhole = disk.size() === whole && flushed === rows.length;
      expect(facts ?? (isWhole ? full : null)).toEqual(full);
      expect(refusal(() => writer.append(0, rows[0].row))).toEqual({
        code: "result-closed",
        subject: "result file small.file",
        value: facts === null ? "closed" : "failed",
      });
      writer.close(summary);
      const kept = disk.removed ? [] : await rowsIn(format, disk);
      expect(kept.length, `capacity ${capacity}`).toBeGreaterThanOrEqual(flushed);
      expect(kept).toEqual(rows.slice(0, kept.length).map(({ row }) => bitsOf(row)));
    }
  });

  test.each([0.3, 0.6, 0.9])("on a disk with room for %d of the file, about as many rows are kept", async (share) => {
    const options = { valuesPerBlock: 100 };
    const rows = rowsOf(400, names.length);
    const whole = encoded(format, header, rows, options).bytes.length;
    const disk = smallDisk(Math.floor(share * whole));
    const writer = createWriter(format, disk, header, options);
    const error = thrownBy(() => {
      for (const { t, row } of rows) writer.append(t, row);
      writer.close(summary);
    });
    expect(error).toMatchObject(full);
    const kept = await rowsIn(format, disk);
    expect(savedOf(error)[0]).toBe(kept.length);
    expect(kept.length).toBeLessThan(rows.length);
    expect(kept.length).toBeGreaterThan((share - 0.2) * rows.length);
    expect(kept).toEqual(rows.slice(0, kept.length).map(({ row }) => bitsOf(row)));
  });

  test.each([
    [1000, 0.5],
    [1000, 0.9],
    [60, 0.5],
  ])("of %i rows for which no block was due yet, what there is room for is saved and counted", async (count, share) => {
    // Full blocks so large that the first alone has all rows.
    const options = { valuesPerBlock: 5 * 64 * count };
    const rows = rowsOf(count, names.length);
    const sizeOf = (some: typeof rows): number => encoded(format, header, some, options).bytes.length;
    const [empty, whole] = [sizeOf([]), sizeOf(rows)];
    const disk = smallDisk(Math.floor(empty + share * (whole - empty)));
    const writer = createWriter(format, disk, header, options);
    const error = thrownBy(() => {
      for (const { t, row } of rows) writer.append(t, row);
      writer.close(summary);
    });
    const kept = await rowsIn(format, disk);
    expect(error).toMatchObject(full);
    expect(savedOf(error)).toEqual([kept.length, count]);
    expect(kept).toEqual(rows.slice(0, kept.length).map(({ row }) => bitsOf(row)));
    // The longest numbers come anywhere, so a share of the bytes is about that of the rows.
    expect(kept.length).toBeGreaterThan((share - 0.1) * count);
  });

  test("a disk without room for a row says so", () => {
    const disk = smallDisk(encoded(format, header, []).bytes.length + 3);
    const writer = createWriter(format, disk, header);
    writer.append(0, Float64Array.of(0.1, 0.2, 0.3, 0.4));
    expect(refusal(() => writer.close(summary))).toEqual(full);
  });

  test.each(["EIO", "EPIPE", "EACCES"])("%s is the value of the error", (value) => {
    const storage = {
      ...memoryStorage("a.file"),
      write: (): number => {
        throw failure(value);
      },
    };
    const writer = createWriter(format, storage, header);
    expect(refusal(() => writer.close(summary))).toEqual({ ...full, subject: "result file a.file", value });
  });
});
