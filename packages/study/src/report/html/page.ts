import { chartSvg } from "@kinetree/results/plot";
import type { Block, Report, ReportFigure, Section } from "../document.js";
import { escaped } from "./escape.js";
import { pageColors, style } from "./style.js";
import { tableHtml } from "./table-html.js";

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
