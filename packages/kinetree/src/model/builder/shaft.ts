import { modelDefaults } from "../defaults.js";
import type { Real, Vec3R } from "../real.js";
import { shaftElementFields, shaftElementKinds } from "../shaft-elements.js";
import type { Shaft, ShaftElement, ShaftElementKind, ShaftElementOf } from "../types.js";
import { isRecord } from "../check.js";
import { propertyOf, thingAt } from "../part.js";
import { optionNamesOf, readFields, type OptionsOf } from "./fields.js";
import { any, optionsOf, place, type OptionNames } from "./options.js";
import type { Place, Resolver } from "./place.js";

/** Options of `shaft`. */
export interface ShaftOptions<B extends string, F extends string> {
  /** About its axis [kg m²]; none if left out, which needs a gear or a differential to one that has some. */
  readonly inertia?: Real;
  /** Drag of its bearings [N m s/rad]. */
  readonly damping?: Real;
  /** Where it is carried, with its axis in that frame; left out, nothing takes what its housing has to bear. */
  readonly mount?: { readonly at: Place<B, F>; readonly axis: Vec3R };
}

/** Fields of each kind that may be left out. */
export interface OptionalShaftFields {
  readonly spring: "damping" | "backlash";
  readonly gear: never;
  readonly differential: "ratio";
  readonly "torque-bias": never;
  readonly clutch: "stiffness" | "damping" | "lag" | "command";
  readonly brake: "stiffness" | "damping" | "lag" | "command";
  readonly motor: "maxPower" | "maxSpeed" | "lag" | "command";
  readonly engine: "idle" | "loss" | "lag" | "command";
  readonly converter: never;
  readonly gearbox: "reverse" | "stiffness" | "damping" | "shiftTime" | "command";
}

/** Options of `shaftElement`, by kind. A port is the name of a shaft, or `{ joint }`. */
export type ShaftElementOptions<J extends string> = {
  readonly [K in ShaftElementKind]: { readonly kind: K } & OptionsOf<
    ShaftElementOf<K>,
    OptionalShaftFields[K] & keyof ShaftElementOf<K>,
    never,
    never,
    J
  >;
}[ShaftElementKind];

export const shaftOptionNames: OptionNames = {
  required: {},
  optional: { inertia: any, damping: any, mount: optionsOf({ required: { at: place, axis: any }, optional: {} }) },
};

export function makeShaft(name: string, options: ShaftOptions<string, string>, resolve: Resolver): Shaft {
  const { inertia = modelDefaults.shaft.inertia, damping, mount } = options;
  const part = propertyOf(thingAt(resolve.path, `shaft "${name}"`), "mount");
  return {
    name,
    inertia,
    ...(damping === undefined ? {} : { damping }),
    ...(mount === undefined
      ? {}
      : { mount: { at: resolve.attachment(propertyOf(part, "at"), mount.at), axis: mount.axis } }),
  };
}

const isKind = (kind: unknown): kind is ShaftElementKind => shaftElementKinds.includes(kind as ShaftElementKind);

/** Of an unknown kind nothing is asked: the check of the model says what is wrong. */
export function shaftElementOptionNames(options: unknown): OptionNames {
  const kind = isRecord(options) ? options.kind : undefined;
  if (!isKind(kind)) return { required: { kind: any }, optional: isRecord(options) ? allowing(options) : {} };
  const { required, optional } = optionNamesOf(shaftElementFields(kind));
  return { required: { kind: any, ...required }, optional };
}

const allowing = (options: object): OptionNames["optional"] =>
  Object.fromEntries(Object.keys(options).map((name) => [name, any]));

export function makeShaftElement(name: string, options: object, resolve: Resolver): ShaftElement {
  const { kind } = options as { readonly kind: ShaftElementKind };
  if (!isKind(kind)) return { ...options, kind, name } as unknown as ShaftElement;
  const part = thingAt(resolve.path, `${kind as string} "${name}"`);
  return { kind, name, ...readFields(shaftElementFields(kind), options, part, resolve) } as unknown as ShaftElement;
}
