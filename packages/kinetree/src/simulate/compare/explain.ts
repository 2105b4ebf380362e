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

/** Where the mechanism is looked at, and how costs are measured. */
export interface ExplainOptions extends Pick<SingleRunOptions, "state" | "parameters"> {
  /** What is done about drift of closures; default projection. */
  readonly drift?: DriftControl;
  /** A clock [ms]; without one nothing is measured, as the library has none. */
  readonly now?: () => number;
  /** Wall time for each measurement, and for warming up before it [ms]. Default 200. */
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

/** Bodies that loops tie together, seen from outside as one. */
export interface ExplainedCompound {
  readonly bodies: readonly string[];
  /** Joints and constraints that close it. */
  readonly closures: readonly string[];
  /** Speeds that the others follow from, as they would be chosen in this state. */
  readonly independent: readonly string[];
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
  /** Loops aggregated, as recursions over compound bodies take them; none for a tree. */
  readonly compounds: readonly ExplainedCompound[];
  readonly formulations: readonly ExplainedFormulation[];
  /** The choice; its name is null if that one cannot do the model either. */
  readonly chosen: { readonly name: FormulationName | null; readonly reason: string };
}

/** Says how large a model is, what each formulation would make of it, and which one is chosen, with the reason. */
export function explainFormulations(model: Model, options: ExplainOptions = {}): Explanation {
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
  // The motion first: what it runs is compiled by then, and the measurement meets no cold code.
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
