import type { ImplicitCounts, ImplicitStepper } from "../../integrate/implicit/method.js";
import type { SimulationPlan } from "../plan.js";
import type { ImplicitPlan } from "./implicit-plan.js";
import type { LaneMemory } from "./lane-memory.js";
import { Mechanism } from "./mechanism.js";
import { makeStepper, type MadeStepper } from "./make-stepper.js";

/** A step this near to the stop, relative to h, goes all the way. */
const NEARLY_THERE = 1e-9;

type Field = keyof SimulationPlan["offsets"]["control"];

/** Failures as the clock of a lane has them. */
const [TOO_SHORT, NOT_FINITE, TOO_MANY, NO_CONVERGENCE, SINGULAR] = [1, 2, 3, 5, 6];

/**
 * A lane that an implicit method steps on the host: what the compiled steppers do for the explicit ones (see `integrate/stepper.ts`),
 * function by function, on the same clock and the same records.
 */
export class LaneStepper {
  readonly #plan: SimulationPlan;
  readonly #implicit: ImplicitPlan;
  readonly #memory: LaneMemory;
  readonly #mechanism: Mechanism;
  readonly #made: MadeStepper;
  readonly #stepper: ImplicitStepper;
  readonly #y: Float64Array;
  readonly #q: Float64Array;
  readonly #scratch: Float64Array;
  /** The base before the last one. */
  readonly #base: Float64Array;
  /** What contacts have forgotten at the end of the step. */
  readonly #jump: Float64Array;
  /** Whether the method holds a state: a fresh lane does not. */
  #isOn = false;

  constructor(plan: SimulationPlan, implicit: ImplicitPlan, memory: LaneMemory) {
    this.#plan = plan;
    this.#implicit = implicit;
    this.#memory = memory;
    this.#mechanism = new Mechanism(plan, implicit, memory);
    this.#made = makeStepper(this.#mechanism);
    this.#stepper = this.#made.stepper;
    this.#y = new Float64Array(this.#stepper.end.length);
    this.#q = new Float64Array(plan.nq);
    this.#scratch = new Float64Array(2 * plan.nv + plan.nz);
    this.#base = new Float64Array(plan.nq);
    this.#jump = new Float64Array(implicit.releases?.count ?? 0);
  }

  get counts(): ImplicitCounts {
    return this.#stepper.counts;
  }

  #clock(field: Field): number {
    return this.#memory.get(this.#plan.offsets.control[field]);
  }

  #set(field: Field, value: number): void {
    this.#memory.set(this.#plan.offsets.control[field], value);
  }

  #setTolerances(): void {
    this.#mechanism.tolerances.relative = this.#clock("relative");
    this.#mechanism.tolerances.absolute = this.#clock("absolute");
  }

  /** Takes the accepted state over if the lane asks for it, without a past. */
  start(): void {
    if (!(this.#clock("active") > 0) || !(this.#clock("restart") > 0)) return;
    const { offsets, nq, nv, nz } = this.#plan;
    const memory = this.#memory;
    this.#setTolerances();
    memory.read(offsets.q0, nq, this.#q);
    this.#mechanism.setBase(this.#q);
    const y = this.#y;
    y.fill(0);
    memory.read(offsets.y0, 2 * nv + nz, y);
    const t = this.#clock("t");
    this.#mechanism.evaluate(t, y, this.#scratch);
    memory.write(offsets.stages, this.#scratch, 0, this.#scratch.length);
    if (this.#implicit.observes && this.#clock("accepted") + this.#clock("rejected") === 0) {
      memory.run("look");
      this.#takeObserved();
    }
    this.#made.complete(t, y);
    if (areFinite(this.#scratch)) this.#stepper.begin(t, y);
    this.#isOn = true;
    this.#set("restart", 0);
    // A method without a past begins carefully, however far it went before.
    if (this.#made.hasHistory && this.#clock("h") > 0 && !this.#plan.fixed)
      this.#set("h", Math.min(this.#clock("h"), this.#stepper.firstStep(this.#clock("tStop") - t)));
    this.recall();
  }

  /** A length for the first step; what stands in q, y and t stays. */
  firstStep(span: number): number {
    const h = this.#stepper.firstStep(span);
    this.recall();
    return h;
  }

  /** Makes a step and decides about it. */
  attempt(): void {
    const { fixed } = this.#plan;
    const [t, h, tStop] = [this.#clock("t"), this.#clock("h"), this.#clock("tStop")];
    const end = fixed ? this.#clock("tFirst") + (this.#clock("count") + 1) * h : t + h;
    const isLanding = tStop - NEARLY_THERE * h <= end;
    const isIdle = tStop <= t || this.#clock("failure") > 0 || !this.#isOn;
    const tNext = isIdle ? t : isLanding ? tStop : end;
    const taken = isIdle ? 0 : isLanding || fixed ? tNext - t : h;
    this.#set("tNext", tNext);
    this.#set("hTaken", taken);
    this.#set("landing", isLanding ? 1 : 0);
    this.#set("accept", 0);
    if (isIdle) return;
    const { error, next, trouble } = this.#stepper.attempt(taken, fixed);
    const isTooShort = !isLanding && taken < 2 * Number.EPSILON * Math.max(1e-300, Math.abs(t));
    const isGood = trouble === null && (fixed ? error < Infinity : error <= 1 && !isTooShort);
    this.#set("error", error);
    const proposed = Math.min(next, this.#clock("hMax"));
    if (isGood) this.#end(tNext);
    const isFinite = !isGood || areFinite(this.#stepper.end);
    const isAccepted = isGood && isFinite;
    const accepted = this.#clock("accepted") + (isAccepted ? 1 : 0);
    const rejected = this.#clock("rejected") + (isAccepted ? 0 : 1);
    this.#set("accepted", accepted);
    this.#set("rejected", rejected);
    this.#set("accept", isAccepted ? 1 : 0);
    if (isAccepted) this.#set("count", this.#clock("count") + 1);
    // A step cut short by a stop says nothing against the length that was proposed before.
    if (!fixed) this.#set("h", isAccepted && isLanding ? Math.max(h, proposed) : isFinite ? proposed : taken / 4);
    if (!isAccepted && (fixed || isTooShort))
      this.#fail(
        trouble === "newton"
          ? NO_CONVERGENCE
          : trouble === "singular"
            ? SINGULAR
            : trouble === null && isFinite
              ? TOO_SHORT
              : NOT_FINITE,
      );
    else if (this.#clock("most") <= accepted + rejected) this.#fail(TOO_MANY);
    // Of the state that was evaluated last, next to the end of the step.
    if (isAccepted && this.#implicit.checks) this.#memory.run("check quality");
  }

  #fail(failure: number): void {
    this.#set("failure", failure);
    // What the message tells of: accelerations at the last good state.
    const { offsets, nv, nz } = this.#plan;
    this.#memory.read(offsets.y0, 2 * nv + nz, this.#y);
    this.#memory.read(offsets.q0, this.#plan.nq, this.#q);
    this.#mechanism.chart.difference(this.#mechanism.base, this.#q, this.#y);
    this.#mechanism.evaluate(this.#clock("t"), this.#y, this.#scratch);
    this.#memory.write(offsets.stages, this.#scratch, 0, this.#scratch.length);
  }

  /** The state at the end of a step: put back onto what must hold, released, looked at. */
  #end(tNext: number): void {
    const { offsets, nq, nv, nz } = this.#plan;
    const { settles, releases, observes } = this.#implicit;
    const memory = this.#memory;
    const { end } = this.#stepper;
    this.#mechanism.put(tNext, end);
    memory.run("retract");
    if (settles) {
      memory.run("settle");
      memory.read(offsets.q, nq, this.#q);
      this.#mechanism.chart.difference(this.#mechanism.base, this.#q, end);
      memory.read(offsets.y + 16 * nv, nv, end, nv);
    }
    memory.copy(offsets.q, offsets.q1, nq);
    memory.copy(offsets.y, offsets.y1, 2 * nv + nz);
    if (!releases && !observes) return;
    memory.run("accelerate");
    if (releases) {
      memory.copy(releases.from, offsets.y1 + 32 * nv, releases.count);
      memory.read(releases.from, releases.count, this.#jump);
      for (let i = 0; i < releases.count; i++) this.#jump[i] -= end[2 * nv + i];
      if (!this.#made.hasHistory) memory.read(releases.from, releases.count, end, 2 * nv);
    }
    if (observes) memory.run("look");
  }

  #takeObserved(): void {
    const { observes } = this.#implicit;
    if (observes) this.#memory.copy(observes.from, observes.to, observes.count);
  }

  /** Takes the step over if it was accepted. */
  commit(): void {
    if (!(this.#clock("accept") > 0)) return;
    const { offsets, nq, nv, nz } = this.#plan;
    const memory = this.#memory;
    memory.copy(offsets.q1, offsets.q0, nq);
    // δ of the accepted state stays 0.
    memory.copy(offsets.y1 + 16 * nv, offsets.y0 + 16 * nv, nv + nz);
    this.#set("t", this.#clock("tNext"));
    this.#takeObserved();
    this.#stepper.accept();
    if (this.#made.hasHistory && !areZero(this.#jump)) this.#release();
    if (this.#made.startsAtBase || this.#mechanism.chart.isFar(this.#stepper.end)) this.#rebase();
  }

  /**
   * What contacts forget where a step ends, they never knew: a past that ended in a jump would tell the method of a motion that is
   * not there. Rates do not change by it.
   */
  #release(): void {
    const first = 2 * this.#plan.nv;
    this.#stepper.rebase((y) => {
      for (let i = 0; i < this.#jump.length; i++) y[first + i] += this.#jump[i];
    }, true);
  }

  /** Sees coordinates from the accepted state. */
  #rebase(): void {
    const { chart, base } = this.#mechanism;
    this.#base.set(base);
    this.#memory.read(this.#plan.offsets.q0, this.#plan.nq, this.#q);
    this.#mechanism.setBase(this.#q);
    this.#stepper.rebase((y) => {
      chart.retract(this.#base, y, this.#q);
      chart.difference(base, this.#q, y);
    });
  }

  /** Puts the accepted state into q, y and t. */
  recall(): void {
    this.#show(this.#plan.offsets.q0, this.#plan.offsets.y0, "t");
    if (this.#implicit.settles) this.#memory.run("settle");
  }

  /** Puts the state at the end of the step into q, y and t. */
  finish(): void {
    this.#show(this.#plan.offsets.q1, this.#plan.offsets.y1, "tNext");
  }

  #show(q: number, y: number, t: Field): void {
    const { offsets, nq, nv, nz } = this.#plan;
    this.#memory.copy(q, offsets.q, nq);
    this.#memory.copy(y, offsets.y, 2 * nv + nz);
    this.#memory.set(offsets.t, this.#clock(t));
  }

  /** Puts the state at θ into q, y and t. */
  interpolate(): void {
    if (!this.#isOn || !(this.#clock("hTaken") > 0)) return;
    const { offsets } = this.#plan;
    const theta = this.#clock("theta");
    const t = this.#clock("t") + theta * this.#clock("hTaken");
    this.#stepper.interpolate(theta, this.#y);
    this.#mechanism.put(t, this.#y);
    this.#memory.set(offsets.t, t);
    this.#memory.run("retract");
    if (this.#implicit.settles) this.#memory.run("settle");
  }

  /** What the method remembers, beside what is in memory. */
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
