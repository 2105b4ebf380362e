import { RequestError } from "../../errors/kinetree-error.js";
import { unknownName } from "../../errors/unknown-name.js";
import { augmentedFormulation } from "../../formulation/augmented/formulation.js";
import { readAugmentedOptions, type AugmentedOptions } from "../../formulation/augmented/options.js";
import type { DriftControl, Formulation, FormulationName } from "../../formulation/formulation.js";
import { formulationFor, formulationNamed, type Choice } from "../../formulation/formulations.js";
import { embeddedFormulation } from "../../formulation/loops/embedded/embedded.js";
import { loopClosings, type LoopClosing } from "../../formulation/loops/embedded/loop-closing.js";
import { hasClosures } from "../../topology/has-closures.js";
import type { Measure } from "../../evaluate/probes/probe.js";
import type { State, StateByJoint } from "../../state/state.js";
import { implicitNamed, integratorNamed, integrators, type IntegratorName } from "../../integrate/integrators.js";
import type { Grounds } from "../../model/grounds/given-grounds.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import { AUTO_EXPLICIT } from "../stiffness/auto-plans.js";
import { requireCount, requirePositive } from "../../evaluate/option-checks.js";
import { driftControl, driftRate, checkImplicitOptions } from "./integrator-options.js";
import type { RunController } from "../clock/controllers.js";
import type { ImplicitOptions } from "../plan/implicit-plan.js";
import type { StepLimits } from "../lanes/lane-run.js";
import type { EventSpec } from "../plan/plan-options.js";

/** Accuracy and equations of a run. */
export interface RunOptions {
  /** Default: the fastest that supports the model; `formulationReason` of the result says why. */
  readonly formulation?: FormulationName;
  /** Options of the formulation "augmented"; other formulations refuse them. */
  readonly augmented?: Partial<AugmentedOptions>;
  /**
   * How the formulation "embedded" finds dependent coordinates; other formulations refuse it. "analytic": by formulas, refused where a loop
   * has none; "iterative": by Newton's method. Default: by formulas where they are faster, which planar loops are.
   */
  readonly closure?: LoopClosing;
  /**
   * Default "dormand-prince". "dop853" takes fewer evaluations for smooth motion at tolerances below about 1e-7. "auto" switches between
   * "dormand-prince" and an implicit one where that is stiff; `integrators` of the result says where and why.
   */
  readonly integrator?: IntegratorName | "auto";
  /** Options of implicit integrators; others refuse them. */
  readonly implicit?: ImplicitOptions;
  /**
   * Error that a hundred steps may make together, relative to each number, and a tenth of it absolutely [SI]. Default 1e-8;
   * a tenth costs about 1.6 times the steps. At 1e-10 the energy of a pendulum drifts by 3e-9 of itself in a thousand swings.
   */
  readonly tolerance?: number;
  /** Fixed step [s] instead of a tolerance. Halving it divides the error by 2^order and doubles the time. */
  readonly step?: number;
  /** Longest step [s] with a tolerance. Default: the whole run. */
  readonly maxStep?: number;
  /** Step limit, rejected steps included. Default: ten million with a tolerance, none with a fixed step. */
  readonly maxSteps?: number;
  /** Runs with events take at least a hundred steps, and evaluate events eight times per step. */
  readonly events?: readonly EventSpec[];
  /** Numbers recorded in addition to the state, by name. */
  readonly measures?: Readonly<Record<string, Measure>>;
  /**
   * Channels recorded in addition to the state: a group ("pos", "energy"), all of one body or joint ("pos.arm", "load.elbow"), one
   * number ("pos.arm.x"), with * for any text, or a named expression ("reach = pos.arm.x + 0.1").
   */
  readonly channels?: readonly string[];
  /**
   * How drift of loop closures is controlled: "projection" (default) projects the state onto them after each step; "baumgarte"
   * damps the residual, at a rate proportional to 1 / step; "none" lets it grow. No effect in formulations without drift.
   */
  readonly drift?: DriftControl;
  /**
   * With drift "baumgarte": the rate g at which what is open dies away, φ̈ + 2 g φ̇ + g² φ = 0 [1/s]. Default 0.5 / step, 0.1 / step for "euler-cromer"; less where
   * stiff bodies, such as flexible ones, are in a loop.
   */
  readonly driftRate?: number;
  /**
   * Tick of the controllers [s]: they sample, and latencies end, whole numbers of ticks after the start. Default: that of the model; else the
   * common measure of the periods, or 0.001 if there is none or a controller has a latency.
   */
  readonly tick?: number;
  /**
   * Grounds by the names of their terrains, those of kind "ground". A simulation of `createSimulation` takes others later, of no more
   * numbers, without compiling anything again.
   */
  readonly grounds?: Grounds;
  /** Integrates the power of the loads and reports the energy balance. Default true; batches never do. */
  readonly energyBalance?: boolean;
}

/** Start, inputs and callbacks of a run. */
export interface SingleRunOptions {
  /** Start; default: zero coordinates, at rest. */
  readonly state?: State | StateByJoint;
  /** Grounds in place of those that the simulation was made with, or ran on last. */
  readonly grounds?: Grounds;
  /** Values of named parameters; default: the model's. */
  readonly parameters?: Readonly<Record<string, number>>;
  /** Constant generalised forces on top of the model's own loads, one for each speed. */
  readonly tau?: ArrayLike<number>;
  /** Constant commands of the actuators, in the order of the model; controllers overwrite those of their actuators. */
  readonly u?: ArrayLike<number>;
  /** Interval between recorded states [s]. Default: a hundredth of the run. */
  readonly sampleEvery?: number;
  /** What controllers compute, by name, as a function or a component; in place of its law if it has one. */
  readonly controllers?: Readonly<Record<string, RunController>>;
  /** Runs although the fixed step makes a mode of a flexible mechanism grow. Default false: such a run is refused. */
  readonly allowUnstableStep?: boolean;
  /** Called from time to time with the time reached, for a progress bar; returning false ends the run. */
  readonly onProgress?: (t: number) => unknown;
  /** Takes each recorded row, columns as in `names`, and the internal states z of contacts and cut joints. The arrays are used again: copy what is to stay. */
  readonly onRow?: (t: number, row: Float64Array, z: Float64Array) => void;
}

/** Options of `simulate`. */
export interface SimulateOptions extends RunOptions, SingleRunOptions {}

export const runDefaults = Object.freeze({
  integrator: "dormand-prince",
  tolerance: 1e-8,
  maxSteps: 10_000_000,
  energyBalance: true,
} as const);

/** Share of the tolerance per step: a tolerance is about the result, and the errors of many steps add up. */
const STEP_SHARE = 0.01;
/** Absolute part of the tolerance, for numbers that pass through zero: it also keeps the energy of small oscillations. */
const ABSOLUTE_SHARE = 0.1;
/** Below this the error allowed per step is less than rounding, and shorter steps only round more often. */
const LEAST_TOLERANCE = 1e-14;
/** A fixed step below so many units in the last place of the time would be mostly rounding. */
const LEAST_STEP_ULPS = 1024;

/** Checked run options with defaults filled in. */
export interface RunSettings {
  readonly formulation: Formulation;
  readonly reason: string;
  /** The first integrator of an automatic run. */
  readonly method: IntegratorName;
  readonly isAuto: boolean;
  readonly implicit: ImplicitOptions;
  readonly limits: StepLimits;
  /** null with a fixed step. */
  readonly tolerance: number | null;
  readonly drift: DriftControl;
  readonly driftRate: number | null;
  /** Tick of the controllers [s]; null: from their periods. */
  readonly tick: number | null;
}

export function runSettings(options: RunOptions, model: Model, topology: Topology): RunSettings {
  const { integrator = runDefaults.integrator, tolerance = runDefaults.tolerance } = options;
  const { step = 0, maxStep = Infinity } = options;
  requirePositive("tolerance", tolerance, "Give a relative error such as 1e-8.");
  if (tolerance < LEAST_TOLERANCE) {
    const message = `tolerance is ${tolerance}, must be at least ${LEAST_TOLERANCE}: below it rounding outweighs the method's error.`;
    throw new RequestError({ code: "tolerance-too-small", subject: "tolerance", value: tolerance, message });
  }
  if (options.step !== undefined) requirePositive("step", step, "Give it in seconds, such as 1e-3.");
  if (options.maxStep !== undefined) requirePositive("maxStep", maxStep, "Give it in seconds, or leave it out.");
  if (options.tick !== undefined) requirePositive("tick", options.tick, "Give it in seconds, or leave it out.");
  if (options.maxSteps !== undefined) requireCount("maxSteps", options.maxSteps, "Leave it out for the default.");
  if (options.step !== undefined && options.tolerance !== undefined) throw stepWithTolerance(options.step);
  const maxSteps = options.maxSteps ?? (step > 0 ? Infinity : runDefaults.maxSteps);
  if (step > maxStep) {
    const message = `step is ${step} s and maxStep ${maxStep} s. maxStep does not apply to a fixed step: leave it out, or shorten the step.`;
    throw new RequestError({ code: "step-above-maximum", subject: "step", value: step, message });
  }
  const relative = STEP_SHARE * tolerance;
  const choice = chosen(options, model, topology);
  return {
    ...choice,
    method: integrator === "auto" ? AUTO_EXPLICIT : integrator,
    isAuto: isAutomatic(integrator, step),
    implicit: checkImplicitOptions(integrator, options.implicit),
    drift: driftControl(options, integrator, choice.formulation.name),
    driftRate: driftRate(options),
    tick: options.tick ?? model.tick ?? null,
    tolerance: step > 0 ? null : tolerance,
    limits: { relative, absolute: ABSOLUTE_SHARE * relative, step, maxStep, maxSteps },
  };
}

const stepWithTolerance = (step: number): RequestError =>
  new RequestError({
    code: "step-with-tolerance",
    subject: "step",
    value: step,
    message: `step is ${step} s, and a tolerance is given too, which a fixed step does not follow. Leave one of them out.`,
  });

/** Whether the run selects its integrator, which takes the step sizes of a tolerance. */
function isAutomatic(integrator: RunOptions["integrator"], step: number): boolean {
  if (integrator === "auto" && step > 0) {
    const message = `integrator "auto" selects by the steps of a tolerance, and step is ${step} s. Leave step out, or name an integrator.`;
    throw new RequestError({ code: "auto-needs-tolerance", subject: "step", value: step, message });
  }
  return integrator === "auto";
}

function chosen(options: RunOptions, model: Model, topology: Topology): Choice {
  const { formulation, augmented, closure, integrator = runDefaults.integrator } = options;
  const choice =
    (formulation === undefined ? implicitChoice(integrator, model, topology) : null) ??
    formulationFor(formulation, model, topology);
  if (choice.formulation.name === "constrained") requireEquationSolver(integrator);
  const { name } = choice.formulation;
  if (augmented !== undefined && name !== "augmented")
    throw withoutEffect("augmented", name, `options of the formulation "augmented" have`, "augmented", "them");
  if (closure !== undefined && name !== "embedded")
    throw withoutEffect("closure", name, `closure "${closure}" has`, "embedded", "it");
  if (augmented !== undefined) return { ...choice, formulation: augmentedFormulation(checkAugmented(augmented)) };
  if (closure === undefined) return choice;
  if (!loopClosings.includes(closure)) throw unknownName("closure", closure, loopClosings);
  return { ...choice, formulation: embeddedFormulation(closure) };
}

const withoutEffect = (subject: string, name: string, what: string, needed: string, it: "it" | "them"): RequestError =>
  new RequestError({
    code: "option-without-effect",
    subject,
    value: name,
    message: `${what} no effect on "${name}". Set formulation: "${needed}", or leave ${it} out.`,
  });

/** Loops take equations that are also smooth off the closures, where Newton's iteration tries states. Null: the usual choice. */
function implicitChoice(integrator: string, model: Model, topology: Topology): Choice | null {
  if (!hasClosures(model, topology) || implicitNamed(integrator) === null) return null;
  const formulation = formulationNamed("tree-augmented");
  if (formulation.refuses(model, topology) !== null) return null;
  return {
    formulation,
    reason:
      "closed loops and an implicit integrator: accelerations by tree-augmented, which are also smooth off the closures",
  };
}

/** The formulation "constrained" needs an integrator that solves for accelerations and multipliers. */
function requireEquationSolver(integrator: string): void {
  if (integratorNamed(integrator)?.takesConstrained) return;
  const able = integrators.filter(({ takesConstrained }) => takesConstrained);
  throw new RequestError({
    code: "integrator-needs-accelerations",
    subject: 'formulation "constrained"',
    value: integrator,
    message:
      `formulation "constrained" leaves accelerations and multipliers to the integrator, and "${integrator}" does not solve for them. ` +
      `Take integrator ${able.map(({ name }) => `"${name}"`).join(", ")}, or another formulation.`,
  });
}

/** Refuses invalid options before the equations are traced; omitted ones stay omitted. */
function checkAugmented(given: Partial<AugmentedOptions>): Partial<AugmentedOptions> {
  readAugmentedOptions(given);
  return given;
}

/** Refuses a run that ends before it starts, and fixed steps below the resolution of the clock. */
export function requireSpan(subject: string, start: number, end: number, step: number): void {
  if (!(Number.isFinite(end) && end >= start)) {
    const message = `${subject} is ${end}, must be a finite time at or after the start, ${start} s.`;
    throw new RequestError({ code: "end-before-start", subject, value: end, message });
  }
  const least = LEAST_STEP_ULPS * Number.EPSILON * Math.max(Math.abs(start), Math.abs(end));
  if (step > 0 && step < least) {
    const message = `step is ${step} s, too short for a clock that shows ${end} s. Take at least ${least} s, or start at time 0.`;
    throw new RequestError({ code: "step-below-resolution", subject: "step", value: step, message });
  }
}
