import { RequestError } from "../../errors/kinetree-error.js";
import { tauOfBodies } from "../../evaluate/closed-dynamics.js";
import { createEvaluator } from "../../evaluate/evaluator.js";
import { groundNumbers } from "../../model/grounds/given-grounds.js";
import { hashNumbers } from "../../model/hash.js";
import { parametersByName, parameterValues } from "../../state/parameter-values.js";
import type { State } from "../../state/state.js";
import type { LanePair } from "../lanes/lane-pair.js";
import type { RunSpec } from "../lanes/lane-run.js";
import { requirePositive } from "../../evaluate/option-checks.js";
import { requireSpan, type SingleRunOptions } from "../options/options.js";
import type { RunCheckpoint } from "./checkpoint.js";
import type { CompiledRun } from "./compiled-run.js";
import { checkedInput, startState } from "./start-state.js";
import { VERSION } from "./version.js";

/** Limit of the numbers kept in memory: two gigabytes. */
const MOST_KEPT = 2 ** 28;

/** Everything about a run that follows from its options alone. */
export interface RunStart {
  readonly spec: RunSpec;
  readonly sampleEvery: number;
}

export function startOf(
  { model, topology, pair, settings }: CompiledRun,
  tEnd: number,
  options: SingleRunOptions,
): RunStart {
  const { nv, nu } = pair.plan;
  const { limits } = settings;
  const joints = startState(model, topology, options.state ?? {}, options.parameters ?? {});
  const start = absoluteStart(pair, joints, options);
  requireSpan("tEnd", start.t, tEnd, limits.step);
  const sampleEvery = options.sampleEvery ?? (tEnd - start.t) / 100;
  if (tEnd > start.t)
    requirePositive(
      "sampleEvery",
      sampleEvery,
      "Give the interval in seconds, or leave it out for a hundredth of the run.",
    );
  requireResolution(sampleEvery, start.t, tEnd);
  return {
    sampleEvery,
    spec: {
      t: start.t,
      tEnd,
      q: start.q,
      v: start.v,
      ...(start.z ? { z: start.z } : {}),
      tau: pair.view ? new Float64Array(nv) : checkedInput("tau", options.tau ?? new Float64Array(nv), nv),
      u: checkedInput("u", options.u ?? new Float64Array(nu), nu),
      parameters: parameterValues(model, options.parameters ?? {}),
      ...limits,
    },
  };
}

/** Refuses intervals that the clock cannot show: every row would be at the time of the one before. */
function requireResolution(sampleEvery: number, start: number, end: number): void {
  const least = Number.EPSILON * Math.max(Math.abs(start), Math.abs(end));
  if (!(end > start) || sampleEvery >= least) return;
  const message = `sampleEvery is ${sampleEvery} s, too short for a clock that shows ${end} s. Take at least ${least} s.`;
  throw new RequestError({ code: "sample-below-resolution", subject: "sampleEvery", value: sampleEvery, message });
}

/** Refuses more rows than memory holds, unless they go to `onRow`. */
export function requireRoom({ names }: CompiledRun, { sampleEvery, spec: { t, tEnd } }: RunStart): void {
  const rows = (tEnd - t) / sampleEvery;
  if (!(rows * names.length > MOST_KEPT)) return;
  const message =
    `sampleEvery is ${sampleEvery} s, which gives ${rows} rows of ${names.length} numbers, more than a run keeps in memory. ` +
    `Use a longer interval, or take each row as it is recorded with onRow.`;
  throw new RequestError({ code: "too-many-rows", subject: "sampleEvery", value: sampleEvery, message });
}

const foreign = (what: string, value: string, expected: string): RequestError =>
  new RequestError({
    code: "foreign-checkpoint",
    subject: "checkpoint",
    value,
    message: `the checkpoint was made ${what} ${value}, and this run has ${expected}. Resume with the same model, options and version of kinetree.`,
  });

/** The start in the coordinates that are integrated. */
function absoluteStart({ view }: LanePair, joints: State, { parameters = {}, tau }: SingleRunOptions): State {
  if (!view) return joints;
  if (tau && Array.from(tau).some((x) => x !== 0)) throw tauOfBodies(tau);
  view.setParameters(parameters);
  return view.explode(joints);
}

/** Refuses a checkpoint of other equations, once those of this run are planned. */
export function requirePlan({ planHash }: CompiledRun, { plan }: RunCheckpoint): void {
  if (plan !== planHash()) throw foreign("with the compiled plan", plan, planHash());
}

/** The start of the run that a checkpoint belongs to; refuses one of another model or version. */
export function startIn({ model, modelHash, settings }: CompiledRun, checkpoint: RunCheckpoint): RunStart {
  if (checkpoint.version !== VERSION) throw foreign("by version", checkpoint.version, VERSION);
  if (checkpoint.model !== modelHash) throw foreign("of the model with hash", checkpoint.model, modelHash);
  const { grounds } = groundsHash(model);
  if (checkpoint.grounds !== grounds)
    throw foreign("on grounds with hash", checkpoint.grounds ?? "none", grounds ?? "none");
  const { span, q, v, tau, u, parameters } = checkpoint.numbers;
  const [t, tEnd, sampleEvery] = span;
  return { sampleEvery, spec: { t, tEnd, q, v, tau, u, parameters, ...settings.limits } };
}

/** Of the heights and friction of all grounds. */
export function groundsHash(model: CompiledRun["model"]): { readonly grounds?: string } {
  const numbers = groundNumbers(model);
  return numbers.length > 0 ? { grounds: hashNumbers(...numbers) } : {};
}

/** Explains a start without finite accelerations (a hinge without inertia, a dead point). */
export function requireAccelerations({ model, pair }: CompiledRun, { t, q, v, z, tau, u, parameters }: RunSpec): void {
  const vdot = new Float64Array(pair.plan.nv);
  pair.read(pair.layout.startRates.v, 0, vdot);
  if (vdot.every(Number.isFinite)) return;
  if (pair.view) return; // separate bodies always accelerate; closures that cannot be met are found by the closures
  const evaluator = createEvaluator(model);
  evaluator.setParameters(parametersByName(model, parameters));
  const state = { t, q: Float64Array.from(q), v: Float64Array.from(v), ...(z ? { z: Float64Array.from(z) } : {}) };
  evaluator.forwardDynamics(state, { tau: Float64Array.from(tau ?? []), u: Float64Array.from(u ?? []) });
}
