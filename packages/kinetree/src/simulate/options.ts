import { RequestError } from "../errors/kinetree-error.js";
import { unknownName } from "../errors/unknown-name.js";
import { augmentedFormulation } from "../formulation/augmented/formulation.js";
import { readAugmentedOptions, type AugmentedOptions } from "../formulation/augmented/options.js";
import type { Formulation, FormulationName } from "../formulation/formulation.js";
import { formulationFor, type Choice } from "../formulation/formulations.js";
import type { Measure } from "../formulation/probe.js";
import type { State, StateByJoint } from "../formulation/state.js";
import type { DriftControl } from "../formulation/traced-dynamics.js";
import type { MethodName } from "../integrate/method.js";
import type { Model } from "../model/types.js";
import type { Topology } from "../topology/types.js";
import type { StepLimits } from "./lane-run.js";
import type { EventSpec } from "./plan.js";

/** How accurately, and by which equations, to run. */
export interface RunOptions {
  /** Default: the fastest that takes the model; `formulationReason` of the result says why. */
  readonly formulation?: FormulationName;
  /** How the formulation "augmented" multiplies, solves and orders; other formulations refuse it. */
  readonly augmented?: Partial<AugmentedOptions>;
  /** Default "dormand-prince". "dop853" takes fewer evaluations for smooth motion at tolerances below about 1e-7. */
  readonly integrator?: MethodName;
  /**
   * Error that a hundred steps may make together, relative to each number, and a tenth of it absolutely [SI]. Default 1e-8;
   * a tenth costs about 1.6 times the steps. At 1e-10 the energy of a pendulum drifts by 3e-9 of itself in a thousand swings.
   */
  readonly tolerance?: number;
  /** Fixed step [s] instead of a tolerance. Halving it divides the error by 2^order and doubles the time. */
  readonly step?: number;
  /** Longest step [s] that a tolerance may lead to. Default: the whole run. */
  readonly maxStep?: number;
  /** Attempts after which a run gives up. Default: ten million for a tolerance, no bound for a fixed step. */
  readonly maxSteps?: number;
  /** Runs with events take at least a hundred steps and look eight times in each. */
  readonly events?: readonly EventSpec[];
  /** Numbers recorded beside the state, by name. */
  readonly measures?: Readonly<Record<string, Measure>>;
  /**
   * Channels recorded beside the state: a group ("pos", "energy"), all of one body or joint ("pos.arm", "load.elbow"), one
   * number ("pos.arm.x"), with * for whatever, or an expression with a name of its own ("reach = pos.arm.x + 0.1").
   */
  readonly channels?: readonly string[];
  /**
   * What is done about closures of loops that integration lets drift apart: "projection" (default) puts the state back onto them
   * after each step; "baumgarte" damps what is open, at a rate that follows from the step; "none" leaves it. Formulations that
   * never leave the closures do not ask.
   */
  readonly drift?: DriftControl;
  /**
   * With drift "baumgarte": the rate g at which what is open dies away, φ̈ + 2 g φ̇ + g² φ = 0 [1/s]. Default 0.5 / step, 0.1 / step for "euler-cromer"; less where
   * stiff bodies, such as flexible ones, are in a loop.
   */
  readonly driftRate?: number;
  /** Adds up the work of the loads and gives the balance of energies with the result. Default true; batches never do. */
  readonly energyBalance?: boolean;
}

/** Where a run starts, what acts on it, and who listens. */
export interface SingleRunOptions {
  /** Start; default: everything at zero and at rest. */
  readonly state?: State | StateByJoint;
  /** Values of named parameters; default: the model's. */
  readonly parameters?: Readonly<Record<string, number>>;
  /** Constant generalised forces on top of the model's own loads, one for each speed. */
  readonly tau?: ArrayLike<number>;
  /** Constant commands of the actuators, in the order of the model; controllers overwrite those of their own. */
  readonly u?: ArrayLike<number>;
  /** Interval between recorded states [s]. Default: a hundredth of the run. */
  readonly sampleEvery?: number;
  readonly controllers?: Readonly<Record<string, ControllerFunction>>;
  /**
   * Goes on although the fixed step is too long for the fastest mode of a flexible mechanism, which then grows from step to
   * step. Default false: such a run is refused, with the longest step that would do.
   */
  readonly allowUnstableStep?: boolean;
  /** Called now and then with the time reached, for a progress bar; what returns false ends the run there. */
  readonly onProgress?: (t: number) => unknown;
  /**
   * Takes each recorded row, in the order of the result's `names`, and what contacts remember (`z` of a state), instead of the
   * result. The arrays are used again: copy what is to stay.
   */
  readonly onRow?: (t: number, row: Float64Array, z: Float64Array) => void;
}

/** All that `simulate` takes. */
export interface SimulateOptions extends RunOptions, SingleRunOptions {}

/** Sets the commands of the controller's actuators, in the order in which the model lists them. */
export type ControllerFunction = (state: State, commands: Float64Array) => void;

export const runDefaults = Object.freeze({
  integrator: "dormand-prince",
  tolerance: 1e-8,
  maxSteps: 10_000_000,
  energyBalance: true,
} as const);

/** What a single step may use up of the tolerance: a tolerance is about the result, and the errors of many steps add up. */
const STEP_SHARE = 0.01;
/** What is absolute of it, for numbers that pass through zero: so little that swings of some hundredths keep their energy too. */
const ABSOLUTE_SHARE = 0.1;
/** Below this the share of a step is less than the rounding of its numbers, and shorter steps only round more often. */
const LEAST_TOLERANCE = 1e-14;
/** A fixed step below so many units in the last place of the time would be mostly rounding. */
const LEAST_STEP_ULPS = 1024;

/** Run options with what was left out filled in, checked, as plans and runs take them. */
export interface RunSettings {
  readonly formulation: Formulation;
  /** Why this formulation. */
  readonly reason: string;
  readonly method: MethodName;
  readonly limits: StepLimits;
  readonly drift: DriftControl;
  readonly driftRate: number | null;
}

export function runSettings(options: RunOptions, model: Model, topology: Topology): RunSettings {
  const { integrator, tolerance } = { ...runDefaults, ...options };
  const { step = 0, maxStep = Infinity } = options;
  requirePositive("tolerance", tolerance, "Give a relative error such as 1e-8.");
  if (tolerance < LEAST_TOLERANCE) {
    throw new RequestError({
      code: "tolerance-too-small",
      subject: "tolerance",
      value: tolerance,
      message: `tolerance is ${tolerance}, must be at least ${LEAST_TOLERANCE}: below it rounding outweighs the method's error.`,
    });
  }
  if (options.step !== undefined) requirePositive("step", step, "Give it in seconds, such as 1e-3.");
  if (options.maxStep !== undefined) requirePositive("maxStep", maxStep, "Give it in seconds, or leave it out.");
  if (options.maxSteps !== undefined) requireCount("maxSteps", options.maxSteps, "Leave it out for the default.");
  const maxSteps = options.maxSteps ?? (step > 0 ? Infinity : runDefaults.maxSteps);
  if (step > maxStep) {
    throw new RequestError({
      code: "step-above-maximum",
      subject: "step",
      value: step,
      message: `step is ${step} s and maxStep ${maxStep} s. A fixed step is what it is: leave maxStep out, or shorten the step.`,
    });
  }
  const relative = STEP_SHARE * tolerance;
  return {
    ...chosen(options, model, topology),
    method: integrator,
    drift: driftControl(options.drift),
    driftRate: driftRate(options),
    limits: { relative, absolute: ABSOLUTE_SHARE * relative, step, maxStep, maxSteps },
  };
}

/** The formulation that is asked for, with its own options. */
function chosen({ formulation, augmented }: RunOptions, model: Model, topology: Topology): Choice {
  const choice = formulationFor(formulation, model, topology);
  if (augmented === undefined) return choice;
  if (choice.formulation.name === "augmented")
    return { ...choice, formulation: augmentedFormulation(checkAugmented(augmented)) };
  throw new RequestError({
    code: "option-without-effect",
    subject: "augmented",
    value: choice.formulation.name,
    message: `options of the formulation "augmented" have no effect on "${choice.formulation.name}". Ask for formulation: "augmented", or leave them out.`,
  });
}

/** Refuses what makes no sense now, not when the equations are traced; what was left out stays so. */
function checkAugmented(given: Partial<AugmentedOptions>): Partial<AugmentedOptions> {
  readAugmentedOptions(given);
  return given;
}

const driftControls: readonly DriftControl[] = ["projection", "baumgarte", "none"];

function driftControl(given: DriftControl = "projection"): DriftControl {
  if (driftControls.includes(given)) return given;
  throw unknownName("drift control", given, driftControls);
}

/** The rate of damping; refused where nothing is damped. */
function driftRate({ drift, driftRate: rate }: RunOptions): number | null {
  if (rate === undefined) return null;
  requirePositive("driftRate", rate, "Give it in 1/s, such as 20, or leave it out.");
  if (drift === "baumgarte") return rate;
  throw new RequestError({
    code: "option-without-effect",
    subject: "driftRate",
    value: rate,
    message: `driftRate is ${rate} 1/s, and only drift: "baumgarte" damps at a rate. Ask for it, or leave driftRate out.`,
  });
}

/** Refuses a run that ends before it starts, and fixed steps that the clock cannot count. */
export function requireSpan(subject: string, start: number, end: number, step: number): void {
  if (!(Number.isFinite(end) && end >= start)) {
    throw new RequestError({
      code: "end-before-start",
      subject,
      value: end,
      message: `${subject} is ${end}, must be a finite time at or after the start, ${start} s.`,
    });
  }
  const least = LEAST_STEP_ULPS * Number.EPSILON * Math.max(Math.abs(start), Math.abs(end));
  if (step > 0 && step < least) {
    throw new RequestError({
      code: "step-below-resolution",
      subject: "step",
      value: step,
      message: `step is ${step} s, too short for a clock that shows ${end} s. Take at least ${least} s, or start at time 0.`,
    });
  }
}

export function requireCount(name: string, value: number, fix: string): void {
  if (Number.isInteger(value) && value > 0) return;
  throw new RequestError({
    code: "not-a-count",
    subject: name,
    value,
    message: `${name} is ${value}, must be a whole number of at least 1. ${fix}`,
  });
}

export function requirePositive(name: string, value: number, fix: string): void {
  if (Number.isFinite(value) && value > 0) return;
  throw new RequestError({
    code: "not-positive",
    subject: name,
    value,
    message: `${name} is ${value}, must be a positive number. ${fix}`,
  });
}
