import type { Num } from "../graph/graph.js";
import type { Mat3 } from "../spatial/mat3.js";
import type { SpatialVector } from "../spatial/inertia.js";
import type { Vec3 } from "../spatial/vec3.js";

/** A frame fixed in a body, moving: all in world components. */
export interface FrameMotion {
  readonly R: Mat3;
  readonly p: Vec3;
  readonly omega: Vec3;
  readonly v: Vec3;
}

/** A load between two frames, as structure and numbers. It acts on b with the wrench it gives, and on a with the opposite. */
export interface TwoFrameLoad {
  readonly key: string;
  readonly numbers: readonly Num[];
  /** Torque and force on b at b's origin, in world components. */
  readonly wrench: (a: FrameMotion, b: FrameMotion, numbers: readonly Num[]) => SpatialVector;
  readonly energy: (a: FrameMotion, b: FrameMotion, numbers: readonly Num[]) => Num;
}
