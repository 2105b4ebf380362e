import { rgbOf } from "./chart-colours.js";

/** Where dots are, in pixels of the picture; NaN for those that are not shown. */
export interface DotPlaces {
  readonly x: Float32Array;
  readonly y: Float32Array;
}

/** Radius of dots [CSS px]: few dots are large, many are small. */
export const dotRadius = (count: number): number =>
  count <= 1000 ? 3.5 : count <= 5000 ? 2.6 : count <= 30_000 ? 1.8 : 1.2;

export interface ShownDots {
  readonly failing: Uint32Array;
  readonly isPassing: boolean;
}

/**
 * Puts dots of one colour each into a picture, pixel by pixel: two hundred thousand in a few milliseconds, where a canvas that is
 * asked for circles takes a second.
 */
export function stampDots(
  { data, width, height }: ImageData,
  { x, y }: DotPlaces,
  { failing, isPassing }: ShownDots,
  colourOf: Uint32Array,
  palette: readonly string[],
  radius: number,
  opacity: number,
): void {
  const colours = Int32Array.from(palette.flatMap(rgbOf));
  const { dx, dy, shares, half } = stampOf(radius, opacity);
  const offsets = dx.map((u, k) => 4 * (dy[k] * width + u));
  const count = x.length;
  // Rows come case by case; taken in that order the last case would hide the others.
  const stride = strideOf(count);
  for (let i = 0, row = 0; i < count; i++, row += stride, row -= row >= count ? count : 0) {
    if ((failing[row] === 0) !== isPassing) continue;
    // Rounded; missing numbers fall out of the picture.
    const px = Math.floor(x[row] + 0.5);
    const py = Math.floor(y[row] + 0.5);
    if (!(px >= -half && px < width + half && py >= -half && py < height + half)) continue;
    const colour = 3 * colourOf[row];
    const [red, green, blue] = [colours[colour], colours[colour + 1], colours[colour + 2]];
    const isInside = px >= half && px < width - half && py >= half && py < height - half;
    const centre = 4 * (py * width + px);
    for (let k = 0; k < offsets.length; k++) {
      if (!isInside) {
        const [u, v] = [px + dx[k], py + dy[k]];
        if (u < 0 || u >= width || v < 0 || v >= height) continue;
      }
      const at = centre + offsets[k];
      const share = shares[k];
      data[at] += ((red - data[at]) * share) >> 8;
      data[at + 1] += ((green - data[at + 1]) * share) >> 8;
      data[at + 2] += ((blue - data[at + 2]) * share) >> 8;
    }
  }
}

interface Stamp {
  /** From the middle. */
  readonly dx: Int32Array;
  readonly dy: Int32Array;
  /** How much of each it covers, of 256. */
  readonly shares: Int32Array;
  /** No pixel is farther from the middle, across or down. */
  readonly half: number;
}

function stampOf(radius: number, opacity: number): Stamp {
  const half = Math.ceil(radius);
  const pixels: (readonly [number, number, number])[] = [];
  for (let v = -half; v <= half; v++)
    for (let u = -half; u <= half; u++) {
      const share = Math.round(256 * opacity * Math.max(0, Math.min(1, radius + 0.5 - Math.hypot(u, v))));
      if (share > 0) pixels.push([u, v, share]);
    }
  const part = (k: 0 | 1 | 2): Int32Array => Int32Array.from(pixels, (pixel) => pixel[k]);
  return { dx: part(0), dy: part(1), shares: part(2), half };
}

/** A step that visits every place once, far from the one before. */
export function strideOf(count: number): number {
  let stride = Math.max(1, Math.floor(count * 0.6180339887));
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  while (divisor(stride, count) !== 1) stride++;
  return stride;
}

/** The dot nearest to a point within a distance; -1 if there is none. */
export function nearestDot(
  { x, y }: DotPlaces,
  isShown: (row: number) => boolean,
  at: { readonly x: number; readonly y: number },
  within: number,
): number {
  let [found, least] = [-1, within * within];
  for (let row = 0; row < x.length; row++) {
    const [dx, dy] = [x[row] - at.x, y[row] - at.y];
    const distance = dx * dx + dy * dy;
    if (distance < least && isShown(row)) [found, least] = [row, distance];
  }
  return found;
}
