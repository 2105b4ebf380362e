import type { AnyFields, Field, Fielded, FieldType, FieldTypes, SixReals } from "../fields.js";
import type { Vec3R } from "../real.js";
import { signal, type SignalLike } from "../signals.js";
import type { Attachment, CoordinateRef, ShaftPort, Signal } from "../types.js";
import { named, propertyOf, type Part } from "../part.js";
import { zero3 } from "../vector.js";
import { portOf, refOf, type CoordinateOption, type PortOption } from "./ends.js";
import { any, list, numbers, optionsOf, place, type Checker, type OptionNames } from "./options.js";
import type { Place, Resolver } from "./place.js";

/** About and along the axes of frame a. */
export interface SixValues {
  readonly rotation?: Vec3R;
  readonly translation?: Vec3R;
}

type ThreeSignals = readonly [SignalLike, SignalLike, SignalLike];

/** The ways in which the builder takes a value of type V in the field K. */
type OptionFor<K, V, B extends string, F extends string, J extends string> = K extends "joint"
  ? J
  : [V] extends [Attachment]
    ? Place<B, F>
    : [V] extends [CoordinateRef]
      ? CoordinateOption<J>
      : [V] extends [ShaftPort]
        ? PortOption<J>
        : [V] extends [Signal]
          ? SignalLike
          : [V] extends [readonly [Signal, Signal, Signal]]
            ? ThreeSignals
            : [V] extends [SixReals]
              ? SixValues | SixReals
              : V;

/** The fields of T as options of the builder; B: bodies, F: frames, J: joints. Those in `Optional` may be left out. */
export type OptionsOf<T, Optional extends keyof T, B extends string, F extends string, J extends string> = {
  readonly [K in Exclude<keyof T, "kind" | "name" | Optional>]: OptionFor<K, T[K], B, F, J>;
} & { readonly [K in Optional]?: OptionFor<K, Exclude<T[K], undefined>, B, F, J> };

const sixParts = optionsOf({ required: {}, optional: { rotation: numbers(3), translation: numbers(3) } });

/** Six numbers, or three about and three along the axes. */
const six: Checker = (part, value) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? sixParts(part, value)
    : numbers(6)(named(part, `${part.name} (without { rotation, translation })`), value);

const checkers: { readonly [T in FieldType]?: Checker } = { attachment: place, six, signals: numbers(3), reals: list };

const optionOf = ([name, { option }]: readonly [string, Field]): string => option ?? name;

/** The options that fields make. */
export function optionNamesOf(fields: AnyFields, more: OptionNames["optional"] = {}): OptionNames {
  const among = (isRequired: boolean): OptionNames["required"] =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([, field]) => (field.default === undefined && field.optional !== true) === isRequired)
        .map((entry) => [optionOf(entry), checkers[entry[1].type] ?? any]),
    );
  return { required: among(true), optional: { ...among(false), ...more } };
}

const readers: {
  readonly [T in FieldType]?: (given: never, part: Part, resolve: Resolver) => FieldTypes[T];
} = {
  attachment: (given: Place<string, string>, part, resolve) => resolve.attachment(part, given),
  coordinate: refOf,
  port: portOf,
  six: (values: SixValues | SixReals) => {
    if (isSix(values)) return values;
    const { rotation = zero3, translation = zero3 } = values;
    return [...rotation, ...translation]; // [angular, linear], like all spatial vectors
  },
  signal,
  signals: ([x, y, z]: ThreeSignals) => [signal(x), signal(y), signal(z)],
};

/** The values of fields from options that have the right names and shapes. */
export function readFields(fields: AnyFields, options: object, part: Part, resolve: Resolver): Fielded {
  const read = ([name, field]: readonly [string, Field]): readonly [string, unknown] => {
    const given = (options as Fielded)[optionOf([name, field])];
    const reader = readers[field.type] ?? ((value: unknown) => value);
    return [name, given === undefined ? field.default : reader(given as never, propertyOf(part, name), resolve)];
  };
  return Object.fromEntries(
    Object.entries(fields)
      .map(read)
      .filter(([name, value]) => value !== undefined || fields[name].optional !== true),
  );
}

const isSix = (values: SixValues | SixReals): values is SixReals => Array.isArray(values);
