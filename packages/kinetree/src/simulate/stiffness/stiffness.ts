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
import { FastestFinder, type FastestMode } from "./fastest-mode.js";
import type { StabilityLimits } from "./step-stability.js";
import type { StiffnessProbe } from "./stiffness-probe.js";
import { luInto, luSolveInto, newLu } from "../../linalg/lu.js";
import { newMatrix } from "../../linalg/matrix.js";
import type { Ritz } from "./krylov-space.js";

/** "stiff": a damped mode limits explicit steps; "oscillatory": a lightly damped one does, though it is hardly excited. */
export type StiffnessVerdict = "not stiff" | "stiff" | "oscillatory";

/** Stiffness of the equations of a mechanism at a state. */
export interface Stiffness {
  /** The mode that limits explicit steps most; null if none does. */
  readonly fastest: BoundingMode | null;
  /** Time in which the mechanism moves by a radian or a metre, or the period of its slowest mode [s]; infinite at rest. */
  readonly motionTime: number;
  /** The explicit method that the steps refer to. */
  readonly integrator: MethodName;
  /** Longest stable step of that method [s]. */
  readonly explicitStep: number;
  /** The step for its tolerance without that limit, or the fixed step [s]. */
  readonly accuracyStep: number;
  readonly verdict: StiffnessVerdict;
  /** The integrator to use instead; null if there is no reason to. */
  readonly suggested: AdvisedIntegrator | null;
  /** The verdict in words. */
  readonly advice: string;
}

/** Size and rounds of the search. */
const [VECTORS, ROUNDS] = [24, 4];

/** Error estimate of an embedded pair for y = e^(i r t), in units of (r h)^order: 97/120000 for Dormand and Prince. */
const ERROR_CONSTANT = 8e-4;

/** Stability counts only if it halves the steps. */
const WORTH_A_WORD = 0.5;

/** Estimates the stiffness at the accepted state of a pair, for an explicit method. */
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
    advice: `not stiff: no mode limits the steps of "${method}".`,
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
      `${accuracyStep < Infinity ? `${limits.step > 0 ? "the step is" : "accuracy requires about"} ${roundedText(accuracyStep)} s` : "nothing else limits them at rest"}. ` +
      (suggested ? remedy(suggested) : `"${method}" is suitable.`),
  };
}

/** r h at which the error of one step reaches its limit. */
function accurateStep(method: MethodName, relative: number): number {
  return realFunctions.pow.of(relative / ERROR_CONSTANT, 1 / methods[method].errorOrder);
}

/** Names of the speeds of a run for messages, in joint or absolute coordinates. */
export const speedNames =
  (model: Model, topology: Topology, pair: LanePair) =>
  (speed: number): string =>
    pair.view ? pair.plan.speedNames[speed] : movingPart(model, topology, speed);

/** Rates above the fastest divided by this belong to its transient, not to the motion. */
const TRANSIENT = 10;
/** Each of three filters reduces a transient by a factor of ten. */
const FILTERS = 3;
/** Modes slower than this part of the fastest are hidden by rounding of differences. */
const HIDDEN = 3e-3;
/** More strongly damped modes decay; others are part of the motion. */
const DAMPED = 0.1;

/**
 * The rate of the motion [1/s]: the inverse of the time in which the mechanism moves by a radian or a metre with its speeds and
 * accelerations, without the transients of damped fast modes. At rest in an equilibrium, the rate of the slowest visible mode; 0
 * without one.
 */
function motionRate(finder: FastestFinder, fastest: FastestMode, modes: readonly Ritz[], vectors: number): number {
  const { probe } = finder;
  const { nv } = probe.plan;
  const f = new Float64Array(probe.size);
  probe.rates(f);
  if (fastest.dampingRatio > DAMPED) filter(finder, f, TRANSIENT / fastest.rate, vectors);
  let [speed, acceleration] = [0, 0];
  for (let i = 0; i < nv; i++) {
    speed = Math.max(speed, Math.abs(f[i]));
    acceleration = Math.max(acceleration, Math.abs(f[nv + i]));
  }
  const rate = Math.max(speed, Math.sqrt(acceleration));
  if (rate > RESTING) return rate;
  const slow = modes.filter((mode) => mode.rate > HIDDEN * fastest.rate);
  return slow.length < modes.length && fastest.dampingRatio > DAMPED
    ? 0
    : slow.reduce((least, mode) => Math.min(least, mode.rate), fastest.rate);
}

/** Below this rate [1/s] a mechanism is at rest. */
const RESTING = 1e-6;

/** f ← (1 − τ J)⁻³ f within a Krylov space of f: a low-pass filter with time constant τ. */
function filter(finder: FastestFinder, f: Float64Array, tau: number, vectors: number): void {
  const { space } = finder;
  if (!space.span(f, finder.rate, vectors)) return;
  const n = space.count;
  if (n === 0) return;
  const A = newMatrix(n, n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) A.data[i * n + j] = (i === j ? 1 : 0) - tau * space.entry(i, j);
  const factors = newLu(n);
  if (luInto(factors, A) >= 0) return;
  let x = new Float64Array(n);
  x[0] = space.size;
  for (let k = 0; k < FILTERS; k++) x = luSolveInto(new Float64Array(n), factors, x) as Float64Array<ArrayBuffer>;
  space.combine(x, f);
}
