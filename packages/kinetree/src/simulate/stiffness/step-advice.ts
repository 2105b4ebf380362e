import { RequestError } from "../../errors/kinetree-error.js";
import { roundedText } from "../../errors/number-text.js";
import { flexiblePlaces, isFlexible } from "../../formulation/flexible/flexible-stations.js";
import { explicitNamed } from "../../integrate/integrators.js";
import type { Model } from "../../model/types.js";
import { speedName } from "../../state/speed-name.js";
import type { Topology } from "../../topology/types.js";
import type { LanePair } from "../lanes/lane-pair.js";
import type { RunSpec } from "../lanes/lane-run.js";
import { highestMode, type HighestMode } from "./highest-mode.js";
import { stableStep } from "./step-stability.js";

/** How long fixed steps may be, for the fastest oscillation of a mechanism. */
export interface StepLimit {
  /** Longest step with which that oscillation does not grow [s]. */
  readonly step: number;
  readonly mode: HighestMode;
}

/** Predicts how long the fixed steps of a run may be; null if nothing oscillates. */
export function stepLimit(model: Model, topology: Topology, pair: LanePair, spec: RunSpec): StepLimit | null {
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
  throw new RequestError({
    code: "step-too-long",
    subject: "step",
    value: spec.step,
    message:
      `step is ${spec.step} s, too long for the fastest mode of "${model.name}": ${roundedText(angularFrequency / (2 * Math.PI))} Hz, ` +
      `mostly ${movingPart(model, topology, speed)}, which "${method}" makes grow with steps above ${roundedText(limit.step)} s. ` +
      `Take steps of at most ${most} s, leave modes out, or give a tolerance instead of a step. simulate() with allowUnstableStep: true runs it all the same.`,
  });
}

/** Two digits, rounded down. */
function atMost(step: number): string {
  const rounded = Number(step.toPrecision(2));
  return String(rounded <= step ? rounded : Number((0.95 * step).toPrecision(2)));
}

/** How a message calls what moves with a speed: a mode of a flexible body, or a joint. */
export function movingPart(model: Model, topology: Topology, speed: number): string {
  const place = flexiblePlaces(model, topology).find(({ v, modes }) => v <= speed && speed < v + modes);
  return place ? `mode ${speed - place.v} of body "${place.name}"` : speedName(model, topology, speed);
}
