import type { LaneIndex, Pair } from "./pair.js";

/** How long steps may be. */
export interface StepLimits {
  /** Error that one step may make, relative to each number and absolutely. */
  readonly relative: number;
  readonly absolute: number;
  /** Fixed step; 0 lets the run choose. */
  readonly step: number;
  readonly maxStep: number;
}

/** Where a run starts and ends. */
export interface RunSpec extends StepLimits {
  readonly t: number;
  readonly tEnd: number;
  readonly q: ArrayLike<number>;
  readonly v: ArrayLike<number>;
  readonly tau?: ArrayLike<number>;
  readonly parameters: ArrayLike<number>;
}

export interface FoundEvent {
  readonly index: number;
  readonly t: number;
  readonly q: Float64Array;
  readonly v: Float64Array;
}

/** What a run tells on its way. Arrays passed are scratch: copy what is to stay. */
export interface RunObserver {
  /** Instants at which `sample` wants the state, rising; asked for the next one at or after the last answer. */
  readonly nextSample?: (after: number) => number;
  readonly sample?: (t: number) => void;
  readonly event?: (event: FoundEvent) => void;
  /** The next instant after t at which `act` wants to set commands. */
  readonly nextAction?: (after: number) => number;
  readonly act?: (t: number) => void;
}

export type RunEnd = "finished" | "event" | "step-too-small" | "not-finite";

/**
 * One sample on its way through a lane: where it must stop next, what it still has to record. The same sequence of steps whoever
 * shares the pair with it.
 */
export class LaneRun {
  readonly #pair: Pair;
  readonly lane: LaneIndex;
  readonly spec: RunSpec;
  readonly #observer: RunObserver;
  readonly #stops: readonly number[];
  #nextBreak = 0;
  #nextAction: number;
  #nextSample: number;
  readonly #before: Float64Array;
  readonly #after: Float64Array;
  end: RunEnd | null = null;

  constructor(pair: Pair, lane: LaneIndex, spec: RunSpec, observer: RunObserver) {
    this.#pair = pair;
    this.lane = lane;
    this.spec = spec;
    this.#observer = observer;
    const { plan } = pair;
    this.#stops = plan.breakpoints.filter((t) => t > spec.t && t < spec.tEnd);
    this.#nextAction = observer.nextAction?.(spec.t) ?? Infinity;
    this.#nextSample = observer.nextSample?.(spec.t) ?? Infinity;
    this.#before = new Float64Array(plan.eventCount);
    this.#after = new Float64Array(plan.eventCount);
  }

  /** Puts the sample into its lane; call `ready` after the pair's "start". */
  load(): void {
    const { spec, lane } = this;
    this.#pair.setParameters(spec.parameters, lane);
    this.#pair.load(lane, spec);
    this.#pair.setClock("relative", lane, spec.relative);
    this.#pair.setClock("absolute", lane, spec.absolute);
    this.#pair.setClock("hMax", lane, spec.maxStep);
    this.#setStop();
  }

  ready(): void {
    const { spec, lane } = this;
    if (this.#nextAction <= spec.t) {
      // The first commands change the derivative that the first step begins with.
      this.#act(spec.t);
      this.#pair.run("start");
    }
    const step = spec.step > 0 ? spec.step : this.#pair.firstStep(lane, spec.tEnd - spec.t);
    this.#pair.setClock("h", lane, Math.min(step, spec.maxStep));
    if (this.#pair.plan.eventCount > 0) {
      this.#pair.run("events");
      this.#pair.read(this.#pair.plan.offsets.events, this.#before.length, lane, this.#before);
    }
    if (this.#nextSample <= spec.t) this.#record(spec.t);
    if (spec.tEnd <= spec.t) this.end = "finished";
  }

  #setStop(): void {
    this.#pair.setStop(this.lane, Math.min(this.spec.tEnd, this.#stops[this.#nextBreak] ?? Infinity, this.#nextAction));
  }

  /** After an attempt, before it is committed: samples and events inside the step. */
  inspect(): void {
    const { lane } = this;
    const pair = this.#pair;
    if (pair.clock("accept", lane) === 0) return;
    const stopAt = this.#after.length > 0 ? this.#findEvents() : Infinity;
    const last = Math.min(pair.clock("tNext", lane), stopAt);
    if (this.#nextSample > last) return;
    pair.run("complete");
    while (this.#nextSample <= last) {
      this.#goTo(this.#nextSample);
      this.#record(this.#nextSample);
    }
  }

  /** Puts the state at an instant of the step under way into q and y. */
  #goTo(t: number): void {
    const { lane } = this;
    const t0 = this.#pair.clock("t", lane);
    const t1 = this.#pair.clock("tNext", lane);
    if (t === t1) {
      this.#pair.run("finish");
      return;
    }
    this.#pair.setClock("theta", lane, (t - t0) / (t1 - t0));
    this.#pair.run("interpolate");
  }

  #record(t: number): void {
    this.#observer.sample?.(t);
    const next = this.#observer.nextSample?.(t) ?? Infinity;
    this.#nextSample = next > t ? next : Infinity;
  }

  #readEvents(out: Float64Array): void {
    this.#pair.run("events");
    this.#pair.read(this.#pair.plan.offsets.events, out.length, this.lane, out);
  }

  /** Whether an event's function goes through zero in the step. One that starts at zero has been there before. */
  #passes(index: number): boolean {
    const { direction } = this.#pair.plan.eventRules[index];
    const before = this.#before[index];
    const after = this.#after[index];
    return (direction >= 0 && before < 0 && after >= 0) || (direction <= 0 && before > 0 && after <= 0);
  }

  /** Looks for passages through zero in the step under way; gives the instant of the first terminal one, or infinity. */
  #findEvents(): number {
    const { eventRules, offsets, nq, nv } = this.#pair.plan;
    this.#pair.run("finish"); // whatever the other lane has looked at since
    this.#readEvents(this.#after);
    let found: { index: number; t: number }[] | null = null; // made only when there is something to put in
    for (let i = 0; i < this.#after.length; i++) {
      if (!this.#passes(i)) continue;
      if (!found) this.#pair.run("complete");
      found ??= [];
      found.push({ index: i, t: this.#locate(i) });
      this.#pair.run("finish");
      this.#readEvents(this.#after);
    }
    if (!found) {
      this.#before.set(this.#after);
      return Infinity;
    }
    found.sort((a, b) => a.t - b.t || a.index - b.index);
    for (const { index, t } of found) {
      this.#goTo(t);
      const [q, v] = [new Float64Array(nq), new Float64Array(nv)];
      this.#pair.read(offsets.q, nq, this.lane, q);
      this.#pair.read(offsets.y + 16 * nv, nv, this.lane, v);
      this.#observer.event?.({ index, t, q, v });
      if (eventRules[index].terminal) {
        this.end = "event";
        return t;
      }
    }
    this.#before.set(this.#after);
    return Infinity;
  }

  /** Root of an event function in a step, to the resolution of time: false position (Illinois) with a bisection every third time. */
  #locate(index: number): number {
    let [low, high] = [this.#pair.clock("t", this.lane), this.#pair.clock("tNext", this.lane)];
    let [gLow, gHigh] = [this.#before[index], this.#after[index]];
    const resolution = 4 * Number.EPSILON * Math.max(Math.abs(low), Math.abs(high));
    let side = 0;
    for (let i = 0; high - low > resolution; i++) {
      const guess = i % 3 === 2 ? 0.5 * (low + high) : high - (gHigh * (high - low)) / (gHigh - gLow);
      // Strictly inside, so that the bracket shrinks also where rounding puts the guess on its end.
      const t = Math.min(Math.max(guess, low + 0.5 * resolution), high - 0.5 * resolution);
      this.#goTo(t);
      this.#readEvents(this.#after);
      const g = this.#after[index];
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

  /** After a commit: arrived, failed, or at a stop on the way. True if the pair must "start" again. */
  settle(): boolean {
    const { lane, spec } = this;
    const pair = this.#pair;
    if (this.end === "event") return false;
    const failure = pair.clock("failure", lane);
    if (failure > 0) {
      this.end = failure === 1 ? "step-too-small" : "not-finite";
      return false;
    }
    const t = pair.clock("t", lane);
    if (t < pair.clock("tStop", lane)) return false;
    if (t >= spec.tEnd) {
      this.end = "finished";
      return false;
    }
    while (this.#stops[this.#nextBreak] <= t) this.#nextBreak++;
    if (this.#nextAction <= t) this.#act(t);
    pair.setClock("tFirst", lane, t);
    pair.setClock("count", lane, 0);
    this.#setStop();
    return true;
  }

  #act(t: number): void {
    this.#observer.act?.(t);
    this.#nextAction = this.#observer.nextAction?.(t + Number.EPSILON * Math.max(1, Math.abs(t))) ?? Infinity;
    this.#setStop();
  }
}
