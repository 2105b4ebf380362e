import { normalCdf } from "@kinetree/study";
import { uniform } from "kinetree/random";
import type { Column } from "../../../src/api/columns.js";
import { studyTable, type StudyTable } from "../../../src/study/data/study-table.js";

const cases = ["soft-ice", "soft-rock", "stiff-ice", "stiff-rock"];

/** Rows of a study that never ran: four cases, six parameters, outputs that follow from some of them, one failure in a hundred. */
export function syntheticTable(rows: number): StudyTable {
  const samples = rows / cases.length;
  const draw = (row: number, name: string): number => uniform(7, row, name);
  const numbers = (
    name: string,
    role: Column["role"],
    of: (row: number) => number,
    kind: string = "number",
    unit = "",
  ): Column => {
    const values = Float64Array.from({ length: rows }, (_, row) => of(row));
    return { name, kind, unit, role, values, missing: values.filter(Number.isNaN).length };
  };
  const texts = (
    name: string,
    role: Column["role"],
    dictionary: readonly string[],
    of: (row: number) => number,
  ): Column => ({
    name,
    kind: "text",
    unit: "",
    role,
    dictionary,
    indices: Uint32Array.from({ length: rows }, (_, row) => of(row)),
  });
  const hasFailed = (row: number): boolean => draw(row, "fail") < 0.01;
  const peak = (row: number): number =>
    hasFailed(row) ? NaN : 3 * draw(row, "p0") - draw(row, "p1") + 0.1 * draw(row, "noise") + Math.floor(row / samples);
  const columns: Column[] = [
    numbers("sample", "sample", (row) => row % samples, "integer"),
    texts("case", "case", cases, (row) => Math.floor(row / samples)),
    texts("legs", "factor", ["soft", "stiff"], (row) => Math.floor((2 * row) / rows)),
    ...Array.from({ length: 6 }, (_, i) => numbers(`p${i}`, "parameter", (row) => draw(row, `p${i}`), "number", "m")),
    numbers("peak", "output", peak, "number", "N"),
    numbers("share", "output", (row) => normalCdf(4 * draw(row, "p2") - 2), "number"),
    numbers("rolled", "output", (row) => (hasFailed(row) ? NaN : Number(peak(row) > 4)), "boolean"),
    texts("end", "end", ["finished", "diverged"], (row) => Number(hasFailed(row))),
  ];
  return studyTable({ columns, rows }, { samples, cases });
}
