import { jointState } from "./lane-state.js";
import type { State } from "../../state/state.js";
import type { LaneIndex } from "../../kernel/instance.js";
import type { LanePair } from "./lane-pair.js";

export interface FoundEvent {
  readonly index: number;
  readonly t: number;
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly z?: Float64Array;
}

/** Evaluations per step: a step of smooth motion may contain whole periods of an event's function. */
const LOOKS_A_STEP = 8;

/** Locates zeros of event functions on the dense output of each step; two between two looks go unseen. */
export class EventWatch {
  readonly #pair: LanePair;
  readonly #lane: LaneIndex;
  readonly #before: Float64Array;
  readonly #after: Float64Array;
  readonly #tried: Float64Array;

  constructor(pair: LanePair, lane: LaneIndex) {
    this.#pair = pair;
    this.#lane = lane;
    const { eventCount } = pair.plan;
    this.#before = new Float64Array(eventCount);
    this.#after = new Float64Array(eventCount);
    this.#tried = new Float64Array(eventCount);
  }

  start(): void {
    this.#read(this.#before);
  }

  snapshot(): Float64Array {
    return this.#before.slice();
  }

  restore(numbers: Float64Array): void {
    this.#before.set(numbers);
  }

  /** Reports the passages of the current step in the order of time, up to the first terminal one; its instant, or infinity. */
  inspect(report: (event: FoundEvent) => void): number {
    this.#pair.run("complete");
    for (let look = 1; look <= LOOKS_A_STEP; look++) {
      this.#pair.showPart(this.#lane, look, LOOKS_A_STEP);
      this.#read(this.#after);
      if (this.#isPassed()) {
        const terminal = this.#reportBetween(this.#instant(look - 1), this.#instant(look), report);
        if (terminal < Infinity) return terminal;
      }
      this.#before.set(this.#after);
    }
    return Infinity;
  }

  #instant(look: number): number {
    const t0 = this.#pair.clock("t", this.#lane);
    const t1 = this.#pair.clock("tNext", this.#lane);
    return look === LOOKS_A_STEP ? t1 : t0 + ((t1 - t0) * look) / LOOKS_A_STEP;
  }

  #isPassed(): boolean {
    for (let index = 0; index < this.#after.length; index++) if (this.#passes(index)) return true;
    return false;
  }

  #reportBetween(low: number, high: number, report: (event: FoundEvent) => void): number {
    const { eventRules } = this.#pair.plan;
    const found: { index: number; t: number }[] = [];
    for (let index = 0; index < this.#after.length; index++) {
      if (this.#passes(index)) found.push({ index, t: this.#locate(index, low, high) });
    }
    for (const { index, t } of found.sort((a, b) => a.t - b.t || a.index - b.index)) {
      this.#pair.showAt(this.#lane, t);
      report({ index, t, ...this.#state() });
      if (eventRules[index].terminal) return t;
    }
    return Infinity;
  }

  #read(out: Float64Array): void {
    this.#pair.run("events");
    this.#pair.read(this.#pair.layout.events, this.#lane, out);
  }

  #state(): Omit<State, "t"> {
    const { t: _, ...state } = jointState(this.#pair, this.#lane, "shown");
    return state;
  }

  /** Whether an event's function crosses zero between two evaluations. A function that starts at zero does not cross it. */
  #passes(index: number): boolean {
    const { direction } = this.#pair.plan.eventRules[index];
    const before = this.#before[index];
    const after = this.#after[index];
    return (direction >= 0 && before < 0 && after >= 0) || (direction <= 0 && before > 0 && after <= 0);
  }

  /** Root between two evaluations, to the resolution of time: false position (Illinois) with a bisection every third time. */
  #locate(index: number, from: number, to: number): number {
    let [low, high] = [from, to];
    let [gLow, gHigh] = [this.#before[index], this.#after[index]];
    const resolution = 4 * Number.EPSILON * Math.max(Math.abs(low), Math.abs(high));
    let side = 0;
    for (let i = 0; high - low > resolution; i++) {
      const guess = i % 3 === 2 ? 0.5 * (low + high) : high - (gHigh * (high - low)) / (gHigh - gLow);
      // Strictly inside, so that the bracket shrinks even if rounding puts the guess on its end.
      const t = Math.min(Math.max(guess, low + 0.5 * resolution), high - 0.5 * resolution);
      this.#pair.showAt(this.#lane, t);
      this.#read(this.#tried);
      const g = this.#tried[index];
      if (g === 0) return t;
      if (g < 0 === gLow < 0) {
        [low, gLow] = [t, g];
        if (side === -1) gHigh *= 0.5;
        side = -1;
      } else {
        [high, gHigh] = [t, g];
        if (side === 1) gLow *= 0.5;
        side = 1;
      }
    }
    return high;
  }
}
