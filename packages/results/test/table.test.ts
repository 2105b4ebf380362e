import { describe, expect, test } from "vitest";
import {
  createTableEncoder,
  csvNames,
  csvRows,
  readRows,
  valuesOf,
  type ColumnValues,
  type TableColumn,
} from "../src/index.js";
import { bitsOf } from "./support/sample.js";
import { refusalOf } from "../../kinetree/test/support/refusal.js";

const columns: readonly TableColumn[] = [
  { name: "sample", kind: "integer", unit: "" },
  { name: "case", kind: "text", unit: "" },
  { name: "peak", kind: "number", unit: "m/s²" },
  { name: "rolled over", kind: "boolean", unit: "" },
];

const groups: readonly (readonly ColumnValues[])[] = [
  [
    Float64Array.of(0, 1, 2, -3),
    ["stiff, ice", null, "", "弹簧 ❄"],
    Float64Array.of(1 / 3, NaN, -0, Infinity),
    Float64Array.of(1, 0, NaN, 1),
  ],
  [Float64Array.of(9007199254740991), ['a "quoted"\nname'], Float64Array.of(5e-324), Float64Array.of(NaN)],
];

function fileOf(parts: readonly (readonly ColumnValues[])[]): Uint8Array {
  const encoder = createTableEncoder(columns, { study: '"europa"' });
  return Buffer.concat([encoder.head(), ...parts.map(encoder.group), encoder.tail()]);
}

const joined = (index: number): (string | number | null)[] => groups.flatMap((group) => [...group[index]]);

describe("a table read back", () => {
  test("has the values written, missing ones included", async () => {
    const table = await readRows(fileOf(groups), "x.parquet");
    expect(table).toMatchObject({ columns, rows: 5, metadata: { study: '"europa"' } });
    expect([...(valuesOf(table, "case") ?? [])]).toEqual(joined(1));
    for (const index of [0, 2, 3])
      expect(bitsOf(table.values[index] as Float64Array)).toEqual(bitsOf(joined(index) as number[]));
  });

  test("may have no rows", async () => expect(await readRows(fileOf([]), "x.parquet")).toMatchObject({ rows: 0 }));

  test("has as many booleans as rows, whatever their number", async () => {
    for (const count of [1, 7, 8, 9, 64, 65]) {
      const flags = Float64Array.from({ length: count }, (_, i) => (i % 3 === 0 ? 1 : i % 7 === 0 ? NaN : 0));
      const rows = [new Float64Array(count), new Array<string>(count).fill("a"), new Float64Array(count), flags];
      const table = await readRows(fileOf([rows]), "x.parquet");
      expect(bitsOf(valuesOf(table, "rolled over") as Float64Array)).toEqual(bitsOf(flags));
    }
  });
});

test("a file cut off or changed anywhere before its tail is refused by name", async () => {
  const whole = fileOf(groups);
  const refused = (file: string) => ({ code: "result-not-readable", subject: `result file ${file}` });
  for (let length = 0; length < whole.length; length += 7)
    expect(await refusalOf(readRows(whole.subarray(0, length), "cut.parquet"))).toMatchObject(refused("cut.parquet"));
  const tail = new DataView(whole.buffer, whole.byteOffset).getUint32(whole.length - 8, true);
  for (let at = 4; at < whole.length - 8 - tail; at += 3) {
    const changed = Uint8Array.from(whole);
    changed[at] ^= 1;
    const facts = await refusalOf(readRows(changed, "bad.parquet"));
    expect(facts).toMatchObject({ ...refused("bad.parquet"), value: expect.stringContaining("checksum") });
  }
});

test("lines of text have empty fields for what is missing, and quotes where they are needed", () => {
  expect(csvNames(columns)).toBe("sample,case,peak,rolled over\n");
  expect(csvRows(columns, groups[0])).toBe(
    '0,"stiff, ice",0.3333333333333333,true\n1,,,false\n2,"",-0,\n-3,弹簧 ❄,Infinity,true\n',
  );
});
