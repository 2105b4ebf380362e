import { NO_TEXT } from "../../api/columns.js";
import type { FilterMask } from "./filter-mask.js";
import { cellOf, columnNamed, isNumeric, type StudyTable } from "./study-table.js";

export interface FailedSample {
  readonly place: number;
  readonly cause: string;
  /** When [s]; NaN if it never ran. */
  readonly t: number;
  readonly reason: string;
}

/** Ends of samples that did not fail. */
const fine: ReadonlySet<string> = new Set(["finished", "event"]);

export function failuresOf(table: StudyTable, { failing }: FilterMask): readonly FailedSample[] {
  const end = columnNamed(table, "end");
  if (!end || isNumeric(end)) return [];
  const isBad = end.dictionary.map((cause) => !fine.has(cause));
  if (!isBad.includes(true)) return [];
  const t = columnNamed(table, "t");
  const failure = columnNamed(table, "failure");
  const found: FailedSample[] = [];
  for (let place = 0; place < table.rows; place++) {
    const index = end.indices[place];
    if (failing[place] !== 0 || index === NO_TEXT || !isBad[index]) continue;
    found.push({
      place,
      cause: end.dictionary[index],
      t: t && isNumeric(t) ? t.values[place] : NaN,
      reason: failure ? reasonIn(cellOf(failure, place)) : "",
    });
  }
  return found;
}

/** The reason in a row: its message, or that it has the last state. */
function reasonIn(cell: string | number | null): string {
  if (typeof cell !== "string") return "";
  try {
    const { message } = JSON.parse(cell) as { readonly message?: unknown };
    return typeof message === "string" ? message : "its last state is recorded; replay it to see how it got there";
  } catch {
    return cell;
  }
}
