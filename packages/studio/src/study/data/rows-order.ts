import { orderOf } from "./column-facts.js";
import { passingRows, type FilterMask } from "./filter-mask.js";
import { columnNamed, isNumeric, type StudyTable } from "./study-table.js";

export interface RowSort {
  readonly column: string;
  readonly isFalling: boolean;
}

/** Places of the rows that pass, in the order of the study or of a column; missing values come last either way. */
export function sortedRows(table: StudyTable, mask: FilterMask, sort: RowSort | null): Uint32Array {
  const column = sort && columnNamed(table, sort.column);
  if (!sort || !column) return passingRows(mask);
  const order = orderOf(column);
  const rows = new Uint32Array(mask.passing);
  const isMissing = (row: number): boolean => isNumeric(column) && Number.isNaN(column.values[row]);
  let at = 0;
  const take = (row: number): void => {
    if (mask.failing[row] === 0) rows[at++] = row;
  };
  if (!sort.isFalling) {
    for (const row of order) take(row);
    return rows;
  }
  let beyond = order.length;
  while (beyond > 0 && isMissing(order[beyond - 1])) beyond--;
  for (let i = beyond - 1; i >= 0; i--) take(order[i]);
  for (let i = beyond; i < order.length; i++) take(order[i]);
  return rows;
}
