import { roundedText } from "../../errors/number-text.js";
import type { MethodName } from "../../integrate/integrators.js";

/** An integrator for stiff systems. */
export type AdvisedIntegrator = "bdf" | "radau5" | "generalized-alpha";

/** The mode that limits explicit steps. */
export interface BoundingMode {
  /** |λ| [1/s] */
  readonly rate: number;
  /** 1 without oscillation, 0 without damping. */
  readonly dampingRatio: number;
  /** The speed with the largest part in it, with its joint. */
  readonly speed: string;
}

/** Advice that follows from a run. */
export interface RunAdvice {
  readonly t: number;
  readonly code: "stability-bound";
  readonly message: string;
  /** The integrator to use instead. */
  readonly integrator: AdvisedIntegrator;
}

/** Modes with more damping decay within one period: BDF of every order damps them. */
const WELL_DAMPED = 0.5;
/** Modes with less damping persist, and may be part of the motion of interest. */
const UNDAMPED = 0.1;

export const swingsOn = (dampingRatio: number): boolean => dampingRatio < UNDAMPED;

export const wellDamped = (dampingRatio: number): boolean => dampingRatio >= WELL_DAMPED;

/** BDF of orders 3 to 5 is unstable near the imaginary axis, Radau IIA nowhere; generalised-alpha damps high frequencies. */
export const integratorFor = (dampingRatio: number): AdvisedIntegrator =>
  swingsOn(dampingRatio) ? "generalized-alpha" : wellDamped(dampingRatio) ? "bdf" : "radau5";

export function modeInWords({ rate, dampingRatio, speed }: BoundingMode): string {
  const hertz = roundedText(rate / (2 * Math.PI));
  if (swingsOn(dampingRatio)) return `${speed} oscillates at ${hertz} Hz, lightly damped`;
  if (dampingRatio < 1 - 1e-6) return `${speed} oscillates at ${hertz} Hz, damping ratio ${roundedText(dampingRatio)}`;
  return `${speed} decays at a rate of ${roundedText(rate)} 1/s`;
}

/** Advice for a run whose steps are limited by stability. */
export function stabilityBound(
  t: number,
  method: MethodName,
  steps: { readonly taken: number; readonly limit: number },
  mode: BoundingMode,
): RunAdvice {
  const integrator = integratorFor(mode.dampingRatio);
  return {
    t,
    code: "stability-bound",
    integrator,
    message:
      `at ${roundedText(t)} s the steps of "${method}", ${roundedText(steps.taken)} s on average, are limited by its stability ` +
      `(limit ${roundedText(steps.limit)} s), not by accuracy: ${modeInWords(mode)}, and the motion is slower. ${remedy(integrator)}`,
  };
}

export const remedy = (integrator: AdvisedIntegrator): string =>
  integrator === "generalized-alpha"
    ? `If that oscillation is of no interest, take integrator "generalized-alpha", which damps it; if it is, keep the steps.`
    : `Take integrator "${integrator}".`;
