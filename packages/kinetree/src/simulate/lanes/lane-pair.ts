import type { SimulationError } from "../../errors/kinetree-error.js";
import { makeHost } from "../../formulation/hosts.js";
import type { State } from "../../state/state.js";
import { CONTROL, LEAST_QUALITY } from "../../integrate/control.js";
import type { ImplicitCounts } from "../../integrate/implicit/method.js";
import { Instance, type LaneIndex } from "../../kernel/instance.js";
import type { AbsoluteView } from "./absolute-view.js";
import { ImplicitPair } from "../implicit/implicit-pair.js";
import { addCounts } from "../implicit/run-counts.js";
import type { SimulationPlan } from "../plan/plan.js";
import {
  clockIndices,
  partOf,
  slotIndex,
  type ClockField,
  type Slots,
  type StateLayout,
} from "../plan/state-layout.js";

type Calls = Readonly<Record<string, (state: number, parameters: number, work: number, most?: number) => number>>;

/** Steps below this fraction of the run at the very start: the first step is a guess, and a short one costs little. */
const FIRST_STEP_SHARE = 1e-3;
/** Steps above this many units of the clock's resolution at the very start: shorter ones would not move the clock. */
const FIRST_STEP_ULPS = 16;

/** What goes over from one plan to another, besides states and the clock: all that is not computed before it is read. */
const carried = [
  "tau",
  "u",
  "stages",
  "events",
  "measures",
  "extremes",
  "extremeTimes",
  "memory",
  "held",
  "lambda",
] as const satisfies readonly (keyof StateLayout)[];

const clockFields = Object.keys(CONTROL) as readonly ClockField[];

/** Where the numbers of a lane's state are, as the joints of the model have them: indices of the first, two apart. */
export interface StateView {
  readonly f64: Float64Array;
  readonly nq: number;
  readonly nv: number;
  readonly q: number;
  readonly v: number;
  readonly tau: number;
  readonly u: number;
  /** Accelerations and multipliers as last computed; only of the state that stands in q and y. */
  readonly vdot: number;
  readonly lambda: number;
}

/**
 * Two samples of a simulation plan, side by side in the lanes of one memory. It knows how to put a sample into a lane and to
 * read one out; who steps, and when, is the caller's business.
 */
export class LanePair {
  #plan: SimulationPlan;
  #instance: Instance;
  #f64: Float64Array;
  #state: number;
  /** Index of the state section in `f64`. */
  #base: number;
  /** Indices of the clock of lane 0. */
  #clock: Readonly<Record<ClockField, number>>;
  #parameters: number;
  #work: number;
  #call: Calls;
  /** Steps where the code does not. */
  #implicit: ImplicitPair | null;
  /** What implicit methods did that were exchanged since, by lane. */
  readonly #countsBefore: [ImplicitCounts | null, ImplicitCounts | null] = [null, null];
  /** For formulations that integrate something else than the joints' coordinates. */
  view: AbsoluteView | null = null;

  constructor(plan: SimulationPlan, module?: WebAssembly.Module) {
    this.#plan = plan;
    this.#instance = new Instance(plan.artifact, { hosts: makeHost, ...(module ? { module } : {}) });
    this.#f64 = this.#instance.f64;
    this.#state = this.#instance.state();
    this.#base = this.#state / 8;
    this.#clock = clockIndices(this.#base, plan.layout.clock, 0);
    this.#parameters = this.#instance.parameters();
    this.#work = this.#instance.work;
    this.#call = this.#instance.exports as unknown as Calls;
    this.#implicit = plan.implicit ? new ImplicitPair(plan, plan.implicit, this.#instance) : null;
  }

  get plan(): SimulationPlan {
    return this.#plan;
  }

  get instance(): Instance {
    return this.#instance;
  }

  get f64(): Float64Array {
    return this.#f64;
  }

  /**
   * Goes on with another plan of the same model and options: other rows and coordinates of closures. All that a lane holds is
   * carried over; "start" makes it ready to step.
   */
  exchange(plan: SimulationPlan, module: WebAssembly.Module): void {
    const [old, from] = [this.#plan, this.#instance];
    const to = new Instance(plan.artifact, { hosts: makeHost, module });
    const carry = (source: Slots, target: Slots): void => {
      const count = Math.min(source.count, target.count);
      const at = slotIndex(from.state() / 8, source, 0);
      to.f64.set(from.f64.subarray(at, at + 2 * count), slotIndex(to.state() / 8, target, 0));
    };
    const [before, after] = [old.layout, plan.layout];
    for (const state of ["shown", "accepted", "end"] as const) {
      carry(before[state].q, after[state].q);
      carry(before[state].y, after[state].y);
    }
    carry(before.shown.t, after.shown.t);
    carry(before.rates.v, after.rates.v);
    for (const name of carried) carry(before[name], after[name]);
    for (const field of clockFields) carry(before.clock[field], after.clock[field]);
    for (let i = 0; i < plan.artifact.parameterCount; i++)
      for (const lane of [0, 1] as const) to.setParameter(i, from.f64[from.parameters() / 8 + 2 * i + lane], lane);
    to.prologue();
    this.#plan = plan;
    this.#instance = to;
    this.#f64 = to.f64;
    this.#state = to.state();
    this.#base = this.#state / 8;
    this.#clock = clockIndices(this.#base, plan.layout.clock, 0);
    this.#parameters = to.parameters();
    this.#work = to.work;
    this.#call = to.exports as unknown as Calls;
    for (const lane of [0, 1] as const) this.#countsBefore[lane] = this.implicitCounts(lane);
    this.#implicit = plan.implicit ? new ImplicitPair(plan, plan.implicit, to) : null;
    // A method of another kind takes the state over as a start.
    if (this.#implicit) for (const lane of [0, 1] as const) this.setClock("restart", lane, 1);
  }

  /** Runs an exported function on this pair. */
  run(
    name:
      | "start"
      | "attempt"
      | "commit"
      | "complete"
      | "interpolate"
      | "finish"
      | "recall"
      | "events"
      | "measures"
      | "prologue"
      | "accelerate"
      | "derive",
  ): void {
    if (this.#implicit?.run(name) !== true) this.#call[name](this.#state, this.#parameters, this.#work);
  }

  /** What implicit methods have done in a lane so far, in all its runs; null if there were none. */
  implicitCounts(lane: LaneIndex): ImplicitCounts | null {
    return addCounts(this.#countsBefore[lane], this.#implicit?.counts(lane) ?? null);
  }

  /** Why an implicit method refused the state that it was to start from; null if it did not. */
  startError(lane: LaneIndex): SimulationError | null {
    return this.#implicit?.startError(lane) ?? null;
  }

  /** What stood most in the way of the step that failed, in words; null where that is not known. */
  culprit(lane: LaneIndex): string | null {
    return this.#implicit?.culprit(lane) ?? null;
  }

  /** Runs the entry point of a controller's law. */
  runLaw(entry: string): void {
    this.#call[entry](this.#state, this.#parameters, this.#work);
  }

  /** Steps until an active lane arrives at its stop or fails, or `most` attempts are made. */
  advance(most: number): number {
    if (this.#implicit) return this.#implicit.advance(most);
    return this.#call["advance"](this.#state, this.#parameters, this.#work, most);
  }

  /** Where things are in a lane. */
  get layout(): StateLayout {
    return this.#plan.layout;
  }

  /** Index in `f64` of the first of some slots, for a lane; the next ones follow 2 apart. */
  index(slots: Slots, lane: LaneIndex): number {
    return slotIndex(this.#base, slots, lane);
  }

  clock(field: ClockField, lane: LaneIndex): number {
    return this.#f64[this.#clock[field] + lane];
  }

  setClock(field: ClockField, lane: LaneIndex, value: number): void {
    this.#f64[this.#clock[field] + lane] = value;
  }

  /** out ← the numbers of some slots, from entry `start` on. */
  read(slots: Slots, lane: LaneIndex, out: Float64Array, start = 0): void {
    const first = this.index(slots, lane);
    for (let i = 0; i < slots.count; i++) out[start + i] = this.f64[first + 2 * i];
  }

  /** Writes the first slots, as many as there are values. */
  write(slots: Slots, values: ArrayLike<number>, lane: LaneIndex): void {
    const first = this.index(slots, lane);
    for (let i = 0; i < values.length; i++) this.f64[first + 2 * i] = values[i];
  }

  /** The same number in all slots. */
  fill(slots: Slots, value: number, lane: LaneIndex): void {
    const first = this.index(slots, lane);
    for (let i = 0; i < slots.count; i++) this.f64[first + 2 * i] = value;
  }

  /** Puts the state at an instant of the step under way into q, y and t; after "complete". */
  showAt(lane: LaneIndex, t: number): void {
    const t0 = this.clock("t", lane);
    const t1 = this.clock("tNext", lane);
    if (t === t1) {
      this.run("finish");
      return;
    }
    this.setClock("theta", lane, (t - t0) / (t1 - t0));
    this.run("interpolate");
  }

  /** The same at a fraction of the step, given by whole numbers: no number is boxed on the way. */
  showPart(lane: LaneIndex, part: number, parts: number): void {
    if (part === parts) {
      this.run("finish");
      return;
    }
    this.setClock("theta", lane, part / parts);
    this.run("interpolate");
  }

  /** A copy of the accepted state of a lane, or of the one that stands in q and y, in the coordinates that are integrated. */
  raw(lane: LaneIndex, which: "shown" | "accepted"): State {
    const { nq, nv, layout } = this.#plan;
    const slots = layout[which];
    const t = this.f64[this.index(slots.t, lane)];
    const state = { t, q: new Float64Array(nq), v: new Float64Array(nv) };
    this.read(slots.q, lane, state.q);
    this.read(slots.v, lane, state.v);
    if (slots.contacts.count === 0) return state;
    const z = new Float64Array(slots.contacts.count);
    this.read(slots.contacts, lane, z);
    return { ...state, z };
  }

  /** Internal states of contacts. */
  get contactCount(): number {
    return this.#plan.layout.shown.contacts.count;
  }

  /** The same as the joints of the model have it. */
  stateOf(lane: LaneIndex, which: "shown" | "accepted"): State {
    const state = this.raw(lane, which);
    if (!this.view) return state;
    const joints = this.view.join(state);
    return state.z ? { ...joints, z: state.z } : joints;
  }

  /** Where the numbers of a state are, as the joints of the model have them; to be used before anything moves. */
  stateView(lane: LaneIndex, which: "shown" | "accepted"): StateView {
    if (this.view) return this.view.stateView(this, lane, which);
    const { nq, nv, layout } = this.#plan;
    return {
      f64: this.f64,
      nq,
      nv,
      q: this.index(layout[which].q, lane),
      v: this.index(layout[which].v, lane),
      tau: this.index(layout.tau, lane),
      u: this.index(layout.u, lane),
      vdot: this.index(layout.rates.v, lane),
      lambda: this.index(layout.lambda, lane),
    };
  }

  setParameters(values: ArrayLike<number>, lane: LaneIndex): void {
    for (let i = 0; i < values.length; i++) this.instance.setParameter(i, values[i], lane);
    this.run("prologue");
  }

  /** Puts a state at rest on the clock into a lane; `start` makes it ready to step. */
  load(
    lane: LaneIndex,
    sample: {
      t: number;
      q: ArrayLike<number>;
      v: ArrayLike<number>;
      z?: ArrayLike<number>;
      tau?: ArrayLike<number>;
      u?: ArrayLike<number>;
    },
  ): void {
    const { layout, artifact, laws } = this.#plan;
    // Host parts keep choices in memory, which the lane's last sample must not hand on.
    if (artifact.hosts.length > 0) {
      this.fill(layout.all, 0, lane);
      this.run("prologue");
    }
    const { q, delta, v, z } = layout.accepted;
    this.write(q, sample.q, lane);
    this.fill(delta, 0, lane);
    this.write(v, sample.v, lane);
    this.fill(z, 0, lane);
    if (sample.z) this.write(z, sample.z, lane);
    this.forgetExtremes(lane);
    for (const { memory, memoryStart } of laws)
      this.write(partOf(layout.memory, memory, memoryStart.length), memoryStart, lane);
    // The first stage of a run comes before the first look at drift: nothing of the lane's last sample may act on it.
    this.fill(layout.held, 0, lane);
    this.#writeOrClear(layout.tau, sample.tau, lane);
    this.#writeOrClear(layout.u, sample.u, lane);
    for (const field of [
      "h",
      "hTaken",
      "error",
      "accept",
      "landing",
      "accepted",
      "rejected",
      "count",
      "failure",
      "theta",
    ] as const) {
      this.setClock(field, lane, 0);
    }
    for (const field of ["t", "tNext", "tFirst"] as const) this.setClock(field, lane, sample.t);
    this.setClock("active", lane, 1);
    this.setClock("restart", lane, 1);
    this.setClock("leastQuality", lane, LEAST_QUALITY);
  }

  #writeOrClear(slots: Slots, values: ArrayLike<number> | undefined, lane: LaneIndex): void {
    if (values) this.write(slots, values, lane);
    else this.fill(slots, 0, lane);
  }

  /** Extremes as they are before the first look. */
  forgetExtremes(lane: LaneIndex): void {
    const { layout, extremesBefore } = this.#plan;
    this.write(layout.extremes, extremesBefore, lane);
    this.fill(layout.extremeTimes, 0, lane);
  }

  /** A lane without a sample: it stands still, on a copy of the other lane so that its numbers are harmless. */
  idle(lane: LaneIndex): void {
    const { all } = this.#plan.layout;
    const [own, other] = [this.index(all, lane), this.index(all, lane === 0 ? 1 : 0)];
    for (let i = 0; i < all.count; i++) this.f64[own + 2 * i] = this.f64[other + 2 * i];
    this.setClock("active", lane, 0);
    this.setStop(lane, -Infinity);
    this.#implicit?.rest(lane);
  }

  /** Everything that a lane knows but for its parameters. */
  snapshot(lane: LaneIndex): Float64Array {
    const { all } = this.#plan.layout;
    const beside = this.#implicit?.snapshot(lane) ?? new Float64Array(0);
    const out = new Float64Array(all.count + beside.length);
    this.read(all, lane, out);
    out.set(beside, all.count);
    return out;
  }

  restore(lane: LaneIndex, numbers: Float64Array): void {
    const { all } = this.#plan.layout;
    this.write(all, numbers.subarray(0, all.count), lane);
    if (!this.#implicit) return;
    this.#implicit.restore(lane, numbers.slice(all.count));
    // Methods make derivatives again from where they were taken, which leaves traces in memory.
    this.write(all, numbers.subarray(0, all.count), lane);
  }

  setStop(lane: LaneIndex, tStop: number): void {
    this.setClock("tStop", lane, tStop);
    this.setClock("tCap", lane, previousNumber(tStop));
  }

  /**
   * A first step from the sizes of the state and its rate, after `start`.
   * Hairer, Nørsett, Wanner I (1993), II.4, without their trial step: the step after adapts anyway.
   */
  firstStep(lane: LaneIndex, span: number): number {
    if (this.#implicit) return this.#implicit.firstStep(lane, span);
    const { nv, layout } = this.#plan;
    const relative = this.clock("relative", lane);
    const absolute = this.clock("absolute", lane);
    const y = this.index(layout.accepted.y, lane);
    const f = this.index(layout.startRates.y, lane);
    let size = 0;
    let rate = 0;
    for (let i = 0; i < layout.accepted.y.count; i++) {
      // Coordinates on a manifold have no magnitude of their own: they count with 1.
      const value = i < nv ? 1 : this.f64[y + 2 * i];
      const scale = absolute + relative * Math.abs(value);
      size += (value / scale) ** 2;
      rate += (this.f64[f + 2 * i] / scale) ** 2;
    }
    const longest = FIRST_STEP_SHARE * span;
    const guess = 0.01 * Math.sqrt(size / Math.max(rate, 1e-300));
    if (!(guess > 0)) return longest; // nothing moves, or the rate is no number: the first attempt finds out
    return Math.min(Math.max(guess, FIRST_STEP_ULPS * Number.EPSILON * Math.abs(this.clock("t", lane))), longest);
  }
}

const bits = new Float64Array(1);
const words = new BigInt64Array(bits.buffer);

/** The next smaller number. */
function previousNumber(x: number): number {
  if (!Number.isFinite(x)) return x;
  if (x === 0) return -Number.MIN_VALUE;
  bits[0] = x;
  words[0] += x > 0 ? -1n : 1n;
  return bits[0];
}
