import type { Actuator } from "./actuators.js";
import type { Constraint } from "./constraint.js";
import type { Contact, Terrain } from "./contact.js";
import type { Beam, Flexible } from "./flexible.js";
import type { JointMotion } from "./joints.js";
import type { Load } from "./loads.js";
import type { Pose, QuatR, Real, Vec3R } from "./real.js";
import type { Tyre } from "./tyres/tyre.js";
import type { ShaftElement } from "./shaft-elements.js";
import type { Shaft } from "./shaft.js";

/** The name of the immovable body at the origin of the world; every model has it. */
export const GROUND = "ground";

/** A mechanism: plain data, frozen by `buildModel`. All numbers are SI. */
export interface Model {
  readonly name: string;
  /** Acceleration of free fall in the world frame [m/s²]. */
  readonly gravity: Vec3R;
  readonly parameters: readonly Parameter[];
  readonly bodies: readonly Body[];
  readonly joints: readonly Joint[];
  readonly loads: readonly Load[];
  readonly actuators: readonly Actuator[];
  readonly controllers: readonly Controller[];
  /** The unit in which the clock of the controllers counts [s]; if left out, it follows from their periods. */
  readonly tick?: number;
  /** Conditions in addition to the joints: coordinates tied to one another or to time, points kept on a line, in a plane or apart. */
  readonly constraints: readonly Constraint[];
  /** Surfaces fixed in the world, for contacts to touch. */
  readonly terrains: readonly Terrain[];
  /** Points and spheres of bodies that touch a terrain. */
  readonly contacts: readonly Contact[];
  /** Tyres on wheels, which roll on a terrain. */
  readonly tyres: readonly Tyre[];
  /** Rotors beside the bodies, with speeds of their own. */
  readonly shafts: readonly Shaft[];
  /** What acts between shafts, and between shafts and joints. */
  readonly shaftElements: readonly ShaftElement[];
}

/** Lists that may be omitted, as files of earlier versions do. */
export type OptionalList = "constraints" | "terrains" | "contacts" | "tyres" | "shafts" | "shaftElements";

/**
 * A model as plain data, before it is checked. Optional lists may be omitted and are then empty; so may
 * what follows from a flexible body.
 */
export type ModelDescription = Omit<Model, OptionalList | "bodies" | "joints"> &
  Partial<Pick<Model, OptionalList>> & {
    readonly bodies: readonly BodyDescription[];
    readonly joints: readonly JointDescription[];
  };

type MassProperty = "mass" | "com" | "inertia" | "massless";

/** A body before it is checked: mass, mass centre and inertia of a beam follow from the beam. */
export type BodyDescription =
  Body | (Omit<Body, MassProperty | "flexible"> & Partial<Pick<Body, MassProperty>> & { readonly flexible: Beam });

type FlexibleJoint = Extract<Joint, { readonly kind: "flexible" }>;

/** A joint before it is checked: the coordinates of a flexible joint follow from the body that it starts from. */
export type JointDescription =
  Joint | (Omit<FlexibleJoint, "modes" | "coordinates"> & Partial<Pick<FlexibleJoint, "modes" | "coordinates">>);

/** A number with a name, varied from sample to sample without compiling again. */
export interface Parameter {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly min: number | null;
  readonly max: number | null;
  readonly description: string;
}

/** A body, rigid unless it says how it bends. Its frame may lie anywhere; all else about the body is said in that frame. */
export interface Body {
  readonly name: string;
  /** [kg]; 0 only where `massless` is said on purpose. */
  readonly mass: Real;
  /** Mass centre in the body frame [m]. */
  readonly com: Vec3R;
  /** About the mass centre, along the axes of the body frame: xx, yy, zz, xy, xz, yz [kg m²]; off-diagonals are the tensor's own entries. */
  readonly inertia: readonly [Real, Real, Real, Real, Real, Real];
  /** A body that only carries others, such as the cross of a Cardan joint. */
  readonly massless: boolean;
  /**
   * Mass properties that no rigid body can have (a negative moment, moments that break the triangle inequality, inertia
   * without mass), kept as written on purpose; only that they are finite is checked. Public robot descriptions contain such.
   */
  readonly unphysical?: boolean;
  /** Named frames fixed in the body, in addition to the body frame. */
  readonly frames: readonly Frame[];
  readonly shapes: readonly Shape[];
  /** How it bends; a body without it is rigid. */
  readonly flexible?: Flexible;
}

/** A place in a body with a name of its own: its pose in the body frame. */
export interface Frame {
  readonly name: string;
  readonly pose: Pose;
}

/** What a shape is for; contact elements use only shapes with "contact". */
export type ShapeUse = "display" | "contact" | "both";

/** What a body looks like and touches with: posed in the body frame, lengths in m. No mass follows from it. */
export type Shape = {
  readonly name: string;
  readonly pose: Pose;
  readonly use: ShapeUse;
  /** Red, green, blue, opacity, each 0 to 1. */
  readonly color: readonly [number, number, number, number] | null;
} & (
  | { readonly kind: "box"; readonly size: Vec3R }
  | { readonly kind: "sphere"; readonly radius: Real }
  /** Axis along z, centred. */
  | { readonly kind: "cylinder"; readonly radius: Real; readonly length: Real }
  /** Axis along z, centred; `length` without the two caps. */
  | { readonly kind: "capsule"; readonly radius: Real; readonly length: Real }
  | { readonly kind: "mesh"; readonly uri: string; readonly scale: Vec3R }
);

/** One axis of a general joint, in the joint frame as it stands after the axes before it. */
export type JointAxis =
  | { readonly kind: "rotation"; readonly axis: Vec3R }
  | { readonly kind: "translation"; readonly axis: Vec3R }
  /** Advances `pitch` metres a radian along its axis. */
  | { readonly kind: "screw"; readonly axis: Vec3R; readonly pitch: Real };

/** Connects two bodies: lets them move against each other as its `JointMotion` says, about the joint frames on both. */
export type Joint = {
  readonly name: string;
  /** Body names; `GROUND` is allowed on either side. */
  readonly parent: string;
  readonly child: string;
  /** Joint frame on the parent. */
  readonly X_parent_joint: Pose;
  /** Joint frame on the child. */
  readonly X_child_joint: Pose;
  /** One for each speed of the joint. Spherical and free joints take damping only. */
  readonly coordinates: readonly CoordinateProperties[];
  /** "tree": must be in the spanning tree; "loop": must be cut; "auto": the topology decides. */
  readonly role: "auto" | "tree" | "loop";
} & JointMotion;

/** What acts along one coordinate of a joint. Zero and null mean absent. */
export interface CoordinateProperties {
  /** Force per speed [N s/m or N m s/rad]. */
  readonly damping: Real;
  /** Magnitude of Coulomb friction [N or N m], F = -friction v / sqrt(v² + frictionSpeed²). */
  readonly friction: Real;
  /** Speed at which friction has reached 1/√2 of its magnitude [m/s or rad/s]. */
  readonly frictionSpeed: Real;
  /** Spring towards `rest`: linear [N/m or N m/rad], or a curve of force over deflection (restoring force = -curve(q - rest)). */
  readonly stiffness: Real | Curve;
  readonly rest: Real;
  /** Range of the coordinate. With `stopStiffness` > 0 one-sided spring-dampers hold it there; otherwise leaving it is reported, not prevented. */
  readonly lower: Real | null;
  readonly upper: Real | null;
  readonly stopStiffness: Real;
  readonly stopDamping: Real;
  /** Rotor or added inertia that moves with the coordinate alone [kg m² or kg]. */
  readonly armature: Real;
  /** Limits of the drive [N or N m; m/s or rad/s], stored for the design of the drive; nothing enforces them. */
  readonly maxForce: Real | null;
  readonly maxSpeed: Real | null;
}

/** Piecewise-linear curve through points of increasing x. */
export interface Curve {
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** Beyond the ends: go on with the end slope, or hold the end value. */
  readonly beyond: "extend" | "hold";
  /** Multiplies y, so that a parameter can; 1 if left out. */
  readonly scale?: Real;
}

/**
 * Values over two numbers, bilinear between points of increasing x and of increasing y. Beyond the ends of x the value there is
 * held, beyond the ends of y it goes on with the end slope.
 */
export interface CurveMap {
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** z[i][j] at x[i] and y[j]. */
  readonly z: readonly (readonly number[])[];
  /** Multiplies z, so that a parameter can; 1 if left out. */
  readonly scale?: Real;
}

/** A function of time. `scale` multiplies the values, so that a parameter can; 1 if left out. */
export type Signal =
  | { readonly kind: "constant"; readonly value: Real }
  /** value[i] from times[i] on, 0 before times[0]. The integrator stops at each jump. */
  | {
      readonly kind: "piecewise";
      readonly times: readonly number[];
      readonly values: readonly number[];
      readonly scale?: Real;
    }
  /** Linear between points, held beyond the ends. */
  | {
      readonly kind: "table";
      readonly times: readonly number[];
      readonly values: readonly number[];
      readonly scale?: Real;
    }
  /** offset + amplitude sin(angularFrequency t + phase). */
  | {
      readonly kind: "sine";
      readonly amplitude: Real;
      readonly angularFrequency: Real;
      readonly phase: Real;
      readonly offset: Real;
    };

/** A frame fixed in a body: the body's name, and the pose in it. */
export interface Attachment {
  readonly body: string;
  readonly pose: Pose;
}

/**
 * Sets the commands of its actuators at the start of a run and every `period` from there, each `latency` later, and holds them in between. What it
 * computes is its `law`, or what is given to the run.
 */
export interface Controller {
  readonly name: string;
  /** [s] */
  readonly period: number;
  /** Ticks from a sample to its commands; 0 if left out. */
  readonly latency?: number;
  readonly actuators: readonly string[];
  readonly law?: ControllerLaw;
}

/**
 * What a controller computes, as text: it goes into files, into batches and to workers. Expressions of channels ("q.hip0",
 * "contact.foot0.touching"), of parameters, of t and of what the controller remembers.
 */
export interface ControllerLaw {
  /** What it remembers from one sample to the next. */
  readonly memory: readonly MemoryCell[];
  /** One for each actuator, computed after the memory was brought up to date. */
  readonly commands: readonly string[];
}

/** A number that a controller remembers. */
export interface MemoryCell {
  readonly name: string;
  readonly start: number;
  /** Its next value; names of cells stand for the values before. */
  readonly next: string;
}

export type { Actuator } from "./actuators.js";
export type { Constraint, CoordinateRef, Motion } from "./constraint.js";
export type { JointKind, JointMotion } from "./joints.js";
export type { Load, LoadKind } from "./loads.js";
export type { Contact, Terrain } from "./contact.js";
export type { Shaft, ShaftMount, ShaftPort } from "./shaft.js";
export type { ShaftElement, ShaftElementKind, ShaftElementOf } from "./shaft-elements.js";
export type { FrictionLaw, NormalLaw } from "./contact-laws.js";
export type {
  Beam,
  BeamCorrection,
  BeamModes,
  BeamSection,
  Flexible,
  Material,
  ModalBody,
  ModalNode,
  NumberTriple,
  SquareMatrix,
} from "./flexible.js";
export type { Pose, QuatR, Real, Vec3R };
