import { RequestError } from "../../errors/kinetree-error.js";
import type { LaneIndex } from "../../kernel/instance.js";
import { PendingOutputs } from "../clock/pending-outputs.js";
import type { Schedule } from "../clock/tick.js";
import { partOf } from "../plan/state-layout.js";
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
}

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
    const due = this.#places.filter((place) => place.due === tick);
    if (due.length === 0) return isChanged;
    const pair = this.#pair;
    const measured = due.some(({ controller }) => controller.measures)
      ? { ...jointState(pair, this.#lane, "accepted"), t }
      : null;
    if (due.some(({ controller }) => !controller.measures)) pair.run("recall");
    // Before any of them is latched: none sees what another commands at the same tick.
    const outputs = due.map(({ controller }) => controller.sample(measured, t, tick));
    due.forEach((place, i) => {
      place.due = place.schedule(++place.count);
      if (place.latency > 0) this.#hold(place, tick + place.latency, outputs[i]);
      else if (this.#latch(place, outputs[i])) isChanged = true;
    });
    return isChanged;
  }

  /** Keeps commands for later, unless they change nothing: the integrator then has no reason to stop. */
  #hold({ actuators, pending }: Place, tick: number, commands: Float64Array): void {
    const { last } = pending;
    const isSame = last
      ? commands.every((command, k) => command === last[k])
      : commands.every((command, k) => command === this.#pair.f64[this.#command(actuators[k])]);
    if (!isSame) pending.put(tick, commands);
  }

  /** Sets the commands of the actuators; true if one differs. */
  #latch({ actuators }: Place, commands: Float64Array): boolean {
    let isChanged = false;
    actuators.forEach((actuator, k) => {
      const at = this.#command(actuator);
      if (this.#pair.f64[at] === commands[k]) return;
      this.#pair.f64[at] = commands[k];
      isChanged = true;
    });
    return isChanged;
  }

  #command(actuator: number): number {
    const { layout } = this.#pair;
    return this.#pair.index(partOf(layout.u, actuator, 1), this.#lane);
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
