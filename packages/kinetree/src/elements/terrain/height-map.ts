import type { Num } from "../../graph/graph.js";
import { heightExtent } from "../../grounds/height-extent.js";
import type { Terrain } from "../../model/contact.js";
import type { Real } from "../../model/types.js";
import { planScale } from "../scale.js";
import { boundsBetween } from "./height-bounds.js";
import { planGrid } from "./height-grid.js";
import { planRelief } from "./relief-surface.js";
import { type TracedSurface } from "./surface.js";
import { planTerrainFrame } from "./terrain-frame.js";

/** Heights that are part of the model, and so of the code. */
export function planHeightMap(
  terrain: Extract<Terrain, { kind: "height-map" }>,
  num: (real: Real) => Num,
): TracedSurface {
  const { name, dx, dy, interpolation = "bicubic" } = terrain;
  const extent = heightExtent(terrain);
  const grid = planGrid(terrain);
  const bounds = boundsBetween(interpolation, extent);
  return planRelief({
    key: `height map ${JSON.stringify(name)}`,
    frame: planTerrainFrame(terrain.pose, num),
    scale: planScale(terrain.scale, num),
    numbers: [],
    relief: () => ({ grid, bounds, isLevelAround: extent.isLevelAround, grain: Math.min(dx, dy) }),
    inside: null,
    friction: null,
  });
}
