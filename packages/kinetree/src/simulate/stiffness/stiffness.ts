import { roundedText } from "../../errors/number-text.js";
import type { MethodName } from "../../integrate/integrators.js";
import { methods } from "../../integrate/method.js";
import { realFunctions } from "../../model/real-arithmetic.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import type { LanePair } from "../lanes/lane-pair.js";
import type { StepLimits } from "../lanes/lane-run.js";
import {
  integratorFor,
  modeInWords,
  remedy,
  swingsOn,
  type AdvisedIntegrator,
  type BoundingMode,
} from "./integrator-advice.js";
import { movingPart } from "./step-advice.js";
import { FastestFinder } from "./stiffness-fastest.js";
import type { StabilityLimits } from "./stiffness-limits.js";
import { motionRate } from "./stiffness-motion.js";
import type { StiffnessProbe } from "./stiffness-probe.js";

/** "stiff": a damped mode keeps explicit steps short; "oscillatory": one that swings on does, though little of the motion is in it. */
export type StiffnessVerdict = "not stiff" | "stiff" | "oscillatory";

/** How stiff the equations of a mechanism are at a state. */
export interface Stiffness {
  /** The mode that bounds explicit steps most; null if none does. */
  readonly fastest: BoundingMode | null;
  /** In which the mechanism moves by a radian or a metre, or swings once by its slowest mode [s]; infinite at rest. */
  readonly motionTime: number;
  /** The explicit method that the steps are about. */
  readonly integrator: MethodName;
  /** Longest step of that method with which nothing grows that should not [s]. */
  readonly explicitStep: number;
  /** The step that its tolerance would lead to without that bound, or the fixed one [s]. */
  readonly accuracyStep: number;
  readonly verdict: StiffnessVerdict;
  /** The integrator to take instead; null if there is no reason to. */
  readonly suggested: AdvisedIntegrator | null;
  /** The same for a reader. */
  readonly advice: string;
}

/** Vectors and rounds of the search from scratch. */
const [VECTORS, ROUNDS] = [24, 4];

/** Error that an embedded pair sees of y = e^(i r t), in units of (r h)^order: 97/120000 for Dormand and Prince. */
const ERROR_CONSTANT = 8e-4;

/** Stability has to halve the steps before it is worth a word. */
const WORTH_A_WORD = 0.5;

/** Estimates how stiff the equations are at the accepted state of a pair, as an explicit method meets them. */
export function estimateStiffness(
  pair: LanePair,
  { probe, limits: stability }: { readonly probe: StiffnessProbe; readonly limits: StabilityLimits },
  limits: Pick<StepLimits, "relative" | "step">,
  nameOf: (speed: number) => string,
): Stiffness {
  const { method } = stability;
  const still = {
    fastest: null,
    motionTime: Infinity,
    integrator: method,
    explicitStep: Infinity,
    accuracyStep: limits.step > 0 ? limits.step : Infinity,
    verdict: "not stiff",
    suggested: null,
    advice: `not stiff: no mode bounds the steps of "${method}".`,
  } as const;
  if (probe.size === 0) return still;
  probe.look(pair);
  const finder = new FastestFinder(probe, stability, VECTORS);
  const found = finder.find(VECTORS, ROUNDS);
  if (!found) return still;
  const fastest: BoundingMode = {
    rate: found.rate,
    dampingRatio: found.dampingRatio,
    speed: nameOf(finder.speed()),
  };
  const rate = motionRate(finder, found, finder.modes, VECTORS);
  const accuracyStep = limits.step > 0 ? limits.step : accurateStep(method, limits.relative) / rate;
  const isBound = found.limit < WORTH_A_WORD * accuracyStep;
  const suggested = isBound ? integratorFor(fastest.dampingRatio) : null;
  const verdict = !isBound ? "not stiff" : swingsOn(fastest.dampingRatio) ? "oscillatory" : "stiff";
  return {
    fastest,
    motionTime: 1 / rate,
    integrator: method,
    explicitStep: found.limit,
    accuracyStep,
    verdict,
    suggested,
    advice:
      `${verdict}: ${modeInWords(fastest)}, for which "${method}" takes steps of at most ${roundedText(found.limit)} s; ` +
      `${accuracyStep < Infinity ? `${limits.step > 0 ? "the step is" : "accuracy asks for about"} ${roundedText(accuracyStep)} s` : "nothing else bounds them at rest"}. ` +
      (suggested ? remedy(suggested) : `"${method}" will do.`),
  };
}

/** r h for which the error of one step is what it may be. */
function accurateStep(method: MethodName, relative: number): number {
  return realFunctions.pow.of(relative / ERROR_CONSTANT, 1 / methods[method].errorOrder);
}

/** How messages call the speeds of a run, in whatever coordinates it goes. */
export const speedNames =
  (model: Model, topology: Topology, pair: LanePair) =>
  (speed: number): string =>
    pair.view ? pair.plan.speedNames[speed] : movingPart(model, topology, speed);
