import { classesOf, MOST_CLASSES, varies } from "./column-facts.js";
import { isMeasured, type StudyColumn, type StudyTable } from "./study-table.js";
import type { StudyState } from "./study-store.js";

/** Columns that tell classes apart: true or false, or a text of a few. */
export const classColumns = ({ columns }: StudyTable): readonly StudyColumn[] =>
  columns.filter((column) => {
    if (isMeasured(column) || column.name === "failure") return false;
    return classesOf(column).labels.length <= MOST_CLASSES;
  });

export const axisColumns = ({ columns }: StudyTable): readonly StudyColumn[] => columns.filter(isMeasured);

/** Columns that have a distribution worth a picture. */
export const shownColumns = (table: StudyTable): readonly StudyColumn[] => {
  const classes = classColumns(table);
  return table.columns.filter((column) => column.role !== "sample" && (isMeasured(column) || classes.includes(column)));
};

/** Initial view: first outputs over the first parameter, coloured by the first event. */
export function firstLook(table: StudyTable): Pick<StudyState, "colourBy" | "axes" | "distributions" | "output"> {
  const outputs = table.columns.filter((column) => column.role === "output" && varies(column));
  const measured = outputs.filter(isMeasured);
  // Times of extremes are seldom the first interest.
  const values = [...measured.filter(({ name }) => !name.endsWith(".time")), ...measured];
  const happened = outputs.filter(({ kind }) => kind === "boolean");
  const parameters = table.columns.filter((column) => column.role === "parameter" && varies(column));
  const classes = classColumns(table).filter(varies);
  const colour =
    happened[0] ??
    classes.find(({ role }) => role === "factor") ??
    classes.find(({ role }) => role === "case") ??
    classes.find(({ name }) => name === "end");
  const shown = [...values.slice(0, 4), ...happened.slice(0, 1), ...parameters.slice(0, 3)];
  return {
    colourBy: colour?.name ?? null,
    axes: {
      x: parameters[0]?.name ?? values[0]?.name ?? null,
      y: values[0]?.name ?? parameters[1]?.name ?? null,
    },
    distributions: [...new Set(shown.map(({ name }) => name))],
    output: values[0]?.name ?? outputs[0]?.name ?? null,
  };
}
