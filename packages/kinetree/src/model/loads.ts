import type { AnyFields, Field, Fielded } from "./fields.js";
import { aerodynamic, type Aerodynamic } from "./loads/aerodynamic.js";
import { bushing, type Bushing } from "./loads/bushing.js";
import { coordinateSpring, type CoordinateSpring } from "./loads/coordinate-spring.js";
import { jointForce, type JointForce } from "./loads/joint-force.js";
import type { LoadDefinition } from "./loads/load-definition.js";
import { mappedDamper, type MappedDamper } from "./loads/mapped-damper.js";
import { pointSpring, type PointSpring } from "./loads/point-spring.js";
import { torsionSpring, type TorsionSpring } from "./loads/torsion-spring.js";
import { wrench, type Wrench } from "./loads/wrench.js";
import type { Attachment, CoordinateRef, Signal } from "./types.js";

/** A force between bodies, on one body, or along coordinates, in addition to gravity and actuators. */
export type Load =
  PointSpring | TorsionSpring | Bushing | Wrench | JointForce | CoordinateSpring | MappedDamper | Aerodynamic;

/** The kinds of loads, such as "bushing". */
export type LoadKind = Load["kind"];

/** The load of one kind. */
export type LoadOf<K extends LoadKind> = Extract<Load, { readonly kind: K }>;

/** All kinds of loads, in the order of messages and documentation. */
export const loadDefinitions: { readonly [K in LoadKind]: LoadDefinition<LoadOf<K>> } = Object.freeze({
  "point-spring": pointSpring,
  "torsion-spring": torsionSpring,
  bushing,
  wrench,
  "joint-force": jointForce,
  "coordinate-spring": coordinateSpring,
  "mapped-damper": mappedDamper,
  aerodynamic,
});

export const loadKinds = Object.freeze(Object.keys(loadDefinitions)) as readonly LoadKind[];

/** The fields of a kind of load by their names. */
export const loadFields = (kind: LoadKind): AnyFields => loadDefinitions[kind].fields as unknown as AnyFields;

/** Values of the fields of a load that have one of the given types. */
function valuesOf(load: Load, ...types: readonly Field["type"][]): readonly unknown[] {
  const values = load as unknown as Fielded;
  return Object.entries(loadFields(load.kind)).flatMap(([name, { type }]) =>
    types.includes(type) ? [values[name]] : [],
  );
}

/** The frames that a load acts on. */
export const attachmentsOf = (load: Load): readonly Attachment[] =>
  valuesOf(load, "attachment") as readonly Attachment[];

/** The coordinates of joints that a load acts along, where it names them as such. */
export const coordinatesOf = (load: Load): readonly CoordinateRef[] =>
  valuesOf(load, "coordinate") as readonly CoordinateRef[];

/** The functions of time that a load follows. */
export const signalsOf = (load: Load): readonly Signal[] =>
  valuesOf(load, "signal", "signals").flatMap((value) => value as Signal | readonly Signal[]);
