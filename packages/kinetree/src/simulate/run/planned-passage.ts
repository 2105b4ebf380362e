import type { LaneIndex } from "../../kernel/instance.js";
import type { LanePair } from "../lanes/lane-pair.js";

/** What became of an attempt to pass: a pose is ahead, but too far for one step; or it is reached at rest. */
export type NotPassed = "too-far" | "comes-to-rest";

/** Or nothing is ahead; it is passed; or a stop of the run came next to the pose. */
export type Passed = NotPassed | "nothing-ahead" | "passed" | "stopped-at-pose";

/** A step through a pose: where it ends, the pose as a part of it, and how many fixed steps it stands for. */
export interface PlannedPassage {
  readonly t1: number;
  readonly pose: number;
  readonly steps: number;
  readonly isOnGrid: boolean;
  /** It ends at a stop of the run, although the motion can be followed farther. */
  readonly isCut: boolean;
  /** Where the motion is followed to: a stop may leave no more than a part of it. */
  readonly followedTo: number;
  /** It stops just before the pose, in which the mechanism would come to rest. */
  readonly endsAtRest?: boolean;
}

/** Plans a step with times to the pose, and on from it. */
export type PlanFor = (ahead: number, behind: number) => PlannedPassage | null;

/** A stop before this part of the way to the pose leaves the pose to the steps after it. */
const BEFORE = 0.9;

/**
 * A step to a pose and so far behind it, on the grid of fixed steps and not beyond a stop; null if that is before the pose.
 * @param jump the next instant at which a load jumps
 */
export function planPassage(
  pair: LanePair,
  lane: LaneIndex,
  {
    ahead,
    behind,
    jump,
    isFixed,
  }: { readonly ahead: number; readonly behind: number; readonly jump: number; readonly isFixed: boolean },
): PlannedPassage | null {
  const [t, h, tStop] = [pair.clock("t", lane), pair.clock("h", lane), pair.clock("tStop", lane)];
  const span = ahead + behind;
  const steps = isFixed ? Math.max(1, Math.round(span / h)) : 1;
  const end = isFixed ? pair.clock("tFirst", lane) + (pair.clock("count", lane) + steps) * h : t + span;
  // Commands that are held beyond a stop do no harm there; a load that jumps does.
  const followedTo = Math.min(end, jump);
  const t1 = Math.min(followedTo, tStop);
  if (!(t1 - t > BEFORE * ahead)) return null;
  return { t1, followedTo, pose: ahead / (followedTo - t), steps, isOnGrid: isFixed, isCut: t1 === tStop };
}
