import type { NumberColumn } from "../../api/columns.js";
import { extentOf } from "../data/column-facts.js";
import type { DotPlaces } from "./dots.js";

export interface View {
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
}

/** Where the plane is in the picture [CSS px]. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const frameOf = (width: number, height: number): Frame => ({
  left: 60,
  top: 10,
  width: Math.max(1, width - 60 - 14),
  height: Math.max(1, height - 10 - 44),
});

/** All of both columns with a little room around. */
export function wholeView(x: NumberColumn, y: NumberColumn): View {
  const [x0, x1] = padded(x);
  const [y0, y1] = padded(y);
  return { x0, x1, y0, y1 };
}

function padded(column: NumberColumn): readonly [number, number] {
  const { low, high } = extentOf(column);
  const room = high > low ? 0.04 * (high - low) : Math.abs(low) * 0.1 || 1;
  return [low - room, high + room];
}

/** A view nearer or farther (factor above 1) about a point of the plane, shares from its left and its top. */
export function zoomed({ x0, x1, y0, y1 }: View, factor: number, u: number, v: number): View {
  const [cx, cy] = [x0 + u * (x1 - x0), y1 - v * (y1 - y0)];
  const about = (from: number, to: number): number => from + (to - from) * factor;
  return { x0: about(cx, x0), x1: about(cx, x1), y0: about(cy, y0), y1: about(cy, y1) };
}

export function panned({ x0, x1, y0, y1 }: View, u: number, v: number): View {
  const [dx, dy] = [u * (x1 - x0), v * (y1 - y0)];
  return { x0: x0 - dx, x1: x1 - dx, y0: y0 + dy, y1: y1 + dy };
}

/** Where all rows are in the picture of a frame, in pixels from its corner; `scale` is pixels to a CSS pixel. */
export function placesOf(
  x: NumberColumn,
  y: NumberColumn,
  view: View,
  { width, height }: Frame,
  scale: number,
): DotPlaces {
  const count = x.values.length;
  const places = { x: new Float32Array(count), y: new Float32Array(count) };
  const [kx, ky] = [(width * scale) / (view.x1 - view.x0), (height * scale) / (view.y1 - view.y0)];
  for (let row = 0; row < count; row++) {
    places.x[row] = (x.values[row] - view.x0) * kx;
    places.y[row] = (view.y1 - y.values[row]) * ky;
  }
  return places;
}
