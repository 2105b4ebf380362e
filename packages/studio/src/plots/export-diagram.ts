import { download } from "../run/download.js";
import { engine } from "../run/engine.js";
import { CanvasPaper } from "./canvas-paper.js";
import { paperInk, type ChartInk } from "./chart-ink.js";
import { LinePoints, type TimeRange } from "./decimate.js";
import { drawFigure, type Figure } from "./figure.js";
import type { PlotSource } from "./plot-source.js";
import { rowBefore } from "../engine/row-columns.js";
import type { AxisRanges } from "./pointer-tools.js";
import { SvgPaper } from "./svg-paper.js";
import type { LineSpec } from "./chart-view.js";

export interface ShownDiagram {
  readonly title: string;
  readonly source: PlotSource;
  readonly lines: readonly LineSpec[];
  readonly axisLabels: readonly string[];
  readonly isLogarithmic: boolean;
  readonly x: TimeRange;
  readonly ranges: AxisRanges;
  readonly ink: ChartInk;
  readonly aspect: number;
}

const WIDTH = 960;
/** Dots for a pixel. */
const SHARP = 2;

function figureOf(diagram: ShownDiagram, styles: readonly LineSpec["style"][], ink: ChartInk): Figure {
  const { title, source, lines, axisLabels, isLogarithmic, x, ranges, aspect } = diagram;
  const points = new LinePoints();
  points.take(
    source.t,
    lines.map(({ name }) => source.column(name)),
    x,
    WIDTH,
  );
  return {
    title,
    x,
    isLogarithmic,
    lines: lines.map(({ name, axis }, i) => ({ name, axis, style: styles[i], x: points.x, y: points.y(i) })),
    ranges,
    labels: axisLabels,
    width: WIDTH,
    height: Math.round(WIDTH / Math.min(2.4, Math.max(1.5, aspect))),
    ink,
  };
}

/** The figure on white: the page's colours by their place, as those of a dark page would be faint there. */
function paperFigure(diagram: ShownDiagram): Figure {
  const { ink, lines } = diagram;
  const styles = lines.map(({ style }) => {
    const place = ink.series.indexOf(style.colour);
    return place < 0 ? style : { ...style, colour: paperInk.series[place] };
  });
  return figureOf(diagram, styles, paperInk);
}

const pageFigure = (diagram: ShownDiagram): Figure =>
  figureOf(
    diagram,
    diagram.lines.map(({ style }) => style),
    diagram.ink,
  );

function diagramSvg(diagram: ShownDiagram): string {
  const figure = paperFigure(diagram);
  const paper = new SvgPaper(figure.width, figure.height, familyOf(figure.ink));
  drawFigure(paper, figure);
  return paper.file;
}

export function saveSvg(diagram: ShownDiagram): void {
  const bytes = new TextEncoder().encode(diagramSvg(diagram));
  download({ name: `${fileName(diagram.title)}.svg`, type: "image/svg+xml", bytes });
}

export async function savePng(diagram: ShownDiagram, on: "white" | "page"): Promise<void> {
  const figure = on === "white" ? paperFigure(diagram) : pageFigure(diagram);
  const paper = new CanvasPaper(figure.width, figure.height, SHARP, familyOf(figure.ink));
  drawFigure(paper, figure);
  download({ name: `${fileName(diagram.title)}.png`, type: "image/png", bytes: await paper.png() });
}

export async function saveCsv({ title, source, lines, x }: ShownDiagram, rows: "visible" | "all"): Promise<void> {
  const { t } = source;
  const first = rows === "all" ? 0 : Math.max(0, rowBefore(t, x[0]) + (t[rowBefore(t, x[0])] === x[0] ? 0 : 1));
  const end = rows === "all" ? t.length : rowBefore(t, x[1]) + 1;
  const count = Math.max(0, end - first);
  const names = lines.map(({ name }) => name);
  const values = new Float64Array(count * names.length);
  names.forEach((name, at) => {
    const column = source.column(name);
    for (let row = 0; row < count; row++) values[row * names.length + at] = column?.at(first + row) ?? NaN;
  });
  const units = names.map(source.unitOf);
  const rowsOf = { t: t.slice(first, end), values };
  download(await engine().encode("csv", fileName(title), { names, units }, rowsOf, {}));
}

export const fileName = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60) || "diagram";

const familyOf = ({ font }: ChartInk): string => font.replace(/^\S+ /, "");
