/* What the page is told of natural motions. */
import type { Posed } from "./protocol.js";

export interface ModeInfo {
  /** |λ| / 2π [Hz]. */
  readonly frequency: number;
  /** As a share of critical damping; below 0: grows. */
  readonly dampingRatio: number;
  /** Of one swing [s]; null if it does not swing. */
  readonly period: number | null;
  /** Nothing resists it. */
  readonly isRigid: boolean;
  readonly isUnstable: boolean;
  /** The joints that take most part, the first of them the most. */
  readonly joints: readonly string[];
}

/** Joints locked for the analysis: none, or all, so that only bodies deform. */
export type HeldJoints = "none" | "joints";

export interface FoundModes {
  readonly modes: readonly ModeInfo[];
  /** The pose that they are about: flexible bodies take the shape that their loads bend them to. */
  readonly about: Posed;
  readonly held: HeldJoints;
  readonly warnings: readonly string[];
}
