import type { Flexible } from "../flexible.js";
import type { JointSizes } from "../joint-sizes.js";
import type { JointKind, MotionOf } from "../joints.js";
import type { Real, Vec3R } from "../real.js";
import type { SpeedKind } from "../speed-kinds.js";
import type { CoordinateProperties, JointAxis } from "../types.js";

/** One coordinate of a joint, in the order of q. */
export interface JointCoordinate {
  /** In words, such as "angle". */
  readonly label: string;
  /** "" for quaternions and for amplitudes of modes from elsewhere. */
  readonly unit: "rad" | "m" | "";
}

/** One speed of a joint, in the order of v. */
export interface JointSpeed {
  /** In words, such as "angular x". */
  readonly label: string;
  readonly kind: SpeedKind;
  readonly unit: "rad/s" | "m/s" | "1/s";
}

/** The numbers of a joint in the state. */
export interface JointNumbers {
  readonly coordinates: readonly JointCoordinate[];
  readonly speeds: readonly JointSpeed[];
}

/** Types of the fields in which joints say how they move. */
export interface JointFieldTypes {
  readonly direction: Vec3R;
  readonly pitch: Real;
  readonly axes: readonly JointAxis[];
  /** Number of coordinates, which follows from a flexible body. */
  readonly modes: number;
}

/** Name of the type of a joint's field. */
export type JointFieldType = keyof JointFieldTypes;

type FieldTypeOf<V> = [V] extends [number]
  ? "modes"
  : [V] extends [Vec3R]
    ? "direction"
    : [V] extends [readonly JointAxis[]]
      ? "axes"
      : "pitch";

/** A field in which a joint says how it moves. */
export interface JointField<T extends JointFieldType = JointFieldType> {
  readonly type: T;
  /** In words, such as "first axis". */
  readonly label: string;
  /** One line for the schema and the tables of the file format. */
  readonly doc: string;
}

/** How a joint is drawn: as one thing, by one axis that all its coordinates share, or by its axes one after the other. */
export type JointGlyph = "weld" | "free" | "ball" | "plane" | "shared-axis" | "axes";

/**
 * Demands on the two frames of a joint that closes a loop, each with the fields of the joint that it follows from: none, all, those of a
 * sequence of axes ("axes" takes any, the others are cheaper), or one that only this joint has, in `formulation/joints`.
 */
export interface JointClosings {
  readonly nothing: object;
  readonly everything: object;
  readonly own: object;
  readonly hinge: { readonly axis: Vec3R };
  readonly slider: { readonly axis: Vec3R };
  readonly screw: { readonly axis: Vec3R; readonly pitch: Real };
  readonly cylinder: { readonly axis: Vec3R };
  readonly "crossed-axes": { readonly axis1: Vec3R; readonly axis2: Vec3R };
  readonly plane: { readonly axis: Vec3R };
  readonly axes: { readonly axes: readonly JointAxis[] };
}

/** The demands for which a motion has the fields. */
type ClosingOf<M> = { [C in keyof JointClosings]: M extends JointClosings[C] ? C : never }[keyof JointClosings];

/** Properties of a coordinate, as far as they are said. */
export type CoordinateOptions = Partial<CoordinateProperties>;

/** Where the options of the builder say what acts along the coordinates. */
export type CoordinateOptionsPlace<Name extends string = string> =
  | { readonly in: "nowhere" }
  /** The properties of the only coordinate are options of the joint itself. */
  | { readonly in: "joint" }
  /** One option for each coordinate. */
  | { readonly in: "coordinates"; readonly names: readonly Name[] }
  /** One option for three speeds, a number or three. */
  | { readonly in: "dampings"; readonly names: readonly Name[] }
  /** With each of the axes. */
  | { readonly in: "axes" };

/** Checks that a joint asks for; they report what is wrong with its fields. */
export interface JointChecks {
  readonly real: (field: string, value: Real) => void;
  readonly direction: (field: string, axis: Vec3R) => void;
  readonly notParallel: (axis1: Vec3R, axis2: Vec3R) => void;
  readonly perpendicular: (axis: Vec3R, xAxis: Vec3R) => void;
  readonly axes: (axes: readonly JointAxis[]) => void;
}

/** A joint whose orientation is a quaternion: its speeds are not the rates of its coordinates. */
export interface QuaternionLayout {
  /** Where the quaternion begins among the coordinates of the joint. */
  readonly at: number;
  /** How its coordinates and speeds are listed, for messages. */
  readonly q: string;
  readonly v: string;
}

/** A kind of joint, apart from its dynamics. Options: those that only this joint has in the builder. */
export interface JointDefinition<K extends JointKind, Options = Readonly<Record<string, unknown>>> {
  readonly kind: K;
  /** One sentence for the schema and the tables of the file format. */
  readonly doc: string;
  /** Its own fields, in the order of files. */
  readonly fields: { readonly [F in Exclude<keyof MotionOf<K>, "kind">]: JointField<FieldTypeOf<MotionOf<K>[F]>> };
  readonly options: CoordinateOptionsPlace<keyof Options & string>;
  readonly sizes: (motion: MotionOf<K>) => JointSizes;
  /** `body`: the flexible body that a flexible joint starts from, where it is known. */
  readonly numbers: (motion: MotionOf<K>, body?: Flexible) => JointNumbers;
  readonly quaternion: QuaternionLayout | null;
  /** Single axes that make the same motion, one after the other from the parent on; null for a joint of one piece. */
  readonly axes: (motion: MotionOf<K>) => readonly JointAxis[] | null;
  /** Directions of its z and x axes in the joint frame, for a joint of one piece whose axes are not those of the frame. */
  readonly frame?: (motion: MotionOf<K>) => { readonly z: Vec3R; readonly x: Vec3R };
  readonly check: (motion: MotionOf<K>, checks: JointChecks) => void;
  /** The reason why the speeds do not determine the joint's motion at these coordinates, for a joint of one piece; null elsewhere. */
  readonly singularAt?: (q: readonly number[]) => string | null;
  /** What may act along its coordinates. */
  readonly takes: "everything" | "no-limits" | "damping-only";
  readonly closes: ClosingOf<MotionOf<K>>;
  readonly glyph: JointGlyph;
}
