import { breakpoints } from "../../elements/signal.js";
import { RequestError } from "../../errors/kinetree-error.js";
import { unknownName } from "../../errors/unknown-name.js";
import { requireTree, type DriftControl, type Formulation } from "../../formulation/formulation.js";
import { DRIVEN_POWER, traceDrivenPower } from "../../formulation/loops/closures/driven-power.js";
import { hasClosures } from "../../topology/has-closures.js";
import { HOLD_DRIFT, traceHeldDrift } from "../../formulation/loops/projection/held-drift.js";
import type { LoopPlan } from "../../formulation/loops/closures/loop-plan.js";
import { isCurved, traceDeltaRates, traceRetract, traceSizes } from "../../formulation/tree/manifold.js";
import type { NodeLoads } from "../../formulation/tree/node-loads.js";
import { tracePower } from "../../formulation/recursions/power.js";
import { traceMeasures, type Measure, type NamedMeasure } from "../../evaluate/probes/probe.js";
import { buildSkeleton } from "../../formulation/skeleton/skeleton.js";
import { traceDynamics } from "../../formulation/trace-dynamics.js";
import { TreeProgram } from "../../formulation/tree/tree-program.js";
import { CONTROL, traceGain, traceQualityCheck } from "../../integrate/control.js";
import { explicitNamed, implicitNamed, integrators, type IntegratorName } from "../../integrate/integrators.js";
import { methods, stageCount, type Method } from "../../integrate/method.js";
import { addStepper, declareRecords, declareStepper } from "../../integrate/stepper.js";
import { callSequence } from "../../kernel/finish.js";
import { link, type Artifact } from "../../kernel/link.js";
import type { Rec } from "../../kernel/record.js";
import type { Model, Signal } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import { lawSizes, traceLaws, type PlannedLaw } from "./controller-laws.js";
import { beforeFirst, traceExtremes, type ExtremeRecords, type NamedExtreme } from "./extremes.js";
import type { ImplicitOptions, ImplicitPlan } from "./implicit-plan.js";
import { addImplicit, implicitPlan, traceImplicit, type ImplicitChoice } from "./plan-implicit.js";

/** An instant that a run looks for: where a measure passes through zero. */
export interface EventSpec {
  readonly name: string;
  /** Looked at from step to step: two passages of one measure within a step go unseen. `maxStep` keeps steps short. */
  readonly when: Measure;
  /** Which passages count; default both. */
  readonly direction?: "rising" | "falling" | "both";
  /** Ends the run; default false. */
  readonly terminal?: boolean;
}

export interface PlanOptions {
  readonly formulation: Formulation;
  readonly method: IntegratorName;
  /** What an implicit method is told. */
  readonly implicit?: ImplicitOptions;
  /** Steps of constant length instead of an error tolerance. */
  readonly fixed: boolean;
  readonly events: readonly EventSpec[];
  /** Numbers recorded beside the state. */
  readonly measures: readonly NamedMeasure[];
  /** Numbers kept of the whole run; default none. */
  readonly extremes?: readonly NamedExtreme[];
  /** Adds the work of the loads to the state; default false. */
  readonly energyBalance?: boolean;
  /** What is done about drift of closures; default projection. */
  readonly drift?: DriftControl;
  /** The rate at which closures are damped [1/s]; null or left out: as the step has it. */
  readonly driftRate?: number | null;
  /** Rows and coordinates chosen at a closed state near those to come, where the model has closures. */
  readonly loopPlan?: LoopPlan | null;
}

/**
 * A model compiled for runs: code, and where things are in memory. Plain data: a worker that is sent it can run samples of the
 * model without seeing the model.
 */
export interface SimulationPlan {
  readonly artifact: Artifact;
  readonly method: IntegratorName;
  /** How the host steps; null where the code does. */
  readonly implicit: ImplicitPlan | null;
  readonly fixed: boolean;
  readonly formulation: string;
  readonly nq: number;
  readonly nv: number;
  /** Internal states of contacts, and what is only added up. */
  readonly nz: number;
  /** How many of z, the last ones, are only added up: the work of the loads, if it is kept. */
  readonly nSummed: number;
  readonly nu: number;
  readonly eventCount: number;
  readonly measureCount: number;
  /** What each extreme is before the first look. */
  readonly extremesBefore: readonly number[];
  /** Controllers whose law is part of the code. */
  readonly laws: readonly PlannedLaw[];
  readonly memoryCount: number;
  readonly stageCount: number;
  /** Rows of closures. */
  readonly lambdaCount: number;
  /** Rows whose drift is looked at where a step begins and held along it. */
  readonly heldCount: number;
  /** The choice of rows and coordinates that the equations are made for; null if they need none. */
  readonly loopPlan: LoopPlan | null;
  /** First byte of each record in the state section; `control` has the fields of the clock. */
  readonly offsets: {
    readonly t: number;
    readonly q: number;
    readonly y: number;
    readonly tau: number;
    readonly u: number;
    readonly q0: number;
    readonly y0: number;
    readonly q1: number;
    readonly y1: number;
    readonly stages: number;
    readonly vdot: number;
    readonly events: number;
    readonly measures: number;
    /** Extremes of the accepted steps, then their times. */
    readonly extremes: number;
    /** What controllers remember, and what their laws give. */
    readonly memory: number;
    readonly lawResults: number;
    /** Multipliers of the closures' rows; -1 without closures. */
    readonly lambda: number;
    /** Drift that is held along a step; -1 where none is. */
    readonly held: number;
    /** How fit the closures' equations are; -1 where that is not asked. */
    readonly quality: number;
    readonly control: Readonly<Record<keyof typeof CONTROL, number>>;
  };
  readonly eventRules: readonly { readonly name: string; readonly direction: -1 | 0 | 1; readonly terminal: boolean }[];
  /** Instants at which a load jumps or bends, rising. */
  readonly breakpoints: readonly number[];
  readonly parameters: readonly { readonly name: string; readonly value: number }[];
  /** Name of each speed with the body that it moves, for messages. */
  readonly speedNames: readonly string[];
}

export function planSimulation(model: Model, topology: Topology, options: PlanOptions): SimulationPlan {
  const { formulation, fixed } = options;
  const choice = implicitChoice(options);
  const method = choice ? null : methodOf(options.method, fixed);
  if (formulation.coordinates === "joint") requireTree(model, topology, formulation, "a simulation");
  const skeleton = buildSkeleton(model, topology);
  // What cannot move has no work done on it.
  const nSummed = options.energyBalance === true && skeleton.nv > 0 ? 1 : 0;
  const tree = new TreeProgram(skeleton, nSummed);
  const { program } = tree;
  const { nq, nv } = skeleton;
  const nz = tree.z.layout.size;
  const sizes = { nq, nDelta: nv, ny: 2 * nv + nz, nSummed };
  const deltaRates = program.state({ d: nv });
  const vdot = program.state({ vdot: nv });
  const zdot = program.state({ zdot: nz });
  const nContact = nz - nSummed;
  const released = program.state({ z: nContact });
  const power = program.slice(zdot, nContact, { power: nSummed });
  const eventCount = options.events.length;
  const switches = program.state({ value: eventCount });
  const measured = program.state({ value: options.measures.length });
  const extremes = options.extremes ?? [];
  const kept: ExtremeRecords = {
    accepted: program.state({ x: 2 * extremes.length }),
    candidate: program.state({ x: 2 * extremes.length }),
  };
  const records = method ? declareStepper(program, method, fixed, sizes) : declareRecords(program, 1, sizes);
  const implicit = choice ? traceImplicit(tree, choice, options.loopPlan ?? null, { nz: nContact, nSummed }) : null;

  traceRetract(tree.begin("retract"), implicit?.equations.records.base ?? records.q0);
  const drift = options.drift ?? "projection";
  const isHeld = drift === "baumgarte" && formulation.coordinates === "joint" && hasClosures(model, topology);
  const held = isHeld
    ? traceHeldDrift(tree, () =>
        traceGain(program, records.control, options.driftRate ?? null, method?.newSpeedsFirst ?? false),
      )
    : null;
  const loops = { plan: options.loopPlan ?? null, drift, held };
  let loads: NodeLoads | null = null;
  const dynamics = traceDynamics(formulation, tree, "dynamics", vdot, loops, { rates: zdot, released }, (traced) => {
    loads = traced;
    if (nSummed > 0) tracePower(tree, traced, power);
  });
  if (extremes.length > 0 && loads) traceExtremes(tree, formulation, loads, vdot, extremes, kept);
  const drives = nSummed > 0 && dynamics.lambda ? traceDrivenPower(tree, dynamics.lambda, power) : false;
  if (dynamics.quality) traceQualityCheck(program, records.control, dynamics.quality);
  traceDeltaRates(tree.begin("rates"), deltaRates);
  traceSizes(tree.begin("measure"), records.q0, records.q1, records.sizes);
  traceMeasures(
    tree.begin("events"),
    options.events.map(({ name, when }) => ({ subject: `event "${name}"`, measure: when })),
    switches,
  );
  traceMeasures(tree.begin("measures"), options.measures, measured);
  const ofLaws = lawSizes(model);
  const lawRecords = { memory: program.state({ m: ofLaws.memory }), results: program.state({ x: ofLaws.results }) };
  const laws = formulation.coordinates === "joint" ? traceLaws(tree, lawRecords) : [];

  const { artifact, offsetOf } = link(program, (linkage) => {
    const { settle, react } = dynamics;
    const whole = dynamics.accelerate(linkage);
    const reacted = react ? react(linkage) : null;
    // For whoever wants the accelerations, and the forces of closures, at a state between two steps.
    const calls = [whole, ...(reacted === null ? [] : [reacted])];
    linkage.module.export(callSequence(linkage, ...calls), "accelerate");
    const withPower = (first: number): number =>
      callSequence(
        linkage,
        first,
        ...(drives && reacted !== null ? [reacted] : []),
        ...(drives ? [linkage.entry(DRIVEN_POWER)] : []),
      );
    const accelerate = withPower(whole);
    const settled = dynamics.accelerateSettled?.(linkage);
    const accelerateSettled = settled === undefined ? accelerate : withPower(settled);
    const observe =
      extremes.length > 0 ? callSequence(linkage, linkage.entry("observe"), linkage.entry("keep extremes")) : null;
    if (!method) {
      addImplicit(linkage, dynamics, { accelerate, accelerateSettled, observe });
      return;
    }
    addStepper(
      linkage,
      records,
      {
        sizes,
        t: tree.t,
        q: tree.q,
        y: tree.delta,
        f: deltaRates,
        retract: linkage.entry("retract"),
        dynamics: accelerate,
        dynamicsSettled: accelerateSettled,
        settle: settle ? { when: settle.when, index: settle.finish(linkage) } : null,
        rates: linkage.entry("rates"),
        measure: linkage.entry("measure"),
        isCurved: isCurved(tree),
        observe:
          observe === null
            ? null
            : { index: observe, from: kept.candidate, to: kept.accepted, count: 2 * extremes.length },
        release: nContact > 0 ? { from: released, first: 2 * nv, count: nContact } : null,
        hold: held ? linkage.entry(HOLD_DRIFT) : null,
        check: dynamics.quality ? linkage.entry("check quality") : null,
      },
      method,
      fixed,
    );
  });
  const at = (rec: Rec): number => offsetOf(rec);
  const control = Object.fromEntries(Object.keys(CONTROL).map((field, i) => [field, at(records.control) + 16 * i]));
  return {
    artifact,
    method: options.method,
    implicit: implicit
      ? implicitPlan(
          implicit,
          tree,
          dynamics,
          {
            f: deltaRates,
            released,
            observed:
              extremes.length > 0 ? { from: kept.candidate, to: kept.accepted, count: 2 * extremes.length } : null,
          },
          offsetOf,
        )
      : null,
    fixed,
    formulation: formulation.name,
    nq,
    nv,
    nz,
    nSummed,
    nu: model.actuators.length,
    eventCount,
    measureCount: options.measures.length,
    extremesBefore: extremes.map(beforeFirst),
    laws,
    memoryCount: ofLaws.memory,
    stageCount: method ? stageCount(method) : 1,
    lambdaCount: dynamics.lambda?.layout.size ?? 0,
    heldCount: held?.layout.size ?? 0,
    loopPlan: options.loopPlan ?? null,
    offsets: {
      t: at(tree.t),
      q: at(tree.q),
      y: at(tree.delta),
      tau: at(tree.tau),
      u: at(tree.u),
      q0: at(records.q0),
      y0: at(records.y0),
      q1: at(records.q1),
      y1: at(records.y1),
      stages: at(records.stages),
      vdot: at(vdot),
      events: at(switches),
      measures: at(measured),
      extremes: at(kept.accepted),
      memory: at(lawRecords.memory),
      lawResults: at(lawRecords.results),
      lambda: dynamics.lambda && dynamics.lambda.layout.size > 0 ? at(dynamics.lambda) : -1,
      held: held ? at(held) : -1,
      quality: dynamics.quality ? at(dynamics.quality) : -1,
      control: control as Record<keyof typeof CONTROL, number>,
    },
    eventRules: options.events.map(({ name, direction = "both", terminal = false }) => ({
      name,
      direction: direction === "rising" ? 1 : direction === "falling" ? -1 : 0,
      terminal,
    })),
    breakpoints: breakpointsOf(model),
    parameters: model.parameters.map(({ name, value }) => ({ name, value })),
    speedNames: topology.tree.flatMap(({ joint, body, nv: count }) =>
      Array.from(
        { length: count },
        (_, k) =>
          `joint "${model.joints[joint].name}"${count === 1 ? "" : `, speed ${k},`} of body "${model.bodies[body].name}"`,
      ),
    ),
  };
}

/** The implicit method that is asked for; null for the others. */
function implicitChoice({ method, formulation, implicit = {} }: PlanOptions): ImplicitChoice | null {
  const name = implicitNamed(method);
  return name ? { name, isConstrained: formulation.name === "constrained", options: implicit } : null;
}

function methodOf(name: IntegratorName, fixed: boolean): Method {
  const explicit = explicitNamed(name);
  if (explicit === null) {
    throw unknownName(
      "integrator",
      name,
      integrators.map((each) => each.name),
    );
  }
  const method = methods[explicit];
  if (!fixed && !method.adaptive) {
    throw new RequestError({
      code: "integrator-needs-step",
      subject: `integrator "${name}"`,
      message: `integrator "${name}" has no error estimate and cannot follow a tolerance. Give a step, or take "dormand-prince".`,
    });
  }
  return method;
}

function breakpointsOf(model: Model): number[] {
  const signals: Signal[] = model.loads.flatMap((load) =>
    load.kind === "joint-force" ? [load.signal] : load.kind === "wrench" ? [...load.torque, ...load.force] : [],
  );
  return [...new Set(signals.flatMap((signal) => [...breakpoints(signal)]))].sort((a, b) => a - b);
}
