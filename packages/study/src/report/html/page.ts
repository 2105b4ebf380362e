import { chartSvg } from "@kinetree/results/plot";
import type { Block, Cell, Report, ReportColumn, ReportFigure, ReportTable, Section } from "../document.js";
import { escaped } from "./escape.js";
import { intervalText, numberText } from "./number-text.js";
import { pageColors, style } from "./style.js";

/** A report as one page that fetches nothing: HTML that is XML too, so that any parser reads it. */
export const pageHtml = ({ title, subtitle, sections }: Report): string =>
  `<!DOCTYPE html>
<html lang="en" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${escaped(title)}</h1>
<p class="subtitle">${escaped(subtitle)}</p>
<nav aria-label="Contents"><ul>
${sections.map(({ name, heading }) => `<li><a href="#${name}">${escaped(heading)}</a></li>`).join("\n")}
</ul></nav>
</header>
<main>
${sections.map(sectionHtml).join("")}</main>
</body>
</html>
`;

const sectionHtml = ({ name, heading, blocks }: Section): string =>
  `<section id="${name}">\n<h2>${escaped(heading)}</h2>\n${blocks.map(blockHtml).join("")}</section>\n`;

function blockHtml(block: Block): string {
  switch (block.kind) {
    case "text":
      return `<p>${escaped(block.text)}</p>\n`;
    case "heading":
      return `<h3>${escaped(block.text)}</h3>\n`;
    case "list":
      return `<ul>\n${block.items.map((item) => `<li>${escaped(item)}</li>\n`).join("")}</ul>\n`;
    case "facts":
      return `<dl>\n${block.facts.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>\n`).join("")}</dl>\n`;
    case "table":
      return tableHtml(block.table);
    case "files":
      return `<p class="note">${escaped(block.text)} ${block.tables.map(({ name }) => `tables/${escaped(name)}.csv`).join(", ")}</p>\n`;
    case "figures":
      return `<div class="figures">\n${block.figures.map(figureHtml).join("")}</div>\n`;
    default:
      return block satisfies never;
  }
}

const figureHtml = ({ name, caption, chart }: ReportFigure): string =>
  `<figure id="figure-${escaped(name)}">\n${chartSvg(chart, pageColors)}<figcaption>${escaped(caption)}</figcaption>\n</figure>\n`;

/** Tables of more columns have their intervals below the numbers. */
const WIDE = 9;
/** Letters from which on a text is broken into lines. */
const LONG = 60;

/** A table as HTML. */
function tableHtml({ name, title, columns, rows, notes = [] }: ReportTable): string {
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
