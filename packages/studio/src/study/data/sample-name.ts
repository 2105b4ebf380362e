import { cellOf, placeOfRow, type StudyTable } from "./study-table.js";

/** Who a row of the study is: "case/sample". */
export function sampleName(table: StudyTable | null, row: number): string {
  const place = table === null ? -1 : placeOfRow(table, row);
  return table === null || place < 0 ? `row ${row}` : nameAt(table, place);
}

/** Who is at a place of the table. */
export function nameAt(table: StudyTable, place: number): string {
  const [name, sample] = ["case", "sample"].map((role) => table.columns.find((column) => column.role === role));
  const texts = [name, sample].flatMap((column) => (column ? [String(cellOf(column, place) ?? "")] : []));
  return texts.join("/") || `row ${table.numbers[place]}`;
}

/** The place of a row such as "17", or of a sample such as "stiff-ice/17"; otherwise a message. */
export function findSample(table: StudyTable, asked: string): number | string {
  const text = asked.trim();
  const slash = text.lastIndexOf("/");
  const number = text.slice(slash + 1).trim();
  if (!/^\d+$/.test(number))
    return `"${text}" is not a sample. Enter a row such as 0, or a case and a sample such as "soft/0".`;
  if (slash < 0) {
    const place = placeOfRow(table, Number(number));
    return place >= 0 ? place : `There is no row ${number}${table.rows > 0 ? ` (${table.rows} rows)` : ""}.`;
  }
  const wanted = `${text.slice(0, slash).trim()}/${Number(number)}`;
  for (let place = 0; place < table.rows; place++) if (nameAt(table, place) === wanted) return place;
  return `There is no sample "${wanted}".`;
}
