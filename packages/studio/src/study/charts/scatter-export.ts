import { placesOf } from "./scatter-scale.js";
import { drawAxes, scatterImage, type ScatterPicture } from "./scatter-draw.js";
import { canvasPen, svgPen } from "./pen.js";
import { dotRadius } from "./dots.js";
import { rgbOf } from "./chart-colours.js";
import { blobOf } from "./chart-export.js";
import type { NumberColumn } from "../../api/columns.js";

/** Above this many dots a drawing is slower to open than a picture. */
const MOST_CIRCLES = 20_000;

export interface ScatterExport {
  readonly picture: ScatterPicture;
  readonly x: NumberColumn;
  readonly y: NumberColumn;
  readonly labels: readonly string[];
}

export function scatterPng({ picture, x, y, labels }: ScatterExport): Promise<Blob> {
  const { frame, view } = picture;
  const scale = 2;
  const canvas = document.createElement("canvas");
  const [width, height] = sizeOf(picture, labels);
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = canvas.getContext("2d");
  if (!context) return Promise.reject(new Error("the browser provides no canvas"));
  context.scale(scale, scale);
  const pen = canvasPen(context);
  pen.rectangle(0, 0, width, height, picture.colours.surface);
  const image = scatterImage(picture, placesOf(x, y, view, frame, scale), scale);
  context.putImageData(image, Math.round(frame.left * scale), Math.round(frame.top * scale));
  drawAxes(pen, picture);
  drawLegend(pen, picture, labels);
  return blobOf(canvas);
}

export async function scatterSvg({ picture, x, y, labels }: ScatterExport): Promise<string> {
  const { frame, view, mask, codes, palette, colours } = picture;
  const [width, height] = sizeOf(picture, labels);
  const pen = svgPen(width, height, colours.surface);
  const { failing } = mask;
  if (mask.passing > MOST_CIRCLES) pen.raw(await dotsAsImage(picture, x, y));
  else {
    const places = placesOf(x, y, view, frame, 1);
    const radius = dotRadius(mask.passing);
    const circles: string[] = [];
    for (let row = 0; row < failing.length; row++) {
      const [cx, cy] = [places.x[row], places.y[row]];
      // Written so that missing numbers are left out.
      const isInside = cx >= 0 && cx <= frame.width && cy >= 0 && cy <= frame.height;
      if (failing[row] !== 0 || !isInside) continue;
      circles.push(
        `<circle cx="${(frame.left + cx).toFixed(1)}" cy="${(frame.top + cy).toFixed(1)}" r="${radius}" fill="${palette[codes[row]] ?? palette[0]}"/>`,
      );
    }
    pen.raw(`<g fill-opacity="0.85">\n${circles.join("\n")}\n</g>`);
  }
  drawAxes(pen, picture);
  drawLegend(pen, picture, labels);
  return pen.finish();
}

async function dotsAsImage(picture: ScatterPicture, x: NumberColumn, y: NumberColumn): Promise<string> {
  const { frame, view } = picture;
  const image = scatterImage(picture, placesOf(x, y, view, frame, 2), 2);
  const canvas = document.createElement("canvas");
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext("2d")?.putImageData(image, 0, 0);
  const address = canvas.toDataURL("image/png");
  return `<image x="${frame.left}" y="${frame.top}" width="${frame.width}" height="${frame.height}" href="${address}"/>`;
}

/** The page has the legend next to the plot; a file has it below. */
const LEGEND_ROW = 18;

const sizeOf = ({ frame }: ScatterPicture, labels: readonly string[]): readonly [number, number] => [
  frame.left + frame.width + 14,
  frame.top + frame.height + 48 + (labels.length > 1 ? LEGEND_ROW * Math.ceil(labels.length / 4) + 6 : 0),
];

function drawLegend(
  pen: Parameters<typeof drawAxes>[0],
  { frame, palette, colours }: ScatterPicture,
  labels: readonly string[],
): void {
  if (labels.length <= 1) return;
  labels.forEach((label, i) => {
    const x = frame.left + ((i % 4) * frame.width) / 4;
    const y = frame.top + frame.height + 54 + LEGEND_ROW * Math.floor(i / 4);
    const [red, green, blue] = rgbOf(palette[i]);
    pen.rectangle(x, y - 5, 10, 10, `rgb(${red} ${green} ${blue})`);
    pen.text(x + 15, y, label, { colour: colours.text, size: 11, anchor: "start" });
  });
}
