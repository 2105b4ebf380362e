import { beamTips, type BeamTip } from "../../formulation/flexible/beam-tips.js";
import { requireTree } from "../../formulation/formulation.js";
import { explode } from "../../formulation/loops/absolute/explode.js";
import { neutralLoopPlan, type LoopPlan } from "../../formulation/loops/closures/loop-plan.js";
import { passageEquations } from "../../formulation/loops/tree-augmented/passage.js";
import { implicitNames, type IntegratorName } from "../../integrate/integrators.js";
import { Instance } from "../../kernel/instance.js";
import { Room } from "../../kernel/room.js";
import { hashNumbers, modelHash } from "../../model/hash.js";
import type { Model } from "../../model/types.js";
import { buildTopology } from "../../topology/build-topology.js";
import { isPlanned } from "../../topology/has-closures.js";
import type { Topology } from "../../topology/types.js";
import { stateNames } from "../channels/state-names.js";
import { AbsoluteView } from "../lanes/absolute-view.js";
import { LanePair } from "../lanes/lane-pair.js";
import { runDefaults, runSettings, type RunOptions, type RunSettings } from "../options/options.js";
import { planSimulation, type SimulationPlan } from "../plan/plan.js";
import { forPassage, type PlanOptions } from "../plan/plan-options.js";
import { AutoPlans } from "../stiffness/auto-plans.js";
import { StiffnessProbes } from "../stiffness/stiffness-probe.js";
import { Channels } from "./channels.js";
import { LoopChooser } from "./loop-chooser.js";
import { LoopPlans } from "./loop-plans.js";

/** Everything that is compiled once for many runs. */
export interface CompiledRun {
  readonly model: Model;
  readonly modelHash: string;
  readonly topology: Topology;
  readonly settings: RunSettings;
  /** Hash of the current kernels and the step limits. */
  readonly planHash: () => string;
  readonly formulationReason: string;
  readonly pair: LanePair;
  /** Selects rows and coordinates of closures; null for models without closures. */
  readonly loops: LoopChooser | null;
  /** Plans of other integrators, for runs that switch; null for the others. */
  readonly auto: AutoPlans | null;
  readonly probes: StiffnessProbes;
  readonly channels: Channels;
  /** The free ends of beams, which are watched for large deflections. */
  readonly tips: readonly BeamTip[];
  readonly names: readonly string[];
  readonly units: readonly string[];
  readonly energyBalance: boolean;
}

export function compileRun(model: Model, options: RunOptions): CompiledRun {
  const topology = buildTopology(model);
  const settings = runSettings(options, model, topology);
  const { channels: requests = [], measures = {}, energyBalance = runDefaults.energyBalance } = options;
  requireTree(model, topology, settings.formulation, "a simulation");
  const { subject, subjectTopology, compile } = compilerOf(model, topology, settings, { ...options, energyBalance });
  const isClosed = isPlanned(subject, subjectTopology, settings.formulation);
  // Closures are planned again for each start; until then, for the neutral pose.
  const plan = compile(
    isClosed ? neutralLoopPlan(subject, subjectTopology, settings.formulation.pivotWeights) : null,
    settings.method,
  );
  // What steps and what is recorded share a memory: each memory takes gigabytes of addresses.
  const room = new Room();
  room.admit(Instance.bytesOf(plan.artifact), plan.artifact.grounds);
  const channels = new Channels(model, topology, requests, energyBalance, room);
  const pair = new LanePair(plan, { room });
  if (subject !== model) pair.view = new AbsoluteView(model, topology, model.actuators.length);
  const columns = [...stateNames(model, topology, "q"), ...stateNames(model, topology, "v")];
  const compileLoops = (loopPlan: LoopPlan, isPassage: boolean): SimulationPlan =>
    compile(loopPlan, pair.plan.method, isPassage);
  return {
    model,
    modelHash: modelHash(model),
    topology,
    settings,
    planHash: () => planHash(pair.plan, settings),
    formulationReason: settings.reason,
    pair,
    loops: isClosed
      ? new LoopChooser(
          subject,
          subjectTopology,
          pair,
          new LoopPlans(subject, subjectTopology, settings.formulation, compileLoops),
          subject === model ? undefined : new LoopPlans(model, topology, passageEquations, compileLoops),
        )
      : null,
    auto: settings.isAuto ? new AutoPlans(pair, compile) : null,
    probes: new StiffnessProbes(),
    channels,
    tips: beamTips(model, topology),
    names: [...columns.map(({ name }) => name), ...channels.names, ...Object.keys(measures)],
    units: [...columns.map(({ unit }) => unit), ...channels.units, ...Object.keys(measures).map(() => "")],
    energyBalance,
  };
}

/** Compiles the equations of a run, for any selection of closures and any integrator. */
function compilerOf(
  model: Model,
  topology: Topology,
  settings: RunSettings,
  { events = [], measures = {}, energyBalance = false }: RunOptions,
): {
  readonly subject: Model;
  readonly subjectTopology: Topology;
  readonly compile: (loopPlan: LoopPlan | null, method: IntegratorName, isPassage?: boolean) => SimulationPlan;
} {
  // Formulations in absolute coordinates integrate a model of separate bodies.
  const isAbsolute = settings.formulation.coordinates === "absolute";
  const subject = isAbsolute ? explode(model) : model;
  const subjectTopology = isAbsolute ? buildTopology(subject) : topology;
  const compile = (loopPlan: LoopPlan | null, method: IntegratorName, isPassage = false): SimulationPlan => {
    const own: PlanOptions = {
      ...settings,
      method,
      fixed: settings.limits.step > 0,
      events,
      measures: Object.entries(measures).map(([name, measure]) => ({ subject: `measure "${name}"`, measure })),
      energyBalance,
      loopPlan,
    };
    return isPassage ? planSimulation(model, topology, forPassage(own)) : planSimulation(subject, subjectTopology, own);
  };
  return { subject, subjectTopology, compile };
}

/** Implicit methods share their code, so their options are part of the hash. */
function planHash({ artifact, implicit }: SimulationPlan, { limits }: RunSettings): string {
  const { relative, absolute, step, maxStep, maxSteps } = limits;
  const { maxOrder = -1, rho = -1, alpha = -1, jacobian = "exact" } = implicit?.options ?? {};
  const numbers = implicit && [
    implicitNames.findIndex((name) => name === implicit.name),
    maxOrder,
    rho,
    alpha,
    jacobian === "exact" ? 0 : 1,
  ];
  return hashNumbers(artifact.code, artifact.image, [relative, absolute, step, maxStep, maxSteps], numbers ?? []);
}
