import type { Matrix } from "../linalg/matrix.js";
import type { Model } from "../model/types.js";
import type { Topology } from "../topology/types.js";
import type { FormulationName } from "../formulation/formulation.js";
import type { JointValues, State } from "../state/state.js";
import type { ActuatorForces, ActuatorForcesOptions } from "./actuator-forces.js";
import type { IndependentSpeeds } from "./independent-speeds.js";

/** Options of an evaluator. */
export interface EvaluatorOptions {
  /** How accelerations are computed; results agree to rounding. Default: "articulated", or "mass-matrix" with couplers. */
  readonly formulation?: FormulationName;
}

/** External inputs; zero where left out. */
export interface Inputs {
  /** Generalised forces along the speeds, on top of the model's own loads. */
  readonly tau?: Float64Array;
  /** Commands of the actuators, in the order of the model. */
  readonly u?: Float64Array;
}

/** Energies of all bodies that can move. */
export interface Energy {
  /** [J] */
  readonly kinetic: number;
  /** Of gravity (zero at the world's origin), springs and stops [J]. */
  readonly potential: number;
}

/** In world components. */
export interface Momentum {
  /** [kg m/s] */
  readonly linear: Float64Array;
  /** About the world's origin [kg m²/s]. */
  readonly angular: Float64Array;
}

/** Pose and velocity of a body in world components. */
export interface BodyMotion {
  readonly name: string;
  /** Of the body frame's origin [m]. */
  readonly position: Float64Array;
  /** w, x, y, z with w >= 0. */
  readonly quaternion: Float64Array;
  /** [rad/s] */
  readonly angularVelocity: Float64Array;
  /** Of the body frame's origin [m/s]. */
  readonly linearVelocity: Float64Array;
}

/** Acceleration of a body in an inertial frame, in world components. */
export interface BodyAcceleration {
  readonly name: string;
  /** [rad/s²] */
  readonly angular: Float64Array;
  /** Of the body frame's origin [m/s²]. */
  readonly linear: Float64Array;
}

/** One of the six numbers of a joint's load. */
export type LoadComponent = "torque x" | "torque y" | "torque z" | "force x" | "force y" | "force z";

/** Load of a joint: torque and force of its parent on its child, at and along the joint frame on the child. */
export interface JointLoad {
  readonly name: string;
  /** [N m] */
  readonly torque: Float64Array;
  /** [N] */
  readonly force: Float64Array;
  /** Components that do not follow from the motion, since redundant closures share them; given are those with the redundant rows unloaded. */
  readonly undetermined: readonly LoadComponent[];
}

/** Force along one row of a closure: for a rod, tension if negative and compression if positive. */
export interface ClosureForce {
  readonly name: string;
  /** The direction that the row constrains: "distance", "displacement along x", "prescribed coordinate". */
  readonly direction: string;
  /** Along the direction in which the residual grows [N, or N m for rotations]; on the child, or on b; 0 if redundant. */
  readonly force: number;
  /** Whether it follows from the motion. Rows that are redundant, and those that they are redundant with, share forces in any way. */
  readonly isUnique: boolean;
}

/** Equations of motion in independent speeds: massMatrix ÿ + bias = Nᵀ τ, for forces τ along all speeds. */
export interface IndependentDynamics extends IndependentSpeeds {
  /** Nᵀ M N, symmetric. */
  readonly massMatrix: Matrix;
  /** Nᵀ (bias + M gamma), with loads and inputs. */
  readonly bias: Float64Array;
}

/**
 * Answers questions about a mechanism in a given state. Each algorithm is compiled when first asked for. A state holds
 * t, q, v; `stateFromJoints` makes one. Nothing is remembered between calls but the parameters: same state, same bits.
 * Methods ending in `Into` write to their first argument and allocate nothing; the others give new arrays.
 */
export interface Evaluator {
  readonly model: Model;
  readonly topology: Topology;
  readonly formulation: FormulationName;

  /** Sets named parameters; the rest stay. The model is checked with the new values; nothing is recompiled. */
  setParameters(values: Readonly<Record<string, number>>): void;
  parameters(): Readonly<Record<string, number>>;

  /** v̇: rates of the speeds under the model's loads, its couplers and the inputs. */
  forwardDynamics(state: State, inputs?: Inputs): Float64Array;
  /** `out` has nv entries. */
  forwardDynamicsInto(out: Float64Array, state: State, inputs?: Inputs): Float64Array;

  /**
   * Generalised forces, beyond loads and inputs, for the accelerations `vdot`; at those of forward dynamics, the couplers'
   * forces. With loops: along the independent speeds, zero along the others; `vdot` must keep the loops closed.
   */
  inverseDynamics(state: State, vdot: Float64Array, inputs?: Inputs): Float64Array;
  /** `out` has nv entries. */
  inverseDynamicsInto(out: Float64Array, state: State, vdot: Float64Array, inputs?: Inputs): Float64Array;

  /** M v̇ + bias = τ: gravity, gyroscopic forces, all loads. With loops M v̇ + bias = τ + Kᵀ λ, with λ the closures' forces. */
  bias(state: State, inputs?: Inputs): Float64Array;

  /** M, symmetric, nv × nv: kinetic energy = ½ vᵀ M v. Of a model with loops or couplers, that of the tree. */
  massMatrix(state: State): Matrix;
  /** `out` is nv × nv. */
  massMatrixInto(out: Matrix, state: State): Matrix;

  /** x with M x = b, by a Cholesky factorisation of M. */
  solveMassMatrix(state: State, b: Float64Array): Float64Array;
  /** `out` may be `b`. */
  solveMassMatrixInto(out: Float64Array, state: State, b: Float64Array): Float64Array;

  /** Which speeds are independent in a closed state, and how the others follow; all of them for trees without couplers. */
  independentSpeeds(state: State): IndependentSpeeds;
  /** Mass matrix and bias in the independent speeds of a closed state. */
  independentDynamics(state: State, inputs?: Inputs): IndependentDynamics;
  /** v̇ from the accelerations of some joints: the rest must follow from loops and couplers. */
  accelerationsFromJoints(state: State, values: JointValues): Float64Array;
  /**
   * Forces along chosen joints, or commands of chosen actuators, that give the accelerations `vdot`; which of them are
   * undetermined, and what they cannot reach. `vdot` must keep loops closed.
   */
  actuatorForces(state: State, vdot: Float64Array, options?: ActuatorForcesOptions): ActuatorForces;

  energy(state: State): Energy;
  /** Of all bodies that can move, about the world's origin. */
  momentum(state: State): Momentum;
  /** Of all bodies that can move, in world components [m]. Bodies fixed to the ground do not count, here and in energies. */
  centreOfMass(state: State): Float64Array;

  bodies(state: State): readonly BodyMotion[];
  /** For given v̇, or for the v̇ of forward dynamics under the inputs. */
  bodyAccelerations(state: State, vdot?: Float64Array, inputs?: Inputs): readonly BodyAcceleration[];
  /**
   * All joints, in the order of the model, welds too; for given v̇, or for that of forward dynamics under the inputs. Inputs
   * also count with a given v̇: actuators on bodies load the joints. A coupler's force acts within each joint, between its
   * parent and its child, so it is part of the load along the coordinate.
   */
  jointLoads(state: State, vdot?: Float64Array, inputs?: Inputs): readonly JointLoad[];

  /** Forces of cut joints, constraints, couplers and prescribed motions, row by row, by forward dynamics; empty for plain trees. */
  closureForces(state: State, inputs?: Inputs): readonly ClosureForce[];

  /** J, 6 × nv: [angular, linear] velocity of a point fixed in a body is J v, in world components. Zero for the ground. */
  pointJacobian(state: State, body: string, point_body?: ArrayLike<number>): Matrix;
  /** `out` is 6 × nv. */
  pointJacobianInto(out: Matrix, state: State, body: string, point_body?: ArrayLike<number>): Matrix;
  /** J N, 6 × independent speeds: the velocity of the point is J N ẏ, and what prescribed motions add, in a closed state. */
  independentJacobian(state: State, body: string, point_body?: ArrayLike<number>): Matrix;
}
