import type { LoopPlan } from "../../formulation/loops/closures/loop-plan.js";
import type { LaneIndex } from "../../kernel/instance.js";
import type { State } from "../../state/state.js";
import type { LanePair } from "../lanes/lane-pair.js";
import type { LaneRun } from "../lanes/lane-run.js";
import { integratedState, jointState } from "../lanes/lane-state.js";
import type { ClockField } from "../plan/state-layout.js";
import type { LoopPlans } from "./loop-plans.js";
import { takeJointCoordinates } from "./passage-coordinates.js";
import { leastPivotOf, RankOutlook } from "./rank-outlook.js";

/** Part of a step over which the outlook is taken. */
const LOOK_SHARE = 0.25;
/** A stop before this part of the way to the pose leaves the pose to the steps after it. */
const BEFORE = 0.9;
/** Part of the way to the pose after which it is tried again. */
const NEARER = 0.5;
/** Attempts at a step that leads beyond the pose; part of the step over which its end is looked at. */
const [MOST_ATTEMPTS, END_SHARE] = [4, 0.02];

/** Part of the closures' least pivot that a selection of rows has to keep. */
const FIT = 0.3;

/** Coordinates that have moved so far [rad, m] are away from a pose. */
const AWAY = 1e-3;
/** Least pivot below which a state is in a singular pose for all that can be computed there. */
const AT_POSE = 1e-4;
/** Speed in the pose, relative to the largest of the step, below which the mechanism comes to rest there; looks that find it. */
const [AT_REST, LOOKS, NARROWINGS] = [1e-3, 16, 32];
/** Part of the way to a time of rest up to which a run is carried. */
const SHORT_OF_REST = 0.97;
/** Least pivot where a mechanism that comes to rest is in the pose. */
const REST_POSE = 1e-5;
/** Halvings of a step away from a pose. */
const MOST_HALVINGS = 12;

/** What became of an attempt to pass: nothing is ahead; a pose is ahead, but too far for one step; it is reached at rest; passed. */
type Passed = "nothing-ahead" | "too-far" | "comes-to-rest" | "passed";

/** A step through a pose: where it ends, the pose as a part of it, and how many fixed steps it stands for. */
interface PlannedPassage {
  readonly t1: number;
  readonly pose: number;
  readonly steps: number;
  readonly isOnGrid: boolean;
  /** It stops just before the pose, in which the mechanism would come to rest. */
  readonly endsAtRest?: boolean;
}

type NotPassed = "too-far" | "comes-to-rest";

/** Plans a step with times to the pose, and on from it. */
type PlanFor = (ahead: number, behind: number) => PlannedPassage | null;

/**
 * Carries a run through a pose where closures lose rank, such as a parallelogram laid flat, along the one smooth continuation of its
 * motion: in one long step by collocation, none of whose stages is at the pose. Before and after it, the run takes its own steps.
 */
export class SingularPassage {
  readonly #plans: LoopPlans;
  readonly #pair: LanePair;
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

  /** Passes a singular pose ahead, or leaves one. Afterwards, select closures for the state reached, and "start". */
  pass(run: LaneRun): Passed {
    const { lane } = run;
    const pair = this.#pair;
    const { plan } = pair;
    const [t, wasHere] = [pair.clock("t", lane), this.isAtPose(lane)];
    const ahead = wasHere ? 0 : this.#timeTo(lane);
    const passage = ahead === null ? null : this.#plans.passage(this.#selection(lane));
    const behind = wasHere ? this.#timeAway(lane) : ahead;
    if (ahead === null || behind === null || !passage) return "nothing-ahead";
    if (!this.#planned(t, ahead, behind, lane, plan.fixed)) return "nothing-ahead";
    const { end } = run;
    const before = changed.map((field) => pair.clock(field, lane));
    const restore = (): void => changed.forEach((field, i) => pair.setClock(field, lane, before[i]));
    const plannedFor: PlanFor = (timeTo, timeFrom) => {
      restore();
      return this.#planned(t, timeTo, timeFrom, lane, plan.fixed);
    };
    const takeBack = takeJointCoordinates(pair, lane, passage);
    run.goOn();
    const passed = wasHere ? this.#leave(lane, behind, plannedFor) : this.#attempt(lane, ahead, plannedFor);
    const isPassed = typeof passed !== "string";
    if (isPassed) {
      run.inspect();
      pair.run("commit");
    }
    takeBack(isPassed ? "state reached" : "state before");
    restore();
    if (isPassed) {
      pair.setClock("count", lane, pair.clock("count", lane) + passed.steps);
      if (!passed.endsAtRest) return "passed";
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

  /** Time over which the motion leads away from a pose, in which accelerations say nothing. */
  #timeAway(lane: LaneIndex): number {
    const state = jointState(this.#pair, lane, "accepted");
    return this.#outlook().timeAway(state, AWAY / fastestOf(state));
  }

  /** The accepted state and accelerations of the joints, and the length of a step. */
  #motion(lane: LaneIndex): { readonly state: State; readonly a: Float64Array; readonly step: number } {
    const pair = this.#pair;
    const rates = new Float64Array(pair.plan.nv);
    pair.read(pair.layout.startRates.v, lane, rates);
    const state = jointState(pair, lane, "accepted");
    const a = pair.view?.accelerations(integratedState(pair, lane, "accepted"), rates, state) ?? rates;
    if (!a.every(Number.isFinite)) a.fill(0);
    return { state, a, step: Math.max(pair.clock("h", lane), pair.clock("hTaken", lane)) };
  }

  /** A step to a pose and so far behind it, on the grid of fixed steps and not beyond a stop; null if that is before the pose. */
  #planned(t: number, ahead: number, behind: number, lane: LaneIndex, isFixed: boolean): PlannedPassage | null {
    const pair = this.#pair;
    const [h, tStop] = [pair.clock("h", lane), pair.clock("tStop", lane)];
    const span = ahead + behind;
    const steps = isFixed ? Math.max(1, Math.round(span / h)) : 1;
    const end = isFixed ? pair.clock("tFirst", lane) + (pair.clock("count", lane) + steps) * h : t + span;
    const t1 = Math.min(end, tStop);
    return t1 - t > BEFORE * ahead ? { t1, pose: ahead / (t1 - t), steps, isOnGrid: isFixed } : null;
  }

  /** Tries steps until one leads beyond the pose, whose time is known better after each; the last one is left to be committed. */
  #attempt(lane: LaneIndex, ahead: number, plannedFor: PlanFor): PlannedPassage | NotPassed {
    const pair = this.#pair;
    let time = ahead;
    for (let i = 0; i < MOST_ATTEMPTS; i++) {
      const planned = plannedFor(time, time);
      if (!planned) return "too-far";
      const isAtStop = planned.t1 === pair.clock("tStop", lane);
      if (!this.#try(lane, planned)) return "too-far";
      const rest = this.#restWithin(lane);
      if (rest !== null) return this.#stopBefore(lane, rest, plannedFor(time, time)) ?? "comes-to-rest";
      const length = pair.clock("hTaken", lane);
      const end = { ...jointState(pair, lane, "end"), t: planned.t1 };
      const outlook = this.#outlook();
      if (isAtStop || !outlook.isFalling(end, END_SHARE * length)) return planned;
      // The pose is still ahead.
      const left = outlook.timeToSingular(end, new Float64Array(end.v.length), END_SHARE * length);
      if (left === null) return planned;
      time = length + left;
    }
    return "too-far";
  }

  /** Tries shorter and shorter steps away from a pose. */
  #leave(lane: LaneIndex, behind: number, plannedFor: PlanFor): PlannedPassage | NotPassed {
    for (let i = 0, time = behind; i < MOST_HALVINGS; i++, time /= 2) {
      const planned = plannedFor(0, time);
      if (planned && this.#try(lane, planned)) return planned;
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
    const speedAt = (part: number): number => fastestOf(shownAt(part));
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
    const short = { ...planned, t1, pose: 1, endsAtRest: true };
    return this.#try(lane, short) ? short : null;
  }

  /** One attempt; whether it is good. */
  #try(lane: LaneIndex, { t1, pose }: PlannedPassage): boolean {
    const pair = this.#pair;
    const clock = { h: t1 - pair.clock("t", lane), hMax: Infinity, leastQuality: 0, theta: pose, restart: 1 } as const;
    pair.setStop(lane, t1);
    for (const [field, value] of Object.entries(clock)) pair.setClock(field as keyof typeof clock, lane, value);
    pair.run("start");
    // There may be no accelerations to start with.
    pair.setClock("failure", lane, 0);
    pair.run("attempt");
    return pair.clock("accept", lane) > 0;
  }
}

const fastestOf = ({ v }: State): number => v.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

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
