import type { Num } from "../../graph/graph.js";
import { sub } from "../../graph/num.js";
import type { Terrain } from "../../model/contact.js";
import type { Real } from "../../model/types.js";
import { planTerrainFrame } from "./terrain-frame.js";
import { type TracedSurface } from "./surface.js";

/** A half-space: solid below the xy plane of its pose. */
export function planPlane(terrain: Extract<Terrain, { kind: "plane" }>, num: (real: Real) => Num): TracedSurface {
  const frame = planTerrainFrame(terrain.pose, num);
  return {
    key: `plane ${frame.key}`,
    numbers: frame.numbers,
    grain: null,
    up: (n) => frame.directionInWorld([0, 0, 1], n),
    inside: null,
    friction: null,
    room: (centre, radius, n) => {
      const clearance = sub(frame.placeInTerrain(centre, n)[2], radius);
      return { clearance, above: clearance, up: frame.directionInWorld([0, 0, 1], n) };
    },
    touch: (centre, radius, n) => ({
      depth: sub(radius, frame.placeInTerrain(centre, n)[2]),
      normal: frame.directionInWorld([0, 0, 1], n),
      tangents: [frame.directionInWorld([1, 0, 0], n), frame.directionInWorld([0, 1, 0], n)],
    }),
  };
}
