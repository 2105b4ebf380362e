import type { Num } from "../../graph/graph.js";
import type { Pose, Real } from "../../model/types.js";
import { mat3, mulMatVec, transpose3 } from "../../spatial/mat3.js";
import { matrixOfQuat } from "../../spatial/quaternion.js";
import { sub3, vec3, type Vec3 } from "../../spatial/vec3.js";

/** Where a terrain lies in the world, as structure and numbers. */
export interface TerrainFrame {
  readonly key: string;
  readonly numbers: readonly Num[];
  /** A place of the world, in components of the terrain. @param numbers begins with those of the frame */
  readonly placeInTerrain: (place: Vec3, numbers: readonly Num[]) => Vec3;
  readonly directionInWorld: (direction: Vec3, numbers: readonly Num[]) => Vec3;
}

export function planTerrainFrame(pose: Pose, num: (real: Real) => Num): TerrainFrame {
  const [w, x, y, z] = pose.rotation.map(num);
  const position = pose.position.map(num);
  const isLevel = (w === 1 || w === -1) && x === 0 && y === 0 && z === 0;
  // Most terrains are not turned: their directions are then known and cost nothing.
  if (isLevel) {
    return {
      key: "level",
      numbers: position,
      placeInTerrain: (place, n) => sub3(place, vec3(n)),
      directionInWorld: (direction) => direction,
    };
  }
  return {
    key: "turned",
    numbers: [...position, ...matrixOfQuat([w, x, y, z]).flat()],
    placeInTerrain: (place, n) => mulMatVec(transpose3(mat3(n, 3)), sub3(place, vec3(n))),
    directionInWorld: (direction, n) => mulMatVec(mat3(n, 3), direction),
  };
}
