import type {
  ControllerModule,
  EventSpec,
  GroundDescription,
  Model,
  Parameter,
  RunController,
  RunOptions,
  StateByJoint,
} from "kinetree";
import type { QuantityLike } from "./distribution.js";

/** Values of parameters by name [SI]. */
export type Values = Readonly<Record<string, number>>;

/** Options of a model or a scenario by name. */
export type ScenarioOptions = Readonly<Record<string, number | string | boolean>>;

/** How a sample is integrated: what of `RunOptions` makes sense for many samples at once. */
export type SampleRunOptions = Pick<
  RunOptions,
  | "formulation"
  | "integrator"
  | "implicit"
  | "tolerance"
  | "step"
  | "maxStep"
  | "maxSteps"
  | "closure"
  | "drift"
  | "tick"
>;

/** What is simulated: a model with parameters, where a sample starts, how it runs. */
export interface Scenario {
  readonly name: string;
  readonly model: Model;
  /** Parameters of the start in addition to the model's: an impact speed, a tilt. */
  readonly inputs?: readonly Parameter[];
  /** Where a sample starts, from all its parameters and inputs; it must depend on them alone. Zero and at rest if left out. */
  readonly start?: (values: Values) => StateByJoint;
  /** When a sample ends [s]. */
  readonly tEnd: number;
  readonly run?: SampleRunOptions;
  readonly events?: readonly EventSpec[];
  /** What controllers compute, by name. Several worker threads need them as modules, since functions stay on their thread. */
  readonly controllers?: Readonly<Record<string, RunController | ControllerModule>>;
}

/** A scenario as plain data: a model by name or file, and expressions for the rest. */
export interface ScenarioDescription extends SampleRunOptions {
  /** A system that comes with kinetree ("pendulum"), or the path of a model file. */
  readonly model: string;
  /** Of the system. */
  readonly options?: ScenarioOptions;
  /** Grounds of the model's terrains that take one, by their names. */
  readonly grounds?: Readonly<Record<string, GroundDescription>>;
  /** Parameters in addition to the model's: a default, or a default with its range. */
  readonly inputs?: Readonly<Record<string, QuantityLike | InputDescription>>;
  /** Coordinates and speeds by joint: numbers, quantities, or "= expression" of parameters and inputs. */
  readonly start?: {
    readonly q?: Readonly<Record<string, QuantityLike | readonly QuantityLike[]>>;
    readonly v?: Readonly<Record<string, QuantityLike | readonly QuantityLike[]>>;
  };
  readonly tEnd: QuantityLike;
  readonly events?: Readonly<Record<string, EventDescription>>;
}

/** A parameter of a scenario as plain data. */
export interface InputDescription {
  readonly value: QuantityLike;
  /** What it measures; by default the unit of its value. */
  readonly unit?: string;
  readonly min?: QuantityLike;
  readonly max?: QuantityLike;
  readonly description?: string;
}

/** An instant to look for: where an expression of channels passes through zero, or where a condition becomes true. */
export interface EventDescription {
  readonly when: string;
  /** Of an expression; a condition has none. Default both. */
  readonly direction?: "rising" | "falling" | "both";
  /** Ends the run; default false. */
  readonly terminal?: boolean;
}

/** A scenario that comes with this package, with options of its own. */
export interface NamedScenarioReference {
  readonly named: string;
  readonly options?: ScenarioOptions;
}

/** In a file: a description or a name. In code also a scenario, or a function that makes one from the options of a case. */
export type ScenarioReference =
  Scenario | ((options: ScenarioOptions) => Scenario) | ScenarioDescription | NamedScenarioReference;
