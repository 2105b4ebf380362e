import type { Num } from "../../graph/graph.js";
import type { Terrain } from "../../model/contact.js";
import type { Real } from "../../model/types.js";
import { planGround } from "./ground.js";
import { planHeightMap } from "./height-map.js";
import { planMesh } from "./mesh.js";
import { planPlane } from "./plane.js";
import type { TracedSurface } from "./surface.js";

/** Once for each terrain of a program: tables of a map or mesh are made here, and each making takes its own memory. */
export function planSurface(terrain: Terrain, num: (real: Real) => Num): TracedSurface {
  switch (terrain.kind) {
    case "plane":
      return planPlane(terrain, num);
    case "height-map":
      return planHeightMap(terrain, num);
    case "ground":
      return planGround(terrain, num);
    case "mesh":
      return planMesh(terrain, num);
  }
}
