import type { Cell, ReportColumn, ReportTable } from "../document.js";
import { escaped } from "./escape.js";
import { intervalText, numberText } from "./number-text.js";

/** Tables of more columns have their intervals below the numbers. */
const WIDE = 9;
/** Letters from which on a text is broken into lines. */
const LONG = 60;

/** A table as HTML. */
export function tableHtml({ name, title, columns, rows, notes = [] }: ReportTable): string {
  const isText = columns.map((_, i) => rows.every((row) => typeof row[i] === "string" || row[i] === null));
  const head = columns.map((column, i) => `<th scope="col"${isText[i] ? "" : ' class="n"'}>${headHtml(column)}</th>`);
  const body = rows.map((row) => {
    const cells = row.map((cell, i) => cellHtml(cell, columns[i], isText[i]));
    return `<tr>${cells.join("")}</tr>\n`;
  });
  const below = notes.map((note) => `<p class="note">${escaped(note)}</p>\n`).join("");
  return (
    `<div class="table${columns.length > WIDE ? " wide" : ""}" id="table-${escaped(name)}"><table>\n<caption>${escaped(title)}</caption>\n` +
    `<thead><tr>${head.join("")}</tr></thead>\n<tbody>\n${body.join("")}</tbody>\n</table></div>\n${below}`
  );
}

const headHtml = ({ name, unit = "" }: ReportColumn): string =>
  escaped(name) + (unit === "" ? "" : ` <span class="unit">[${escaped(unit)}]</span>`);

function cellHtml(cell: Cell, { style }: ReportColumn, isText: boolean): string {
  if (cell === null) return "<td></td>";
  if (typeof cell === "string")
    return isText
      ? `<td${cell.length > LONG ? ' class="long"' : ""}>${escaped(cell)}</td>`
      : `<td class="n">${escaped(cell)}</td>`;
  if (typeof cell === "number") return `<td class="n">${numberText(cell, style)}</td>`;
  if ("holds" in cell) return `<td class="n ${cell.holds ? "good" : "bad"}">${escaped(cell.text)}</td>`;
  const interval = intervalText(cell, style);
  const shown = interval === "" ? "" : ` <span class="interval">${interval}</span>`;
  return `<td class="n">${numberText(cell.value, style)}${shown}</td>`;
}
