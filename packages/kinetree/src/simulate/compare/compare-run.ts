import { KinetreeError, type ErrorFacts } from "../../errors/kinetree-error.js";
import type { Formulation, FormulationName } from "../../formulation/formulation.js";
import type { State } from "../../state/state.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import type { CompareOptions } from "./compare-types.js";
import { RunFailedError } from "../run/failure.js";
import type { SimulationResult } from "../run/result.js";
import { createSimulation } from "../simulate.js";

export const DEFAULT_SAMPLES = 200;

export interface Setting {
  readonly model: Model;
  readonly topology: Topology;
  readonly start: State;
  readonly tEnd: number;
  readonly options: CompareOptions;
  readonly progress: Progress;
}

/** A run that finished, or that was recorded until it stopped. */
export interface Trial {
  readonly formulation: Formulation;
  readonly result: SimulationResult;
  /** Why it stopped; null if it finished. */
  readonly error: ErrorFacts | null;
  readonly compileMs: number | null;
  readonly runMs: number | null;
}

/** A run that did not begin. */
export interface Failure {
  readonly formulation: Formulation;
  readonly error: ErrorFacts;
}

/** Runs the motion; failures are part of the result. */
export function attempt(setting: Setting, formulation: Formulation, accuracy: CompareOptions): Trial | Failure {
  const { model, start, tEnd, options, progress } = setting;
  const { samples = DEFAULT_SAMPLES, now } = options;
  const clock = (): number | null => now?.() ?? null;
  const since = (from: number | null): number | null => (from === null ? null : (clock() ?? from) - from);
  const { name } = formulation;
  const span = tEnd - start.t;
  progress.begin(name);
  let compileMs: number | null = null;
  let running: number | null = null;
  try {
    const began = clock();
    const simulation = createSimulation(model, { ...given(accuracy, accuracyOptions), formulation: name });
    compileMs = since(began);
    running = clock();
    const result = simulation.run(tEnd, {
      ...given(options, inputOptions),
      state: start,
      ...(span > 0 ? { sampleEvery: span / samples } : {}),
      onProgress: (t) => progress.reach(t),
    });
    return { formulation, result, error: null, compileMs, runMs: since(running) };
  } catch (error) {
    if (error instanceof RunFailedError)
      return { formulation, result: error.recorded, error: factsOf(error), compileMs, runMs: since(running) };
    return { formulation, error: factsOf(error) };
  } finally {
    progress.end();
  }
}

const accuracyOptions = ["integrator", "tolerance", "step", "maxStep", "maxSteps", "drift"] as const;
const inputOptions = ["parameters", "tau", "u", "controllers"] as const;

const given = <K extends keyof CompareOptions>(options: CompareOptions, names: readonly K[]): Pick<CompareOptions, K> =>
  Object.fromEntries(
    names.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  ) as unknown as Pick<CompareOptions, K>;

export function factsOf(error: unknown): ErrorFacts {
  if (error instanceof KinetreeError) {
    const { code, subject, value, message } = error;
    return { code, subject, value, message };
  }
  return { code: "bug", subject: "kinetree", message: error instanceof Error ? error.message : String(error) };
}

/** Progress over runs of equal weight. */
export class Progress {
  readonly #runs: number;
  readonly #start: number;
  readonly #span: number;
  readonly #tell: CompareOptions["onProgress"];
  #done = 0;
  #name: FormulationName | null = null;

  constructor(runs: number, start: number, end: number, tell: CompareOptions["onProgress"]) {
    this.#runs = runs;
    this.#start = start;
    this.#span = Math.max(end - start, Number.MIN_VALUE);
    this.#tell = tell;
  }

  begin(name: FormulationName): void {
    this.#name = name;
    this.reach(this.#start);
  }

  reach(t: number): void {
    const part = Math.min(1, (t - this.#start) / this.#span);
    if (this.#name !== null) this.#tell?.((this.#done + part) / this.#runs, this.#name);
  }

  end(): void {
    this.#done++;
    if (this.#name !== null) this.#tell?.(this.#done / this.#runs, this.#name);
  }
}
