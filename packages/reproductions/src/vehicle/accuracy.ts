import { createSimulation, RunFailedError, type SimulationResult } from "kinetree";
import { relativeDifference } from "../bench/difference.js";
import { SAMPLE, type Manoeuvre } from "./manoeuvres.js";
import { RUN } from "./start.js";

/** A manoeuvre by one step. */
export interface StepError {
  /** [s] */
  readonly step: number;
  /** Largest difference from the smallest step, by the largest value; null where the run failed. */
  readonly error: number | null;
}

/** A manoeuvre by several steps. */
export interface ManoeuvreErrors {
  readonly manoeuvre: Manoeuvre;
  /** Of the run that the others are compared with [s]. */
  readonly reference: number;
  /** The largest size of what is compared. */
  readonly largest: number;
  /** By rising step. */
  readonly errors: readonly StepError[];
}

/** @param steps rising [s]; the first is the reference */
export function errorsOf(manoeuvre: Manoeuvre, steps: readonly number[]): ManoeuvreErrors {
  const [reference, ...others] = steps;
  const wanted = manoeuvre.outcome(runOf(manoeuvre, reference));
  return {
    manoeuvre,
    reference,
    largest: Math.max(...wanted.map(Math.abs)),
    errors: others.map((step) => ({ step, error: errorOf(manoeuvre, step, wanted) })),
  };
}

function errorOf(manoeuvre: Manoeuvre, step: number, wanted: readonly number[]): number | null {
  try {
    return relativeDifference(manoeuvre.outcome(runOf(manoeuvre, step)), wanted);
  } catch (error) {
    // A step that is too long for the equations.
    if (error instanceof RunFailedError) return null;
    throw error;
  }
}

function runOf({ model, duration, channels, options }: Manoeuvre, step: number): SimulationResult {
  const simulation = createSimulation(model, { ...RUN, step, channels });
  return simulation.run(duration, { ...options, sampleEvery: SAMPLE });
}

/** Of one step. */
export function errorAt({ errors, manoeuvre }: ManoeuvreErrors, step: number): number | null {
  const found = errors.find((each) => each.step === step);
  if (!found) throw new Error(`${manoeuvre.name}: no run has steps of ${step} s`);
  return found.error;
}

/** The longest step up to which all errors are within a bound [s]; null where none is. */
export function longestStep({ errors }: Pick<ManoeuvreErrors, "errors">, bound: number): number | null {
  const first = errors.findIndex(({ error }) => !(error !== null && error <= bound));
  const within = first < 0 ? errors : errors.slice(0, first);
  return within.length === 0 ? null : within[within.length - 1].step;
}

/** Slope of the error over the step, both logarithmic, by least squares over runs that came to their end; null where fewer than two did. */
export function observedOrder({ errors }: Pick<ManoeuvreErrors, "errors">): number | null {
  const points = errors.flatMap(({ step, error }) =>
    error === null || error === 0 ? [] : [[Math.log2(step), Math.log2(error)] as const],
  );
  if (points.length < 2) return null;
  const mean = (of: 0 | 1): number => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const [up, along] = points.reduce(([a, b], [px, py]) => [a + (px - x) * (py - y), b + (px - x) * (px - x)] as const, [
    0, 0,
  ] as const);
  return up / along;
}
