import type { AnyFields, Fielded, FieldType } from "./fields.js";
import type { ShaftPort } from "./shaft.js";
import { brake, clutch, type Brake, type Clutch } from "./shafts/clutch.js";
import { converter, type TorqueConverter } from "./shafts/converter.js";
import { differential, type Differential } from "./shafts/differential.js";
import { anyFields, type Commanded, type ShaftElementDefinition } from "./shafts/element-definition.js";
import { gear, type ShaftGear } from "./shafts/gear.js";
import { gearbox, type Gearbox } from "./shafts/gearbox.js";
import { engine, motor, type Engine, type Motor } from "./shafts/motor.js";
import { spring, type ShaftSpring } from "./shafts/spring.js";
import { torqueBias, type TorqueBias } from "./shafts/torque-bias.js";
import { signalsOf } from "./loads.js";
import type { Model, Signal } from "./types.js";

/** What acts between shafts, and between shafts and the joints of the mechanism. */
export type ShaftElement =
  ShaftSpring | ShaftGear | Differential | TorqueBias | Clutch | Brake | Motor | Engine | TorqueConverter | Gearbox;

/** The kinds of elements between shafts, such as "clutch". */
export type ShaftElementKind = ShaftElement["kind"];

/** The element of one kind. */
export type ShaftElementOf<K extends ShaftElementKind> = Extract<ShaftElement, { readonly kind: K }>;

/** All kinds, in the order of messages and documentation. */
export const shaftElementDefinitions: { readonly [K in ShaftElementKind]: ShaftElementDefinition<ShaftElementOf<K>> } =
  Object.freeze({
    spring,
    gear,
    differential,
    "torque-bias": torqueBias,
    clutch,
    brake,
    motor,
    engine,
    converter,
    gearbox,
  });

export const shaftElementKinds = Object.freeze(Object.keys(shaftElementDefinitions)) as readonly ShaftElementKind[];

/** The fields of a kind of element by their names. */
export const shaftElementFields = (kind: ShaftElementKind): AnyFields =>
  anyFields(shaftElementDefinitions[kind].fields);

const valuesOf = (element: ShaftElement, ...types: readonly FieldType[]): readonly (readonly [FieldType, unknown])[] =>
  Object.entries(shaftElementFields(element.kind)).flatMap(([name, { type }]) =>
    types.includes(type) ? [[type, (element as unknown as Fielded)[name]] as const] : [],
  );

/** What an element turns, in the order of its fields: inputs first. */
export const portsOf = (element: ShaftElement): readonly ShaftPort[] =>
  valuesOf(element, "port", "shaft").map(([type, value]) =>
    type === "shaft" ? { shaft: value as string } : (value as ShaftPort),
  );

/** All functions of time that a model follows. */
export const signalsIn = ({ loads, shaftElements }: Pick<Model, "loads" | "shaftElements">): readonly Signal[] => [
  ...loads.flatMap((load) => [...signalsOf(load)]),
  ...shaftElements.flatMap((element) => commandOf(element) ?? []),
];

/** The function of time that commands an element; null without. */
export const commandOf = (element: ShaftElement): Signal | null => (element as Partial<Commanded>).command ?? null;
