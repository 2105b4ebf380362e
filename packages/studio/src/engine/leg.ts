import {
  createSimulation,
  formulations,
  RequestError,
  RunFailedError,
  type ActiveRun,
  type Model,
  type RunCounts,
  type Simulation,
  type State,
} from "kinetree";
import type { ImplicitCounts } from "kinetree/implicit";
import type { Drag, Hold, RunSetup } from "../experiment/types.js";
import { Hand, HAND_PERIOD } from "./hand.js";
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
  /** Drags that are repeated. */
  readonly drags: readonly Drag[];
}

/** Receives a recorded row: its columns, then the closure error if there are loops; and the contact states. */
export type RowSink = (t: number, row: Float64Array, closure: number, z: Float64Array) => void;

/**
 * A stretch of a live run with one set of equations and parameters, advanced a little at a time. Drags on the way are kept by
 * attempts: the hand's forces follow from them and from the state, so the same leg can be had again, bit for bit, with other
 * columns or from a link.
 */
export class Leg {
  readonly plan: LegPlan;
  readonly simulation: Simulation;
  readonly columns: RunColumns;
  readonly #poser: Poser;
  readonly #run: ActiveRun;
  /** Drags so far, and those that are still to be repeated. */
  readonly #drags: Drag[] = [];
  #repeated: Drag[];
  /** What is to be held from the next attempt on; undefined: as before. */
  #wanted: Hold | null | undefined = undefined;
  #hand: Hand | null = null;
  rows = 0;
  trouble: Trouble | null = null;

  constructor(poser: Poser, plan: LegPlan, channels: readonly string[], id: number, sink: RowSink) {
    this.plan = plan;
    this.#poser = poser;
    this.#repeated = [...plan.drags];
    const { setup, start, parameters } = plan;
    const { model, hasLoops } = poser;
    this.simulation = createSimulation(model, {
      ...(setup.formulation === "auto" ? {} : { formulation: setup.formulation }),
      integrator: setup.integrator,
      ...(setup.step === null ? { tolerance: setup.tolerance } : { step: setup.step }),
      ...(setup.formulation === "embedded" && setup.closure !== "auto" ? { closure: setup.closure } : {}),
      drift: setup.drift,
      maxSteps: Number.MAX_SAFE_INTEGER,
      channels: [...usualChannels(model), ...channels],
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
    for (let i = 0; i < attempts; i++) {
      this.#drag();
      if (!this.#run.advance(1)) return this.#end();
    }
    return true;
  }

  /** False: the leg cannot go on. */
  #end(): boolean {
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

  /** Takes hold of a body from the next attempt on, pulls it elsewhere, or lets go. Refused by equations without forces along joints. */
  hold(hold: Hold | null): void {
    if (hold === null) {
      // What a link repeats has its own end.
      if (this.#repeated.length === 0 && (this.#hand !== null || this.#wanted)) this.#wanted = null;
      return;
    }
    this.#requireJointForces();
    const held: Hold = { ...hold, target: rounded(hold.target) };
    // Tells now what is wrong with it.
    this.#handOf(held);
    this.#wanted = held;
    this.#repeated = [];
  }

  /** Drags of this leg; one in progress ends here. */
  get drags(): readonly Drag[] {
    const all = [...this.#drags, ...this.#repeated];
    const last = all.at(-1)?.hold ?? null;
    return last === null ? all : [...all, { attempts: this.attempts + (this.#run.isInStep ? 1 : 0), hold: null }];
  }

  /** Before an attempt: changes what pulls, and pulls. */
  #drag(): void {
    if (this.#run.isInStep) return;
    for (let next = this.#repeated.at(0); next && next.attempts <= this.attempts; next = this.#repeated.at(0)) {
      this.#repeated.shift();
      this.#take(next.hold);
    }
    if (this.#wanted !== undefined) this.#take(this.#wanted);
    this.#wanted = undefined;
    if (this.#hand === null) return;
    // The pose of the page may have asked with other parameters meanwhile.
    this.#poser.evaluator.setParameters(this.plan.parameters);
    this.#run.push(this.#hand.tau(this.state()), HAND_PERIOD);
  }

  #take(hold: Hold | null): void {
    this.#drags.push({ attempts: this.attempts, hold });
    if (hold === null && this.#hand !== null)
      this.#run.push(new Float64Array(this.#poser.topology.counts.nv), Infinity);
    this.#hand = hold === null ? null : this.#handOf(hold);
  }

  #handOf(hold: Hold): Hand {
    this.#poser.evaluator.setParameters(this.plan.parameters);
    return new Hand(this.#poser, hold, this.state(), this.#hand);
  }

  #requireJointForces(): void {
    const { formulation } = this.simulation.plan;
    if (!isAbsolute(formulation)) return;
    throw new RequestError({
      code: "no-hand",
      subject: "formulation",
      value: formulation,
      message: `bodies cannot be dragged with the formulation "${formulation}": it has coordinates for each body, and dragging applies forces along joints. Choose "automatic" in the run set-up, or another formulation in joint coordinates.`,
    });
  }

  /** Goes as far as another leg of the same plan went, dragged as that one was. */
  follow(other: Leg): void {
    this.#repeated = [...other.#drags];
    while (this.attempts < other.attempts && this.advance(1));
    // The rest of a script, and what was asked for since the last attempt.
    this.#repeated = [...this.#repeated, ...other.#repeated];
    this.#wanted = other.#wanted;
    if (other.trouble) this.advance(1);
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

/** To the precision that links have: the mouse is not as exact, and the run is the same when it is repeated. */
const rounded = ([x, y, z]: Hold["target"]): Hold["target"] => [Math.fround(x), Math.fround(y), Math.fround(z)];

/** Channels of every run in addition to the state: poses, energies, contacts and tyres. */
const usualChannels = ({ bodies, contacts, tyres }: Model): string[] => [
  ...(bodies.length > 0 ? ["pos", "quat"] : []),
  "energy",
  ...(contacts.length > 0 ? ["contact"] : []),
  ...(tyres.length > 0 ? ["tyre"] : []),
];
