import type { Energy } from "../../evaluate/evaluator-types.js";
import { workOfLoads, type EnergyTotals } from "./channels.js";

/** The energy balance of a run: its residual is the error of the integration. */
export interface EnergyBalance {
  readonly start: Energy;
  readonly end: Energy;
  /** Work of loads that store no energy: dampers, friction, forces, commands [J]. */
  readonly work: number;
  /** Energy at the end, less energy at the start, less work [J]; zero if the run had no error. */
  readonly residual: number;
  /** The residual relative to the largest exchanged energy. */
  readonly relative: number;
}

/** @param all work of all loads except gravity */
export function energyBalance(start: EnergyTotals, end: EnergyTotals, all: number): EnergyBalance {
  const work = workOfLoads(all, end.stored, start.stored);
  const residual = end.kinetic + end.potential - (start.kinetic + start.potential) - work;
  // The zero of potential energy is arbitrary, so only its change counts.
  const exchanged = Math.max(start.kinetic, end.kinetic, Math.abs(end.potential - start.potential), Math.abs(work));
  return {
    start: { kinetic: start.kinetic, potential: start.potential },
    end: { kinetic: end.kinetic, potential: end.potential },
    work,
    residual,
    relative: residual === 0 ? 0 : Math.abs(residual) / exchanged,
  };
}
