import type { Num } from "../../graph/graph.js";
import { lt, neg, select, square, sub } from "../../graph/num.js";
import { dot3 } from "../../spatial/vec3.js";
import type { TracedSurface } from "../terrain/surface.js";
import type { FrameMotion } from "../two-frame-load.js";

/** What a wheel needs for a contact. */
export type WheelStance = {
  /** How high its centre is over the ground [m]; below 0 in it. */
  readonly over: readonly Num[];
  /** Near the ground the square of the sine between axis and vertical, 0 where the wheel lies flat; 1 elsewhere. */
  readonly edge: readonly Num[];
};

export const STANCE_SHAPE = { over: 1, edge: 1 } as const;

export const STANCE_SIZE = Object.keys(STANCE_SHAPE).length;

/** @param numbers those of the surface */
export function stanceOf(
  surface: TracedSurface,
  { p, R }: FrameMotion,
  radius: Num,
  numbers: readonly Num[],
): WheelStance {
  const over = neg(surface.touch(p, 0, numbers).depth);
  const lean = dot3([R[0][1], R[1][1], R[2][1]], surface.up(numbers));
  return { over: [over], edge: [select(lt(over, radius), sub(1, square(lean)), 1)] };
}
