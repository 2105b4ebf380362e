import { KinetreeError } from "../errors/kinetree-error.js";
import type { Formulation, FormulationName } from "../formulation/formulation.js";
import { chooseFormulation, formulations } from "../formulation/formulations.js";
import { ClosureEvaluator } from "../formulation/loops/closure-evaluator.js";
import { hasClosures } from "../formulation/loops/has-closures.js";
import { planLoops, type ClosureRow } from "../formulation/loops/loop-plan.js";
import type { State } from "../formulation/state.js";
import type { DriftControl } from "../formulation/traced-dynamics.js";
import type { Model } from "../model/types.js";
import { buildTopology } from "../topology/build-topology.js";
import type { Topology } from "../topology/types.js";
import { closureErrors } from "./compare-motion.js";
import { measureEvaluation } from "./measure-evaluation.js";
import type { SingleRunOptions } from "./options.js";
import { createSimulation } from "./simulate.js";
import { startState } from "./start-state.js";

/** Where the mechanism is looked at, and how costs are measured. */
export interface ExplainOptions extends Pick<SingleRunOptions, "state" | "parameters"> {
  /** What is done about drift of closures; default projection. */
  readonly drift?: DriftControl;
  /** A clock [ms]; without one nothing is measured, as the library has none. */
  readonly now?: () => number;
  /** Wall time for each measurement [ms]. Default 100. */
  readonly measureFor?: number;
  /** Length of the motion that shows drift [s]. Default 1. */
  readonly duration?: number;
  /** Wall time after which that motion is cut off [ms], where there is a clock. Default 2000. */
  readonly driftFor?: number;
  /** Called before each formulation is looked at, with the part of them that is done, 0 to 1. */
  readonly onProgress?: (part: number, formulation: FormulationName) => unknown;
}

/** How large a model is, in the state that it was looked at in. */
export interface ExplainedSizes {
  readonly bodies: number;
  readonly joints: number;
  /** Of the joints of the tree. */
  readonly coordinates: number;
  readonly speeds: number;
  /** Joints that close loops. */
  readonly loops: number;
  /** Scalar conditions on the tree: of closing joints, of points, of prescribed motions, of couplers. */
  readonly closureRows: number;
  /** Those of them that say what others say already. */
  readonly redundant: readonly ClosureRow[];
  readonly degreesOfFreedom: number;
}

/** How far closures came apart along a motion. */
export interface ExplainedDrift {
  /** Largest residual [m, or rad for directions]. */
  readonly closure: number;
  /** Joint or constraint, and direction. */
  readonly of: string;
  /** How long the motion was [s]: less than asked for where time ran out. */
  readonly duration: number;
  readonly steps: number;
}

/** What a formulation would make of a model; null where there is nothing to say. */
export interface ExplainedFormulation {
  readonly name: FormulationName;
  /** Why it cannot do the model; null if it can. */
  readonly refusal: string | null;
  /** Size of its equations, in words. */
  readonly size: string | null;
  /** Multiplications with an addition that one evaluation is predicted to take. */
  readonly predicted: number | null;
  /** Wall time of one evaluation of the accelerations [us], as runs make them. */
  readonly measuredUs: number | null;
  /** null without closures. */
  readonly drift: ExplainedDrift | null;
  /** What went wrong when it was tried. */
  readonly problem: string | null;
}

/** What a model is to the formulations, and which of them is taken where none is named. */
export interface Explanation {
  readonly model: string;
  readonly sizes: ExplainedSizes;
  readonly formulations: readonly ExplainedFormulation[];
  /** The choice; its name is null if that one cannot do the model either. */
  readonly chosen: { readonly name: FormulationName | null; readonly reason: string };
}

/** Says how large a model is, what each formulation would make of it, and which one is chosen, with the reason. */
export function explainFormulations(model: Model, options: ExplainOptions = {}): Explanation {
  const topology = buildTopology(model);
  const start = startState(model, topology, options.state ?? {}, options.parameters ?? {});
  const closures = hasClosures(model, topology) ? new ClosureEvaluator(model, topology, options.parameters) : null;
  const explained = formulations.map((formulation, i) => {
    options.onProgress?.(i / formulations.length, formulation.name);
    return explainOne({ model, topology, start, closures, options }, formulation);
  });
  const { formulation, reason } = chooseFormulation(model, topology);
  const refusal = formulation.refuses(model, topology);
  return {
    model: model.name,
    sizes: sizesOf(model, topology, start, closures),
    formulations: explained,
    chosen: refusal === null ? { name: formulation.name, reason } : { name: null, reason: refusal },
  };
}

function sizesOf(model: Model, { counts }: Topology, start: State, closures: ClosureEvaluator | null): ExplainedSizes {
  const plan = closures && planLoops(closures, start);
  return {
    bodies: model.bodies.length,
    joints: model.joints.length,
    coordinates: counts.nq,
    speeds: counts.nv,
    loops: counts.loops,
    closureRows: closures?.rows ?? counts.couplers,
    redundant: plan?.redundant ?? [],
    degreesOfFreedom: plan?.independent.length ?? counts.degreesOfFreedom,
  };
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
  const prediction = refusal === null ? predictionOf(formulation, model, topology) : null;
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
  const { now, measureFor = 100, parameters = {} } = options;
  return {
    name,
    refusal,
    size: prediction?.size ?? null,
    predicted: prediction?.multiplyAdds ?? null,
    measuredUs:
      refusal !== null || now === undefined
        ? null
        : tryTo(() => measureEvaluation(model, { formulation: name, state: start, parameters, now, measureFor })),
    drift: refusal !== null || closures === null ? null : tryTo(() => driftOf(setting, closures, name)),
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

/** Cost of one evaluation, as counted beforehand. */
interface Prediction {
  readonly multiplyAdds: number;
  readonly size: string;
}

/** null where none has been worked out. */
const predictionOf = (_formulation: Formulation, _model: Model, _topology: Topology): Prediction | null => null;
