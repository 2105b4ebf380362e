import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { rejectionOf } from "../../kinetree/test/support/refusal.js";
import { ByteWriter } from "../src/byte-writer.js";
import { createTableEncoder, readRows, readTable, type ColumnValues, type TableColumn } from "../src/index.js";
import { ThriftStruct } from "../src/parquet/thrift.js";
import { encoded, rowsOf } from "./support/sample.js";

/* Files that are not what was written: every one of them is refused by name, and nothing of it is taken for a result. */

const narrow = { names: ["q.a", "q.b"], units: ["rad", "rad"], metadata: { model: '"two"' } };

/** Each bit of some bytes turned, one at a time. */
function* turned(bytes: Uint8Array, every = 1): Generator<{ at: string; changed: Uint8Array }> {
  for (let bit = 0; bit < 8 * bytes.length; bit += every) {
    const changed = Uint8Array.from(bytes);
    changed[bit >> 3] ^= 1 << (bit & 7);
    yield { at: `byte ${bit >> 3} of ${bytes.length}, bit ${bit & 7}`, changed };
  }
}

/** The places at which a turned bit is not refused by name, or not by what `isRight` accepts. */
async function missed(
  changes: Iterable<{ at: string; changed: Uint8Array }>,
  read: (changed: Uint8Array) => Promise<unknown>,
  isRight: (outcome: unknown) => boolean = isRefusal,
): Promise<string[]> {
  const places: string[] = [];
  for (const { at, changed } of changes) {
    const outcome = await read(changed).catch((error: unknown) => error);
    if (!isRight(outcome)) places.push(at);
  }
  return places;
}

const isRefusal = (outcome: unknown): boolean =>
  outcome instanceof Error && (outcome as { code?: unknown }).code === "result-not-readable";

const columns: readonly TableColumn[] = [
  { name: "sample", kind: "integer", unit: "" },
  { name: "end", kind: "text", unit: "" },
  { name: "peak", kind: "number", unit: "m" },
  { name: "fell", kind: "boolean", unit: "" },
];
const values: readonly ColumnValues[] = [
  Float64Array.of(0, 1, 2),
  ["finished", null, "event"],
  Float64Array.of(0.25, NaN, -0),
  Float64Array.of(1, 0, NaN),
];

function tableFile(): Uint8Array {
  const encoder = createTableEncoder(columns, { study: "abc" });
  return Buffer.concat([encoder.head(), encoder.group(values), encoder.tail()]);
}

describe("one bit turned anywhere", () => {
  test("in a table is refused", async () => {
    expect(await missed(turned(tableFile()), (changed) => readRows(changed, "x.parquet"))).toEqual([]);
  });

  test.each([
    ["parquet", 12, 1],
    ["mcap", 4, 3],
  ] as const)("in a file of a run is refused: %s", async (format, rows, every) => {
    const { bytes } = encoded(format, narrow, rowsOf(rows, 2), { valuesPerBlock: 24 });
    const read = (changed: Uint8Array): Promise<unknown> => readTable(changed, { file: `x.${format}` });
    expect(await missed(turned(bytes, every), read)).toEqual([]);
  });

  test("in a CSV file is refused", async () => {
    const { bytes, sidecar } = encoded("csv", narrow, rowsOf(12, 2), { valuesPerBlock: 24 });
    const read = (changed: Uint8Array): Promise<unknown> => readTable(changed, { file: "x.csv", sidecar });
    expect(await missed(turned(bytes), read)).toEqual([]);
  });

  test("in what lies beside a CSV file is refused, or changes nothing that it says", async () => {
    const { bytes, sidecar } = encoded("csv", narrow, rowsOf(2, 2));
    const read = (beside: Uint8Array): Promise<unknown> =>
      readTable(bytes, { file: "x.csv", sidecar: new TextDecoder().decode(beside) });
    const beside = new TextEncoder().encode(sidecar ?? "");
    const whole = await read(beside);
    const isRight = (outcome: unknown): boolean => isRefusal(outcome) || isDeepStrictEqual(outcome, whole);
    expect(await missed(turned(beside), read, isRight)).toEqual([]);
  });

  test("in the rows of a Parquet file whose writer was killed is refused, or loses rows and says so", async () => {
    const { bytes } = encoded("parquet", narrow, rowsOf(12, 2), { valuesPerBlock: 24 });
    const cut = bytes.subarray(0, bytes.length - 40);
    const read = (changed: Uint8Array): Promise<unknown> => readTable(changed, { file: "x.parquet" });
    const whole = await read(cut);
    expect(whole).toMatchObject({ summary: { recording: '"incomplete"' } });
    const isRight = (outcome: unknown): boolean => isRefusal(outcome) || isDeepStrictEqual(outcome, whole);
    expect(await missed(turned(cut, 5), read, isRight)).toEqual([]);
  });
});

test("a CSV file of a run says how to read one that was edited on purpose", async () => {
  const { bytes, sidecar } = encoded("csv", narrow, rowsOf(3, 2));
  const edited = new TextEncoder().encode(new TextDecoder().decode(bytes).replace("0.001", "0.0015"));
  const error = await rejectionOf(readTable(edited, { file: "x.csv", sidecar }));
  expect(error).toMatchObject({ code: "result-not-readable", subject: "result file x.csv" });
  expect(error.message).toContain("delete x.csv.json");
  expect((await readTable(edited, { file: "x.csv" })).time[1]).toBe(0.0015);
});

/** A file of one column of doubles whose footer says what it likes. */
function footerSays(write: (footer: ThriftStruct) => ThriftStruct): Uint8Array {
  const out = new ByteWriter().bytes(new TextEncoder().encode("PAR1"));
  const start = out.length;
  write(new ThriftStruct(out)).end();
  return out
    .u32(out.length - start)
    .bytes(new TextEncoder().encode("PAR1"))
    .take();
}

const schema = (footer: ThriftStruct): ThriftStruct =>
  footer
    .i32(1, 2)
    .structList(2, [null, "time"], (element, name) =>
      name === null ? element.text(4, "rows").i32(5, 1) : element.i32(1, 5).i32(3, 0).text(4, name),
    );
const noGroups = (footer: ThriftStruct): ThriftStruct => footer.structList(4, [], (group) => group);

const broken: readonly (readonly [string, Uint8Array, string])[] = [
  // Twice a negative number is an odd one here, less one.
  ["a negative number of rows", footerSays((f) => noGroups(schema(f).i64(3, 2.5))), "a number of rows is -3"],
  ["more rows than there can be", footerSays((f) => noGroups(schema(f).i64(3, 2 ** 52))), "a number of rows is"],
  ["rows in no group", footerSays((f) => noGroups(schema(f).i64(3, 3))), "it says 3 rows, its groups 0"],
  ["rows that are a text", footerSays((f) => noGroups(schema(f).text(3, "many"))), "a number of rows is"],
  ["no columns", footerSays((f) => noGroups(f.i32(1, 2).i64(3, 0))), ""],
  ["columns that are a number", footerSays((f) => noGroups(f.i32(1, 2).i32(2, 7).i64(3, 0))), ""],
  ["groups that are a number", footerSays((f) => schema(f).i64(3, 0).i32(4, 1)), ""],
  [
    "a list of two thousand million items",
    Uint8Array.from([
      ...Buffer.from("PAR1"),
      0x19,
      0xfc,
      0xff,
      0xff,
      0xff,
      0xff,
      7,
      0,
      8,
      0,
      0,
      0,
      ...Buffer.from("PAR1"),
    ]),
    "its footer is cut off",
  ],
  [
    "a type that Parquet has not",
    Uint8Array.from([...Buffer.from("PAR1"), 0x1b, 0, 0, 3, 0, 0, 0, ...Buffer.from("PAR1")]),
    "its footer is malformed",
  ],
  [
    "a footer longer than the file",
    Uint8Array.from([...Buffer.from("PAR1"), 0, 255, 255, 255, 255, ...Buffer.from("PAR1")]),
    "its footer has 4294967295 bytes",
  ],
];

describe("a footer that says", () => {
  test.each(broken)("%s is refused by whoever reads it", async (_, bytes, reason) => {
    for (const read of [readRows, (content: Uint8Array, file: string) => readTable(content, { file })]) {
      const error = await rejectionOf(read(bytes, "x.parquet"));
      expect(error).toMatchObject({ code: "result-not-readable", subject: "result file x.parquet" });
      expect(error.message).toContain(reason);
    }
  });
});

/** Rows of the file of another program, whose bytes no checksum covers. */
function foreign(): Uint8Array {
  const text = Buffer.from(tableFile()).toString("latin1");
  return Buffer.from(text.replaceAll("kinetree", "otherone").replaceAll("checksum", "somewhat"), "latin1");
}

test("any bit of another program's file may turn without ending the process", async () => {
  const escaped: unknown[] = [];
  const note = (reason: unknown): void => void escaped.push(reason);
  process.on("unhandledRejection", note);
  try {
    const isRight = (outcome: unknown): boolean => isRefusal(outcome) || !(outcome instanceof Error);
    expect(await missed(turned(foreign()), (changed) => readRows(changed, "x.parquet"), isRight)).toEqual([]);
    await new Promise(setImmediate);
  } finally {
    process.off("unhandledRejection", note);
  }
  expect(escaped).toEqual([]);
});
