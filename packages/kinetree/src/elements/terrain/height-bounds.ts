import type { Num } from "../../graph/graph.js";
import { add, mul, sub } from "../../graph/num.js";

/** Bounds of heights and slopes, before their scale. */
export type HeightBounds = Readonly<Record<"lowest" | "highest" | "slope", Num>>;

/** How far a bicubic surface reaches beyond its heights, as a share of their range: its weights add up to 1.25² in magnitude. */
const OVERSHOOT = 0.3;
/** How much steeper it is than the line from one height to the next: 1.5 along the line, by weights of 1.25 across. */
const STEEPER = 1.9;

/** Bounds of the surface between heights with these bounds. */
export function boundsBetween(
  interpolation: "bicubic" | "bilinear",
  { lowest, highest, slope }: HeightBounds,
): HeightBounds {
  if (interpolation === "bilinear") return { lowest, highest, slope };
  const beyond = mul(OVERSHOOT, sub(highest, lowest));
  return { lowest: sub(lowest, beyond), highest: add(highest, beyond), slope: mul(STEEPER, slope) };
}
