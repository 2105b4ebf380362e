import type { Num } from "../../graph/graph.js";
import type { Vec3 } from "../../spatial/vec3.js";

/** How a sphere, or a point, lies to a surface. All vectors are in world components. */
export interface Touch {
  /** How far it reaches into the surface, along the normal [m]; negative apart. */
  readonly depth: Num;
  /** Unit vector out of the ground, at the touching place. */
  readonly normal: Vec3;
  /** Unit vectors along the ground: first × second = normal. They turn no more than the normal itself does. */
  readonly tangents: readonly [Vec3, Vec3];
}

/** A terrain as structure and numbers: contacts with it share a kernel where all else is alike too. */
export interface TracedSurface {
  /** Names the structure, and the tables by the name of the terrain: one program has one terrain of a name. */
  readonly key: string;
  readonly numbers: readonly Num[];
  /**
   * Touch of a sphere, without a branch.
   * @param centre in world components
   * @param radius a literal 0 for a point
   * @param numbers begins with those of the surface
   */
  readonly touch: (centre: Vec3, radius: Num, numbers: readonly Num[]) => Touch;
}
