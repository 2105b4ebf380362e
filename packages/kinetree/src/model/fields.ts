import type { measureKinds } from "../units/measure-kinds.js";
import type { Real, Vec3R } from "./real.js";
import type { ShaftPort } from "./shaft.js";
import type { Attachment, CoordinateRef, Curve, CurveMap, Signal } from "./types.js";

/** Three about, then three along the axes of frame a. */
export type SixReals = readonly [Real, Real, Real, Real, Real, Real];

/** Numbers by the names that a published formula gives them; those left out have values of their own. */
export type Coefficients = Readonly<Record<string, Real>>;

/** The names of a formula, with the values of those that are not given. */
export type CoefficientDefaults = Readonly<Record<string, number>>;

/** Types of the fields of loads, actuators, elements between shafts, contact and tyre laws. Each reader of fields has one entry per type. */
export interface FieldTypes {
  readonly attachment: Attachment;
  /** Name of a joint, with a `speed` of that joint in the same object. */
  readonly joint: string;
  readonly speed: number;
  readonly coordinate: CoordinateRef;
  readonly choice: string;
  readonly direction: Vec3R;
  readonly real: Real;
  readonly "real-or-curve": Real | Curve;
  /** For commands of 0 and of 1, or at a load and at twice that load. */
  readonly pair: readonly [Real, Real];
  readonly six: SixReals;
  readonly signal: Signal;
  /** Along x, y and z. */
  readonly signals: readonly [Signal, Signal, Signal];
  readonly coefficients: Coefficients;
  readonly map: CurveMap;
  /** A shaft, or a speed of a joint. */
  readonly port: ShaftPort;
  /** Name of a shaft. */
  readonly shaft: string;
  /** Name of an element between shafts that takes a command. */
  readonly element: string;
  /** `measure` over `over`. */
  readonly curve: Curve;
  readonly reals: readonly Real[];
}

/** Name of the type of a field. */
export type FieldType = keyof FieldTypes;

/** Quantities along a coordinate, which are angular or linear as the coordinate is. */
export type CoordinateQuantity = "position" | "speed" | "force" | "stiffness" | "damping";

/** What the numbers of a field measure. */
export type Measure =
  | keyof typeof measureKinds
  /** Along the coordinate in the field `of`, or along the joint and speed in the same object. */
  | { readonly quantity: CoordinateQuantity; readonly of?: string }
  /** Coordinate `of` per coordinate `per`. */
  | { readonly of: string; readonly per: string }
  /** N/mⁿ, with n in another field. */
  | { readonly forcePerLengthToThe: string };

interface Measured {
  readonly measure: Measure;
  /** Any sign, unless stated; `fix` is the advice where the sign is wrong. */
  readonly sign?: { readonly is: "not-negative" | "positive" | "not-zero"; readonly fix: string };
}

interface Own {
  readonly joint: {
    /** Speeds of the joint must be rates of its coordinates. */
    readonly isScalar?: true;
  };
  readonly choice: { readonly values: readonly [string, string, ...string[]] };
  readonly real: Measured & {
    /** Name of a coefficient of friction that it is at least as large as. */
    readonly notBelow?: string;
    /** Smallest value, with the advice where it is less. */
    readonly least?: { readonly is: number; readonly fix: string };
  };
  readonly "real-or-curve": Measured;
  readonly pair: Measured;
  readonly six: Measured & { readonly measure: { readonly quantity: CoordinateQuantity } };
  readonly signal: Measured;
  readonly signals: Measured;
  readonly map: {
    /** Of x, y and z. */
    readonly measures: readonly [keyof typeof measureKinds, keyof typeof measureKinds, keyof typeof measureKinds];
  };
  readonly coefficients: {
    /** All names there are, with the values of those that are not given. */
    readonly defaults: CoefficientDefaults;
  };
  readonly shaft: Record<never, never>;
  readonly element: Record<never, never>;
  readonly curve: { readonly measure: keyof typeof measureKinds; readonly over: keyof typeof measureKinds };
  readonly reals: Measured;
}

/** A field as data, for the builder, the checks, files, documentation and the studio. */
export type Field<T extends FieldType = FieldType> = {
  readonly type: T;
  /** How the studio calls it, if not by its name in words. */
  readonly label?: string;
  /** One line for the schema and the tables of the file format. */
  readonly doc: string;
  /** Its value where nothing is given; a field with neither this nor `optional` must be given. */
  readonly default?: FieldTypes[T];
  /** Left out of the model where it is not given. */
  readonly optional?: true;
  /** What holds where it is left out, if no number says it. */
  readonly defaultText?: string;
  /** Its name among the builder's options, if another. */
  readonly option?: string;
} & (T extends keyof Own ? Own[T] : unknown);

type SameType<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** Types of fields that may hold values of type V. */
type FieldTypeFor<V> = [V] extends [string]
  ? "joint" | "choice" | "shaft" | "element"
  : { [T in FieldType]: SameType<V, FieldTypes[T]> extends true ? T : never }[FieldType];

/** A field for each property of T that is not `Common`. */
export type FieldsFor<T, Common extends string = "kind" | "name"> = {
  readonly [K in Exclude<keyof T, Common>]-?: Field<FieldTypeFor<Exclude<T[K], undefined>>>;
};

/** Fields by their names, for readers that treat all kinds alike. */
export type AnyFields = Readonly<Record<string, Field>>;

/** A value whose fields are described by data. */
export type Fielded = Readonly<Record<string, unknown>>;

type More<T extends FieldType> = Partial<Omit<Field<T>, "type" | "measure" | "doc">>;

export const real = (measure: Measure, doc: string, more: More<"real"> = {}): Field<"real"> => ({
  type: "real",
  measure,
  doc,
  ...more,
});

/** A stiffness or a damping. */
export const realOrCurve = (
  measure: Measure,
  doc: string,
  more: More<"real-or-curve"> = {},
): Field<"real-or-curve"> => ({ type: "real-or-curve", measure, doc, ...more });

export const attachment = (label: string, doc: string): Field<"attachment"> => ({ type: "attachment", label, doc });
