import type { Num } from "../../graph/graph.js";

/* Records of the recursions. All vectors are along the node's own axes unless the name says otherwise. */

/** What is fixed in a joint: see `framePlan`. */
export type FrameFields = { turns: readonly Num[]; matrix: readonly Num[]; r: readonly Num[]; pitch: readonly Num[] };
export type InertiaFields = { m: readonly Num[]; h: readonly Num[]; I: readonly Num[] };
/**
 * Where the joint stands: sine and cosine, or displacement, or rotation matrix and position; of a station also what a unit rate of each
 * amplitude does to it, [angular, linear] each, along the axes of its flexible body.
 */
export type PostureFields = {
  sinCos: readonly Num[];
  slide: readonly Num[];
  R: readonly Num[];
  p: readonly Num[];
  S: readonly Num[];
};
/** No posture at all. */
export const NO_POSTURE = { sinCos: 0, slide: 0, R: 0, p: 0, S: 0 } as const;
/** Angular velocity of the node. */
export type SpinFields = { omega: readonly Num[] };
/** Velocity of the node across its joint: rates, or [angular, linear] in its own axes. */
export type RateFields = { rate: readonly Num[] };
export type PoseFields = { R: readonly Num[]; p: readonly Num[] };
