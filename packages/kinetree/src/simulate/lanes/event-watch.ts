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

/** Evaluations in the search for the place of a function nearest to zero. */
const MOST_TRIES = 24;
/** Golden section of the larger part. */
const GOLDEN = 0.381966011250105;

/** Locates zeros of event functions on the dense output of each step; where one turns back between two looks, its place nearest to zero is searched. */
export class EventWatch {
  readonly #pair: LanePair;
  readonly #lane: LaneIndex;
  readonly #before: Float64Array;
  readonly #after: Float64Array;
  readonly #tried: Float64Array;
  /** Values at all looks of a step, its start included, look by look. */
  readonly #looks: Float64Array;
  /** The last turn found: `#before` was evaluated there, or at a later look. */
  #turnedAt = -Infinity;

  constructor(pair: LanePair, lane: LaneIndex) {
    this.#pair = pair;
    this.#lane = lane;
    const { eventCount } = pair.plan;
    this.#before = new Float64Array(eventCount);
    this.#after = new Float64Array(eventCount);
    this.#tried = new Float64Array(eventCount);
    this.#looks = new Float64Array((LOOKS_A_STEP + 1) * eventCount);
  }

  start(): void {
    this.#turnedAt = -Infinity;
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
    this.#keep(0, this.#before);
    for (let look = 1; look <= LOOKS_A_STEP; look++) {
      this.#pair.showPart(this.#lane, look, LOOKS_A_STEP);
      this.#read(this.#after);
      this.#keep(look, this.#after);
    }
    for (let look = 1; look <= LOOKS_A_STEP; look++) {
      if (this.#mayTurn(look)) {
        const terminal = this.#inspectTurns(look, report);
        if (terminal < Infinity) return terminal;
      }
      this.#recall(look, this.#after);
      if (this.#isPassed()) {
        const terminal = this.#reportBetween(this.#from(look), this.#instant(look), report);
        if (terminal < Infinity) return terminal;
      }
      this.#before.set(this.#after);
    }
    return Infinity;
  }

  #from(look: number): number {
    return Math.max(this.#instant(look - 1), this.#turnedAt);
  }

  #keep(look: number, values: Float64Array): void {
    for (let i = 0; i < values.length; i++) this.#looks[look * values.length + i] = values[i];
  }

  #recall(look: number, out: Float64Array): void {
    for (let i = 0; i < out.length; i++) out[i] = this.#looks[look * out.length + i];
  }

  #mayTurn(look: number): boolean {
    for (let index = 0; index < this.#after.length; index++) if (this.#turns(index, look)) return true;
    return false;
  }

  /** Whether a function may reach zero and turn back between a look and the one before, by the parabolas through these two and a third. */
  #turns(index: number, look: number): boolean {
    const n = this.#after.length;
    const at = (k: number): number => this.#looks[k * n + index];
    if (!(at(look - 1) * at(look) > 0)) return false;
    return (
      (look > 1 && dipsWithin(at(look - 2), at(look - 1), at(look), 1)) ||
      (look < LOOKS_A_STEP && dipsWithin(at(look - 1), at(look), at(look + 1), 0))
    );
  }

  /** Reports the passages up to each turn beyond zero between two looks. */
  #inspectTurns(look: number, report: (event: FoundEvent) => void): number {
    const found: number[] = [];
    for (let index = 0; index < this.#after.length; index++) {
      const t = this.#turns(index, look) ? this.#searchTurn(index, look) : NaN;
      if (!Number.isNaN(t)) found.push(t);
    }
    for (const t of found.sort((a, b) => a - b)) {
      this.#pair.showAt(this.#lane, t);
      this.#read(this.#after);
      const terminal = this.#isPassed() ? this.#reportBetween(this.#from(look), t, report) : Infinity;
      this.#before.set(this.#after);
      this.#turnedAt = t;
      if (terminal < Infinity) return terminal;
    }
    return Infinity;
  }

  /** An instant between two looks at which a function lies beyond zero; NaN if it turns back before. By golden section. */
  #searchTurn(index: number, look: number): number {
    let [low, high] = [this.#instant(look - 1), this.#instant(look)];
    const sign = Math.sign(this.#looks[look * this.#after.length + index]);
    const valueAt = (t: number): number => {
      this.#pair.showAt(this.#lane, t);
      this.#read(this.#tried);
      return sign * this.#tried[index];
    };
    let [a, b] = [low + GOLDEN * (high - low), high - GOLDEN * (high - low)];
    let [ga, gb] = [valueAt(a), valueAt(b)];
    for (let i = 0; i < MOST_TRIES; i++) {
      if (ga < 0) return a;
      if (gb < 0) return b;
      if (ga < gb) {
        [high, b, gb] = [b, a, ga];
        a = low + GOLDEN * (high - low);
        ga = valueAt(a);
      } else {
        [low, a, ga] = [a, b, gb];
        b = high - GOLDEN * (high - low);
        gb = valueAt(b);
      }
    }
    return NaN;
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

/** Whether the parabola through three values, one apart, may have its place nearest to zero within interval 0 or 1, and reach zero there. */
function dipsWithin(g0: number, g1: number, g2: number, interval: 0 | 1): boolean {
  const bend = g0 - 2 * g1 + g2;
  // Turned away from zero, on either side of it.
  if (!(bend * g1 > 0)) return false;
  const slope = 0.5 * (g2 - g0);
  const turn = 1 - slope / bend;
  const lowest = g1 - (0.5 * slope * slope) / bend;
  const range = Math.max(Math.abs(g0 - g1), Math.abs(g1 - g2), Math.abs(g0 - g2));
  // Half an interval and a whole range more, because a function is not quite a parabola.
  return turn > interval - 0.5 && turn < interval + 1.5 && Math.sign(g1) * lowest < range;
}
