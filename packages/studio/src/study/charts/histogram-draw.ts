import type { ChartColours } from "./chart-colours.js";
import type { Histogram } from "../data/histogram.js";
import type { Pen } from "./pen.js";
import { ticksOf } from "./ticks.js";

/** How classes are drawn: bars one upon the other, or outlines whose areas are all the same. */
export type HistogramStyle = "counts" | "densities";

export interface HistogramPicture {
  readonly histogram: Histogram;
  readonly palette: readonly string[];
  readonly colours: ChartColours;
  readonly style: HistogramStyle;
  readonly width: number;
  readonly height: number;
}

/** Room below the bars for the numbers of the axis, and at the sides. */
export const AXIS = 16;
const SIDE = 8;

export const xOf = ({ histogram: { low, width, bins }, width: w }: HistogramPicture, value: number): number =>
  SIDE + ((value - low) / (width * bins)) * (w - 2 * SIDE);

export const valueAt = ({ histogram: { low, width, bins }, width: w }: HistogramPicture, x: number): number =>
  low + ((x - SIDE) / (w - 2 * SIDE)) * width * bins;

/** Draws all rows faintly, scaled to the same height, and above them those that pass. */
export function drawHistogram(pen: Pen, picture: HistogramPicture): void {
  const { histogram, colours, height } = picture;
  const floor = height - AXIS;
  const room = floor - 4;
  const { bins, all } = histogram;
  const most = Math.max(1, ...all);
  pen.area(
    steps(picture, floor, (bin) => (all[bin] / most) * room, bins),
    colours.faint,
  );
  if (picture.style === "counts") drawBars(pen, picture, floor, room);
  else drawOutlines(pen, picture, floor, room);
  pen.line([SIDE, floor + 0.5, picture.width - SIDE, floor + 0.5], colours.line, 1);
  const { low, width } = histogram;
  const { values, texts } = ticksOf(low, low + width * bins, Math.max(2, picture.width / 48));
  values.forEach((value, i) => {
    const x = xOf(picture, value);
    // Numbers at the ends would be cut.
    if (x < SIDE + 6 || x > picture.width - SIDE - 6) return;
    pen.text(x, height - 6, texts[i], { colour: colours.muted, size: 10.5, anchor: "middle" });
  });
}

/** Classes upon one another: the height is the number of rows that pass. */
function drawBars(pen: Pen, picture: HistogramPicture, floor: number, room: number): void {
  const { histogram, palette } = picture;
  const { bins, counts, totals, low, width } = histogram;
  let most = 1;
  for (let bin = 0; bin < bins; bin++) {
    let sum = 0;
    for (let k = 0; k < totals.length; k++) sum += counts[k * bins + bin];
    most = Math.max(most, sum);
  }
  for (let bin = 0; bin < bins; bin++) {
    const left = xOf(picture, low + bin * width);
    const right = xOf(picture, low + (bin + 1) * width);
    let top = floor;
    for (let k = 0; k < totals.length; k++) {
      const size = (counts[k * bins + bin] / most) * room;
      if (size === 0) continue;
      top -= size;
      pen.rectangle(left + 0.25, top, Math.max(0.5, right - left - 0.5), size, palette[k], 0.9);
    }
  }
}

/** Every class for itself, so that classes of different sizes compare. */
function drawOutlines(pen: Pen, picture: HistogramPicture, floor: number, room: number): void {
  const { histogram, palette } = picture;
  const { bins, counts, totals } = histogram;
  const share = (k: number, bin: number): number => (totals[k] === 0 ? 0 : counts[k * bins + bin] / totals[k]);
  let most = 1e-12;
  for (let k = 0; k < totals.length; k++) for (let bin = 0; bin < bins; bin++) most = Math.max(most, share(k, bin));
  totals.forEach((total, k) => {
    if (total === 0) return;
    const points = steps(picture, floor, (bin) => (share(k, bin) / most) * room, bins);
    // Areas of many classes would only make mud.
    if (totals.length <= 4) pen.area(points, palette[k], 0.12);
    pen.line(points, palette[k], totals.length <= 4 ? 1.5 : 1.1);
  });
}

function steps(picture: HistogramPicture, floor: number, size: (bin: number) => number, bins: number): number[] {
  const { low, width } = picture.histogram;
  const points = [xOf(picture, low), floor];
  for (let bin = 0; bin < bins; bin++) {
    const y = floor - size(bin);
    points.push(xOf(picture, low + bin * width), y, xOf(picture, low + (bin + 1) * width), y);
  }
  points.push(xOf(picture, low + bins * width), floor);
  return points;
}
