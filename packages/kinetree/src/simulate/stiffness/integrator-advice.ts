import { roundedText } from "../../errors/number-text.js";
import type { MethodName } from "../../integrate/integrators.js";

/** An integrator that long steps do not make unstable. */
export type AdvisedIntegrator = "bdf" | "radau5" | "generalized-alpha";

/** The mode that bounds explicit steps, in words and numbers. */
export interface BoundingMode {
  /** |λ| [1/s] */
  readonly rate: number;
  /** 1 for what dies away without swinging, 0 for what swings on. */
  readonly dampingRatio: number;
  /** The speed that moves most in it, with its joint. */
  readonly speed: string;
}

/** Something that a run found out about itself, and what to do about it. */
export interface RunAdvice {
  /** When it was found [s]. */
  readonly t: number;
  readonly code: "stability-bound";
  readonly message: string;
  /** What to take instead. */
  readonly integrator: AdvisedIntegrator;
}

/** Modes with more damping die away before they have swung once: BDF of every order damps them. */
const WELL_DAMPED = 0.5;
/** Below this they swing on for long: a part of the motion for whoever looks at them, and a nuisance for all others. */
const UNDAMPED = 0.1;

/** True for a mode that swings on, false for one that dies away. */
export const swingsOn = (dampingRatio: number): boolean => dampingRatio < UNDAMPED;

/** True for a mode that dies away before it has swung once. */
export const wellDamped = (dampingRatio: number): boolean => dampingRatio >= WELL_DAMPED;

/** BDF of orders 3 to 5 is unstable near the imaginary axis, Radau IIA nowhere; generalised-alpha damps what nobody looks at. */
export const integratorFor = (dampingRatio: number): AdvisedIntegrator =>
  swingsOn(dampingRatio) ? "generalized-alpha" : wellDamped(dampingRatio) ? "bdf" : "radau5";

/** What the mode does and which part does it. */
export function modeInWords({ rate, dampingRatio, speed }: BoundingMode): string {
  const hertz = roundedText(rate / (2 * Math.PI));
  if (swingsOn(dampingRatio)) return `${speed} swings at ${hertz} Hz, hardly damped`;
  if (dampingRatio < 1 - 1e-6) return `${speed} swings at ${hertz} Hz, damping ratio ${roundedText(dampingRatio)}`;
  return `${speed} settles at a rate of ${roundedText(rate)} 1/s`;
}

/** What a run says that goes by steps as short as stability asks for. */
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
      `at ${roundedText(t)} s the steps of "${method}", ${roundedText(steps.taken)} s on average, are as short as its stability asks for ` +
      `(limit ${roundedText(steps.limit)} s), not as accuracy does: ${modeInWords(mode)}, and the motion is slower. ${remedy(integrator)}`,
  };
}

/** What to do, as a sentence. */
export const remedy = (integrator: AdvisedIntegrator): string =>
  integrator === "generalized-alpha"
    ? `If that oscillation is of no interest, take integrator "generalized-alpha", which damps it; if it is, keep the steps.`
    : `Take integrator "${integrator}".`;
