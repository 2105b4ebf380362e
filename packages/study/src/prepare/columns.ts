import type { Issues } from "../description/issues.js";
import type { Study } from "../description/study.js";
import type { CaseParameters } from "./case-parameters.js";
import type { PreparedCase, StudyColumn } from "./prepared-study.js";
import { siUnit } from "./quantity.js";

/** The columns of the results: who a row is, what it was made of, what came out, how it ended. */
export function columnsOf(
  study: Study,
  cases: readonly PreparedCase[],
  parameters: readonly CaseParameters[],
  issues: Issues,
): readonly StudyColumn[] {
  const factors = [...new Set(cases.flatMap((each) => Object.keys(each.factors)))];
  const varied = new Set([
    ...parameters.flatMap(({ distributions }) => [...distributions.keys()]),
    ...Object.keys(study.fixed ?? {}),
    ...(study.cases ?? []).flatMap((each) => Object.keys(each.fixed ?? {})),
  ]);
  const unitOf = (name: string): string => {
    const found = parameters.flatMap(({ known }) => known).find((each) => each.name === name);
    return siUnit(found?.unit ?? "");
  };
  const columns: StudyColumn[] = [
    { name: "sample", kind: "integer", unit: "", role: "sample" },
    { name: "case", kind: "text", unit: "", role: "case" },
    ...factors.map((name): StudyColumn => ({ name, kind: "text", unit: "", role: "factor" })),
    ...[...varied].map((name): StudyColumn => ({ name, kind: "number", unit: unitOf(name), role: "parameter" })),
    ...cases[0].outputs.columns.map((column): StudyColumn => ({ ...column, role: "output" })),
    { name: "end", kind: "text", unit: "", role: "end" },
    { name: "t", kind: "number", unit: "s", role: "end" },
    { name: "accepted", kind: "integer", unit: "", role: "end" },
    { name: "rejected", kind: "integer", unit: "", role: "end" },
    { name: "failure", kind: "text", unit: "", role: "end" },
  ];
  const seen = new Map<string, StudyColumn>();
  for (const column of columns) {
    // Query languages do not tell capitals from small letters.
    const key = column.name.toLowerCase();
    const other = seen.get(key);
    if (other) {
      const owner = column.role === "end" && other.role !== "end" ? other : column;
      const place = { output: ["outputs", owner.name], parameter: ["parameters", owner.name], factor: ["cases"] };
      issues.report(
        place[owner.role as keyof typeof place] ?? [],
        "duplicate-column",
        `"${owner.name}" would be the second column of that name in the results (${other.role} and ${column.role}). Rename it.`,
        owner.name,
      );
    }
    seen.set(key, column);
  }
  return columns;
}
