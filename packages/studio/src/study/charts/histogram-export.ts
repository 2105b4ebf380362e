import type { NumberColumn } from "../../api/columns.js";
import { classColours, readColours } from "./chart-colours.js";
import { blobOf } from "./chart-export.js";
import { classesOf, extentOf } from "../data/column-facts.js";
import { bitsWithout } from "../data/filter-mask.js";
import { drawHistogram, type HistogramPicture, type HistogramStyle } from "./histogram-draw.js";
import { histogramOf } from "../data/histogram.js";
import { canvasPen, svgPen, type Pen } from "./pen.js";
import { useStudy } from "../data/study-store.js";
import { columnNamed, titleOf } from "../data/study-table.js";

const [WIDTH, HEIGHT, TITLE] = [640, 280, 28];

export function histogramPng(column: NumberColumn, style: HistogramStyle): Promise<Blob> {
  const canvas = document.createElement("canvas");
  const { picture, labels } = pictureOf(column, style);
  const height = heightOf(labels);
  canvas.width = 2 * WIDTH;
  canvas.height = 2 * height;
  const context = canvas.getContext("2d");
  if (!context) return Promise.reject(new Error("the browser provides no canvas"));
  context.scale(2, 2);
  const pen = canvasPen(context);
  pen.rectangle(0, 0, WIDTH, height, picture.colours.surface);
  drawFrame(pen, column, picture, labels);
  context.translate(0, TITLE);
  drawHistogram(pen, picture);
  return blobOf(canvas);
}

export function histogramSvg(column: NumberColumn, style: HistogramStyle): string {
  const { picture, labels } = pictureOf(column, style);
  const pen = svgPen(WIDTH, heightOf(labels), picture.colours.surface);
  drawFrame(pen, column, picture, labels);
  pen.raw(`<g transform="translate(0 ${TITLE})">`);
  drawHistogram(pen, picture);
  pen.raw("</g>");
  return pen.finish();
}

const heightOf = (labels: readonly string[]): number =>
  HEIGHT + TITLE + (labels.length > 1 ? 20 * Math.ceil(labels.length / 4) + 4 : 0);

function pictureOf(
  column: NumberColumn,
  style: HistogramStyle,
): { readonly picture: HistogramPicture; readonly labels: readonly string[] } {
  const { table, mask, colourBy } = useStudy.getState();
  if (!table || !mask) throw new Error("no study is open");
  const isDark = document.documentElement.dataset["theme"] === "dark";
  const colours = readColours(isDark ? "dark" : "light");
  const classes = classesOf(columnNamed(table, colourBy) ?? column);
  const histogram = histogramOf(column, extentOf(column), classes, mask, bitsWithout(mask, column.name));
  const palette = classColours(colours, classes.labels);
  return { picture: { histogram, palette, colours, style, width: WIDTH, height: HEIGHT }, labels: classes.labels };
}

function drawFrame(
  pen: Pen,
  column: NumberColumn,
  { colours, palette }: HistogramPicture,
  labels: readonly string[],
): void {
  pen.text(8, 15, titleOf(column), { colour: colours.text, size: 13, anchor: "start", isBold: true });
  if (labels.length <= 1) return;
  labels.forEach((label, i) => {
    const [x, y] = [8 + ((i % 4) * (WIDTH - 16)) / 4, TITLE + HEIGHT + 12 + 20 * Math.floor(i / 4)];
    pen.rectangle(x, y - 5, 10, 10, palette[i]);
    pen.text(x + 15, y, label, { colour: colours.text, size: 11, anchor: "start" });
  });
}
