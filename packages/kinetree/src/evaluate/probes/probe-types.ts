import type { TyrePart } from "../../elements/tyre/tyre-quantities.js";
import type { Num } from "../../graph/graph.js";
import type { Vec3 } from "../../spatial/vec3.js";

/** The quantities that a measure may use: graph scalars, to combine with the functions of the graph (add, mul, sin, …). */
export interface Probe {
  readonly t: Num;
  readonly q: (joint: string, index?: number) => Num;
  readonly v: (joint: string, index?: number) => Num;
  /** The value that a named parameter has in the run. */
  readonly parameter: (name: string) => Num;
  /** World position of a point given in the body frame (default: its origin). */
  readonly position: (body: string, point?: Vec3) => Vec3;
  /** World velocity of a point given in the body frame. */
  readonly velocity: (body: string, point?: Vec3) => Vec3;
  /** World components of the angular velocity. */
  readonly angularVelocity: (body: string) => Vec3;
  /** World components of a direction given in the body frame. */
  readonly direction: (body: string, inBody: Vec3) => Vec3;
  readonly contact: (name: string) => ContactProbe;
  readonly tyre: (name: string) => TyreProbe;
  readonly shaft: (name: string) => ShaftProbe;
  /** An element between shafts. */
  readonly drive: (name: string) => DriveProbe;
  /** Deflection of a station of a flexible body. */
  readonly deflection: (station: string) => DeflectionProbe;
  /** Section loads of a beam at a distance from its clamped end [m]. */
  readonly section: (beam: string, at: number) => SectionProbe;
  /* The rest follows from the accelerations, which are known where steps end: for `extremes`, not for events and measures. */
  readonly vdot: (joint: string, index?: number) => Num;
  /** World components of the acceleration of a point given in the body frame (default: its origin). */
  readonly acceleration: (body: string, point?: Vec3) => Vec3;
  /** World components of the angular acceleration. */
  readonly angularAcceleration: (body: string) => Vec3;
  /** Load of a joint of the tree: torque and force of the parent on the child, at and along the joint frame on the child. */
  readonly load: (joint: string) => JointLoadProbe;
}

/** The load of a joint, for a measure. */
export interface JointLoadProbe {
  /** [N m] */
  readonly torque: Vec3;
  /** [N] */
  readonly force: Vec3;
}

/** A contact, for a measure. */
export interface ContactProbe {
  /** Force across the surface [N]; 0 apart. */
  readonly normal: Num;
  /** Force on the body, world components [N]. */
  readonly force: Vec3;
  /** [m]; 0 apart. */
  readonly depth: Num;
  /** 1 while touching, else 0. */
  readonly touching: Num;
  /** Distance to the surface [m], negative while touching: it passes through zero on touch-down and on lift-off. */
  readonly clearance: Num;
}

/** The numbers of a tyre, for a measure, by the names of its channels: fx, fy, fz, kappa, alpha and so on. */
export type TyreProbe = Readonly<Record<TyrePart, Num>>;
/** A shaft, for a measure. */
export interface ShaftProbe {
  /** [rad] */
  readonly angle: Num;
  /** [rad/s] */
  readonly speed: Num;
  /** [rad/s²] */
  readonly acc: Num;
}

/** An element between shafts, for a measure; zero for gears and differentials, which are eliminated. */
export interface DriveProbe {
  /** On its last end [N m]. */
  readonly torque: Num;
  /** From its first end [N m]; 0 for elements with one. */
  readonly taken: Num;
  /** What it gives [W]; negative where it brakes. */
  readonly power: Num;
  /** The command that it follows; the gear for a gearbox. */
  readonly command: Num;
}

/** The deflection of a station, for a measure, in the frame of the flexible body. */
export interface DeflectionProbe {
  /** [m] */
  readonly displacement: Vec3;
  /** Rotation vector [rad]. */
  readonly rotation: Vec3;
}

/** The loads of a beam section, for a measure. */
export interface SectionProbe {
  /** Pull along the beam [N]. */
  readonly axial: Num;
  /** Along y and z [N]. */
  readonly shearY: Num;
  readonly shearZ: Num;
  /** About the beam's axis [N m]. */
  readonly torque: Num;
  /** Bending moments about y and z [N m]. */
  readonly momentY: Num;
  readonly momentZ: Num;
  /** Greatest normal stress, pull or push [Pa]. */
  readonly stress: Num;
}
