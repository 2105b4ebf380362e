import { aFunction, aNumber, aText, partsOf, type OptionType } from "../../errors/option-types.js";
import type { State } from "../../state/state.js";

/** Sets the commands of the controller's actuators, in the order of the model. */
export type ControllerFunction = (state: State, commands: Float64Array) => void;

/** What a controller with a state of its own computes at a tick. */
export interface ControllerOutput<S> {
  /** One for each of its actuators, in the order of the model. */
  readonly commands: ArrayLike<number>;
  /** Its state until the next sample. */
  readonly state: S;
}

/**
 * A controller with a state of its own, such as the sum of an integral term. The state is plain data (numbers, texts, true, false, null, Float64Array,
 * lists and objects of these): it is part of checkpoints, and each sample of a batch has its own.
 */
export interface ControllerComponent<S = unknown> {
  /** Ticks from a sample to the delivery of its commands. Default: that of the model. */
  readonly latency?: number;
  /** The state before the first sample, from the parameters of the run. Default: undefined. */
  readonly state?: (parameters: Readonly<Record<string, number>>) => S;
  /** A function of its arguments alone: the measured state, its own state, and the tick, counted from the start of the run. */
  step(measured: State, state: S, tick: number): ControllerOutput<S>;
}

/** A controller that a module exports, as a function or a component: worker threads import it for themselves. */
export interface ControllerModule {
  /** Its whole URL, such as `new URL("./pilot.js", import.meta.url).href`. */
  readonly module: string;
  /** The name that it is exported by. Default "default". */
  readonly export?: string;
}

/** A controller as it is given to a run. */
export type RunController = ControllerFunction | ControllerComponent;

/** Lets the compiler find the type of a component's state. */
export const defineController = <S>(component: ControllerComponent<S>): ControllerComponent => component;

export const isModule = (given: RunController | ControllerModule): given is ControllerModule =>
  typeof given === "object" && "module" in given;

const aComponent = partsOf<ControllerComponent>({ latency: aNumber, state: aFunction, step: aFunction });

const isComponent = (value: unknown): boolean => typeof value === "object" && value !== null && "step" in value;

/** Of `controllers` of a run, and of what a module exports. */
export const aController: OptionType = (value, name) =>
  typeof value === "function" ? null : isComponent(value) ? aComponent(value, name) : { name, value, must: MUST };

const MUST = "a function, or an object with a step";

/** Of `controllers` of a batch. */
export const aBatchController: OptionType = (value, name) =>
  typeof value === "object" && value !== null && "module" in value ? aModule(value, name) : aController(value, name);

const aModule = partsOf<ControllerModule>({ module: aText, export: aText });
