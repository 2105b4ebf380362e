import { RequestError } from "kinetree";
import type { Drag, Hold, RunSetup, Start } from "../experiment/types.js";
import { lastGood, stateIn } from "./last-good.js";
import { Leg, type LegPlan } from "./leg.js";
import { Meter } from "./meter.js";
import type { Poser } from "./poser.js";
import type { EngineEvent, Rows, RunColumns, RunStatus } from "./protocol.js";
import { joinRows, RowStore } from "./row-store.js";
import { startOf, stateOf } from "./start-state.js";

/** Work at a stretch before messages are looked at [ms]. */
const STRETCH = 12;
const STATUS_EVERY = 100;
/** Largest lag behind the clock that is made up for [s of wall time]. */
const MOST_LAG = 0.25;
/** Attempts between two looks at the clock. */
const ATTEMPTS = 4;

/** Environment of a live run: a clock [ms], a scheduler, and a listener. */
export interface Surroundings {
  readonly now: () => number;
  readonly soon: (work: () => void, afterMs: number) => void;
  readonly tell: (event: EngineEvent) => void;
}

/** An interactive run: real time or as fast as possible, with dragging and changes of its set-up. */
export class LiveRun {
  readonly #poser: Poser;
  readonly #around: Surroundings;
  readonly #id: number;
  #channels: readonly string[];
  #legs: Leg[] = [];
  #waiting = new RowStore(0);
  /** States of all recorded rows: q, v and contact states. */
  #states: RowStore;
  readonly #meter: Meter;
  #speed = 0;
  #anchor = { wall: 0, t: 0 };
  /** Stops once rows reach this time. */
  #until = Infinity;
  /** Time of the last row that was sent. */
  #sentTo = -Infinity;
  #isScheduled = false;
  #toldAt = -Infinity;
  #compileMs = 0;

  constructor(poser: Poser, around: Surroundings, id: number, channels: readonly string[]) {
    this.#poser = poser;
    this.#around = around;
    this.#id = id;
    this.#channels = channels;
    this.#meter = new Meter();
    this.#states = new RowStore(0);
  }

  get #leg(): Leg {
    return this.#legs[this.#legs.length - 1];
  }

  /** Adds a leg from a state; with rows before, those after the state are forgotten. */
  begin(
    setup: RunSetup,
    start: Start,
    parameters: Readonly<Record<string, number>>,
    drags: readonly Drag[] = [],
  ): RunColumns {
    const plan: LegPlan = { setup, start: stateOf(this.#poser.model, this.#poser.topology, start), parameters, drags };
    this.#sendRows();
    const before = this.#around.now();
    const isFirst = this.#legs.length === 0;
    const kept = this.#waiting;
    this.#waiting = new RowStore(0);
    let leg: Leg;
    try {
      // The first row of a leg is the row of the leg before that it starts from.
      leg = this.#makeLeg(plan, !isFirst);
    } catch (error) {
      this.#waiting = kept;
      throw error;
    }
    this.#states.cut(start.t);
    this.#sentTo = start.t;
    this.#until = Infinity;
    this.#compileMs = this.#around.now() - before;
    this.#legs.at(-1)?.close();
    this.#legs.push(leg);
    this.#anchorHere();
    this.#sendRows();
    this.#tellStatus();
    return leg.columns;
  }

  #makeLeg(plan: LegPlan, skipsFirst: boolean): Leg {
    const { nq, nv } = this.#poser.topology.counts;
    const isLooped = this.#poser.hasLoops;
    let store = this.#waiting;
    let skip = skipsFirst;
    return new Leg(this.#poser, plan, this.#channels, this.#id, (t, row, closure, z) => {
      if (skip) {
        skip = false;
        return;
      }
      const width = row.length + (isLooped ? 1 : 0);
      if (store.width !== width) {
        store = new RowStore(width);
        this.#waiting = store;
      }
      const out = store.add(t);
      out.set(row);
      if (isLooped) out[row.length] = closure;
      if (t <= this.#states.last) return; // a leg that is run again for more columns
      if (this.#states.width !== nq + nv + z.length) this.#states = new RowStore(nq + nv + z.length);
      const state = this.#states.add(t);
      state.set(row.subarray(0, nq + nv));
      state.set(z, nq + nv);
    });
  }

  play(speed: number, until = Infinity): void {
    if (!(speed > 0))
      throw new RequestError({
        code: "not-positive",
        subject: "speed",
        value: speed,
        message: `the speed is ${speed}, must be above 0. Give 1 for real time.`,
      });
    this.#speed = speed;
    this.#until = this.#rowAfter(until);
    this.#meter.restart(this.#around.now(), this.#leg.t);
    this.#anchorHere();
    this.#schedule(0);
    this.#tellStatus();
  }

  /** Time of the first row at or after a time, as the leg counts its rows; rounding does not make it one later. */
  #rowAfter(t: number): number {
    const { start, setup } = this.#leg.plan;
    return t === Infinity ? t : start.t + Math.ceil((t - start.t) / setup.sampleEvery - 1e-6) * setup.sampleEvery;
  }

  pause(): void {
    this.#speed = 0;
    this.#leg.hold(null);
    this.#sendRows();
    this.#tellStatus();
  }

  advance(): void {
    this.#speed = 0;
    while (this.#waiting.length === 0 && this.#leg.advance(1));
    this.#until = this.#waiting.first;
    this.#sendRows();
    this.#tellStatus();
  }

  /** Takes hold of a body, pulls it elsewhere, or lets go; refused by equations that know no forces along joints. */
  hold(hold: Hold | null): void {
    this.#leg.hold(hold);
  }

  drags(): readonly Drag[] {
    return this.#leg.drags;
  }

  #anchorHere(): void {
    this.#anchor = { wall: this.#around.now(), t: this.#leg.t };
  }

  #schedule(afterMs: number): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#around.soon(() => {
      this.#isScheduled = false;
      if (this.#speed > 0) this.#tick();
    }, afterMs);
  }

  #tick(): void {
    const { now } = this.#around;
    const began = now();
    const goal = this.#goal(began);
    let isGoing = true;
    while (isGoing && this.#leg.t < goal && now() - began < STRETCH) {
      isGoing = this.#leg.advance(ATTEMPTS);
    }
    const ended = now();
    this.#meter.add(ended, ended - began, this.#leg.t);
    if (!isGoing || this.#states.last >= this.#until) this.#speed = 0;
    this.#sendRows();
    if (this.#speed === 0 || ended - this.#toldAt >= STATUS_EVERY) this.#tellStatus();
    // Behind the clock or as fast as possible: at once; else when the next frame is due.
    if (this.#speed > 0) this.#schedule(this.#leg.t < this.#goal(now()) ? 0 : 4);
  }

  #goal(wall: number): number {
    if (this.#speed === Infinity)
      return this.#until === Infinity ? Infinity : this.#until + this.#leg.plan.setup.sampleEvery;
    const lag = (wall - this.#anchor.wall) / 1000 - (this.#leg.t - this.#anchor.t) / this.#speed;
    if (lag > MOST_LAG) this.#anchor = { wall: wall - MOST_LAG * 1000, t: this.#leg.t };
    return this.#anchor.t + (this.#speed * (wall - this.#anchor.wall)) / 1000;
  }

  /** Sends the rows up to the requested time; later rows of the last step wait until the run continues. */
  #sendRows(): void {
    const rows = this.#waiting.take(this.#until);
    if (rows.t.length === 0) return;
    this.#sentTo = rows.t[rows.t.length - 1];
    this.#around.tell({ type: "rows", rows: { run: this.#id, ...rows } });
  }

  /** Repeats the whole run with more channels; it then continues from its end. */
  record(channels: readonly string[]): { readonly columns: RunColumns; readonly rows: Rows } {
    this.#sendRows();
    const before = this.#channels;
    const old = this.#legs;
    this.#channels = channels;
    const fresh: Leg[] = [];
    const parts: Pick<Rows, "t" | "values">[] = [];
    try {
      old.forEach((leg, i) => {
        const made = this.#makeLeg(leg.plan, i > 0);
        fresh.push(made);
        made.follow(leg);
        const end = old[i + 1]?.plan.start.t ?? Infinity;
        this.#waiting.cut(end);
        parts.push(this.#waiting.take(this.#sentTo));
        if (i + 1 < old.length) made.close();
      });
    } catch (error) {
      this.#channels = before;
      this.#waiting = new RowStore(0);
      throw error;
    }
    old.at(-1)?.close();
    this.#legs = fresh;
    this.#anchorHere();
    return { columns: this.#leg.columns, rows: { run: this.#id, ...joinRows(parts) } };
  }

  startAt(t: number): Start {
    const { model, topology } = this.#poser;
    const found = this.#states.at(Math.min(t, this.#sentTo));
    if (found === null)
      throw new RequestError({
        code: "nothing-recorded",
        subject: "run",
        value: t,
        message: `nothing is recorded at or before ${t} s. Start the run first.`,
      });
    return startOf(model, topology, stateIn(topology, found));
  }

  #tellStatus(): void {
    const leg = this.#leg;
    const { now, tell } = this.#around;
    this.#toldAt = now();
    const { trouble } = leg;
    const isRunning = this.#speed > 0;
    const status: RunStatus = {
      run: this.#id,
      state: trouble ? "failed" : isRunning ? "running" : "paused",
      t: this.#sentTo,
      ...(isRunning ? this.#meter.read() : { realTimeFactor: 0, physicsShare: 0 }),
      steps: leg.counts,
      formulation: leg.simulation.plan.formulation,
      formulationReason: leg.simulation.formulationReason,
      integrator: leg.plan.setup.integrator,
      integratorNow: leg.integratorNow,
      implicit: leg.implicit,
      advice: leg.advice,
      warnings: leg.warnings,
      compileMs: this.#compileMs,
      trouble,
      last: trouble && this.#states.length > 0 ? lastGood(this.#poser, this.#states, leg.plan.parameters) : null,
    };
    tell({ type: "status", status });
  }

  close(): void {
    this.#speed = 0;
    this.#legs.at(-1)?.close();
  }
}
