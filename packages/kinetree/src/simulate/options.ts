import { RequestError } from "../errors/kinetree-error.js";
import type { FormulationName } from "../formulation/formulation.js";
import type { Measure } from "../formulation/probe.js";
import type { State, StateByJoint } from "../formulation/state.js";
import type { MethodName } from "../integrate/method.js";
import type { EventSpec } from "./plan.js";

/** How accurately, and by which equations, to run. */
export interface RunOptions {
  /** Default "articulated": cost linear in the number of bodies. */
  readonly formulation?: FormulationName;
  /** Default "dormand-prince". "dop853" is faster below a tolerance of about 1e-10. */
  readonly integrator?: MethodName;
  /** Largest local error a step may make, relative to each number and absolutely [SI]. Default 1e-8; a tenth of it costs about 1.6 times the steps. */
  readonly tolerance?: number;
  /** Fixed step [s] instead of a tolerance. Halving it divides the error by 2^order and doubles the time. */
  readonly step?: number;
  /** Longest step [s] that a tolerance may lead to. Default: the whole run. */
  readonly maxStep?: number;
  readonly events?: readonly EventSpec[];
  /** Numbers recorded beside the state, by name. */
  readonly measures?: Readonly<Record<string, Measure>>;
}

export interface SimulateOptions extends RunOptions {
  /** Start; default: everything at zero and at rest. */
  readonly state?: State | StateByJoint;
  /** Values of named parameters; default: the model's. */
  readonly parameters?: Readonly<Record<string, number>>;
  /** Constant generalised forces on top of the model's own loads, one for each speed. */
  readonly tau?: ArrayLike<number>;
  /** Interval between recorded states [s]. Default: a hundredth of the run. */
  readonly sampleEvery?: number;
  readonly controllers?: Readonly<Record<string, ControllerFunction>>;
  /** Called now and then with the time reached, for a progress bar. */
  readonly onProgress?: (t: number) => void;
}

/** Sets the commands of the controller's actuators, in the order in which the model lists them. */
export type ControllerFunction = (state: State, commands: Float64Array) => void;

export const runDefaults = Object.freeze({
  formulation: "articulated",
  integrator: "dormand-prince",
  tolerance: 1e-8,
} as const);

export function requirePositive(name: string, value: number, fix: string): void {
  if (Number.isFinite(value) && value > 0) return;
  throw new RequestError({
    code: "not-positive",
    subject: name,
    value,
    message: `${name} is ${value}, must be a positive number. ${fix}`,
  });
}
