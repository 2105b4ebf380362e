import type { HeightGridData } from "./padded-heights.js";

/** Extent of the heights of a grid. */
export interface HeightExtent {
  readonly lowest: number;
  readonly highest: number;
  /** No line from one height to the next is steeper. */
  readonly slope: number;
  /** No slope leads across the border, so that the extent also holds beyond it, where the grid goes on. */
  readonly isLevelAround: boolean;
}

export function heightExtent({ nx, ny, dx, dy, heights }: HeightGridData): HeightExtent {
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
  return { lowest, highest, slope: Math.sqrt(slopeX * slopeX + slopeY * slopeY), isLevelAround };
}
