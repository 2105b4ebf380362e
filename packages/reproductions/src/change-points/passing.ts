import {
  createSimulation,
  KinetreeError,
  type FormulationName,
  type IntegratorName,
  type Simulation,
  type SimulationResult,
} from "kinetree";
import { linkage, startOf, type Kind } from "./linkage.js";

/** What a run is made with: a tolerance, or a fixed step [s]. */
export interface Method {
  readonly formulation: FormulationName;
  readonly integrator: IntegratorName;
  readonly tolerance?: number;
  readonly step?: number;
}

/** A linkage set in motion. */
export interface Motion {
  readonly n: number;
  /** Of the cranks at the start, upright [rad/s]. */
  readonly speed: number;
  /** Length of the run [s]. */
  readonly time: number;
}

/** What became of a run. */
export interface Passing {
  /** Largest change of kinetic plus potential energy, relative to the energy exchanged; Infinity if the run failed. */
  readonly error: number;
  /** Largest difference of two cranks [rad]; Infinity if the run failed. */
  readonly departure: number;
  /** How often all links have come to lie in one line. */
  readonly passes: number;
  /** Code of the error that ended the run; null if it finished. */
  readonly failure: string | null;
}

/** Compiled for one method, and run with many speeds. */
export interface Runner {
  readonly kind: Kind;
  readonly n: number;
  readonly simulation: Simulation;
}

/** Interval between samples [s]. */
const SAMPLE = 0.1;
/** A run that stalls is to end in a failure, and not after minutes. */
const MOST_STEPS = 1_000_000;

export const runner = (kind: Kind, n: number, method: Method): Runner => ({
  kind,
  n,
  simulation: createSimulation(linkage(kind, n), { ...method, maxSteps: MOST_STEPS, channels: ["energy"] }),
});

/** Runs, and looks at the samples. A run that fails is a finding. */
export function pass({ kind, n, simulation }: Runner, { speed, time }: Omit<Motion, "n">): Passing {
  try {
    return found(simulation.run(time, { state: startOf(kind, n, speed), sampleEvery: SAMPLE }), n);
  } catch (error) {
    if (!(error instanceof KinetreeError)) throw error;
    return { error: Infinity, departure: Infinity, passes: 0, failure: error.code };
  }
}

function found(result: SimulationResult, n: number): Passing {
  const [kinetic, potential] = [result.column("energy.kinetic"), result.column("energy.potential")];
  const exchanged = result.energy?.exchanged ?? NaN;
  const total = kinetic.map((K, k) => K + potential[k]);
  const links = Array.from({ length: n + 1 }, (_, i) => result.column(`q.link${i}`));
  const [first] = links;
  return {
    error: most(total.map((E) => (E - total[0]) / exchanged)),
    departure: Math.max(...links.map((link) => most(link.map((q, k) => q - first[k])))),
    passes: Math.floor((Math.abs(first[first.length - 1]) + Math.PI / 2) / Math.PI),
    failure: null,
  };
}

/** The largest magnitude; NaN if one is none. */
const most = (values: Float64Array): number => values.reduce((soFar, x) => Math.max(soFar, Math.abs(x)), 0);
