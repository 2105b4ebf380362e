import { breakpoints } from "../../elements/signal.js";
import type { LoopPlan } from "../../formulation/loops/closures/loop-plan.js";
import type { IntegratorName } from "../../integrate/integrators.js";
import type { Artifact, LinkedProgram } from "../../kernel/link.js";
import { SLOT } from "../../kernel/allocate.js";
import type { Rec } from "../../kernel/record.js";
import { signalsIn } from "../../model/shaft-elements.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import type { PlannedLaw } from "./controller-laws.js";
import { plannedControllers, type PlannedController } from "./planned-controllers.js";
import { beforeFirst } from "./extremes.js";
import { implicitPlan, type ImplicitPlan } from "./implicit-plan.js";
import { steppingOf, type PlanOptions } from "./plan-options.js";
import { declareRun, linkRun, traceRun, type RunRecords, type TracedRun } from "./run-program.js";
import { clockSlots, partOf, slotsOf, vectorSlots, type Slots, type StateLayout } from "./state-layout.js";

/** A model compiled for runs: code, and the layout of memory. Plain data, from which a worker runs samples without the model. */
export interface SimulationPlan {
  readonly artifact: Artifact;
  readonly method: IntegratorName;
  /** null where the compiled code steps. */
  readonly implicit: ImplicitPlan | null;
  readonly fixed: boolean;
  readonly formulation: string;
  readonly nq: number;
  readonly nv: number;
  /** Internal states of contacts, and quadratures. */
  readonly nz: number;
  /** Quadratures, the last entries of z: angles of cut joints, then the work of the loads, if it is integrated. */
  readonly nSummed: number;
  /** How many of the quadratures, the last ones, shape the steps: the work where motions are prescribed. */
  readonly nWatched: number;
  readonly nu: number;
  readonly eventCount: number;
  readonly measureCount: number;
  /** Values of the extremes before the first evaluation. */
  readonly extremesBefore: readonly number[];
  readonly laws: readonly PlannedLaw[];
  readonly controllers: readonly PlannedController[];
  /** Tick of the controllers [s] as it was given; null: from their periods. */
  readonly tick: number | null;
  /** Rows and coordinates for which the equations were traced; null if they need no selection. */
  readonly loopPlan: LoopPlan | null;
  readonly layout: StateLayout;
  readonly eventRules: readonly { readonly name: string; readonly direction: -1 | 0 | 1; readonly terminal: boolean }[];
  /** Instants at which a load is not smooth, ascending. */
  readonly breakpoints: readonly number[];
  readonly parameters: readonly { readonly name: string; readonly value: number }[];
  /** Name of each speed with the body that it moves, for messages. */
  readonly speedNames: readonly string[];
}

/** Compiles a model for runs: declares what a lane holds, traces the functions of a run, links them, and describes the result. */
export function planSimulation(model: Model, topology: Topology, options: PlanOptions): SimulationPlan {
  const stepping = steppingOf(options);
  const records = declareRun(model, topology, options, stepping);
  const traced = traceRun(records, options, stepping);
  const linked = linkRun(records, traced, options, stepping);
  return describeRun(records, traced, linked, options);
}

function describeRun(
  records: RunRecords,
  traced: TracedRun,
  { artifact, offsetOf }: LinkedProgram,
  options: PlanOptions,
): SimulationPlan {
  const { tree, sizes } = records;
  const { model, topology, nq, nv } = tree.skeleton;
  const { events, measures, extremes = [], loopPlan = null } = options;
  return {
    artifact,
    method: options.method,
    implicit: traced.implicit ? implicitPlan(traced.implicit, traced.dynamics, records, offsetOf) : null,
    fixed: options.fixed,
    formulation: options.formulation.name,
    nq,
    nv,
    nz: tree.z.layout.size,
    nSummed: sizes.nSummed,
    nWatched: sizes.nWatched,
    nu: model.actuators.length,
    eventCount: events.length,
    measureCount: measures.length,
    extremesBefore: extremes.map(beforeFirst),
    laws: traced.laws,
    controllers: plannedControllers(model),
    tick: options.tick ?? null,
    loopPlan,
    layout: layoutOf(records, traced, artifact, offsetOf),
    eventRules: events.map(({ name, direction, terminal = false }) => ({
      name,
      direction: direction === "rising" ? 1 : direction === "falling" ? -1 : 0,
      terminal,
    })),
    breakpoints: breakpointsOf(model),
    parameters: model.parameters.map(({ name, value }) => ({ name, value })),
    speedNames: speedNamesOf(model, topology),
  };
}

function layoutOf(
  { tree, sizes, deltaRates, vdot, zdot, events, measures, extremes, stepper }: RunRecords,
  { dynamics, held, ground, lawRecords }: TracedRun,
  { stateBytes }: Artifact,
  offsetOf: (rec: Rec) => number,
): StateLayout {
  const of = (rec: Rec | null | undefined): Slots => (rec ? slotsOf(rec, offsetOf) : NO_SLOTS);
  const vector = { nv: sizes.nDelta, nz: tree.z.layout.size, nSummed: sizes.nSummed, nTurns: sizes.nTurns };
  /** The first slot of records that are contiguous in memory. */
  const joined = (...parts: readonly Rec[]): number => of(parts.find(({ layout }) => layout.size > 0)).first;
  const clock = clockSlots(of(stepper.control));
  const kept = of(extremes.accepted);
  return {
    all: { first: 0, count: stateBytes / SLOT },
    shown: { t: of(tree.t), q: of(tree.q), ...vectorSlots(joined(tree.delta, tree.v, tree.z), vector) },
    accepted: { t: clock.t, q: of(stepper.q0), ...vectorSlots(of(stepper.y0).first, vector) },
    end: { t: clock.tNext, q: of(stepper.q1), ...vectorSlots(of(stepper.y1).first, vector) },
    rates: vectorSlots(joined(deltaRates, vdot, zdot), vector),
    startRates: vectorSlots(of(stepper.stages).first, vector),
    stages: of(stepper.stages),
    tau: of(tree.tau),
    u: of(tree.u),
    memory: of(lawRecords.memory),
    lambda: of(dynamics.lambda),
    quality: of(dynamics.quality),
    held: of(held),
    ground: of(ground?.accepted),
    groundAtEnd: of(ground?.candidate),
    steppedOver: of(ground?.steppedOver),
    events: of(events),
    measures: of(measures),
    lawResults: of(lawRecords.results),
    extremes: partOf(kept, 0, kept.count / 2),
    extremeTimes: partOf(kept, kept.count / 2, kept.count / 2),
    clock,
  };
}

const NO_SLOTS: Slots = { first: 0, count: 0 };

const speedNamesOf = (model: Model, topology: Topology): string[] =>
  topology.tree.flatMap(({ joint, body, nv: count }) =>
    Array.from(
      { length: count },
      (_, k) =>
        `joint "${model.joints[joint].name}"${count === 1 ? "" : `, speed ${k},`} of body "${model.bodies[body].name}"`,
    ),
  );

function breakpointsOf(model: Model): number[] {
  return [...new Set(signalsIn(model).flatMap((signal) => [...breakpoints(signal)]))].sort((a, b) => a - b);
}
