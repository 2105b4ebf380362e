import type { EnergyBalance } from "./energy-balance.js";
import type { LoopReport } from "./result.js";

/** A reason not to trust a result: a measured value beyond its limit. */
export interface RunWarning {
  readonly code: "energy-unaccounted" | "closures-open" | "large-bending" | "contact-stepped-over";
  readonly message: string;
  readonly value: number;
  readonly limit: number;
}

/** Errors of many steps add up, so a result within its tolerance may be off by some multiple of it. */
const MARGIN = 100;

/** Tolerance that a fixed step is held to. The user chose the step, so only an error of a per cent of the energy is reported. */
const FIXED_STEP_TOLERANCE = 1e-4;

/**
 * Compares the unaccounted energy and the residual of the closures with the tolerance.
 * @param tolerance that of the run; null for a fixed step
 * @param rounding energy [J] that rounding alone may add or take: no smaller tolerance would account for it
 */
export function runWarnings(
  energy: EnergyBalance | null,
  loops: Pick<LoopReport, "closure"> | null,
  tolerance: number | null,
  rounding = 0,
): readonly RunWarning[] {
  const limit = MARGIN * (tolerance ?? FIXED_STEP_TOLERANCE);
  const found: RunWarning[] = [];
  // Not a number: energies beyond all bounds are untrustworthy as well.
  if (energy && !(energy.relative <= limit) && !isRounding(energy.residual, rounding)) {
    const { residual, exchanged, relative } = energy;
    const message =
      `${shown(residual)} J of energy are unaccounted for, ${shown(relative)} of the ${shown(exchanged)} J exchanged; the limit is ${shown(limit)}. ` +
      `Do not trust this result: ${remedy(tolerance)}, and compare formulations and integrators.`;
    found.push({ code: "energy-unaccounted", message, value: relative, limit });
  }
  if (loops && !(loops.closure <= limit)) {
    const message =
      `closed loops opened by ${shown(loops.closure)} m or rad; the limit is ${shown(limit)}. ` +
      `Do not trust this result: ${remedy(tolerance)}, or take drift "projection".`;
    found.push({ code: "closures-open", message, value: loops.closure, limit });
  }
  return found;
}

const isRounding = (residual: number, rounding: number): boolean =>
  Math.abs(residual) <= rounding && rounding < Infinity;

const shown = (value: number): string => String(Number(value.toPrecision(3)));

const remedy = (tolerance: number | null): string =>
  tolerance === null ? "take a shorter step" : "take a smaller tolerance";
