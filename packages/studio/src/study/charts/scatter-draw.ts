import { rgbOf, type ChartColours } from "./chart-colours.js";
import { dotRadius, stampDots, type DotPlaces } from "./dots.js";
import type { FilterMask } from "../data/filter-mask.js";
import type { Pen } from "./pen.js";
import type { Frame, View } from "./scatter-scale.js";
import { ticksOf } from "./ticks.js";

export interface ScatterPicture {
  readonly frame: Frame;
  readonly view: View;
  readonly mask: FilterMask;
  /** Class of each row, and the colour of each class. */
  readonly codes: Uint32Array;
  readonly palette: readonly string[];
  readonly colours: ChartColours;
  readonly xTitle: string;
  readonly yTitle: string;
}

/** The plane with its dots: rows that do not pass lie faintly below. `places` are pixels of this picture. */
export function scatterImage(
  { frame, view, mask, codes, palette, colours }: ScatterPicture,
  places: DotPlaces,
  scale: number,
): ImageData {
  const image = new ImageData(
    Math.max(1, Math.round(frame.width * scale)),
    Math.max(1, Math.round(frame.height * scale)),
  );
  fill(image, colours.surface);
  drawGrid(image, view, frame, colours, scale);
  const { failing } = mask;
  const radius = dotRadius(mask.passing) * scale;
  if (mask.passing < failing.length) {
    const faint = new Uint32Array(failing.length);
    stampDots(image, places, { failing, isPassing: false }, faint, [colours.faint], Math.min(radius, 2 * scale), 1);
  }
  stampDots(image, places, { failing, isPassing: true }, codes, palette, radius, mask.passing > 1000 ? 0.8 : 0.9);
  return image;
}

function fill({ data }: ImageData, colour: string): void {
  const [red, green, blue] = rgbOf(colour);
  for (let at = 0; at < data.length; at += 4) {
    data[at] = red;
    data[at + 1] = green;
    data[at + 2] = blue;
    data[at + 3] = 255;
  }
}

const xTicks = ({ x0, x1 }: View, { width }: Frame): ReturnType<typeof ticksOf> => ticksOf(x0, x1, width / 76);
const yTicks = ({ y0, y1 }: View, { height }: Frame): ReturnType<typeof ticksOf> => ticksOf(y0, y1, height / 48);

/** Lines of the grid lie below the dots, so they are pixels of the same picture. */
function drawGrid(
  { data, width, height }: ImageData,
  view: View,
  frame: Frame,
  { line }: ChartColours,
  scale: number,
): void {
  const [red, green, blue] = rgbOf(line);
  const put = (at: number): void => {
    data[at] = red;
    data[at + 1] = green;
    data[at + 2] = blue;
  };
  for (const x of xTicks(view, frame).values) {
    const column = Math.round(((x - view.x0) / (view.x1 - view.x0)) * frame.width * scale);
    if (column >= 0 && column < width) for (let row = 0; row < height; row++) put(4 * (row * width + column));
  }
  for (const y of yTicks(view, frame).values) {
    const row = Math.round(((view.y1 - y) / (view.y1 - view.y0)) * frame.height * scale);
    if (row >= 0 && row < height) for (let column = 0; column < width; column++) put(4 * (row * width + column));
  }
}

export function drawAxes(pen: Pen, { frame, view, colours, xTitle, yTitle }: ScatterPicture): void {
  const { left, top, width, height } = frame;
  const bottom = top + height;
  pen.line([left, top, left, bottom, left + width, bottom], colours.muted, 1);
  const number = { colour: colours.muted, size: 11 } as const;
  const across = xTicks(view, frame);
  across.values.forEach((value, i) => {
    const x = left + ((value - view.x0) / (view.x1 - view.x0)) * width;
    pen.text(x, bottom + 12, across.texts[i], { ...number, anchor: "middle" });
  });
  const upward = yTicks(view, frame);
  upward.values.forEach((value, i) => {
    const y = top + ((view.y1 - value) / (view.y1 - view.y0)) * height;
    pen.text(left - 6, y, upward.texts[i], { ...number, anchor: "end" });
  });
  const title = { colour: colours.text, size: 12, anchor: "middle" } as const;
  pen.text(left + width / 2, bottom + 31, xTitle, title);
  pen.text(12, top + height / 2, yTitle, { ...title, isUpward: true });
}
