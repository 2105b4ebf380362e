import type { Num } from "../../graph/graph.js";

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
  /** How far the centre is within the border of a ground that ends there [m]; negative beyond it. Infinity where none ends. */
  readonly inside: readonly Num[];
};

export const ROOM_SHAPE = { clearance: 1, above: 1, speed: 1, rise: 1, grain: 1, inside: 1 } as const;

export const ROOM_SIZE = Object.keys(ROOM_SHAPE).length;
