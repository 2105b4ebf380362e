import {
  actuatorFields,
  type BodyActuator,
  type Command,
  type ImpedanceActuator,
  type JointActuator,
  type ShaftActuator,
} from "../actuators.js";
import { modelDefaults } from "../defaults.js";
import { loadFields, type LoadKind } from "../loads.js";
import type { Aerodynamic } from "../loads/aerodynamic.js";
import type { Bushing } from "../loads/bushing.js";
import type { CoordinateSpring } from "../loads/coordinate-spring.js";
import type { JointForce } from "../loads/joint-force.js";
import type { MappedDamper } from "../loads/mapped-damper.js";
import type { PointSpring } from "../loads/point-spring.js";
import type { TorsionSpring } from "../loads/torsion-spring.js";
import type { Wrench } from "../loads/wrench.js";
import type { Actuator, Controller, Load, MemoryCell } from "../types.js";
import { isRecord } from "../check.js";
import { thingAt } from "../part.js";
import { optionNamesOf, readFields, type OptionsOf } from "./fields.js";
import { orNull, any, list, type OptionNames } from "./options.js";
import type { Resolver } from "./place.js";

/** Options of `pointSpring`. */
export type PointSpringOptions<B extends string, F extends string> = OptionsOf<PointSpring, "damping", B, F, never>;

/** Options of `torsionSpring`. */
export type TorsionSpringOptions<B extends string, F extends string> = OptionsOf<
  TorsionSpring,
  "rest" | "damping",
  B,
  F,
  never
>;

/** Options of `bushing`. */
export type BushingOptions<B extends string, F extends string> = OptionsOf<Bushing, "damping", B, F, never>;

/** Options of `wrench`. */
export type WrenchOptions<B extends string, F extends string> = OptionsOf<Wrench, "torque" | "force", B, F, never>;

/** Options of `jointForce`; the first speed of the joint unless `coordinate` is given. */
export type JointForceOptions<J extends string> = OptionsOf<
  Omit<JointForce, "signal"> & {
    /** [N or N m] */
    readonly force: JointForce["signal"];
  },
  "coordinate",
  never,
  never,
  J
>;

/** Options of `coordinateSpring`. */
export type CoordinateSpringOptions<J extends string> = OptionsOf<
  CoordinateSpring,
  "ratio" | "rest" | "damping",
  never,
  never,
  J
>;

/** Options of `mappedDamper`. */
export type MappedDamperOptions<B extends string, F extends string> = OptionsOf<MappedDamper, never, B, F, never>;

/** Options of `aerodynamic`. */
export type AerodynamicOptions<B extends string, F extends string> = OptionsOf<
  Aerodynamic,
  "density" | "drag" | "lift" | "side" | "wind",
  B,
  F,
  never
>;

/** What actuators have in common: the command and its limits. */
export type CommandOptions = Partial<Omit<Command, "name">>;

/** A motor: along one speed of a joint; the first unless `coordinate` is given. */
export type JointActuatorOptions<J extends string> = CommandOptions &
  OptionsOf<Omit<JointActuator, keyof Command>, "coordinate", never, never, J> &
  Readonly<Partial<Record<"at" | "axis" | "effect" | "along", never>>>;

/** A spring-damper along one speed of a joint, with a stiffness and a damping between two settings. */
export type ImpedanceOptions<J extends string> = JointActuatorOptions<J> &
  OptionsOf<Pick<ImpedanceActuator, "stiffness" | "damping" | "rest">, "rest", never, never, never>;

/** A thruster or a reaction wheel: on a body. */
export type BodyActuatorOptions<B extends string, F extends string> = CommandOptions &
  OptionsOf<Omit<BodyActuator, keyof Command>, "effect" | "along", B, F, never> &
  Readonly<Partial<Record<"joint" | "coordinate", never>>>;

/** The command of an element between shafts, by its name. */
export type ShaftActuatorOptions = CommandOptions &
  OptionsOf<Omit<ShaftActuator, keyof Command>, never, never, never, never> &
  Readonly<Partial<Record<"joint" | "coordinate" | "at" | "axis" | "effect" | "along", never>>>;

/** Options of `actuator`: along a joint coordinate, a force and torque on a body, or the command of an element between shafts. */
export type ActuatorOptions<B extends string, F extends string, J extends string> =
  JointActuatorOptions<J> | ImpedanceOptions<J> | BodyActuatorOptions<B, F> | ShaftActuatorOptions;

/** Options of `controller`: how often it samples, as a period [s] or a rate [Hz], and what it commands. */
export type ControllerOptions<A extends string> = {
  /** Whole ticks from a sample to its commands; 0 unless said. */
  readonly latency?: number;
  readonly actuators: readonly A[];
  /** What it computes; without it, runs must be given a function. */
  readonly law?: {
    /** Expressions of channels, parameters and memory: one for each actuator. */
    readonly commands: readonly string[];
    readonly memory?: readonly MemoryCell[];
  };
} & ({ readonly period: number; readonly rate?: never } | { readonly rate: number; readonly period?: never });

export const loadOptionNames = (kind: LoadKind): OptionNames => optionNamesOf(loadFields(kind));

export const makeLoad = (kind: LoadKind, name: string, options: object, resolve: Resolver): Load => {
  const values = readFields(loadFields(kind), options, thingAt(resolve.path, `${kind} "${name}"`), resolve);
  return { kind, name, ...values } as unknown as Load;
};

/** On a joint unless a place on a body is given; both at once leave one of them unknown. */
function actuatorKind(options: unknown): Actuator["kind"] {
  if (!isRecord(options)) return "joint";
  if (options.element !== undefined) return "shaft";
  if (options.joint === undefined && (options.at !== undefined || options.axis !== undefined)) return "body";
  return options.stiffness === undefined ? "joint" : "impedance";
}

export const actuatorOptionNames = (options: unknown): OptionNames =>
  optionNamesOf(actuatorFields(actuatorKind(options)), { gain: any, lower: orNull, upper: orNull });

export function makeActuator(name: string, options: object, resolve: Resolver): Actuator {
  const kind = actuatorKind(options);
  const { gain, lower, upper } = { ...modelDefaults.actuator, ...(options as CommandOptions) };
  const values = readFields(actuatorFields(kind), options, thingAt(resolve.path, `actuator "${name}"`), resolve);
  return { kind, name, gain, lower, upper, ...values } as unknown as Actuator;
}

/** A rate instead of a period; both at once are one too many. */
export const controllerOptionNames = (options: unknown): OptionNames => {
  const often = isRecord(options) && options.rate !== undefined && options.period === undefined ? "rate" : "period";
  return { required: { [often]: any, actuators: list }, optional: { latency: any, law: any } };
};

export const makeController = (
  name: string,
  { law, rate, period = 1 / (rate ?? NaN), ...options }: ControllerOptions<string>,
): Controller => ({
  ...options,
  name,
  period,
  ...(law ? { law: { memory: law.memory ?? [], commands: law.commands } } : {}),
});
