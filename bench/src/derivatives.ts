import { buildTopology, createEvaluator, startState } from "kinetree";
import { createForwardDerivatives } from "kinetree/analysis";
import { explainFormulations } from "kinetree/formulations";
import { namedSystem } from "kinetree/systems";
import { machine, machineText, type Machine } from "./machine.js";
import { fullPlan, measure, quickPlan } from "./measure.js";
import { align } from "./table.js";

/** Exact derivatives of forward dynamics at one state, and what they cost in evaluations of the accelerations. */
export interface DerivativesRow {
  readonly model: string;
  readonly formulation: string;
  readonly speeds: number;
  /** One evaluation of the accelerations, as in a run [us]. */
  readonly evaluationUs: number;
  /** The same by an evaluator, which chooses rows and coordinates of loops for each state [us]. */
  readonly evaluatorUs: number;
  /** Setting the point, then ∂v̇ by q, v and τ, all columns [us]. */
  readonly pointUs: number;
  readonly byQUs: number;
  readonly byVUs: number;
  readonly byTauUs: number;
  /** Point, q, v and τ together, in evaluations as in a run. */
  readonly evaluations: number;
  /** The same for central differences by q, v and τ. */
  readonly forDifferences: number;
}

export interface DerivativesResult {
  readonly machine: Machine;
  readonly rows: readonly DerivativesRow[];
}

const models = [
  "double-pendulum",
  "arm7",
  "lander",
  "four-bar",
  "five-bar",
  "slider-crank",
  "andrews",
  "bricard",
  "flyball-governor",
  "stewart-platform",
  "quarter-car",
  "suspended-vehicle",
  "slider-crank-flexible",
] as const;

const US = 1e-3;

export function derivatives(quick: boolean, progress: (text: string) => void): DerivativesResult {
  const before = machine();
  return {
    machine: before,
    rows: models.map((name) => {
      progress(name);
      return measured(name, quick);
    }),
  };
}

function measured(name: string, quick: boolean): DerivativesRow {
  const plan = quick ? quickPlan : fullPlan;
  const { build, start } = namedSystem(name);
  const model = build();
  const state = startState(model, buildTopology(model), start);
  const us = (call: () => unknown): number => US * measure(call, 1, plan);
  const evaluator = createEvaluator(model);
  const { formulation } = evaluator;
  const options = { state: start, now: () => performance.now(), measureFor: quick ? 50 : 200, duration: 1e-3 };
  const explained = explainFormulations(model, options).formulations.find((each) => each.name === formulation);
  const evaluationUs = explained?.measuredUs ?? NaN;
  const vdot = new Float64Array(state.v.length);
  const found = createForwardDerivatives(model, ["q", "v", "tau"]);
  const parts = {
    evaluatorUs: us(() => evaluator.forwardDynamicsInto(vdot, state)),
    pointUs: us(() => found.at(state)),
    byQUs: us(() => found.jacobian("q")),
    byVUs: us(() => found.jacobian("v")),
    byTauUs: us(() => found.jacobian("tau")),
  };
  const speeds = state.v.length;
  const { pointUs, byQUs, byVUs, byTauUs } = parts;
  return {
    model: name,
    formulation,
    speeds,
    evaluationUs,
    ...parts,
    evaluations: (pointUs + byQUs + byVUs + byTauUs) / evaluationUs,
    forDifferences: 6 * speeds,
  };
}

export function derivativesText({ machine: where, rows }: DerivativesResult): string {
  const head = ["model", "formulation", "speeds", "evaluation", "evaluator", "point", "by q", "by v", "by tau"];
  const lines = rows.map((row) => [
    row.model,
    row.formulation,
    String(row.speeds),
    ...[row.evaluationUs, row.evaluatorUs, row.pointUs, row.byQUs, row.byVUs, row.byTauUs].map((x) => x.toFixed(1)),
    row.evaluations.toFixed(0),
    String(row.forDifferences),
  ]);
  const columns = [...head, "evaluations", "differences"];
  return [
    machineText(where),
    "",
    "Times in us. evaluations: point, q, v and tau together, in evaluations as in a run; differences: the same by central differences.",
    align(columns, lines, new Set(columns.flatMap((_, k) => (k > 1 ? [k] : [])))),
  ].join("\n");
}
