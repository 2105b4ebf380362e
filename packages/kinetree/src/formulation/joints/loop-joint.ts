import type { Num } from "../../graph/graph.js";
import { add, div, mul, nearest, sub } from "../../graph/num.js";
import type { Mat3 } from "../../spatial/mat3.js";
import type { Vec3 } from "../../spatial/vec3.js";

/**
 * The demand of a joint or a constraint on two frames: an outer one, and an inner one that stands in it with orientation R
 * (columns: the inner axes) and origin d. The residuals vanish where the demand is met. Velocities and accelerations follow
 * from them by differentiation: see `relation-derivatives.ts`.
 */
export interface FrameRelation {
  /** Names the residual function; numbers vary within a key. */
  readonly key: string;
  /** The quantity that each residual measures, for messages: "displacement along x", "tilt about y". */
  readonly rows: readonly string[];
  readonly numbers: readonly Num[];
  /** Axes of the two frames in the joint frames of the user: chosen so that residuals are single entries of R and d. */
  readonly outerAxes: Mat3;
  readonly innerAxes: Mat3;
  readonly residuals: (R: Mat3, d: Vec3, numbers: readonly Num[]) => readonly Num[];
  /** Must be positive where the residuals vanish for the right reason: axes that coincide, and are not opposed. */
  readonly upright: (R: Mat3) => Num;
  /** How many of its first rows make the origins coincide: in space (3), or as seen along the outer z axis (2). */
  readonly coincident: 0 | 2 | 3;
}

/** A joint of one piece that closes a loop, between frames along its own axes (`JointDefinition.frame`). */
export interface LoopJoint {
  /** Null for a joint that demands nothing. */
  readonly relation: Omit<FrameRelation, "numbers" | "outerAxes" | "innerAxes"> | null;
  /**
   * The coordinates in terms of R: the smallest, or those nearest to given ones. Null for quaternions, since loads along their speeds
   * depend on rates alone.
   */
  readonly coordinates: ((R: Mat3, near: readonly Num[] | null) => readonly Num[]) | null;
  /** Whether the numbers of the relation are the joint's coordinates, near which its frames are: see `cut-turns.ts`. */
  readonly relatesAngles: boolean;
  /** Turns that make up the motion, from the parent on, each by a share of a coordinate; null for quaternions. */
  readonly turns: readonly SharedTurn[] | null;
}

export interface SharedTurn {
  readonly axis: readonly [number, number, number];
  readonly coordinate: number;
  readonly share: number;
}

/** The angle to which whole turns are added that bring it near to another measure of itself. */
export const withTurns = (angle: Num, near: Num): Num => add(angle, mul(2 * Math.PI, turnsBetween(angle, near)));

/** Whole turns from one angle to another. */
export const turnsBetween = (from: Num, to: Num): Num => nearest(div(sub(to, from), 2 * Math.PI));

/* Names of rows, and entries of R, that several relations share. */
export const displacements = ["displacement along x", "displacement along y", "displacement along z"] as const;
export const turns = ["turn about x", "turn about y", "turn about z"] as const;

/** Entries of the rotation vector's sine: (R − Rᵀ) / 2. */
export const turnOf = (R: Mat3): readonly Num[] => [
  mul(0.5, sub(R[2][1], R[1][2])),
  mul(0.5, sub(R[0][2], R[2][0])),
  mul(0.5, sub(R[1][0], R[0][1])),
];
/** Positive for turns by less than a right angle. */
export const uprightTurn = (R: Mat3): Num => sub(add(R[0][0], add(R[1][1], R[2][2])), 1);
export const alwaysUpright = (): Num => 1;
