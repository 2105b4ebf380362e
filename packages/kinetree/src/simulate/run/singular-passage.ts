import { SAFE_QUALITY } from "../../integrate/control.js";
import type { LoopPlan } from "../../formulation/loops/closures/loop-plan.js";
import type { LaneIndex } from "../../kernel/instance.js";
import type { State } from "../../state/state.js";
import type { LanePair } from "../lanes/lane-pair.js";
import type { LaneRun } from "../lanes/lane-run.js";
import { integratedState, jointState } from "../lanes/lane-state.js";
import type { ClockField } from "../plan/state-layout.js";
import type { LoopPlans } from "./loop-plans.js";
import { takeJointCoordinates } from "./passage-coordinates.js";
import { planPassage, type NotPassed, type Passed, type PlanFor, type PlannedPassage } from "./planned-passage.js";
import { leastPivotOf, RankOutlook } from "./rank-outlook.js";

/** Part of a step over which the outlook is taken. */
const LOOK_SHARE = 0.25;
/** Part of the way to the pose after which it is tried again. */
const NEARER = 0.5;
/** Attempts at a step that leads beyond the pose; part of the step over which its end is looked at. */
const [MOST_ATTEMPTS, END_SHARE] = [4, 0.02];

/** Part of the closures' least pivot that a selection of rows has to keep. */
const FIT = 0.3;

/** Times behind a pose that are longer than that before it by less than this are not tried. */
const FARTHER = 1.5;
/** Coordinates that have moved so far [rad, m] are away from a pose. */
const AWAY = 1e-3;
/** Least pivot below which rates cannot be relied on, and below which steps must be longer than those that a run takes by itself. */
const [AT_POSE, NEAR_POSE] = [1e-4, Math.sqrt(SAFE_QUALITY)];
/** Speed in the pose, relative to the largest of the step, below which the mechanism comes to rest there; looks that find it. */
const [AT_REST, LOOKS, NARROWINGS] = [1e-3, 16, 32];
/** Part of the way to a time of rest up to which a run is carried. */
const SHORT_OF_REST = 0.97;
/** Least pivot where a mechanism that comes to rest is in the pose. */
const REST_POSE = 1e-5;
/** Halvings of a step away from a pose: slow motion is soon turned by its loads. */
const MOST_HALVINGS = 40;

/**
 * Carries a run through a pose where closures lose rank, such as a parallelogram laid flat, along the one smooth continuation of its
 * motion: in one long step by collocation, none of whose stages is at the pose. Before and after it, the run takes its own steps.
 */
export class SingularPassage {
  readonly #plans: LoopPlans;
  readonly #pair: LanePair;
  /** Speeds of the loops that lose rank at the pose. */
  #concerned: readonly number[] = [];
  /** Of the closures between joints; 0 where the equations of the run choose as many rows. */
  rank = 0;

  /** @param plans of the closures between the joints of the model, which are few, whatever coordinates are integrated */
  constructor(pair: LanePair, plans: LoopPlans) {
    this.#pair = pair;
    this.#plans = plans;
  }

  /** Whether the accepted state is in a singular pose, or so near to one that rates cannot be relied on. */
  isAtPose(lane: LaneIndex): boolean {
    return !(this.leastPivot(lane) >= AT_POSE);
  }

  /** Whether it is so near to one that no step of the run's own should begin there. */
  isNearPose(lane: LaneIndex): boolean {
    return !(this.leastPivot(lane) >= NEAR_POSE);
  }

  /** Passes a singular pose ahead, or leaves one. Afterwards, select closures for the state reached, and "start". */
  pass(run: LaneRun): Passed {
    const { lane } = run;
    const pair = this.#pair;
    const { plan } = pair;
    const wasHere = this.isNearPose(lane);
    const ahead = wasHere ? 0 : this.#timeTo(lane);
    const passage = ahead === null ? null : this.#plans.passage(this.#selection(lane));
    if (ahead === null || !passage) return "nothing-ahead";
    const planned: PlanFor = (timeTo, timeFrom) =>
      planPassage(pair, lane, { ahead: timeTo, behind: timeFrom, jump: run.nextJump, isFixed: plan.fixed });
    if (!wasHere && !planned(ahead, ahead)) return "nothing-ahead";
    this.#concerned = this.#outlook().speedsConcerned(jointState(pair, lane, "accepted"));
    const { end } = run;
    const before = changed.map((field) => pair.clock(field, lane));
    const restore = (): void => changed.forEach((field, i) => pair.setClock(field, lane, before[i]));
    const plannedFor: PlanFor = (timeTo, timeFrom) => {
      restore();
      return planned(timeTo, timeFrom);
    };
    const takeBack = takeJointCoordinates(pair, lane, passage);
    run.goOn();
    const passed = wasHere ? this.#leave(lane, plannedFor) : this.#attempt(lane, ahead, plannedFor);
    const isPassed = typeof passed !== "string";
    if (isPassed) {
      run.inspect();
      pair.run("commit");
    }
    takeBack(isPassed ? "state reached" : "state before");
    restore();
    if (isPassed) {
      pair.setClock("count", lane, pair.clock("count", lane) + passed.steps);
      if (!passed.endsAtRest) return passed.isCut && this.isNearPose(lane) ? "stopped-at-pose" : "passed";
      run.end ??= "closures-singular";
      return "comes-to-rest";
    }
    run.end = end;
    if (!plan.fixed && !wasHere) pair.setClock("h", lane, Math.min(pair.clock("h", lane), NEARER * ahead));
    return passed;
  }

  /** The selection of the run, or another one where its rows have become much poorer than the closures are. */
  #selection(lane: LaneIndex): LoopPlan {
    const { loopPlan } = this.#pair.plan;
    const state = jointState(this.#pair, lane, "accepted");
    if (!loopPlan || this.#pair.view) return this.#plans.select(state);
    if (loopPlan.redundant.length === 0) return loopPlan;
    const { sparse } = this.#plans.evaluator.at(state);
    const rows = loopPlan.rows.map((row) => sparse[row]);
    const isFit = leastPivotOf(rows, rows.length) > FIT * leastPivotOf(sparse, rows.length);
    return isFit ? loopPlan : this.#plans.select(state);
  }

  /** The least pivot of the closures between joints, at the accepted state. */
  leastPivot(lane: LaneIndex): number {
    return this.#outlook().leastPivot(jointState(this.#pair, lane, "accepted"));
  }

  #outlook(): RankOutlook {
    const { view, plan } = this.#pair;
    const isKnown = view !== null || this.rank > 0;
    return new RankOutlook(this.#plans.evaluator, isKnown ? this.rank : (plan.loopPlan?.rows.length ?? 0));
  }

  /** Time until the closures lose rank if the motion goes on as it does now; null if they do not. */
  #timeTo(lane: LaneIndex): number | null {
    const { state, a, step } = this.#motion(lane);
    const outlook = this.#outlook();
    return outlook.timeToSingular(state, a, LOOK_SHARE * step) ?? outlook.timeToRest(state, a);
  }

  /** Time over which the motion leads away from a pose, in which accelerations say nothing; 0 at rest. */
  #timeAway(state: State): number {
    const fastest = this.#speedIn(state);
    return fastest > 0 ? this.#outlook().timeAway(state, AWAY / fastest) : 0;
  }

  /** The largest speed of the loops that lose rank. */
  #speedIn({ v }: State): number {
    return this.#concerned.reduce((most, i) => Math.max(most, Math.abs(v[i])), 0);
  }

  /** The accepted state and accelerations of the joints, and the length of a step. */
  #motion(lane: LaneIndex): { readonly state: State; readonly a: Float64Array; readonly step: number } {
    const pair = this.#pair;
    const rates = new Float64Array(pair.plan.nv);
    const { startRates, rates: ratesNow } = pair.layout;
    if (pair.plan.implicit) {
      // Implicit steppers evaluate where they like.
      pair.run("recall");
      pair.run("accelerate");
    }
    pair.read((pair.plan.implicit ? ratesNow : startRates).v, lane, rates);
    const state = jointState(pair, lane, "accepted");
    const a = pair.view?.accelerations(integratedState(pair, lane, "accepted"), rates, state) ?? rates;
    if (!a.every(Number.isFinite)) a.fill(0);
    return { state, a, step: Math.max(pair.clock("h", lane), pair.clock("hTaken", lane)) };
  }

  /** Tries steps until one leads beyond the pose, whose time is known better after each; the last one is left to be committed. */
  #attempt(lane: LaneIndex, ahead: number, plannedFor: PlanFor): PlannedPassage | NotPassed {
    const pair = this.#pair;
    let time = ahead;
    for (let i = 0; i < MOST_ATTEMPTS; i++) {
      const planned = this.#beyond(lane, time, plannedFor);
      if (!planned) return "too-far";
      const rest = this.#restWithin(lane);
      if (rest !== null) return this.#stopBefore(lane, rest, plannedFor(time, time)) ?? "comes-to-rest";
      const length = pair.clock("hTaken", lane);
      const end = { ...jointState(pair, lane, "end"), t: planned.t1 };
      const outlook = this.#outlook();
      if (planned.isCut || !outlook.isFalling(end, END_SHARE * length)) return planned;
      // The pose is still ahead.
      const left = outlook.timeToSingular(end, new Float64Array(end.v.length), END_SHARE * length);
      if (left === null) return planned;
      time = length + left;
    }
    return "too-far";
  }

  /**
   * A good step through a pose that is so much time away: as far behind it, or else farther, since between stages that all lie near the
   * pose nothing can be told but rounding.
   */
  #beyond(lane: LaneIndex, time: number, plannedFor: PlanFor): PlannedPassage | null {
    const even = plannedFor(time, time);
    if (!even) return null;
    if (this.#try(lane, even)) return even;
    const before = jointState(this.#pair, lane, "accepted");
    const there = this.#outlook().after(before, time);
    for (let i = 0, behind = this.#timeAway(there); i < MOST_HALVINGS && behind > FARTHER * time; i++, behind /= 2) {
      const planned = plannedFor(time, behind);
      if (planned && this.#try(lane, planned)) return planned;
    }
    return null;
  }

  /** Tries shorter and shorter steps away from a pose, which may lie just ahead. */
  #leave(lane: LaneIndex, plannedFor: PlanFor): PlannedPassage | NotPassed {
    const state = jointState(this.#pair, lane, "accepted");
    const fastest = this.#speedIn(state);
    if (!(fastest > 0)) return "comes-to-rest";
    const ahead = this.#outlook().timeLeft(state, AWAY / fastest);
    const behind = this.#timeAway(this.#outlook().after(state, ahead));
    for (let i = 0, time = behind; i < MOST_HALVINGS; i++, time /= 2) {
      const whole = plannedFor(0, ahead + time);
      const planned = whole && { ...whole, pose: ahead / (whole.followedTo - state.t) };
      if (!planned || !this.#try(lane, planned)) continue;
      const isAway = planned.isCut || this.#outlook().leastPivot(jointState(this.#pair, lane, "end")) > NEAR_POSE;
      // A shorter one would get no farther.
      return isAway ? planned : "too-far";
    }
    return "too-far";
  }

  /** When a step comes to rest in the pose, null if it does not: nothing then tells along which of its motions the mechanism goes on. */
  #restWithin(lane: LaneIndex): number | null {
    const pair = this.#pair;
    const [t, t1] = [pair.clock("t", lane), pair.clock("tNext", lane)];
    pair.run("complete");
    const shownAt = (part: number): State => {
      pair.showAt(lane, t + part * (t1 - t));
      return jointState(pair, lane, "shown");
    };
    const speedAt = (part: number): number => this.#speedIn(shownAt(part));
    const speeds = Array.from({ length: LOOKS + 1 }, (_, i) => speedAt(i / LOOKS));
    const slowest = speeds.indexOf(Math.min(...speeds));
    let [from, to] = [Math.max(0, slowest - 1) / LOOKS, Math.min(LOOKS, slowest + 1) / LOOKS];
    for (let i = 0; i < NARROWINGS; i++) {
      const [left, right] = [(2 * from + to) / 3, (from + 2 * to) / 3];
      if (speedAt(left) < speedAt(right)) to = right;
      else from = left;
    }
    const turning = (from + to) / 2;
    const isAtRest = speedAt(turning) < AT_REST * Math.max(...speeds);
    return isAtRest && this.#outlook().leastPivot(shownAt(turning)) < REST_POSE ? t + turning * (t1 - t) : null;
  }

  /** A step that ends just before a time of rest, if it is good. */
  #stopBefore(lane: LaneIndex, rest: number, planned: PlannedPassage | null): PlannedPassage | null {
    const t = this.#pair.clock("t", lane);
    const t1 = t + SHORT_OF_REST * (rest - t);
    if (!planned || planned.isOnGrid || !(t1 > t)) return null;
    const short = { ...planned, t1, followedTo: t1, isCut: false, pose: 1, endsAtRest: true };
    return this.#try(lane, short) ? short : null;
  }

  /** One attempt; whether it is good. */
  #try(lane: LaneIndex, { t1, followedTo, pose }: PlannedPassage): boolean {
    const pair = this.#pair;
    const h = followedTo - pair.clock("t", lane);
    const clock = { h, hMax: Infinity, leastQuality: 0, theta: pose, restart: 1, tStop: t1 } as const;
    pair.setStop(lane, followedTo);
    for (const [field, value] of Object.entries(clock)) pair.setClock(field as keyof typeof clock, lane, value);
    pair.run("start");
    // There may be no accelerations to start with.
    pair.setClock("failure", lane, 0);
    pair.run("attempt");
    return pair.clock("accept", lane) > 0;
  }
}

/** What a passage changes on the clock, and puts back. */
const changed: readonly ClockField[] = [
  "h",
  "hMax",
  "tStop",
  "tCap",
  "count",
  "accepted",
  "rejected",
  "leastQuality",
  "failure",
];
