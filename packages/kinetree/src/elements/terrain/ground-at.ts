import type { GroundTable } from "../../graph/ground-table.js";
import { ANCHOR } from "../../grounds/ground-layout.js";
import { isOnGround, type Ground } from "../../grounds/ground.js";
import { frictionOf, reliefOf } from "./ground.js";

/** A ground over a place of its plane, as runs feel it. */
export interface GroundPlace {
  /** [m] */
  readonly height: number;
  /** Rise along x and along y, as shares of the way. */
  readonly slope: readonly [number, number];
  /** Coefficient of friction of what the ground is made of there. */
  readonly friction: number;
  /** Whether the place is within the border. */
  readonly isWithin: boolean;
}

/** Looks at a ground without a model. */
export function groundAt(
  ground: Ground,
  x: number,
  y: number,
  interpolation: "bicubic" | "bilinear" = "bicubic",
): GroundPlace {
  const table: GroundTable = { kind: "ground", name: "", held: { numbers: ground.numbers } };
  const { h, hx, hy } = reliefOf(table, interpolation, ANCHOR).grid(x, y);
  // Known places give known numbers.
  const [height, alongX, alongY, friction] = [h, hx, hy, frictionOf(table, ANCHOR, x, y)] as readonly number[];
  return { height, slope: [alongX, alongY], friction, isWithin: isOnGround(ground, x, y) };
}
