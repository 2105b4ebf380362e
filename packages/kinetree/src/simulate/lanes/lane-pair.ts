import type { SimulationError } from "../../errors/kinetree-error.js";
import { makeHost } from "../../formulation/hosts.js";
import type { State } from "../../state/state.js";
import { LEAST_QUALITY } from "../../integrate/control.js";
import type { ImplicitCounts } from "../../integrate/implicit/method.js";
import { Instance, type LaneIndex } from "../../kernel/instance.js";
import type { AbsoluteView } from "./absolute-view.js";
import { ImplicitPair } from "../implicit/implicit-pair.js";
import { addCounts } from "../implicit/run-counts.js";
import type { SimulationPlan } from "../plan/plan.js";

type Calls = Readonly<Record<string, (state: number, parameters: number, work: number, most?: number) => number>>;

/** Steps below this fraction of the run at the very start: the first step is a guess, and a short one costs little. */
const FIRST_STEP_SHARE = 1e-3;
/** Steps above this many units of the clock's resolution at the very start: shorter ones would not move the clock. */
const FIRST_STEP_ULPS = 16;

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
    const ny = 2 * plan.nv + plan.nz;
    const { control: oldControl, lambda: oldLambda, quality: _old, ...before } = old.offsets;
    const { control: newControl, lambda: newLambda, quality: _new, ...after } = plan.offsets;
    const sizes: Record<keyof typeof after, number> = {
      t: 1,
      q: plan.nq,
      y: ny,
      tau: plan.nv,
      u: plan.nu,
      q0: plan.nq,
      y0: ny,
      q1: plan.nq,
      y1: ny,
      stages: plan.stageCount * ny,
      vdot: plan.nv,
      events: plan.eventCount,
      measures: plan.measureCount,
      extremes: 2 * plan.extremesBefore.length,
      memory: plan.memoryCount,
      lawResults: 0,
      held: plan.heldCount,
    };
    const carry = (source: number, target: number, count: number): void => {
      const at = (from.state() + source) / 8;
      to.f64.set(from.f64.subarray(at, at + 2 * count), (to.state() + target) / 8);
    };
    for (const name of Object.keys(sizes) as (keyof typeof sizes)[])
      if (sizes[name] > 0) carry(before[name], after[name], sizes[name]);
    for (const name of Object.keys(newControl) as (keyof typeof newControl)[])
      carry(oldControl[name], newControl[name], 1);
    if (oldLambda >= 0 && newLambda >= 0) carry(oldLambda, newLambda, plan.lambdaCount);
    for (let i = 0; i < plan.artifact.parameterCount; i++)
      for (const lane of [0, 1] as const) to.setParameter(i, from.f64[from.parameters() / 8 + 2 * i + lane], lane);
    to.prologue();
    this.#plan = plan;
    this.#instance = to;
    this.#f64 = to.f64;
    this.#state = to.state();
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

  /** Index in `f64` of the first slot of a record, for a lane. */
  index(offset: number, lane: LaneIndex): number {
    return (this.#state + offset) / 8 + lane;
  }

  clock(field: keyof SimulationPlan["offsets"]["control"], lane: LaneIndex): number {
    return this.#f64[(this.#state + this.#plan.offsets.control[field]) / 8 + lane];
  }

  setClock(field: keyof SimulationPlan["offsets"]["control"], lane: LaneIndex, value: number): void {
    this.#f64[(this.#state + this.#plan.offsets.control[field]) / 8 + lane] = value;
  }

  read(offset: number, count: number, lane: LaneIndex, out: Float64Array, start = 0): void {
    const first = this.index(offset, lane);
    for (let i = 0; i < count; i++) out[start + i] = this.f64[first + 2 * i];
  }

  write(offset: number, values: ArrayLike<number>, lane: LaneIndex): void {
    const first = this.index(offset, lane);
    for (let i = 0; i < values.length; i++) this.f64[first + 2 * i] = values[i];
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
    const { offsets, nq, nv } = this.plan;
    const [q, y] = which === "shown" ? [offsets.q, offsets.y] : [offsets.q0, offsets.y0];
    const t = which === "shown" ? this.f64[this.index(offsets.t, lane)] : this.clock("t", lane);
    const state = { t, q: new Float64Array(nq), v: new Float64Array(nv) };
    this.read(q, nq, lane, state.q);
    this.read(y + 16 * nv, nv, lane, state.v);
    return this.contactCount === 0 ? state : { ...state, z: this.contactsOf(lane, which) };
  }

  /** Internal states of contacts. */
  get contactCount(): number {
    return this.#plan.nz - this.#plan.nSummed;
  }

  /** Offset of the internal states of contacts in the state section. */
  contactsAt(which: "shown" | "accepted"): number {
    const { offsets, nv } = this.#plan;
    return (which === "shown" ? offsets.y : offsets.y0) + 32 * nv;
  }

  /** A copy of the internal states of contacts. */
  contactsOf(lane: LaneIndex, which: "shown" | "accepted"): Float64Array {
    const z = new Float64Array(this.contactCount);
    this.read(this.contactsAt(which), z.length, lane, z);
    return z;
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
    const { offsets, nq, nv } = this.plan;
    const [q, y] = which === "shown" ? [offsets.q, offsets.y] : [offsets.q0, offsets.y0];
    return {
      f64: this.f64,
      nq,
      nv,
      q: this.index(q, lane),
      v: this.index(y + 16 * nv, lane),
      tau: this.index(offsets.tau, lane),
      u: this.index(offsets.u, lane),
      vdot: this.index(offsets.vdot, lane),
      lambda: this.index(offsets.lambda, lane),
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
    const { offsets, nv, nz, nu, heldCount, artifact } = this.plan;
    // Host parts keep choices in memory, which the lane's last sample must not hand on.
    if (artifact.hosts.length > 0) {
      this.write(0, new Float64Array(artifact.stateBytes / 16), lane);
      this.run("prologue");
    }
    this.write(offsets.q0, sample.q, lane);
    this.write(offsets.y0, new Float64Array(nv), lane);
    this.write(offsets.y0 + 16 * nv, sample.v, lane);
    this.write(offsets.y0 + 32 * nv, new Float64Array(nz), lane);
    if (sample.z) this.write(offsets.y0 + 32 * nv, sample.z, lane);
    this.forgetExtremes(lane);
    for (const { memory, memoryStart } of this.plan.laws) this.write(offsets.memory + 16 * memory, memoryStart, lane);
    // The first stage of a run comes before the first look at drift: nothing of the lane's last sample may act on it.
    if (heldCount > 0) this.write(offsets.held, new Float64Array(heldCount), lane);
    this.write(offsets.tau, sample.tau ?? new Float64Array(nv), lane);
    this.write(offsets.u, sample.u ?? new Float64Array(nu), lane);
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

  /** Extremes as they are before the first look. */
  forgetExtremes(lane: LaneIndex): void {
    const { offsets, extremesBefore } = this.plan;
    if (extremesBefore.length === 0) return;
    this.write(offsets.extremes, [...extremesBefore, ...extremesBefore.map(() => 0)], lane);
  }

  /** A lane without a sample: it stands still, on a copy of the other lane so that its numbers are harmless. */
  idle(lane: LaneIndex): void {
    const bytes = this.#plan.artifact.stateBytes;
    const first = this.index(0, lane);
    const other = lane === 0 ? 1 : -1;
    for (let i = 0; i < bytes / 8; i += 2) this.f64[first + i] = this.f64[first + i + other];
    this.setClock("active", lane, 0);
    this.setStop(lane, -Infinity);
    this.#implicit?.rest(lane);
  }

  /** Everything that a lane knows but for its parameters. */
  snapshot(lane: LaneIndex): Float64Array {
    const count = this.#plan.artifact.stateBytes / 16;
    const beside = this.#implicit?.snapshot(lane) ?? new Float64Array(0);
    const out = new Float64Array(count + beside.length);
    this.read(0, count, lane, out);
    out.set(beside, count);
    return out;
  }

  restore(lane: LaneIndex, numbers: Float64Array): void {
    const count = this.#plan.artifact.stateBytes / 16;
    this.write(0, numbers.subarray(0, count), lane);
    if (!this.#implicit) return;
    this.#implicit.restore(lane, numbers.slice(count));
    // Methods make derivatives again from where they were taken, which leaves traces in memory.
    this.write(0, numbers.subarray(0, count), lane);
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
    const { offsets, nv, nz } = this.plan;
    const ny = 2 * nv + nz;
    const relative = this.clock("relative", lane);
    const absolute = this.clock("absolute", lane);
    const y = this.index(offsets.y0, lane);
    const f = this.index(offsets.stages, lane);
    let size = 0;
    let rate = 0;
    for (let i = 0; i < ny; i++) {
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
export function previousNumber(x: number): number {
  if (!Number.isFinite(x)) return x;
  if (x === 0) return -Number.MIN_VALUE;
  bits[0] = x;
  words[0] += x > 0 ? -1n : 1n;
  return bits[0];
}
