import type { Terrain } from "../../model/contact.js";

/** Bounds of the heights and slopes of a map, before its scale. */
export interface HeightBounds {
  readonly lowest: number;
  readonly highest: number;
  readonly slope: number;
  /** No slope leads across the border, so that the bounds also hold beyond it, where it goes on. */
  readonly isLevelAround: boolean;
}

/** How far a bicubic surface reaches beyond its heights, as a share of their range: its weights add up to 1.25² in magnitude. */
const OVERSHOOT = 0.3;
/** How much steeper it is than the line from one height to the next: 1.5 along the line, by weights of 1.25 across. */
const STEEPER = 1.9;

export function heightBounds(map: Extract<Terrain, { kind: "height-map" }>): HeightBounds {
  const { nx, ny, dx, dy, heights, interpolation } = map;
  const isStraight = interpolation === "bilinear";
  let [lowest, highest, slopeX, slopeY, isLevelAround] = [Infinity, -Infinity, 0, 0, true];
  for (let j = 0; j < ny; j++) {
    for (let i = 0; i < nx; i++) {
      const h = heights[j * nx + i];
      lowest = Math.min(lowest, h);
      highest = Math.max(highest, h);
      const alongX = i > 0 ? Math.abs(h - heights[j * nx + i - 1]) : 0;
      const alongY = j > 0 ? Math.abs(h - heights[(j - 1) * nx + i]) : 0;
      slopeX = Math.max(slopeX, alongX / dx);
      slopeY = Math.max(slopeY, alongY / dy);
      if ((i === 1 || i === nx - 1) && alongX > 0) isLevelAround = false;
      if ((j === 1 || j === ny - 1) && alongY > 0) isLevelAround = false;
    }
  }
  const beyond = isStraight ? 0 : OVERSHOOT * (highest - lowest);
  return {
    lowest: lowest - beyond,
    highest: highest + beyond,
    slope: (isStraight ? 1 : STEEPER) * Math.sqrt(slopeX * slopeX + slopeY * slopeY),
    isLevelAround,
  };
}
