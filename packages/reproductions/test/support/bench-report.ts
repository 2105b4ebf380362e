import type { BenchReport, BenchTable } from "../../src/bench/bench-study.js";

/** The table of a report that goes by a name. */
export function tableIn(report: BenchReport, name: string): BenchTable {
  const found = report.tables.find((each) => each.name === name);
  if (!found) throw new Error(`no table is called ${name}`);
  return found;
}

/** Cells below a heading. */
export function column(table: BenchTable, head: string): readonly unknown[] {
  const index = table.columns.indexOf(head);
  if (index < 0) throw new Error(`no column is called ${head} in ${table.name}`);
  return table.rows.map((row) => row[index]);
}

/** Names of tables with a row that has not a cell for each column, or with two columns called alike. */
export const raggedTables = ({ tables }: BenchReport): readonly string[] =>
  tables
    .filter(
      ({ columns, rows }) =>
        new Set(columns).size !== columns.length || rows.some((row) => row.length !== columns.length),
    )
    .map(({ name }) => name);
