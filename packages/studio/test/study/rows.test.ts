import { describe, expect, test } from "vitest";
import { failuresOf } from "../../src/study/data/failures.js";
import { maskOf, passingRows } from "../../src/study/data/filter-mask.js";
import { sortedRows } from "../../src/study/data/rows-order.js";
import { findSample, sampleName } from "../../src/study/data/sample-name.js";
import { firstLook, shownColumns } from "../../src/study/data/study-defaults.js";
import { filteredCsv } from "../../src/study/study-export.js";
import { cellOf, columnNamed, isNumeric, studyTable } from "../../src/study/data/study-table.js";
import { syntheticTable } from "./support/synthetic.js";

const table = syntheticTable(400);
const mask = maskOf(table, [{ kind: "range", column: "p0", low: 0.25, high: 0.75 }]);

describe("sorting", () => {
  const peak = columnNamed(table, "peak");
  const values = peak && isNumeric(peak) ? peak.values : new Float64Array();
  const isFine = (row: number): boolean => !Number.isNaN(values[row]);

  test.each([false, true])("keeps the rows that pass, missing ones last, falling %s", (isFalling) => {
    const rows = [...sortedRows(table, mask, { column: "peak", isFalling })];
    expect([...rows].sort((a, b) => a - b)).toEqual([...passingRows(mask)]);
    const there = rows.filter(isFine).map((row) => values[row]);
    expect(there).toEqual([...there].sort((a, b) => (isFalling ? b - a : a - b)));
    expect(rows.findLastIndex(isFine)).toBe(there.length - 1);
  });

  test("by nothing keeps the order of the study", () => {
    expect(sortedRows(table, mask, null)).toEqual(passingRows(mask));
  });
});

describe("samples by name", () => {
  test("a row and a case with a sample lead to the same place", () => {
    expect(sampleName(table, 117)).toBe("soft-rock/17");
    expect(findSample(table, " 117 ")).toBe(117);
    expect(findSample(table, "soft-rock/17")).toBe(117);
  });

  test("what there is not is said", () => {
    expect(findSample(table, "4000")).toBe("There is no row 4000 (400 rows).");
    expect(findSample(table, "soft-mud/1")).toBe('There is no sample "soft-mud/1".');
    expect(findSample(table, "first")).toMatch(/"first" is not a sample/);
  });

  test("rows of an unfinished study keep their numbers", () => {
    const rows = [3, 4, 250];
    const columns = table.columns.map((column) =>
      isNumeric(column)
        ? { ...column, values: Float64Array.from(rows, (row) => column.values[row]) }
        : { ...column, indices: Uint32Array.from(rows, (row) => column.indices[row]) },
    );
    const cases = ["soft-ice", "soft-rock", "stiff-ice", "stiff-rock"];
    const part = studyTable({ columns, rows: 3 }, { samples: 100, cases });
    expect([...part.numbers]).toEqual(rows);
    expect(sampleName(part, 250)).toBe("stiff-ice/50");
    expect(findSample(part, "stiff-ice/50")).toBe(2);
  });
});

test("failures are told with their causes, and those that are filtered out are not", () => {
  const all = failuresOf(table, maskOf(table, []));
  expect(all.length).toBeGreaterThan(0);
  expect(new Set(all.map(({ cause }) => cause))).toEqual(new Set(["diverged"]));
  expect(failuresOf(table, maskOf(table, [{ kind: "classes", column: "end", labels: ["finished"] }]))).toEqual([]);
});

test("the first look is at the first output over the first parameter, by what happened", () => {
  const look = firstLook(table);
  expect(look.axes).toEqual({ x: "p0", y: "peak" });
  expect(look.colourBy).toBe("rolled");
  expect(look.output).toBe("peak");
  expect(look.distributions).toEqual(["peak", "share", "rolled", "p0", "p1", "p2"]);
  expect(shownColumns(table).map(({ name }) => name)).not.toContain("sample");
});

test("exported rows are those that pass, with all digits", () => {
  const text = filteredCsv(table.columns, passingRows(mask)).join("");
  const lines = text.trimEnd().split("\n");
  expect(lines.length).toBe(mask.passing + 1);
  const first = passingRows(mask)[0];
  const cells = lines[1].split(",");
  const isText = (i: number): boolean => !["number", "integer"].includes(table.columns[i].kind);
  const texts = table.columns.flatMap((column, i) =>
    column.kind === "text" ? [[cells[i], cellOf(column, first)]] : [],
  );
  for (const [read, stored] of texts) expect(read).toBe(stored);
  const values = cells.map((cell, i) => (isText(i) ? NaN : Number(cell)));
  expect(values).toEqual(table.columns.map((column, i) => (isText(i) ? NaN : cellOf(column, first))));
});
