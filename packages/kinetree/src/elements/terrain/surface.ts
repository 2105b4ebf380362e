import type { Num } from "../../graph/graph.js";
import { add, div, max, mul, neg } from "../../graph/num.js";
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

/** Room around a sphere, or a point: how far it may go before it can touch. */
export interface Room {
  /** No more than the distance to the surface [m]; negative while touching. */
  readonly clearance: Num;
  /** Height over the highest place of the surface [m], along `up`; negative infinity where that is not known. */
  readonly above: Num;
  readonly up: Vec3;
}

/** A terrain as structure and numbers: contacts with it share a kernel where all else is alike too. */
export interface TracedSurface {
  /** Names the structure, and the tables by the name of the terrain: one program has one terrain of a name. */
  readonly key: string;
  readonly numbers: readonly Num[];
  /** Touch of a sphere, its radius a literal 0 for a point; without a branch. `numbers` begin with those of the surface. */
  readonly touch: (centre: Vec3, radius: Num, numbers: readonly Num[]) => Touch;
  readonly room: (centre: Vec3, radius: Num, numbers: readonly Num[]) => Room;
  /** Unit vector away from the ground as a whole, in world components. */
  readonly up: (numbers: readonly Num[]) => Vec3;
  /** Width of the narrowest rise or hollow, roughly [m]; null for a plane, which has none. */
  readonly grain: ((numbers: readonly Num[]) => Num) | null;
  /** How far a place is within the border [m], negative beyond it; null for terrains that no run leaves. */
  readonly inside: ((place: Vec3, numbers: readonly Num[]) => Num) | null;
  /** Coefficient of friction of what lies under a place; null for terrains without materials. */
  readonly friction: ((place: Vec3, numbers: readonly Num[]) => Num) | null;
}

/** Below this the normal points straight down, where the tangents are not defined. */
const LEAST = 1e-12;

/**
 * Tangents of a unit normal: the x and y axes carried along as z is turned to the normal by the shortest way, so that they turn with
 * it without a twist of their own. (Duff et al., Building an Orthonormal Basis, Revisited, JCGT 6(1), 2017, without the flip of the
 * lower half: terrain faces up.)
 */
export function tangentsOf([x, y, z]: Vec3): readonly [Vec3, Vec3] {
  const a = div(-1, max(LEAST, add(1, z)));
  const b = mul(mul(x, y), a);
  return [
    [add(1, mul(mul(x, x), a)), b, neg(x)],
    [b, add(1, mul(mul(y, y), a)), neg(y)],
  ];
}
