import { modelDefaults } from "../defaults.js";
import type { Real, Vec3R } from "../real.js";
import { signal, type SignalLike } from "../signals.js";
import type { Actuator, Controller, Curve, Load, MemoryCell, Signal } from "../types.js";
import { isRecord } from "../check.js";
import { propertyOf, thingAt } from "../part.js";
import { zero3 } from "../vector.js";
import { endsOf, type Ends } from "./ends.js";
import { optionNames } from "./option-names.js";
import type { OptionNames } from "./options.js";
import type { Place, Resolver } from "./place.js";

/** Options of `pointSpring`. */
export type PointSpringOptions<B extends string, F extends string> = Ends<B, F> & {
  /** [N/m], or a curve of tension over extension [m → N]. */
  readonly stiffness: Real | Curve;
  /** Length without tension [m]. */
  readonly freeLength: Real;
  /** [N s/m], or a curve of tension over the rate of length [m/s → N]. */
  readonly damping?: Real | Curve;
};

/** Options of `torsionSpring`. */
export type TorsionSpringOptions<B extends string, F extends string> = Ends<B, F> & {
  /** [N m/rad], or a curve of torque over deflection [rad → N m]. */
  readonly stiffness: Real | Curve;
  /** Angle without torque [rad]. */
  readonly rest?: Real;
  readonly damping?: Real | Curve;
};

/** Three about, then three along the axes of frame a. */
export type SixReals = readonly [Real, Real, Real, Real, Real, Real];

/** About and along the axes of frame a. */
export interface SixValues {
  readonly rotation?: Vec3R;
  readonly translation?: Vec3R;
}

/** Options of `bushing`. */
export type BushingOptions<B extends string, F extends string> = Ends<B, F> & {
  /** [N m/rad] and [N/m] */
  readonly stiffness: SixValues | SixReals;
  readonly damping?: SixValues | SixReals;
};

/** Options of `wrench`. */
export interface WrenchOptions<B extends string, F extends string> {
  readonly at: Place<B, F>;
  /** Whose axes the components are along. */
  readonly along: "world" | "body";
  /** [N m] */
  readonly torque?: readonly [SignalLike, SignalLike, SignalLike];
  /** [N] */
  readonly force?: readonly [SignalLike, SignalLike, SignalLike];
}

/** Options of `jointForce`. */
export interface JointForceOptions<J extends string> {
  readonly joint: J;
  /** Which speed of the joint; the first if left out. */
  readonly coordinate?: number;
  /** [N or N m] */
  readonly force: SignalLike;
}

/** What actuators have in common: the command and its limits. */
export interface CommandOptions {
  /** Force or torque per command. */
  readonly gain?: Real;
  /** Range of the command. */
  readonly lower?: Real | null;
  readonly upper?: Real | null;
}

/** A motor: along one speed of a joint. */
export interface JointActuatorOptions<J extends string> extends CommandOptions {
  readonly joint: J;
  /** Which speed of the joint; the first if left out. */
  readonly coordinate?: number;
  readonly at?: never;
  readonly axis?: never;
  readonly effect?: never;
  readonly along?: never;
}

/** A spring-damper along one speed of a joint, with a stiffness and a damping between two settings. */
export interface ImpedanceOptions<J extends string> extends Omit<JointActuatorOptions<J>, "gain"> {
  /** What the command is multiplied by: 0 is the first setting, 1 the second. */
  readonly gain?: Real;
  /** At 0 and at 1. */
  readonly stiffness: readonly [Real, Real];
  readonly damping: readonly [Real, Real];
  /** Where the spring is at rest; 0 if left out. */
  readonly rest?: Real;
}

/** A thruster or a reaction wheel: on a body. */
export interface BodyActuatorOptions<B extends string, F extends string> extends CommandOptions {
  readonly at: Place<B, F>;
  /** Direction of any length; the size of the load is gain × command alone. */
  readonly axis: Vec3R;
  /** A force through the place, or a torque; a force if left out. */
  readonly effect?: "force" | "torque";
  /** Whether the axis turns with the attached frame or stays in the world; with the body if left out. */
  readonly along?: "world" | "body";
  readonly joint?: never;
  readonly coordinate?: never;
}

/** Options of `actuator`: along a joint coordinate, or a force and torque on a body. */
export type ActuatorOptions<B extends string, F extends string, J extends string> =
  JointActuatorOptions<J> | ImpedanceOptions<J> | BodyActuatorOptions<B, F>;

/** Options of `controller`. */
export interface ControllerOptions<A extends string> {
  /** Time between two samples [s]. */
  readonly period: number;
  readonly actuators: readonly A[];
  /** What it computes; without it, runs must be given a function. */
  readonly law?: {
    /** Expressions of channels, parameters and memory: one for each actuator. */
    readonly commands: readonly string[];
    readonly memory?: readonly MemoryCell[];
  };
}

export const makePointSpring = (
  name: string,
  options: PointSpringOptions<string, string>,
  resolve: Resolver,
): Load => ({
  ...modelDefaults.pointSpring,
  ...options,
  ...endsOf(`point-spring "${name}"`, options, resolve),
  kind: "point-spring",
  name,
});

export const makeTorsionSpring = (
  name: string,
  options: TorsionSpringOptions<string, string>,
  resolve: Resolver,
): Load => ({
  ...modelDefaults.torsionSpring,
  ...options,
  ...endsOf(`torsion-spring "${name}"`, options, resolve),
  kind: "torsion-spring",
  name,
});

export const makeBushing = (name: string, options: BushingOptions<string, string>, resolve: Resolver): Load => ({
  ...endsOf(`bushing "${name}"`, options, resolve),
  kind: "bushing",
  name,
  stiffness: sixOf(options.stiffness),
  damping: sixOf(options.damping ?? {}),
});

export const makeWrench = (name: string, options: WrenchOptions<string, string>, resolve: Resolver): Load => ({
  kind: "wrench",
  name,
  at: resolve.attachment(propertyOf(thingAt(resolve.path, `wrench "${name}"`), "at"), options.at),
  along: options.along,
  torque: threeSignals(options.torque ?? zero3),
  force: threeSignals(options.force ?? zero3),
});

export const makeJointForce = (name: string, { joint, coordinate = 0, force }: JointForceOptions<string>): Load => ({
  kind: "joint-force",
  name,
  joint,
  coordinate,
  signal: signal(force),
});

/** On a joint unless a place on a body is given; both at once leave one of them unknown. */
export const actuatorOptionNames = (options: unknown): OptionNames =>
  isRecord(options) && options.joint === undefined && (options.at !== undefined || options.axis !== undefined)
    ? optionNames.bodyActuator
    : isRecord(options) && options.stiffness !== undefined
      ? optionNames.impedance
      : optionNames.jointActuator;

export function makeActuator(
  name: string,
  options: ActuatorOptions<string, string, string>,
  resolve: Resolver,
): Actuator {
  const { gain, lower, upper } = { ...modelDefaults.actuator, ...options };
  const command = { name, gain, lower, upper };
  if (options.joint !== undefined) {
    const { joint, coordinate = modelDefaults.jointActuator.coordinate } = options;
    if (!("stiffness" in options)) return { ...command, kind: "joint", joint, coordinate };
    const { stiffness, damping, rest = modelDefaults.impedance.rest } = options;
    return { ...command, kind: "impedance", joint, coordinate, stiffness, damping, rest };
  }
  const { effect, along } = { ...modelDefaults.bodyActuator, ...options };
  const at = resolve.attachment(propertyOf(thingAt(resolve.path, `actuator "${name}"`), "at"), options.at);
  return { ...command, kind: "body", at, axis: options.axis, effect, along };
}

export const makeController = (name: string, { law, ...options }: ControllerOptions<string>): Controller => ({
  ...options,
  name,
  ...(law ? { law: { memory: law.memory ?? [], commands: law.commands } } : {}),
});

/** [angular, linear], as all spatial vectors. */
function sixOf(values: SixValues | SixReals): SixReals {
  if (isSix(values)) return values;
  const { rotation = zero3, translation = zero3 } = values;
  return [...rotation, ...translation];
}

const isSix = (values: SixValues | SixReals): values is SixReals => Array.isArray(values);

const threeSignals = ([x, y, z]: readonly [SignalLike, SignalLike, SignalLike]): readonly [Signal, Signal, Signal] => [
  signal(x),
  signal(y),
  signal(z),
];
