import { queryStudy, type QueryAnswer, type QueryValue } from "@kinetree/study/node";
import type { CommandAction } from "../../command-spec.js";
import { count } from "../../output/number-text.js";
import { shownName } from "../../output/shown-name.js";
import { print, printJson, tell } from "../../output/streams.js";
import { table, type Side } from "../../output/table.js";

/** Where nothing is asked: what could be. */
const COLUMNS = "SELECT column_name, column_type FROM (DESCRIBE results)";

/** `kinetree study sql` */
export const sql: CommandAction = async ([folder, query = COLUMNS], options: { readonly json?: boolean }) => {
  const answer = await queryStudy(folder, query);
  const { columns, rows } = answer;
  if (answer.missing > 0) tell(`kinetree: warning: ${missingText(folder, answer)}`);
  if (options.json === true) {
    printJson(rows.map((row) => Object.fromEntries(row.map((value, i) => [columns[i].name, inJson(value)]))));
    return 0;
  }
  const sides = columns.map(({ type }): Side => (numeric.test(type) ? "right" : "left"));
  const head = columns.map(({ name }) => shownName(name));
  const rule = head.map((name, i) =>
    "─".repeat(Math.max([...name].length, ...rows.map((row) => [...shown(row[i])].length))),
  );
  if (columns.length > 0) print(table([head, rule, ...rows.map((row) => row.map(shown))], sides));
  print(`(${count(rows.length, "row")})`);
  return 0;
};

function missingText(folder: string, { samples, missing, damaged }: QueryAnswer): string {
  const spoilt = damaged.length === 0 ? "" : ` Damaged: ${damaged.join(", ")}.`;
  const far = `${samples - missing} of ${count(samples, "sample")}`;
  return `the answer is from ${far}; the others are not there.${spoilt} kinetree study resume ${folder} computes what is missing.`;
}

/** JSON has no word for numbers that are not finite. */
const inJson = (value: QueryValue): QueryValue =>
  typeof value === "number" && !Number.isFinite(value) ? String(value) : value;

const numeric = /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL.*)$/;

const shown = (value: QueryValue): string =>
  value === null ? "NULL" : typeof value === "string" ? shownName(value) : String(value);
