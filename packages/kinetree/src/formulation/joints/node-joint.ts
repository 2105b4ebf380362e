import type { Num } from "../../graph/graph.js";
import type { ArticulatedInertia, SpatialVector } from "../../spatial/inertia.js";
import type { Mat3 } from "../../spatial/mat3.js";
import type { Placement } from "../../spatial/placement.js";
import type { Vec3 } from "../../spatial/vec3.js";
import type { FrameFields, PostureFields, RateFields, SpinFields } from "../skeleton/records.js";
import type { Node } from "../skeleton/skeleton.js";
import type { Chart } from "./charts.js";
import type { LoopJoint } from "./loop-joint.js";

/** Numbers that S of a joint depends on. */
export interface JointConfiguration {
  readonly frame: FrameFields;
  readonly posture: PostureFields;
}

/**
 * A motion in every recursion: the recursions ask it and never look at the kind themselves. Vectors are along the node's
 * axes. A motion is one value in one file; `node-joints.ts` lists them.
 */
export interface NodeJoint {
  /** How its coordinates follow a step in the tangent space. */
  readonly chart: Chart;
  /** Where the joint stands, from its coordinates; null where that is nothing, or follows from other coordinates. */
  readonly posture: ((node: Node, q: readonly Num[], frame: FrameFields) => Partial<PostureFields>) | null;
  /** Along z of its axes: a plain hinge turns, a plain slider moves, and neither does more. */
  readonly plain: "angular" | "linear" | null;
  /** The pitch is part of its frame. */
  readonly hasPitch: boolean;
  /** The part of the placement in the parent that depends on the coordinates. */
  readonly placement: (posture: PostureFields) => Placement;
  /** The same after a fixed rotation, where the two are one matrix. */
  readonly placementAfter?: (E: Mat3, posture: PostureFields) => Placement;
  /** S q̇: velocity of the node relative to its parent. */
  readonly relative: (node: Node, at: JointConfiguration, rate: readonly Num[]) => SpatialVector;
  /** S: for each of the user's speeds that move the node (`Node.moving`), its motion relative to the parent. */
  readonly columns: (node: Node, frame: FrameFields, posture: PostureFields) => readonly SpatialVector[];
  /** Accelerations that velocities alone cause, as far as S is constant along the node's axes. */
  readonly bias: JointBias;
  /** Ṡ q̇, for a motion whose S depends on its coordinates. */
  readonly sway?: (node: Node, at: JointConfiguration, rate: readonly Num[]) => SpatialVector;
  readonly elimination: Elimination;
  /** For joints that the tree walks against the user's direction; null where a sign does, in `relative` and `columns`. */
  readonly reversal: Reversal | null;
  /** Angle by which a step in the tangent space turns the node [rad]. */
  readonly turn: (step: Float64Array, v: number) => number;
  /** As a joint that closes a loop, for a kind of joint that is this one motion and no sequence of axes. */
  readonly loop?: LoopJoint;
}

/** Featherstone's c, for classical accelerations. */
export interface JointBias {
  /** Whether `acrossJoint` looks at the parent's angular velocity. */
  readonly needsParent: boolean;
  /** Of the node, beyond what its parent's acceleration carries over. */
  readonly ofNode: (X: Placement, omega_parent: Vec3, omega: Vec3, relative: SpatialVector) => SpatialVector;
  /**
   * Beyond the acceleration of the joint's frame on the parent: the axis turns with the node, and a sliding origin feels Coriolis and
   * the centripetal acceleration of its slide.
   */
  readonly acrossJoint: (x: JointRecords, omega: Vec3, relative: SpatialVector) => SpatialVector;
}

/** Records that a joint's bias follows from. */
export interface JointRecords extends JointConfiguration {
  readonly rate: RateFields;
  readonly parent: SpinFields;
}

/** What is left of a joint once it is eliminated. */
export type HingeFields = {
  gain: readonly Num[];
  rest: readonly Num[];
  biasAngular: readonly Num[];
  biasLinear: readonly Num[];
};

export interface Eliminated {
  /** What the joint takes off, Iᵃ − Iᴬ; only of one-axis joints. */
  readonly taken?: ArticulatedInertia;
  readonly Ia: ArticulatedInertia;
  readonly pa: SpatialVector;
  readonly hinge: Pick<HingeFields, "gain" | "rest">;
}

/** How a joint is eliminated from the equations of its node, and found again. */
export interface Elimination {
  /**
   * Iᵃ = Iᴬ − U D⁻¹ Uᵀ and pᵃ = pᴬ + Iᵃ c + U D⁻¹ u, with U = Iᴬ S, D = Sᵀ U + armature, u = τ − Sᵀ pᴬ. Rows along which the joint
   * transmits nothing are set to zero rather than computed, and the force along them is τ.
   */
  readonly eliminate: (
    node: Node,
    at: JointConfiguration,
    I: ArticulatedInertia,
    p: SpatialVector,
    c: SpatialVector,
    tau: readonly Num[],
    armature: readonly Num[],
  ) => Eliminated;
  /** D⁻¹ along the rates, row by row. */
  readonly inverse: (
    node: Node,
    at: JointConfiguration,
    I: ArticulatedInertia,
    armature: readonly Num[],
  ) => readonly Num[];
  /**
   * What wrenches W on a node, and forces τ along its rates, leave for the parent once the joint is eliminated:
   * u = Sᵀ W + τ along the rates, and W − U D⁻¹ u in the node's axes. Rows along which the joint transmits nothing are zero.
   */
  readonly passOn: (
    node: Node,
    at: JointConfiguration,
    hinge: Pick<HingeFields, "gain">,
    W: SpatialVector,
    tau: readonly Num[],
  ) => { readonly u: readonly Num[]; readonly rest: SpatialVector };
  /**
   * q̈ = D⁻¹ (u − Uᵀ a′) and a = a′ + S q̈ from the acceleration a′ that the parent and the velocities impart. Along a plain axis
   * a′ cancels from the node's own acceleration, which is found first.
   */
  readonly resolve: (
    node: Node,
    at: JointConfiguration,
    hinge: HingeFields,
    known: SpatialVector,
  ) => { readonly rates: readonly Num[]; readonly acceleration: SpatialVector };
}

/** The posture as the recursion has it. */
export interface ReversedPosture {
  readonly R: readonly Num[];
  readonly p: readonly Num[];
}

/**
 * A joint that the tree walks against the user's direction. The recursion's child is the user's parent, so its relative motion is minus
 * the user's, seen from the other frame: w' = -Rᵀ w, and with p from the user's child to the user's parent, v' = -Rᵀ (v + w × p).
 * Accelerations follow the same map: its rate of change adds the bracket of a velocity with itself, which vanishes.
 */
export interface Reversal {
  /** The recursion's velocities or accelerations from the user's. */
  readonly motion: (posture: ReversedPosture, rate: readonly Num[]) => readonly Num[];
  /** The user's velocities or accelerations from the recursion's. */
  readonly motionBack: (posture: ReversedPosture, rate: readonly Num[]) => readonly Num[];
  /** The recursion's generalised forces from the user's, of equal power. */
  readonly force: (posture: ReversedPosture, tau: readonly Num[]) => readonly Num[];
}
