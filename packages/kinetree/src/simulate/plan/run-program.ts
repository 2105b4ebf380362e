import { requireTree, turnsFor, type TracedDynamics } from "../../formulation/formulation.js";
import { traceMeasures } from "../../evaluate/probes/probe.js";
import { DRIVEN_POWER, traceDrivenPower } from "../../formulation/loops/closures/driven-power.js";
import { HOLD_DRIFT, traceHeldDrift } from "../../formulation/loops/projection/held-drift.js";
import { turnCount } from "../../formulation/joints/cut-turns.js";
import { tracePower } from "../../formulation/recursions/power.js";
import { buildSkeleton } from "../../formulation/skeleton/skeleton.js";
import { traceDynamics } from "../../formulation/trace-dynamics.js";
import { isCurved, traceDeltaRates, traceRetract, traceSizes } from "../../formulation/tree/manifold.js";
import type { NodeLoads } from "../../formulation/tree/node-loads.js";
import { TreeProgram } from "../../formulation/tree/tree-program.js";
import { traceGain, traceQualityCheck } from "../../integrate/control.js";
import {
  addStepper,
  declareRecords,
  declareStepper,
  type FlowSizes,
  type StepperRecords,
} from "../../integrate/stepper.js";
import type { GroundRecords } from "./ground.js";
import { JUDGE_GROUND, SURVEY_GROUND, traceSurvey } from "./survey.js";
import { callSequence } from "../../kernel/finish.js";
import { link, type LinkedProgram, type Linkage } from "../../kernel/link.js";
import type { Rec } from "../../kernel/record.js";
import type { Model } from "../../model/types.js";
import { hasClosures } from "../../topology/has-closures.js";
import type { Topology } from "../../topology/types.js";
import { lawSizes, traceLaws, type LawRecords, type PlannedLaw } from "./controller-laws.js";
import { traceExtremes, type ExtremeRecords } from "./extremes.js";
import { addImplicit, traceImplicit, type ImplicitTrace } from "./implicit-plan.js";
import type { PlanOptions, Stepping } from "./plan-options.js";

interface RunSizes extends FlowSizes {
  /** Angles of cut joints, the first of the summed entries. */
  readonly nTurns: number;
}

/** Records that the host of a run reads and writes, besides those of the tree. */
export interface RunRecords {
  readonly tree: TreeProgram;
  readonly sizes: RunSizes;
  /** δ̇, v̇ and ż, contiguous. */
  readonly deltaRates: Rec;
  readonly vdot: Rec;
  readonly zdot: Rec;
  /** The entry of ż with the power of the loads. */
  readonly power: Rec;
  /** Internal states of contacts and angles of cut joints as kept at the end of a step. */
  readonly released: Rec;
  readonly events: Rec;
  readonly measures: Rec;
  readonly extremes: ExtremeRecords;
  readonly stepper: StepperRecords;
}

/** Declares the contents of a lane. The order of declaration is the order in memory. */
export function declareRun(model: Model, topology: Topology, options: PlanOptions, stepping: Stepping): RunRecords {
  if (options.formulation.coordinates === "joint") requireTree(model, topology, options.formulation, "a simulation");
  const skeleton = buildSkeleton(model, topology);
  const { nq, nv } = skeleton;
  // Coordinates that are prescribed may move without any error, however long the steps: the work of what drives them sets their
  // length, whether or not an energy balance is wanted. No work is done on a mechanism that cannot move and has no rotors.
  const isDriven = !options.fixed && nv > 0 && model.constraints.some(({ kind }) => kind === "motion");
  const nPower = (nv > 0 || model.shafts.length > 0) && (options.energyBalance === true || isDriven) ? 1 : 0;
  const tree = new TreeProgram(skeleton, nPower, turnsFor(options.formulation));
  const { program } = tree;
  const nz = tree.z.layout.size;
  const nTurns = turnCount(tree.turns);
  const nKept = nz - nPower;
  const sizes = { nq, nDelta: nv, ny: 2 * nv + nz, nSummed: nTurns + nPower, nWatched: isDriven ? 1 : 0, nTurns };
  const deltaRates = program.state({ d: nv });
  const vdot = program.state({ vdot: nv });
  const zdot = program.state({ zdot: nz });
  const released = program.state({ z: nKept });
  const extremeNumbers = 2 * (options.extremes ?? []).length;
  return {
    tree,
    sizes,
    deltaRates,
    vdot,
    zdot,
    power: program.slice(zdot, nKept, { power: nPower }),
    released,
    events: program.state({ value: options.events.length }),
    measures: program.state({ value: options.measures.length }),
    extremes: {
      accepted: program.state({ x: extremeNumbers }),
      candidate: program.state({ x: extremeNumbers }),
    },
    stepper:
      "method" in stepping
        ? declareStepper(program, stepping.method, options.fixed, sizes)
        : declareRecords(program, 1, sizes),
  };
}

/** The traced equations of a run, and facts about them for the host. */
export interface TracedRun {
  readonly dynamics: TracedDynamics;
  readonly implicit: ImplicitTrace | null;
  /** Drift of closures, constant along a step; null without. */
  readonly held: Rec | null;
  /** Prescribed motions do work. */
  readonly drives: boolean;
  /** Null where no body that moves touches a terrain; with fixed steps, one that is no plane. */
  readonly ground: GroundRecords | null;
  readonly lawRecords: LawRecords;
  readonly laws: readonly PlannedLaw[];
}

/** Traces every function of a run, each as an entry point of the program. */
export function traceRun(records: RunRecords, options: PlanOptions, stepping: Stepping): TracedRun {
  const { tree, stepper } = records;
  const { program } = tree;
  const { model } = tree.skeleton;
  const loopPlan = options.loopPlan ?? null;
  const withPower = records.power.layout.size > 0;
  const implicit = "choice" in stepping ? traceImplicit(tree, stepping.choice, loopPlan, withPower) : null;
  traceRetract(tree.begin("retract"), implicit?.base ?? stepper.q0);
  const held = traceHeld(records, options, stepping);
  const { dynamics, drives } = traceEquationsOfMotion(records, options, held);
  if (dynamics.quality) traceQualityCheck(program, stepper.control, dynamics.quality);
  const ground = traceSurvey(records.tree, records.stepper.control, options.fixed);
  traceDeltaRates(tree.begin("rates"), records.deltaRates);
  traceSizes(tree.begin("measure"), stepper.q0, stepper.q1, stepper.sizes);
  traceMeasures(
    tree.begin("events"),
    options.events.map(({ name, when }) => ({ subject: `event "${name}"`, measure: when })),
    records.events,
  );
  traceMeasures(tree.begin("measures"), options.measures, records.measures);
  const { memory, results } = lawSizes(model);
  const lawRecords = { memory: program.state({ m: memory }), results: program.state({ x: results }) };
  const laws = options.formulation.coordinates === "joint" ? traceLaws(tree, lawRecords) : [];
  return { dynamics, implicit, held, drives, ground, lawRecords, laws };
}

/** Baumgarte's method damps the drift that a step begins with. */
function traceHeld(
  { tree, stepper }: RunRecords,
  { formulation, drift, driftRate }: PlanOptions,
  stepping: Stepping,
): Rec | null {
  const { model, topology } = tree.skeleton;
  if (drift !== "baumgarte" || formulation.coordinates !== "joint" || !hasClosures(model, topology)) return null;
  const isLate = "method" in stepping && (stepping.method.newSpeedsFirst ?? false);
  return traceHeldDrift(tree, () => traceGain(tree.program, stepper.control, driftRate ?? null, isLate));
}

/** v̇ and ż, with the power of the loads and the extremes at the end of a step. */
function traceEquationsOfMotion(
  { tree, vdot, zdot, released, power, extremes: extremeRecords }: RunRecords,
  { formulation, loopPlan, drift, extremes }: PlanOptions,
  held: Rec | null,
): { readonly dynamics: TracedDynamics; readonly drives: boolean } {
  const hasPower = power.layout.size > 0;
  const loops = { plan: loopPlan ?? null, drift: drift ?? "projection", held };
  let loads: NodeLoads | null = null;
  const dynamics = traceDynamics(formulation, tree, "dynamics", vdot, loops, { rates: zdot, released }, (traced) => {
    loads = traced;
    if (hasPower) tracePower(tree, traced, power);
  });
  if (extremes && extremes.length > 0 && loads) traceExtremes(tree, formulation, loads, vdot, extremes, extremeRecords);
  return { dynamics, drives: hasPower && dynamics.lambda ? traceDrivenPower(tree, dynamics.lambda, power) : false };
}

export function linkRun(
  records: RunRecords,
  traced: TracedRun,
  options: PlanOptions,
  stepping: Stepping,
): LinkedProgram {
  const { dynamics } = traced;
  return link(records.tree.program, (linkage) => {
    const functions = addDynamics(linkage, traced, (options.extremes ?? []).length > 0);
    const { ground, implicit } = traced;
    if (!("method" in stepping)) {
      if (implicit) addImplicit(linkage, dynamics, implicit, functions);
      return;
    }
    const { tree, sizes, stepper, extremes, released } = records;
    const nKept = released.layout.size;
    addStepper(
      linkage,
      stepper,
      {
        sizes,
        t: tree.t,
        q: tree.q,
        y: tree.delta,
        f: records.deltaRates,
        retract: linkage.entry("retract"),
        dynamics: functions.accelerate,
        dynamicsSettled: functions.accelerateSettled,
        settle: dynamics.settle ? { when: dynamics.settle.when, index: dynamics.settle.finish(linkage) } : null,
        rates: linkage.entry("rates"),
        measure: linkage.entry("measure"),
        isCurved: isCurved(tree),
        observe:
          functions.observe === null
            ? null
            : {
                index: functions.observe,
                from: extremes.candidate,
                to: extremes.accepted,
                count: extremes.accepted.layout.size,
              },
        release: nKept > 0 ? { from: released, first: 2 * sizes.nDelta, count: nKept } : null,
        hold: traced.held ? linkage.entry(HOLD_DRIFT) : null,
        ground: ground && {
          survey: linkage.entry(SURVEY_GROUND),
          judge: linkage.entry(JUDGE_GROUND),
          from: ground.candidate,
          to: ground.accepted,
          count: ground.accepted.layout.size,
        },
        check: dynamics.quality ? linkage.entry("check quality") : null,
      },
      stepping.method,
      options.fixed,
    );
  });
}

interface DynamicsFunctions {
  readonly accelerate: number;
  /** The same, right after closures were settled. */
  readonly accelerateSettled: number;
  readonly observe: number | null;
}

function addDynamics(linkage: Linkage, { dynamics, drives }: TracedRun, hasExtremes: boolean): DynamicsFunctions {
  const { react } = dynamics;
  const whole = dynamics.accelerate(linkage);
  const reacted = react ? react(linkage) : null;
  const reactions = reacted === null ? [] : [reacted];
  // For accelerations, and forces of closures, at a state between two steps.
  linkage.module.export(callSequence(linkage, whole, ...reactions), "accelerate");
  const withPower = (first: number): number =>
    callSequence(linkage, first, ...(drives ? [...reactions, linkage.entry(DRIVEN_POWER)] : []));
  const accelerate = withPower(whole);
  const settled = dynamics.accelerateSettled?.(linkage);
  return {
    accelerate,
    accelerateSettled: settled === undefined ? accelerate : withPower(settled),
    observe: hasExtremes ? callSequence(linkage, linkage.entry("observe"), linkage.entry("keep extremes")) : null,
  };
}
