import { SimulationError } from "../../errors/kinetree-error.js";
import { HOLD_DRIFT } from "../../formulation/loops/projection/held-drift.js";
import { SAFE_QUALITY } from "../../integrate/control.js";
import type { ImplicitCounts, ImplicitStepper } from "../../integrate/implicit/method.js";
import type { SimulationPlan } from "../plan/plan.js";
import { JUDGE_GROUND, SURVEY_GROUND } from "../plan/survey.js";
import { PASSAGE, type ImplicitPlan } from "../plan/implicit-plan.js";
import type { StateSlots } from "../plan/state-layout.js";
import { FIRST_STEP_SPAN } from "./first-step-span.js";
import { concludeStep, FAILURE, planStep, type LaneClock } from "./lane-clock.js";
import type { LaneMemory } from "./lane-memory.js";
import { Mechanism } from "./mechanism.js";
import { makeStepper, type MadeStepper } from "./make-stepper.js";

/** A first step where the method has no idea of one, as a part of `FIRST_STEP_SPAN`. */
const FIRST_STEP_SHARE = 1e-3;

/**
 * Steps after which a state is put back onto the closures: the drift of one is less than its error, and the state that is shown is put back in
 * any case.
 */
const SETTLE_EVERY = 8;

/**
 * A lane that an implicit method steps on the host: the counterpart of the compiled steppers of explicit ones (see `integrate/stepper.ts`),
 * function by function, on the same clock and the same records.
 */
export class LaneStepper {
  readonly #plan: SimulationPlan;
  readonly #implicit: ImplicitPlan;
  readonly #memory: LaneMemory;
  readonly #clock: LaneClock;
  readonly #settle: (() => void) | null;
  /** Steps through a singular pose. */
  readonly #isPassage: boolean;
  readonly #evaluate: () => void;
  readonly #check: (() => void) | null;
  /** Evaluates the drift that is damped along a step. */
  readonly #hold: (() => void) | null;
  /** Surveys the ground around the state that is shown, and judges a step by that. */
  readonly #survey: (() => void) | null;
  readonly #judge: (() => void) | null;
  readonly #mechanism: Mechanism;
  readonly #made: MadeStepper;
  readonly #stepper: ImplicitStepper;
  readonly #y: Float64Array;
  readonly #q: Float64Array;
  readonly #scratch: Float64Array;
  /** The base before the last one. */
  readonly #base: Float64Array;
  /** Change of the state at the end of the step, after the method: settling and releases. */
  readonly #jump: Float64Array;
  /** Whether the end of the step under way was put back onto the closures. */
  #isSettled = false;
  /** The unknown that limited the step that failed, in words. */
  culprit: string | null = null;
  /** Why the method refused to start from the state of the lane. */
  startError: SimulationError | null = null;
  /** Whether the method holds a state: a fresh lane does not. */
  #isOn = false;

  constructor(plan: SimulationPlan, implicit: ImplicitPlan, memory: LaneMemory) {
    this.#plan = plan;
    this.#implicit = implicit;
    this.#memory = memory;
    this.#clock = { f64: memory.f64, at: memory.clockAt(plan.layout.clock) };
    this.#settle = implicit.settles === null ? null : memory.bind("settle");
    this.#isPassage = implicit.name === PASSAGE;
    this.#evaluate = memory.bind("evaluate");
    this.#check = implicit.checks ? memory.bind("check quality") : null;
    this.#hold = plan.layout.held.count > 0 ? memory.bind(HOLD_DRIFT) : null;
    const hasGround = plan.layout.ground.count > 0;
    this.#survey = hasGround ? memory.bind(SURVEY_GROUND) : null;
    this.#judge = hasGround ? memory.bind(JUDGE_GROUND) : null;
    this.#mechanism = new Mechanism(plan, implicit, memory);
    this.#made = makeStepper(this.#mechanism);
    this.#stepper = this.#made.stepper;
    this.#y = new Float64Array(this.#stepper.end.length);
    this.#q = new Float64Array(plan.nq);
    this.#scratch = new Float64Array(plan.layout.rates.y.count);
    this.#base = new Float64Array(plan.nq);
    this.#jump = new Float64Array(2 * plan.nv + (implicit.releases?.count ?? 0));
  }

  get counts(): ImplicitCounts {
    return this.#stepper.counts;
  }

  #setTolerances(): void {
    const { f64, at } = this.#clock;
    this.#mechanism.tolerances.relative = f64[at.relative];
    this.#mechanism.tolerances.absolute = f64[at.absolute];
  }

  /** Takes the accepted state over if the lane asks for it, without a past. */
  start(): void {
    const { f64, at } = this.#clock;
    if (!(f64[at.active] > 0) || !(f64[at.restart] > 0)) return;
    const { accepted, startRates } = this.#plan.layout;
    const memory = this.#memory;
    this.#setTolerances();
    memory.read(accepted.q, this.#q);
    this.#mechanism.setBase(this.#q);
    const y = this.#y;
    y.fill(0);
    memory.read(accepted.y, y);
    const t = f64[at.t];
    this.#mechanism.evaluate(t, y, this.#scratch);
    if (this.#isPassage) this.#takeClosed(y);
    memory.write(startRates.y, this.#scratch);
    if (this.#implicit.observes && f64[at.accepted] + f64[at.rejected] === 0) {
      memory.run("look");
      this.#takeObserved();
    }
    if (this.#survey) {
      this.#survey();
      memory.copy(this.#plan.layout.groundAtEnd, this.#plan.layout.ground);
    }
    this.#made.complete(t, y);
    this.startError = null;
    // A passage may begin at the singular pose itself, where there are no rates.
    if (areFinite(this.#scratch) || this.#isPassage) this.#begin(t, y);
    else f64[at.failure] = FAILURE.notFinite;
    this.#isOn = true;
    f64[at.restart] = 0;
    // A method without a past begins carefully, however far it went before.
    if (this.#made.hasHistory && f64[at.h] > 0 && f64[at.failure] === 0 && !this.#plan.fixed)
      f64[at.h] = Math.min(f64[at.h], this.firstStep());
    this.recall();
  }

  /** Begins a passage at the closed state that was just evaluated, unless a singular pose is near: what is open grows towards one. */
  #takeClosed(y: Float64Array): void {
    const { quality, shown } = this.#plan.layout;
    if (!(this.#memory.get(quality) > SAFE_QUALITY)) return;
    this.#memory.read(shown.q, this.#q);
    this.#mechanism.setBase(this.#q);
    this.#memory.read(shown.v, y.subarray(this.#plan.nv, 2 * this.#plan.nv));
  }

  /** A start that the method refuses ends the sample of this lane, and no other. */
  #begin(t: number, y: Float64Array): void {
    const { f64, at } = this.#clock;
    try {
      this.#stepper.begin(t, y);
    } catch (error) {
      if (!(error instanceof SimulationError)) throw error;
      this.startError = error;
      this.culprit = error.subject;
      f64[at.failure] = error.code === "singular-start" ? FAILURE.singular : FAILURE.noConvergence;
    }
  }

  /** A length for the first step; q, y and t stay. */
  firstStep(): number {
    if (this.#clock.f64[this.#clock.at.failure] > 0) return FIRST_STEP_SPAN;
    const h = this.#stepper.firstStep(FIRST_STEP_SPAN);
    this.recall();
    // Nothing that moves the clock, or no number: the first attempt finds out.
    return h > 0 ? h : FIRST_STEP_SHARE * FIRST_STEP_SPAN;
  }

  /** Makes a step and decides about it. */
  attempt(): void {
    const clock = this.#clock;
    const { fixed: isFixed } = this.#plan;
    const step = planStep(clock, isFixed, this.#isOn);
    if (!step) return;
    if (this.#hold) {
      this.recall();
      this.#hold();
    }
    const attempted = this.#stepper.attempt(step.taken, isFixed);
    const { error, trouble } = attempted;
    clock.f64[clock.at.error] = error;
    const isGood = trouble === null && (isFixed ? error < Infinity : error <= 1 && !step.isTooShort);
    if (isGood) this.#end(step.tNext, step.isLanding);
    const isFinite = !isGood || areFinite(this.#stepper.end);
    const isAccepted = isGood && isFinite;
    const failure = concludeStep(clock, step, attempted, { isFixed, isAccepted, isFinite });
    if (failure !== null) this.#fail(failure);
    if (isAccepted && this.#judge) this.#heedGround(this.#judge);
    // A choice of coordinates that has worn out may be to blame: see `#wantsBase`.
    if ((!isFinite || trouble === "not-finite") && this.#implicit.settles === "stage") this.#rebase();
    // Of the end of the step, or of the state next to it that was evaluated last.
    if (clock.f64[clock.at.accept] > 0) this.#check?.();
  }

  /** Takes a step back that may have jumped over the ground, and bounds the next one. */
  #heedGround(judge: () => void): void {
    const { f64, at } = this.#clock;
    const before = f64[at.h];
    judge();
    if (f64[at.h] < before) this.#stepper.shorten?.(f64[at.h]);
  }

  #fail(failure: number): void {
    const { f64, at } = this.#clock;
    f64[at.failure] = failure;
    this.culprit = failure === FAILURE.tooMany ? null : (this.#stepper.culprit?.() ?? null);
    // For the message: accelerations at the last good state.
    const { accepted, startRates } = this.#plan.layout;
    this.#memory.read(accepted.y, this.#y);
    this.#memory.read(accepted.q, this.#q);
    this.#mechanism.chart.difference(this.#mechanism.base, this.#q, this.#y);
    this.#mechanism.evaluate(f64[at.t], this.#y, this.#scratch);
    this.#memory.write(startRates.y, this.#scratch);
  }

  /** The state at the end of a step: back onto the closures, contacts released, extremes observed. */
  #end(tNext: number, isLanding: boolean): void {
    const { f64, at } = this.#clock;
    const { nv, layout } = this.#plan;
    const { releases, observes, isConstrained, checks } = this.#implicit;
    const memory = this.#memory;
    const { end } = this.#stepper;
    this.#mechanism.put(tNext, end);
    this.#mechanism.retract();
    const jump = this.#jump;
    jump.fill(0);
    // The constrained equations keep the closures to the accuracy of a step: there only the state that is shown is settled.
    this.#isSettled = !isConstrained && (isLanding || f64[at.accepted] % SETTLE_EVERY === 0);
    if (this.#settle && this.#isSettled && this.#canSettle(tNext)) {
      this.#settle();
      memory.read(layout.shown.q, this.#q);
      this.#mechanism.chart.difference(this.#mechanism.base, this.#q, jump);
      memory.read(layout.shown.v, jump, nv);
      for (let i = 0; i < 2 * nv; i++) jump[i] -= end[i];
    }
    memory.copy(layout.shown.q, layout.end.q);
    memory.copy(layout.shown.y, layout.end.y);
    // The constrained equations are solved without the accelerations of a formulation, whose quality tells of singular poses.
    if (releases || observes || (isConstrained && checks)) this.#evaluate();
    if (releases) {
      memory.copy(releases, layout.end.kept);
      memory.read(releases, jump, 2 * nv);
      for (let i = 2 * nv; i < 2 * nv + releases.count; i++) jump[i] -= end[i];
    }
    if (observes) memory.run("look");
    this.#survey?.();
    // The quality belongs to this state, whichever was shown before.
    if (this.#implicit.settlingJudges && !this.#isSettled) this.#settle?.();
    if (!this.#stepper.shift) for (let i = 0; i < jump.length; i++) end[i] += jump[i];
  }

  /** Whether the end of the step can be put onto the closures, which a singular pose nearby forbids. Leaves it in q, y and t. */
  #canSettle(tNext: number): boolean {
    if (!this.#isPassage) return true;
    this.#evaluate();
    const quality = this.#memory.get(this.#plan.layout.quality);
    this.#mechanism.put(tNext, this.#stepper.end);
    this.#mechanism.retract();
    return quality > SAFE_QUALITY;
  }

  #takeObserved(): void {
    const { observes } = this.#implicit;
    if (observes) this.#memory.copy(observes.from, observes.to);
  }

  /** Takes the step over if it was accepted. */
  commit(): void {
    const { f64, at } = this.#clock;
    if (!(f64[at.accept] > 0)) return;
    const { accepted, end } = this.#plan.layout;
    const memory = this.#memory;
    memory.copy(end.q, accepted.q);
    // δ of the accepted state stays 0.
    memory.copy(end.v, accepted.v);
    memory.copy(end.z, accepted.z);
    f64[at.t] = f64[at.tNext];
    this.#takeObserved();
    memory.copy(this.#plan.layout.groundAtEnd, this.#plan.layout.ground);
    this.#stepper.accept();
    // For a method that goes by its past, the state was on the closures, and contacts had forgotten, all along: a past that ends in a jump
    // would tell of a motion that is not there.
    if (!areZero(this.#jump)) this.#stepper.shift?.(this.#jump);
    if (this.#wantsBase()) this.#rebase();
  }

  /** Whether the accepted state, which the step has led to, is to be the new base. */
  #wantsBase(): boolean {
    if (this.#made.startsAtBase || this.#mechanism.chart.isFar(this.#stepper.end)) return true;
    if (this.#implicit.settles !== "stage") return false;
    // Such formulations choose coordinates at each new base, and a choice does not last for ever.
    return !this.#made.hasHistory || this.#clock.f64[this.#clock.at.accepted] % SETTLE_EVERY === 0;
  }

  /** Sees coordinates from the accepted state. */
  #rebase(): void {
    const { chart, base } = this.#mechanism;
    this.#base.set(base);
    this.#memory.read(this.#plan.layout.accepted.q, this.#q);
    this.#mechanism.setBase(this.#q);
    this.#stepper.rebase((y) => {
      chart.retract(this.#base, y, this.#q);
      chart.difference(base, this.#q, y);
    });
  }

  /** Puts the accepted state into q, y and t. */
  recall(): void {
    this.#show(this.#plan.layout.accepted);
    if (!this.#isPassage) this.#settle?.();
  }

  /** Puts the state at the end of the step into q, y and t. */
  finish(): void {
    this.#show(this.#plan.layout.end);
    if (!this.#isSettled) this.#settle?.();
  }

  #show({ t, q, y }: StateSlots): void {
    const { shown } = this.#plan.layout;
    this.#memory.copy(q, shown.q);
    this.#memory.copy(y, shown.y);
    this.#memory.copy(t, shown.t);
  }

  /** Puts the state at θ into q, y and t. */
  interpolate(): void {
    const { f64, at } = this.#clock;
    if (!this.#isOn || !(f64[at.hTaken] > 0)) return;
    const theta = f64[at.theta];
    const t = f64[at.t] + theta * f64[at.hTaken];
    this.#stepper.interpolate(theta, this.#y);
    this.#mechanism.put(t, this.#y);
    this.#memory.set(this.#plan.layout.shown.t, t);
    this.#mechanism.retract();
    // At a singular pose there is nothing to settle onto, and the step is accurate all along.
    if (!this.#isPassage) this.#settle?.();
  }

  /** The past of the method, which is not in memory. */
  snapshot(): Float64Array {
    if (!this.#isOn) return new Float64Array(0);
    const { base } = this.#mechanism;
    const kept = this.#stepper.snapshot();
    const out = new Float64Array(base.length + kept.length);
    out.set(base);
    out.set(kept, base.length);
    return out;
  }

  restore(numbers: Float64Array): void {
    this.#isOn = numbers.length > 0;
    if (!this.#isOn) return;
    const { nq } = this.#plan;
    this.#setTolerances();
    this.#mechanism.setBase(numbers.slice(0, nq));
    this.#stepper.restore(numbers.slice(nq));
  }

  /** Forgets the sample that was in the lane. */
  rest(): void {
    this.#isOn = false;
  }
}

function areFinite(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (!(Math.abs(values[i]) < Infinity)) return false;
  return true;
}

function areZero(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (values[i] !== 0) return false;
  return true;
}
