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
  /**
   * Largest energy exchanged at a recorded instant [J]: kinetic energy, change of potential energy, or work; at least 1e-12 of the
   * largest kinetic plus potential energy, whose rounding is no exchange.
   */
  readonly exchanged: number;
  /** The residual relative to the exchanged energy; 0 if nothing was exchanged and nothing is left over. */
  readonly relative: number;
}

/** Part of an energy that is rounding, with room for the sums over bodies and steps. */
const ROUNDING = 1e-12;

/** Part of the largest energy that rounding may leave over: a few units in the last place of a step, gathered by many steps. */
const LEFT_OVER = 1000 * Number.EPSILON;

/** The energies of a run as it goes: what it began with, and the largest exchange at any instant that was looked at. */
export class EnergyLedger {
  #start: EnergyTotals = { kinetic: 0, potential: 0, stored: 0 };
  #exchanged = 0;
  #largest = 0;

  begin(start: EnergyTotals): void {
    this.#start = start;
    this.#exchanged = 0;
    this.#largest = 0;
    this.look(start, 0);
  }

  /** @param all work of all loads except gravity */
  look(now: EnergyTotals, all: number): void {
    const work = workOfLoads(all, now.stored, this.#start.stored);
    // The zero of potential energy is arbitrary, so only its change counts.
    const potential = Math.abs(now.potential - this.#start.potential);
    this.#exchanged = Math.max(this.#exchanged, now.kinetic, potential, Math.abs(work));
    this.#largest = Math.max(this.#largest, now.kinetic + Math.abs(now.potential));
  }

  balance(end: EnergyTotals, all: number): EnergyBalance {
    this.look(end, all);
    const start = this.#start;
    const work = workOfLoads(all, end.stored, start.stored);
    const residual = end.kinetic + end.potential - (start.kinetic + start.potential) - work;
    const exchanged = Math.max(this.#exchanged, ROUNDING * this.#largest);
    return {
      start: { kinetic: start.kinetic, potential: start.potential },
      end: { kinetic: end.kinetic, potential: end.potential },
      work,
      residual,
      exchanged,
      relative: residual === 0 ? 0 : Math.abs(residual) / exchanged,
    };
  }

  snapshot(): Float64Array {
    const { kinetic, potential, stored } = this.#start;
    return Float64Array.of(kinetic, potential, stored, this.#exchanged, this.#largest);
  }

  restore([kinetic, potential, stored, exchanged, largest]: Float64Array): void {
    this.#start = { kinetic, potential, stored };
    this.#exchanged = exchanged;
    this.#largest = largest;
  }

  /** Energy that rounding alone may leave over [J]. */
  get rounding(): number {
    return LEFT_OVER * this.#largest;
  }

  get start(): EnergyTotals {
    return this.#start;
  }
}
