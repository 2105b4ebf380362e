import { Bdf, solveImplicit } from "kinetree/implicit";
import { pendulumConstants } from "../equations/constants.js";
import { refuse, requireNames } from "../equations/options.js";
import type { Pendulum } from "../equations/pendulum.js";
import type { PendulumOperations, PendulumScheme } from "./operations.js";
import { PendulumRows, type PendulumRow } from "./rows.js";
import { pendulumSystem } from "./system.js";

/** How a pendulum is simulated. */
export interface PendulumRunOptions {
  /** How J ΔX = E is solved. Default "linear". */
  readonly scheme?: PendulumScheme;
  /** Until when [s]. Default 1. */
  readonly tEnd?: number;
  /** Between two rows of output [s]; the method takes steps of its own. Default 0.01. */
  readonly step?: number;
  /** Of every unknown, absolute and relative to its size, in each step. Default 1e-7. */
  readonly tolerance?: number;
  /** Highest order of the BDF method, 1 to 5. Default 5. */
  readonly maxOrder?: number;
  /** Numbers of the bodies in the rows, 0 for the first. Default: all. None ([]) leaves times and energies. */
  readonly report?: readonly number[];
}

/** What a run has done. */
export interface PendulumCounts {
  readonly steps: number;
  /** Attempts that were given up. */
  readonly rejected: number;
  /** Evaluations of E, without those of "full-numerical" for differences. */
  readonly residualCalls: number;
  /** Linearisations. */
  readonly jacobianCalls: number;
  readonly factorizations: number;
  /** Newton iterations, each with one solution. */
  readonly iterations: number;
  /** How often another Euler parameter of a body became the dependent one. */
  readonly choices: number;
}

/** A pendulum's motion. */
export interface PendulumResult {
  readonly pendulum: Pendulum;
  readonly scheme: PendulumScheme;
  readonly tolerance: number;
  /** Numbers of the bodies in the rows. */
  readonly reported: readonly number[];
  /** At 0, step, 2 step, ..., tEnd. */
  readonly rows: readonly PendulumRow[];
  readonly counts: PendulumCounts;
  /** Operations of one Newton iteration. */
  readonly operations: PendulumOperations;
}

const optionNames = ["scheme", "tEnd", "step", "tolerance", "maxOrder", "report"];
/** An output time this near to the end, in output steps, is the end. */
const NEARLY = 1e-6;

/** Simulates a pendulum in its own equations by BDF. */
export function simulatePendulum(pendulum: Pendulum, options: PendulumRunOptions = {}): PendulumResult {
  requireNames("pendulum", options, optionNames);
  const { scheme = "linear", tEnd = 1, step = 0.01, tolerance = 1e-7, maxOrder = 5 } = options;
  if (!(tEnd > 0 && tEnd < Infinity)) throw refuse("pendulum", "tEnd", tEnd, "must be above 0. Give seconds");
  if (!(step > 0)) throw refuse("pendulum", "step", step, "must be above 0. Give seconds between two rows");
  const reported = options.report ?? pendulum.bodies.map((_, i) => i);
  for (const i of reported)
    if (!(Number.isInteger(i) && i >= 0 && i < pendulum.n))
      throw refuse("pendulum", "report", i, `is no body: they have the numbers 0 to ${pendulum.n - 1}`);
  const system = pendulumSystem(pendulum, { scheme, tolerance });
  const stepper = new Bdf(system, { maxOrder });
  const times = outputTimes(tEnd, step);
  let choices = 0;
  const { samples, steps, rejected } = solveImplicit(stepper, {
    t: 0,
    y: pendulum.state,
    tEnd,
    times,
    onStep: (_t, y) => {
      choices += system.choose(y);
    },
  });
  const rows = new PendulumRows(pendulumConstants(pendulum), reported);
  const { evaluations, jacobians, factorizations, newtonIterations } = stepper.counts;
  return {
    pendulum,
    scheme,
    tolerance,
    reported: Object.freeze([...reported]),
    rows: times.map((t, k) => rows.at(t, samples[k])),
    counts: {
      steps,
      rejected,
      residualCalls: evaluations,
      jacobianCalls: jacobians,
      factorizations,
      iterations: newtonIterations,
      choices,
    },
    operations: system.operations(),
  };
}

/** 0, step, 2 step, ..., and tEnd. */
function outputTimes(tEnd: number, step: number): number[] {
  const times: number[] = [];
  for (let k = 0; k * step < tEnd - NEARLY * step; k++) times.push(k * step);
  times.push(tEnd);
  return times;
}
