import type { Num } from "../graph/graph.js";
import type { CurveTable } from "../graph/table.js";
import type { Load, Real } from "../model/types.js";
import { lengthBetween } from "./length-between.js";
import { planSpringDamper } from "./spring-damper.js";
import type { TwoFrameLoad } from "./two-frame-load.js";

/** Tension along the line between two points: a strut, a cable's elastic part, a shock absorber. */
export const planPointSpring = (
  load: Extract<Load, { kind: "point-spring" }>,
  num: (real: Real) => Num,
  keyOf: (table: CurveTable) => string,
): TwoFrameLoad => planSpringDamper("point", { ...load, rest: load.freeLength }, "linear", lengthBetween, num, keyOf);
