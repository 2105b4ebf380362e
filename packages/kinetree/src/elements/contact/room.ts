import type { Num } from "../../graph/graph.js";
import { max, mul, sqrt } from "../../graph/num.js";
import { dot3, type Vec3 } from "../../spatial/vec3.js";
import type { Room, TracedSurface } from "../terrain/surface.js";

/** How a contact lies to its terrain and moves, for the control of steps. */
export type RoomFields = {
  /** No more than the distance to the ground, and the height over its highest place [m]. */
  readonly clearance: readonly Num[];
  readonly above: readonly Num[];
  /** Speed of the centre, and the part of its velocity along the terrain's z axis [m/s]. */
  readonly speed: readonly Num[];
  readonly rise: readonly Num[];
  /** A way that jumps over nothing [m]; 0 for a plane. */
  readonly grain: readonly Num[];
};

export const ROOM_SHAPE = { clearance: 1, above: 1, speed: 1, rise: 1, grain: 1 } as const;

export const ROOM_SIZE = Object.keys(ROOM_SHAPE).length;

/** What may touch a terrain, as far as the control of steps goes; numbers are those of the element. */
export interface RoomPlan {
  readonly room: (centre: Vec3, numbers: readonly Num[]) => Room;
  /** How far a centre is within the border of a terrain that may end there [m]; null for others. */
  readonly inside: ((centre: Vec3, numbers: readonly Num[]) => Num) | null;
  /** Of the surface; null for a plane. */
  readonly grain: ((numbers: readonly Num[]) => Num) | null;
}

/** Of a sphere over a surface whose numbers begin at `surfaceAt` of those of the element. */
export function planRoom(
  { room, inside, grain }: TracedSurface,
  radius: (numbers: readonly Num[]) => Num,
  surfaceAt: number,
): RoomPlan {
  return {
    room: (centre, n) => room(centre, radius(n), n.slice(surfaceAt)),
    inside: inside && ((centre, n) => inside(centre, n.slice(surfaceAt))),
    grain: grain && ((n) => grain(n.slice(surfaceAt))),
  };
}

/** A sphere of radius r that goes on by this share of r hides no rise higher than r / 128 between two places. */
const RADIUS_SHARE = 0.25;

export function roomAt(plan: RoomPlan, p: Vec3, v: Vec3, radius: Num, numbers: readonly Num[]): RoomFields {
  const { clearance, above, up } = plan.room(p, numbers);
  const grain = plan.grain ? max(mul(0.5, plan.grain(numbers)), mul(RADIUS_SHARE, radius)) : 0;
  return {
    clearance: [clearance],
    above: [above],
    speed: [sqrt(dot3(v, v))],
    rise: [dot3(v, up)],
    grain: [grain],
  };
}
