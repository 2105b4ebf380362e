import { describe, expect, test } from "vitest";
import {
  decodeColumns,
  encodeColumns,
  isText,
  NO_TEXT,
  textAt,
  type Column,
  type Columns,
} from "../../src/api/columns.js";

const message = (columns: Columns): ArrayBuffer => {
  const pieces = encodeColumns(columns);
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all.buffer;
};

const bits = (values: Float64Array): string =>
  Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString("hex");

const numbers: Column = {
  name: "peak load",
  kind: "number",
  unit: "N",
  role: "output",
  missing: 1,
  values: Float64Array.of(0.1, -0, NaN, Number.MIN_VALUE, Infinity),
};
const texts: Column = {
  name: "case",
  kind: "text",
  unit: "",
  role: "case",
  dictionary: ["stiff ice", "weiches Eis, 冰"],
  indices: Uint32Array.of(0, 1, 1, NO_TEXT, 0),
};
const flags: Column = {
  name: "tips",
  kind: "boolean",
  unit: "",
  role: "output",
  missing: 0,
  values: Float64Array.of(0, 1, 1, 0, 1),
};

describe("columns over the wire", () => {
  const given: Columns = { rows: 5, columns: [numbers, texts, flags] };

  test("come back with every bit", () => {
    const { rows, columns } = decodeColumns(message(given));
    expect(rows).toBe(5);
    expect(columns).toEqual(given.columns);
    const [first] = columns;
    expect(!isText(first) && bits(first.values)).toBe(!isText(numbers) && bits(numbers.values));
  });

  test("texts are read by their rows, missing ones are null", () => {
    const column = decodeColumns(message(given)).columns[1];
    if (!isText(column)) throw new Error("not a text");
    expect([0, 1, 2, 3, 4].map((row) => textAt(column, row))).toEqual([
      "stiff ice",
      "weiches Eis, 冰",
      "weiches Eis, 冰",
      null,
      "stiff ice",
    ]);
  });

  test("are looked at where they lie", () => {
    const buffer = message(given);
    for (const column of decodeColumns(buffer).columns) {
      const view = isText(column) ? column.indices : column.values;
      expect(view.buffer).toBe(buffer);
      expect(view.byteOffset % 8).toBe(0);
    }
  });

  test("no rows and no columns are fine", () => {
    expect(decodeColumns(message({ rows: 0, columns: [] }))).toEqual({ rows: 0, columns: [] });
    const empty: Columns = { rows: 0, columns: [{ ...flags, values: new Float64Array() }] };
    expect(decodeColumns(message(empty))).toEqual(empty);
  });

  test("a message that is cut off is refused with the place", () => {
    const whole = message(given);
    expect(() => decodeColumns(whole.slice(0, 2))).toThrow(/cut off at 2 bytes, in its header/);
    expect(() => decodeColumns(whole.slice(0, 20))).toThrow(/header/);
    expect(() => decodeColumns(whole.slice(0, whole.byteLength - 8))).toThrow(/column "tips"/);
  });
});
