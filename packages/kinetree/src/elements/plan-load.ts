import type { Num } from "../graph/graph.js";
import type { CurveTable } from "../graph/table.js";
import type { Load, Real } from "../model/types.js";
import { planBushing } from "./bushing.js";
import { planPointSpring } from "./point-spring.js";
import { planTorsionSpring } from "./torsion-spring.js";
import type { TwoFrameLoad } from "./two-frame-load.js";

/** Loads that act between two frames. */
export type TwoFrame = Extract<Load, { a: unknown }>;

export function planTwoFrameLoad(
  load: TwoFrame,
  num: (real: Real) => Num,
  keyOf: (table: CurveTable) => string,
): TwoFrameLoad {
  switch (load.kind) {
    case "point-spring":
      return planPointSpring(load, num, keyOf);
    case "torsion-spring":
      return planTorsionSpring(load, num, keyOf);
    case "bushing":
      return planBushing(load, num);
  }
}
