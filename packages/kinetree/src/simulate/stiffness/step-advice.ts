import { RequestError } from "../../errors/kinetree-error.js";
import { roundedText } from "../../errors/number-text.js";
import { flexiblePlaces, isFlexible } from "../../formulation/flexible/flexible-stations.js";
import { explicitNamed } from "../../integrate/integrators.js";
import type { Model } from "../../model/types.js";
import { speedName } from "../../state/speed-name.js";
import type { Topology } from "../../topology/types.js";
import type { LanePair } from "../lanes/lane-pair.js";
import type { RunSpec } from "../lanes/lane-run.js";
import { stableStep } from "./step-stability.js";
import { buildSkeleton } from "../../formulation/skeleton/skeleton.js";
import { moveInto } from "../../formulation/joints/move.js";

/** The stability limit of fixed steps. */
interface StepLimit {
  readonly step: number;
  readonly mode: HighestMode;
}

/** The stability limit of a run's fixed steps; null if nothing oscillates. */
function stepLimit(model: Model, topology: Topology, pair: LanePair, spec: RunSpec): StepLimit | null {
  const method = explicitNamed(pair.plan.method);
  const mode = method && highestMode(model, topology, pair, spec);
  return mode && { mode, step: stableStep(method, mode.dampingRatio) / mode.angularFrequency };
}

/**
 * Refuses fixed steps with which a mode of a flexible mechanism grows from step to step: its motion would be lost within some
 * tens of steps, and the numbers would not say why. Looked at in the start of a run, on equations that are compiled already.
 */
export function requireStableStep(model: Model, topology: Topology, pair: LanePair, spec: RunSpec): void {
  if (!(spec.step > 0) || !isFlexible(model) || pair.view) return;
  const limit = stepLimit(model, topology, pair, spec);
  if (limit === null || spec.step <= limit.step) return;
  const { angularFrequency, speed } = limit.mode;
  const { method } = pair.plan;
  const most = atMost(limit.step);
  const message =
    `step is ${spec.step} s, too long for the fastest mode of "${model.name}": ${roundedText(angularFrequency / (2 * Math.PI))} Hz, ` +
    `mostly ${movingPart(model, topology, speed)}, which "${method}" makes grow with steps above ${roundedText(limit.step)} s. ` +
    `Take steps of at most ${most} s, leave modes out, or give a tolerance instead of a step. simulate() with allowUnstableStep: true runs it anyway.`;
  throw new RequestError({ code: "step-too-long", subject: "step", value: spec.step, message });
}

function atMost(step: number): string {
  const rounded = Number(step.toPrecision(2));
  return String(rounded <= step ? rounded : Number((0.95 * step).toPrecision(2)));
}

/** Name of the part that moves with a speed: a mode of a flexible body, or a joint. */
export function movingPart(model: Model, topology: Topology, speed: number): string {
  const place = flexiblePlaces(model, topology).find(({ v, modes }) => v <= speed && speed < v + modes);
  return place ? `mode ${speed - place.v} of body "${place.name}"` : speedName(model, topology, speed);
}

/** The fastest oscillation of small motions about a state. */
interface HighestMode {
  /** [rad/s] */
  readonly angularFrequency: number;
  readonly dampingRatio: number;
  /** Of the largest entry of its shape. */
  readonly speed: number;
}

/** Perturbation of the state [rad, m, or unit of the amplitudes]: far above rounding, small enough for linearity. */
const DEPARTURE = 1e-6;
/** Relative change, twice in a row, below which the estimate has converged. */
const SETTLED = 1e-4;
const MOST_ROUNDS = 100;

/**
 * By the power method on −∂v̇/∂q, from the run's own equations: two evaluations a round, one in each lane, and some tens of rounds
 * (Golub and Van Loan, Matrix Computations (2013), 7.3.1). It comes from below, so what it calls too fast is. Null where nothing
 * oscillates. The pair is left as it was.
 */
function highestMode(model: Model, topology: Topology, pair: LanePair, spec: RunSpec): HighestMode | null {
  const { nv, nz, layout } = pair.plan;
  const kept = [pair.snapshot(0), pair.snapshot(1)];
  const skeleton = buildSkeleton(model, topology);
  const q = Float64Array.from(spec.q);
  const v = Float64Array.from(spec.v);
  const z = Float64Array.from({ length: nz }, (_, i) => spec.z?.[i] ?? 0);
  const moved = q.slice();
  const results = [new Float64Array(nv), new Float64Array(nv)];
  /** −(v̇ of the state moved by +x, less that of the state moved by −x), for a unit of x. */
  const response = (x: Float64Array, by: "q" | "v"): Float64Array => {
    for (const lane of [0, 1] as const) {
      const size = lane === 0 ? DEPARTURE : -DEPARTURE;
      pair.write(layout.shown.t, [spec.t], lane);
      pair.write(layout.shown.q, by === "q" ? moveInto(moved, skeleton, q, x, size) : q, lane);
      pair.write(layout.shown.v, by === "v" ? v.map((speed, i) => speed + size * x[i]) : v, lane);
      pair.write(layout.shown.z, z, lane);
    }
    pair.run("accelerate");
    for (const lane of [0, 1] as const) pair.read(layout.rates.v, lane, results[lane]);
    return results[0].map((value, i) => (results[1][i] - value) / (2 * DEPARTURE));
  };
  // A start that is not orthogonal to any mode by symmetry.
  let x = Float64Array.from({ length: nv }, (_, i) => 1 - ((i * 7) % 11) / 16);
  let [square, calm] = [0, 0];
  for (let round = 0; round < MOST_ROUNDS && calm < 2; round++) {
    const y = response(x, "q");
    const size = y.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
    const estimate = dot(x, y) / dot(x, x);
    calm = Math.abs(estimate - square) <= SETTLED * Math.abs(estimate) ? calm + 1 : 0;
    square = estimate;
    if (!(size > 0) || !Number.isFinite(size)) break;
    x = y.map((each) => each / size);
  }
  const rate = dot(x, response(x, "v")) / dot(x, x);
  kept.forEach((numbers, lane) => pair.restore(lane as 0 | 1, numbers));
  if (!(square > 0)) return null;
  const angularFrequency = Math.sqrt(square);
  const speed = x.reduce((best, each, i) => (Math.abs(each) > Math.abs(x[best]) ? i : best), 0);
  return { angularFrequency, dampingRatio: rate / (2 * angularFrequency), speed };
}

const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, i) => sum + x * b[i], 0);
