import { RequestError } from "../../errors/kinetree-error.js";
import type { LaneIndex } from "../../kernel/instance.js";
import { PendingOutputs } from "../clock/pending-outputs.js";
import type { Schedule } from "../clock/tick.js";
import type { LaneController } from "./lane-controller.js";
import type { LanePair } from "./lane-pair.js";
import { jointState } from "./lane-state.js";

/** A controller on a lane: what computes, and when. */
export interface ClockedController {
  readonly name: string;
  readonly actuators: readonly number[];
  readonly latency: number;
  readonly schedule: Schedule;
  readonly controller: LaneController;
}

interface Place extends ClockedController {
  readonly pending: PendingOutputs;
  /** Samples taken, and the tick of the next. */
  count: number;
  due: number;
  /** Of the last sample. */
  commands: Float64Array;
}

const none = new Float64Array(0);

/**
 * The controllers of one lane by whole ticks from the start. At a tick, commands whose latency has passed are delivered; then
 * those due sample, in the order of the model, all from the same state; then commands without latency are latched.
 */
export class ControllerClock {
  readonly #pair: LanePair;
  readonly #lane: LaneIndex;
  readonly #start: number;
  readonly #tick: number;
  readonly #places: readonly Place[];

  /** @param tick [s] */
  constructor(pair: LanePair, lane: LaneIndex, start: number, tick: number, controllers: readonly ClockedController[]) {
    this.#pair = pair;
    this.#lane = lane;
    this.#start = start;
    this.#tick = tick;
    this.#places = controllers.map((each) => ({
      ...each,
      pending: new PendingOutputs(),
      count: 0,
      due: each.schedule(0),
      commands: none,
    }));
  }

  /** The next instant at which a controller samples, or a command changes. */
  next(): number {
    return this.#start + this.#nextTick() * this.#tick;
  }

  #nextTick(): number {
    let next = Infinity;
    for (const { due, pending } of this.#places) next = Math.min(next, due, pending.next);
    return next;
  }

  /** Does what is due at t; true if a command has changed. */
  act(t: number): boolean {
    let isChanged = false;
    // Far from time zero, several ticks may be one instant.
    do if (this.#actAt(this.#nextTick(), t)) isChanged = true;
    while (this.next() <= t);
    return isChanged;
  }

  #actAt(tick: number, t: number): boolean {
    let isChanged = false;
    for (const place of this.#places) {
      const delivered = place.pending.take(tick);
      if (delivered && this.#latch(place, delivered)) isChanged = true;
    }
    let [isMeasured, isRecalled] = [false, false];
    for (const { due, controller } of this.#places) {
      if (due !== tick) continue;
      if (controller.measures) isMeasured = true;
      else isRecalled = true;
    }
    if (!isMeasured && !isRecalled) return isChanged;
    const measured = isMeasured ? { ...jointState(this.#pair, this.#lane, "accepted"), t } : null;
    if (isRecalled) this.#pair.run("recall");
    // Before any of them is latched: none sees what another commands at the same tick.
    for (const place of this.#places)
      if (place.due === tick) place.commands = place.controller.sample(measured, t, tick);
    for (const place of this.#places) {
      if (place.due !== tick) continue;
      place.due = place.schedule(++place.count);
      if (place.latency > 0) this.#hold(place, tick + place.latency);
      else if (this.#latch(place, place.commands)) isChanged = true;
    }
    return isChanged;
  }

  /** Keeps commands for later, unless they change nothing: the integrator then has no reason to stop. */
  #hold(place: Place, tick: number): void {
    const { commands, pending } = place;
    const { last } = pending;
    for (let k = 0; k < commands.length; k++) {
      if (commands[k] === (last ? last[k] : this.#pair.f64[this.#command(place, k)])) continue;
      pending.put(tick, commands);
      return;
    }
  }

  /** Sets the commands of the actuators; true if one differs. */
  #latch(place: Place, commands: Float64Array): boolean {
    let isChanged = false;
    for (let k = 0; k < commands.length; k++) {
      const at = this.#command(place, k);
      if (this.#pair.f64[at] === commands[k]) continue;
      this.#pair.f64[at] = commands[k];
      isChanged = true;
    }
    return isChanged;
  }

  /** Where the lane holds a command of a controller. */
  #command({ actuators }: Place, k: number): number {
    return this.#pair.index(this.#pair.layout.u, this.#lane) + 2 * actuators[k];
  }

  snapshot(): Float64Array {
    return Float64Array.from([
      this.#tick,
      ...this.#places.flatMap(({ latency, count, pending, controller }) => [
        latency,
        count,
        ...pending.snapshot(),
        ...controller.snapshot(),
      ]),
    ]);
  }

  restore(numbers: Float64Array): void {
    let at = 0;
    const next = (): number => numbers[at++];
    requireSame("tick", this.#tick, next());
    for (const place of this.#places) {
      requireSame(`latency of controller "${place.name}"`, place.latency, next());
      place.count = next();
      place.due = place.schedule(place.count);
      place.pending.restore(next, place.actuators.length);
      place.controller.restore(next);
    }
    if (at !== numbers.length) throw otherControllers("controllers", at, numbers.length);
  }
}

function requireSame(what: string, now: number, before: number): void {
  if (now !== before) throw otherControllers(what, now, before);
}

const otherControllers = (what: string, now: number, before: number): RequestError =>
  new RequestError({
    code: "checkpoint-controllers",
    subject: what,
    value: now,
    message: `the checkpoint was written with other controllers: ${what} ${before}, now ${now}. Resume with the controllers of the run.`,
  });
