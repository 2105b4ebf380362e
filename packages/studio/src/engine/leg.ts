import {
  createSimulation,
  formulations,
  RequestError,
  RunFailedError,
  type ActiveRun,
  type RunCounts,
  type Simulation,
  type State,
} from "kinetree";
import type { ImplicitCounts } from "kinetree/implicit";
import type { RunSetup } from "../experiment/types.js";
import type { Poser } from "./poser.js";
import type { RunColumns, RunStatus, Trouble } from "./protocol.js";
import { runColumns } from "./row-columns.js";
import { troubleOf } from "./trouble.js";

/** A live run has no end of its own; clocks count exactly enough up to here [s]. */
const FAR = 1e6;

/** Whether a formulation has coordinates for each body on its own, so that it takes no forces along joints. */
const isAbsolute = (formulation: string): boolean =>
  formulations.some(({ name, coordinates }) => name === formulation && coordinates === "absolute");

/** Inputs of a leg. */
export interface LegPlan {
  readonly setup: RunSetup;
  readonly start: State;
  readonly parameters: Readonly<Record<string, number>>;
}

interface Push {
  readonly attempts: number;
  readonly tau: Float64Array;
  readonly maxStep: number;
}

/** Receives a recorded row: its columns, then the closure error if there are loops; and the contact states. */
export type RowSink = (t: number, row: Float64Array, closure: number, z: Float64Array) => void;

/**
 * A stretch of a live run with one set of equations and parameters, advanced a little at a time. What was pushed on the way is
 * kept by attempts, so that the same leg can be had again, bit for bit, with other columns.
 */
export class Leg {
  readonly plan: LegPlan;
  readonly simulation: Simulation;
  readonly columns: RunColumns;
  readonly #run: ActiveRun;
  readonly #pushes: Push[] = [];
  rows = 0;
  trouble: Trouble | null = null;

  constructor(poser: Poser, plan: LegPlan, channels: readonly string[], id: number, sink: RowSink) {
    this.plan = plan;
    const { setup, start, parameters } = plan;
    const { model, hasLoops } = poser;
    this.simulation = createSimulation(model, {
      ...(setup.formulation === "auto" ? {} : { formulation: setup.formulation }),
      integrator: setup.integrator,
      ...(setup.step === null ? { tolerance: setup.tolerance } : { step: setup.step }),
      drift: setup.drift,
      maxSteps: Number.MAX_SAFE_INTEGER,
      channels: [...usualChannels(model.bodies.length, model.contacts.length), ...channels],
    });
    this.columns = runColumns(this.simulation, hasLoops, id);
    const nq = poser.topology.counts.nq;
    this.#run = this.simulation.begin(start.t + FAR, {
      state: start,
      parameters,
      sampleEvery: setup.sampleEvery,
      onRow: (t, row, z) => {
        this.rows++;
        sink(t, row, hasLoops ? poser.closure({ t, q: row.slice(0, nq), v: start.v }, parameters) : 0, z);
      },
    });
  }

  get t(): number {
    return this.#run.t;
  }

  get attempts(): number {
    return this.#run.attempts;
  }

  get counts(): RunCounts {
    return this.#run.counts;
  }

  get implicit(): ImplicitCounts | null {
    return this.#run.implicit;
  }

  /** The integrator that an automatic run uses now, and why. */
  get integratorNow(): RunStatus["integratorNow"] {
    const now = this.plan.setup.integrator === "auto" ? this.#run.integrators.at(-1) : undefined;
    return now === undefined ? null : { name: now.integrator, reason: now.reason };
  }

  get advice(): string | null {
    return this.#run.advice.at(0)?.message ?? null;
  }

  get warnings(): readonly string[] {
    return this.#run.warnings.map(({ message }) => message);
  }

  state(): State {
    return this.#run.state();
  }

  /** Makes some attempts; false if the leg cannot go on. */
  advance(attempts: number): boolean {
    if (this.trouble) return false;
    if (this.#run.advance(attempts)) return true;
    try {
      this.#run.finish();
      this.trouble = {
        code: "clock-full",
        subject: "run",
        message: `the run has reached ${this.#run.t} s, the limit of a live run. Reset it, or start a new run from here.`,
        issues: [],
      };
    } catch (error) {
      if (!(error instanceof RunFailedError)) throw error;
      this.trouble = troubleOf(error);
    }
    return false;
  }

  get isPushed(): boolean {
    return this.#pushes.length > 0;
  }

  push(tau: Float64Array, maxStep: number): void {
    const { formulation } = this.simulation.plan;
    if (isAbsolute(formulation))
      throw new RequestError({
        code: "no-hand",
        subject: "formulation",
        value: formulation,
        message: `bodies cannot be dragged with the formulation "${formulation}": it has coordinates for each body, and dragging applies forces along joints. Choose "automatic" in the run set-up, or another formulation in joint coordinates.`,
      });
    this.#run.push(tau, maxStep);
    this.#pushes.push({ attempts: this.#run.attempts, tau, maxStep });
  }

  /** Goes as far as another leg of the same plan went, pushed as that one was. */
  follow(other: Leg): void {
    for (const { attempts, tau, maxStep } of other.#pushes) {
      this.#reach(attempts);
      this.#run.push(tau, maxStep);
    }
    this.#pushes.push(...other.#pushes);
    this.#reach(other.attempts);
    if (other.trouble) this.advance(1);
  }

  #reach(attempts: number): void {
    while (this.#run.attempts < attempts && this.#run.advance(1));
  }

  close(): void {
    if (this.trouble) return;
    try {
      this.#run.finish();
    } catch {
      // It failed in its last attempt; the result is no longer needed.
    }
  }
}

/** Channels of every run in addition to the state: poses, energies and contacts. */
const usualChannels = (bodies: number, contacts: number): string[] => [
  ...(bodies > 0 ? ["pos", "quat"] : []),
  "energy",
  ...(contacts > 0 ? ["contact"] : []),
];
