import type { Num } from "../graph/graph.js";
import type { SpatialVector } from "../spatial/inertia.js";
import type { FrameMotion } from "./two-frame-load.js";

/** A load on one frame that depends on its motion and on time, as structure and numbers. */
export interface OneFrameLoad {
  readonly key: string;
  readonly numbers: readonly Num[];
  /** Torque and force at the frame's origin, in world components. */
  readonly wrench: (frame: FrameMotion, t: Num, numbers: readonly Num[]) => SpatialVector;
}
