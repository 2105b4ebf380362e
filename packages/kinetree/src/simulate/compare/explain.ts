import { runOptionTypes, singleRunOptionTypes } from "../options/option-types.js";
import { aFunction, aNumber, checkOptions, type OptionTypes } from "../../errors/option-types.js";
import { KinetreeError } from "../../errors/kinetree-error.js";
import type { DriftControl, Formulation, FormulationName } from "../../formulation/formulation.js";
import { chooseFormulation, formulations } from "../../formulation/formulations.js";
import { ClosureEvaluator } from "../../formulation/loops/closures/closure-evaluator.js";
import { compoundsOf } from "../../formulation/loops/closures/compounds.js";
import { hasClosures } from "../../topology/has-closures.js";
import { planLoops, type ClosureRow, type LoopPlan } from "../../formulation/loops/closures/loop-plan.js";
import { predictCost } from "../../formulation/predict-cost.js";
import { speedName } from "../../state/speed-name.js";
import type { State } from "../../state/state.js";
import type { Model } from "../../model/types.js";
import { buildTopology } from "../../topology/build-topology.js";
import type { Topology } from "../../topology/types.js";
import { closureErrors } from "./compare-motion.js";
import { measureEvaluation } from "./measure-evaluation.js";
import type { SingleRunOptions } from "../options/options.js";
import { createSimulation } from "../simulate.js";
import { startState } from "../run/start-state.js";

/** The state to explain at, and how costs are measured. */
export interface ExplainOptions extends Pick<SingleRunOptions, "state" | "parameters"> {
  /** How drift of closures is controlled; default projection. */
  readonly drift?: DriftControl;
  /** A clock [ms]; without one nothing is measured: the library has no clock. */
  readonly now?: () => number;
  /** Wall time per measurement, and for warming up before it [ms]. Default 200. */
  readonly measureFor?: number;
  /** Length of the motion that measures drift [s]. Default 1. */
  readonly duration?: number;
  /** Wall time after which that motion is cut off [ms], with a clock. Default 2000. */
  readonly driftFor?: number;
  /** Called before each formulation, with the completed fraction, 0 to 1. */
  readonly onProgress?: (part: number, formulation: FormulationName) => unknown;
}

const optionTypes: OptionTypes<ExplainOptions> = {
  state: singleRunOptionTypes.state,
  parameters: singleRunOptionTypes.parameters,
  drift: runOptionTypes.drift,
  now: aFunction,
  measureFor: aNumber,
  duration: aNumber,
  driftFor: aNumber,
  onProgress: aFunction,
};

/** The size of a model at a state. */
export interface ExplainedSizes {
  readonly bodies: number;
  readonly joints: number;
  /** Of the tree. */
  readonly coordinates: number;
  readonly speeds: number;
  readonly loops: number;
  /** Scalar constraints on the tree: of cut joints, points, prescribed motions and couplers. */
  readonly closureRows: number;
  /** The redundant ones among them. */
  readonly redundant: readonly ClosureRow[];
  readonly degreesOfFreedom: number;
}

/** Bodies connected by loops, which recursions treat as one. */
export interface ExplainedCompound {
  readonly bodies: readonly string[];
  readonly closures: readonly string[];
  /** The independent speeds, as chosen at this state. */
  readonly independent: readonly string[];
}

/** Drift of the closures along a motion. */
export interface ExplainedDrift {
  /** Largest residual [m, or rad for directions]. */
  readonly closure: number;
  /** Joint or constraint, and direction. */
  readonly of: string;
  /** Length of the motion [s]: less than requested where time ran out. */
  readonly duration: number;
  readonly steps: number;
}

/** The properties of a formulation for a model; null where not available. */
export interface ExplainedFormulation {
  readonly name: FormulationName;
  /** Why it does not support the model; null if it does. */
  readonly refusal: string | null;
  /** Size of its equations, in words. */
  readonly size: string | null;
  /** Predicted multiply-adds per evaluation. */
  readonly predicted: number | null;
  /** Wall time of one evaluation of the accelerations [us], as in a run. */
  readonly measuredUs: number | null;
  /** null without closures. */
  readonly drift: ExplainedDrift | null;
  /** Errors of the attempt. */
  readonly problem: string | null;
}

/** The size of a model, the properties of all formulations for it, and the default choice. */
export interface Explanation {
  readonly model: string;
  readonly sizes: ExplainedSizes;
  /** Aggregates of loops, as recursions over compound bodies use them; none for a tree. */
  readonly compounds: readonly ExplainedCompound[];
  readonly formulations: readonly ExplainedFormulation[];
  /** The default choice; its name is null if that one does not support the model either. */
  readonly chosen: { readonly name: FormulationName | null; readonly reason: string };
}

/** Explains how large a model is, what each formulation costs for it, and which one is chosen, with the reason. */
export function explainFormulations(model: Model, options: ExplainOptions = {}): Explanation {
  checkOptions(options, optionTypes);
  const topology = buildTopology(model);
  const start = startState(model, topology, options.state ?? {}, options.parameters ?? {});
  const closures = hasClosures(model, topology) ? new ClosureEvaluator(model, topology, options.parameters) : null;
  const plan = closures && planLoops(closures, start);
  const explained = formulations.map((formulation, i) => {
    options.onProgress?.(i / formulations.length, formulation.name);
    return explainOne({ model, topology, start, closures, options }, formulation);
  });
  const { formulation, reason } = chooseFormulation(model, topology);
  const refusal = formulation.refuses(model, topology);
  return {
    model: model.name,
    sizes: sizesOf(model, topology, plan),
    compounds: closures && plan ? compoundsIn(model, topology, closures, plan) : [],
    formulations: explained,
    chosen: refusal === null ? { name: formulation.name, reason } : { name: null, reason: refusal },
  };
}

function sizesOf(model: Model, { counts }: Topology, plan: LoopPlan | null): ExplainedSizes {
  return {
    bodies: model.bodies.length,
    joints: model.joints.length,
    coordinates: counts.nq,
    speeds: counts.nv,
    loops: counts.loops,
    closureRows: plan === null ? counts.couplers : plan.rows.length + plan.redundant.length,
    redundant: plan?.redundant ?? [],
    degreesOfFreedom: plan?.independent.length ?? counts.degreesOfFreedom,
  };
}

function compoundsIn(
  model: Model,
  topology: Topology,
  { skeleton, closures }: ClosureEvaluator,
  plan: LoopPlan,
): readonly ExplainedCompound[] {
  return compoundsOf(skeleton, closures, plan).map((compound) => ({
    bodies: model.bodies.flatMap(({ name }, i) => (compound.nodes.includes(skeleton.bodies[i].node) ? [name] : [])),
    closures: compound.closures.map(({ name }) => name),
    independent: compound.independent.map((v) => speedName(model, topology, v)),
  }));
}

interface Setting {
  readonly model: Model;
  readonly topology: Topology;
  readonly start: State;
  readonly closures: ClosureEvaluator | null;
  readonly options: ExplainOptions;
}

function explainOne(setting: Setting, formulation: Formulation): ExplainedFormulation {
  const { model, topology, start, closures, options } = setting;
  const { name } = formulation;
  const refusal = formulation.refuses(model, topology);
  const prediction = refusal === null ? predictCost(formulation, model, topology) : null;
  const problems: string[] = [];
  const tryTo = <T>(make: () => T): T | null => {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof KinetreeError)) throw error;
      problems.push(error.message);
      return null;
    }
  };
  const { now, measureFor = 200, parameters = {} } = options;
  // The motion first: it warms up the code that is measured.
  const drift = refusal !== null || closures === null ? null : tryTo(() => driftOf(setting, closures, name));
  const measuredUs =
    refusal !== null || now === undefined
      ? null
      : tryTo(() => measureEvaluation(model, { formulation: name, state: start, parameters, now, measureFor }));
  return {
    name,
    refusal,
    size: prediction?.size ?? null,
    predicted: prediction?.multiplyAdds ?? null,
    measuredUs,
    drift,
    problem: problems.length === 0 ? null : problems.join(" "),
  };
}

function driftOf(
  { model, start, options }: Setting,
  closures: ClosureEvaluator,
  formulation: FormulationName,
): ExplainedDrift {
  const { duration = 1, drift, now, driftFor = 2000, parameters = {} } = options;
  const simulation = createSimulation(model, { formulation, ...(drift === undefined ? {} : { drift }) });
  const until = (now?.() ?? 0) + driftFor;
  const result = simulation.run(start.t + duration, {
    state: start,
    parameters,
    onProgress: () => now === undefined || now() < until,
  });
  const { value, of } = closureErrors(closures, result);
  return { closure: value, of, duration: result.final.t - start.t, steps: result.counts.accepted };
}
