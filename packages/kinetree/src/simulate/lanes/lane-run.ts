import { firstStep, forgetExtremes, loadSample, type LaneSample } from "./lane-sample.js";
import type { LaneIndex } from "../../kernel/instance.js";
import { SingularWatch } from "./singular-watch.js";
import { EventWatch, type FoundEvent } from "./event-watch.js";
import type { LanePair } from "./lane-pair.js";

export interface StepLimits {
  /** Error allowed per step, relative to each number and absolute. */
  readonly relative: number;
  readonly absolute: number;
  /** Fixed step; 0 for step size control. */
  readonly step: number;
  readonly maxStep: number;
  readonly maxSteps: number;
}

export interface RunSpec extends StepLimits, LaneSample {
  readonly tEnd: number;
  readonly parameters: ArrayLike<number>;
}

/** Callbacks of a run. Arrays passed are scratch: copy what is to stay. */
export interface RunObserver {
  /** The next instant at or after the previous answer at which `sample` wants the state. */
  readonly nextSample?: (after: number) => number;
  readonly sample?: (t: number) => void;
  readonly event?: (event: FoundEvent) => void;
  /** The next instant after t at which `act` sets commands. */
  readonly nextAction?: (after: number) => number;
  /** False if no command has changed: the run then continues without a restart. */
  readonly act?: (t: number) => boolean;
  /** The least pivot of the closures at the accepted state, for equations that do not tell their quality. */
  readonly leastPivot?: () => number;
}

/**
 * Why a run failed. "no-convergence" and "singular-matrix" occur with implicit integrators only; "left-terrain" with a ground
 * that ends; "wheel-…" with tyres.
 */
export type RunFailure =
  | "step-too-small"
  | "not-finite"
  | "too-many-steps"
  | "closures-singular"
  | "no-convergence"
  | "singular-matrix"
  | "left-terrain"
  | "wheel-below-ground"
  | "wheel-flat";

/** "stopped" by the caller; the rest are failures. */
export type RunEnd = "finished" | "event" | "stopped" | RunFailure;

/** Failures by their code in a lane's clock. */
export const failureCodes = [
  null,
  "step-too-small",
  "not-finite",
  "too-many-steps",
  "closures-singular",
  "no-convergence",
  "singular-matrix",
  "left-terrain",
  "wheel-below-ground",
  "wheel-flat",
] as const;

const EVENT_STEP_SHARE = 0.01;

/** Attempts between two checks for progress. */
const LOOK_EVERY = 1024;
/** Closures of a lower quality are near a dead point. */
const POOR_QUALITY = 1e-4;

/** Numbers of a snapshot before those of the events. */
const HEAD_NUMBERS = 16;

/** The run of one sample in a lane: its next stop, and its next sample to record. Its steps do not depend on the other lane. */
export class LaneRun {
  readonly #pair: LanePair;
  readonly lane: LaneIndex;
  readonly spec: RunSpec;
  readonly #observer: RunObserver;
  readonly #stops: readonly number[];
  #nextBreak = 0;
  #nextAction: number;
  #nextSample: number;
  #lastSample = NaN;
  readonly #events: EventWatch | null;
  readonly #report: (event: FoundEvent) => void;
  /** The current step has been inspected in part: samples up to #last are due, and a terminal event is at #terminal. */
  #isInspecting = false;
  #last = NaN;
  #terminal = Infinity;
  /** Attempts and time at the last check for progress. */
  #lookedAfter = 0;
  #lookedAt = NaN;
  /** Steps since then. */
  #settled = 0;
  #isStuck = false;
  readonly #watch: SingularWatch;
  #isForeseen = false;
  /** The state reached lies next to a singular pose, at a stop; and whether "start" is still to come for new loads or commands. */
  #isAtPose = false;
  #needsStart = false;
  end: RunEnd | null = null;

  constructor(pair: LanePair, lane: LaneIndex, spec: RunSpec, observer: RunObserver) {
    this.#pair = pair;
    this.lane = lane;
    this.spec = spec;
    this.#observer = observer;
    const { plan } = pair;
    this.#stops = plan.breakpoints.filter((t) => t > spec.t && t < spec.tEnd);
    this.#nextAction = observer.nextAction?.(spec.t) ?? Infinity;
    this.#nextSample = observer.nextSample?.(spec.t) ?? Infinity;
    this.#events = plan.eventCount > 0 ? new EventWatch(pair, lane) : null;
    this.#watch = new SingularWatch(pair, lane, observer.leastPivot ?? null);
    this.#report = (event) => observer.event?.(event);
  }

  /** Puts the sample into its lane; call `ready` after the pair's "start". */
  load(): void {
    const { spec, lane } = this;
    this.#pair.setParameters(spec.parameters, lane);
    loadSample(this.#pair, lane, spec);
    this.#pair.setClock("relative", lane, spec.relative);
    this.#pair.setClock("absolute", lane, spec.absolute);
    this.#pair.setClock("hMax", lane, this.#longestStep());
    this.#pair.setClock("most", lane, spec.maxSteps);
    this.#setStop();
  }

  /** Runs with events take at least a hundred steps, so that events are evaluated often enough. */
  #longestStep(): number {
    const { maxStep, t, tEnd, step } = this.spec;
    return this.#events && step === 0 ? Math.min(maxStep, EVENT_STEP_SHARE * (tEnd - t)) : maxStep;
  }

  /** @param isSingular whether the start is known to be in a singular pose */
  ready(isSingular = false): void {
    const { spec, lane } = this;
    if (this.#nextAction <= spec.t) {
      // The first commands change the derivative that the first step begins with.
      this.#act(spec.t);
      // Extremes of the start without these commands are not part of the run.
      forgetExtremes(this.#pair, lane);
      this.#pair.setClock("restart", lane, 1);
      if (!isSingular) this.#pair.run("start");
    }
    this.chooseFirstStep();
    this.#events?.start();
    if (this.#nextSample <= spec.t) this.#record(spec.t);
    this.#watch.take();
    if (spec.tEnd <= spec.t) this.end = "finished";
    else if (isSingular || this.#watch.isSingular()) this.#foresee();
  }

  /** The first instant behind the accepted state at which a load jumps. */
  get nextJump(): number {
    return this.#stops[this.#nextBreak] ?? Infinity;
  }

  /** The run has arrived at a stop next to a singular pose: what follows there must not put its state onto the closures. */
  stopAtPose(): void {
    this.#isAtPose = true;
  }

  /** Whether "start" is due at the accepted state, because loads or commands have changed. */
  get needsStart(): boolean {
    return this.#needsStart;
  }

  /** Stops at a good state because a singular pose may be ahead. */
  #foresee(): void {
    this.end = "closures-singular";
    this.#isForeseen = true;
  }

  /** The step to begin with; after the pair's "start". */
  chooseFirstStep(): void {
    const { spec, lane } = this;
    const step = spec.step > 0 ? spec.step : firstStep(this.#pair, lane);
    this.#pair.setClock("h", lane, Math.min(step, this.#longestStep()));
  }

  /** Bounds the steps from here on, except a fixed step. */
  limitStep(maxStep: number): void {
    if (this.spec.step > 0) return;
    const longest = Math.min(maxStep, this.#longestStep());
    this.#pair.setClock("hMax", this.lane, longest);
    this.#pair.setClock("h", this.lane, Math.min(longest, this.#pair.clock("h", this.lane)));
  }

  /** Continues after a failure that was fixed; the pair must "start" again. */
  goOn(): void {
    this.end = null;
    this.#isForeseen = false;
    this.#needsStart = false;
    this.#pair.setClock("failure", this.lane, 0);
  }

  /** The progress of the run, besides the contents of its lane. */
  snapshot(): Float64Array {
    const watched = this.#events?.snapshot() ?? [];
    const inspecting = [
      this.#isInspecting ? 1 : 0,
      this.#last,
      this.#terminal,
      this.#lookedAfter,
      this.#lookedAt,
      this.#settled,
      ...this.#watch.snapshot(),
      this.#isAtPose ? 1 : 0,
    ];
    return Float64Array.from([
      // Other ends follow from the clock, or from the failure that the lane holds.
      this.end === "event" ? 1 : 0,
      this.#nextBreak,
      this.#nextAction,
      this.#nextSample,
      this.#lastSample,
      ...inspecting,
      ...watched,
    ]);
  }

  /** Continues from a snapshot, in place of `ready`. */
  restore(numbers: Float64Array): void {
    const [isOver, nextBreak, nextAction, nextSample, lastSample, isInspecting, ...rest] = numbers.subarray(
      0,
      HEAD_NUMBERS,
    );
    if (isOver === 1) this.end = "event";
    this.#nextBreak = nextBreak;
    this.#nextAction = nextAction;
    this.#nextSample = nextSample;
    this.#lastSample = lastSample;
    this.#isInspecting = isInspecting === 1;
    [this.#last, this.#terminal, this.#lookedAfter, this.#lookedAt, this.#settled] = rest;
    this.#watch.restore(rest.slice(5, 9));
    this.#isAtPose = rest[9] === 1;
    this.#events?.restore(numbers.subarray(HEAD_NUMBERS));
  }

  #setStop(): void {
    this.#pair.setStop(this.lane, Math.min(this.spec.tEnd, this.#stops[this.#nextBreak] ?? Infinity, this.#nextAction));
  }

  get isInspecting(): boolean {
    return this.#isInspecting;
  }

  /** Samples and events inside an attempted step, before it is committed. Records at most so many; false if there are more. */
  inspect(most = Infinity): boolean {
    const { lane } = this;
    const pair = this.#pair;
    if (!this.#isInspecting) {
      if (pair.clock("accept", lane) === 0) return true;
      this.#watch.keep();
      this.#terminal = this.#events?.inspect(this.#report) ?? Infinity;
      this.#last = Math.min(pair.clock("tNext", lane), this.#terminal);
    }
    this.#isInspecting = false;
    if (this.#nextSample <= this.#last) {
      pair.run("complete");
      for (let i = 0; this.#nextSample <= this.#last; i++) {
        if (i === most) {
          this.#isInspecting = true;
          return false;
        }
        pair.showAt(lane, this.#nextSample);
        this.#record(this.#nextSample);
      }
    }
    const terminal = this.#terminal;
    if (terminal === Infinity) return true;
    this.end = "event";
    // The part of the step after the event is not part of the run.
    if (pair.plan.extremesBefore.length > 0) pair.setClock("accept", lane, 0);
    // The final state is recorded even if no sample is due.
    if (this.#lastSample === terminal || !this.#observer.sample) return true;
    pair.showAt(lane, terminal);
    this.#observer.sample(terminal);
    return true;
  }

  #record(t: number): void {
    this.#lastSample = t;
    this.#observer.sample?.(t);
    const next = this.#observer.nextSample?.(t) ?? Infinity;
    this.#nextSample = next > t ? next : Infinity;
  }

  /** After a commit: finished, failed, or at an intermediate stop. True if the pair must "start" again. */
  settle(): boolean {
    const { lane, spec } = this;
    const pair = this.#pair;
    if (this.end === "event") return false;
    const failure = pair.clock("failure", lane);
    if (failure > 0) {
      this.end = failureCodes[failure];
      return false;
    }
    const t = pair.clock("t", lane);
    // A double argument would be boxed in every step: the rare check reads the clock itself.
    if (++this.#settled >= LOOK_EVERY && this.#look()) {
      this.end = "closures-singular";
      return false;
    }
    if (t >= spec.tEnd) {
      this.end = "finished";
      return false;
    }
    this.#watch.take();
    if (!this.#isAtPose && this.#watch.isNear()) {
      this.#foresee();
      return false;
    }
    if (t < pair.clock("tStop", lane)) return false;
    const needsStart = this.#goOnFromStop();
    if (!this.#isAtPose && !(needsStart && this.#watch.isSingular())) return needsStart;
    this.#isAtPose = false;
    this.#foresee();
    this.#needsStart = needsStart;
    return false;
  }

  /** After a jump of a load or new commands: true if the derivative changes. */
  #goOnFromStop(): boolean {
    const { lane } = this;
    const pair = this.#pair;
    const t = pair.clock("t", lane);
    const isBreak = this.#stops[this.#nextBreak] <= t;
    while (this.#stops[this.#nextBreak] <= t) this.#nextBreak++;
    const isChanged = this.#nextAction <= t && this.#act(t);
    pair.setClock("tFirst", lane, t);
    pair.setClock("count", lane, 0);
    this.#setStop();
    if (!isBreak && !isChanged) return false;
    pair.setClock("restart", lane, 1);
    return true;
  }

  /** True for a run that stopped at a good state because a singular pose may be ahead. */
  get isForeseen(): boolean {
    return this.#isForeseen;
  }

  /** True for a run that ended because it crept towards a dead point: reselecting closures would not help it. */
  get isStuck(): boolean {
    return this.#isStuck;
  }

  /** Near a dead point runs creep. Stuck: closures nearly singular, and all attempts left would cover 1 % of the time left. */
  #look(): boolean {
    const { lane, spec } = this;
    const pair = this.#pair;
    this.#settled = 0;
    const t = pair.clock("t", lane);
    const attempts = pair.clock("accepted", lane) + pair.clock("rejected", lane);
    const rate = (t - this.#lookedAt) / (attempts - this.#lookedAfter);
    this.#lookedAfter = attempts;
    this.#lookedAt = t;
    const { quality } = pair.layout;
    if (spec.step > 0 || quality.count === 0 || !(pair.f64[pair.index(quality, lane)] < POOR_QUALITY)) return false;
    // At the first check the rate is NaN.
    this.#isStuck = rate * (spec.maxSteps - attempts) < 0.01 * (spec.tEnd - t);
    return this.#isStuck;
  }

  #act(t: number): boolean {
    const isChanged = this.#observer.act?.(t) ?? false;
    this.#nextAction = this.#observer.nextAction?.(t + Number.EPSILON * Math.max(1, Math.abs(t))) ?? Infinity;
    this.#setStop();
    return isChanged;
  }
}
