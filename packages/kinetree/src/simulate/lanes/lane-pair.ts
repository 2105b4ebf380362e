import type { Room } from "../../kernel/room.js";
import type { SimulationError } from "../../errors/kinetree-error.js";
import { makeHost } from "../../formulation/hosts.js";
import { CONTROL } from "../../integrate/control.js";
import type { ImplicitCounts } from "../../integrate/implicit/method.js";
import { Instance, type LaneIndex } from "../../kernel/instance.js";
import type { AbsoluteView } from "./absolute-view.js";
import { ImplicitPair } from "../implicit/implicit-pair.js";
import { addCounts } from "../implicit/run-counts.js";
import { PASSAGE } from "../plan/implicit-plan.js";
import type { SimulationPlan } from "../plan/plan.js";
import { clockIndices, slotIndex, type ClockField, type Slots, type StateLayout } from "../plan/state-layout.js";

type Calls = Readonly<Record<string, (state: number, parameters: number, work: number, most?: number) => number>>;

/** Carried over to another plan besides states and the clock: everything that is not computed before it is read. */
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
  "ground",
  "steppedOver",
  "lambda",
] as const satisfies readonly (keyof StateLayout)[];

const clockFields = Object.keys(CONTROL) as readonly ClockField[];

/** A plan with its memory, and the places that every step needs, looked up once. */
interface Attached {
  readonly plan: SimulationPlan;
  readonly instance: Instance;
  readonly f64: Float64Array;
  /** Address of the state section, and its index in `f64`. */
  readonly state: number;
  readonly base: number;
  /** Indices of the clock of lane 0. */
  readonly clock: Readonly<Record<ClockField, number>>;
  readonly parameters: number;
  readonly call: Calls;
  /** Steps on the host; null where the compiled code steps. */
  readonly implicit: ImplicitPair | null;
}

/** Its code, if it is compiled already, and a memory in which it comes first. */
interface Place {
  readonly module?: WebAssembly.Module;
  readonly room?: Room;
}

function attach(plan: SimulationPlan, { module, room }: Place = {}): Attached {
  const instance = new Instance(plan.artifact, {
    hosts: makeHost,
    ...(module ? { module } : {}),
    ...(room ? { within: { room, base: 0 } } : {}),
  });
  const state = instance.state();
  const base = state / 8;
  return {
    plan,
    instance,
    f64: instance.f64,
    state,
    base,
    clock: clockIndices(base, plan.layout.clock, 0),
    parameters: instance.parameters(),
    call: instance.exports as unknown as Calls,
    implicit: plan.implicit ? new ImplicitPair(plan, plan.implicit, instance) : null,
  };
}

/** Two samples of a plan in the two lanes of one memory, and the functions of the plan; the caller decides when to step. */
export class LanePair {
  #at: Attached;
  /** Counts of implicit methods of plans exchanged since, per lane. */
  readonly #countsBefore: [ImplicitCounts | null, ImplicitCounts | null] = [null, null];
  /** For formulations whose coordinates are not those of the joints. */
  view: AbsoluteView | null = null;

  constructor(plan: SimulationPlan, place: Place = {}) {
    this.#at = attach(plan, place);
  }

  get plan(): SimulationPlan {
    return this.#at.plan;
  }

  get instance(): Instance {
    return this.#at.instance;
  }

  get f64(): Float64Array {
    return this.#at.f64;
  }

  get layout(): StateLayout {
    return this.#at.plan.layout;
  }

  /** Continues with another plan of the same model: other closure rows, or another integrator. Run "start" before stepping. */
  exchange(plan: SimulationPlan, module: WebAssembly.Module): void {
    const from = this.#at;
    for (const lane of [0, 1] as const) this.#countsBefore[lane] = this.implicitCounts(lane);
    const to = attach(plan, module ? { module } : {});
    const carry = (source: Slots, target: Slots): void => {
      const count = Math.min(source.count, target.count);
      const first = slotIndex(from.base, source, 0);
      to.f64.set(from.f64.subarray(first, first + 2 * count), slotIndex(to.base, target, 0));
    };
    const [before, after] = [from.plan.layout, plan.layout];
    for (const state of ["shown", "accepted", "end"] as const) {
      carry(before[state].q, after[state].q);
      carry(before[state].y, after[state].y);
    }
    carry(before.shown.t, after.shown.t);
    carry(before.rates.v, after.rates.v);
    for (const name of carried) carry(before[name], after[name]);
    for (const field of clockFields) carry(before.clock[field], after.clock[field]);
    for (let i = 0; i < plan.artifact.parameterCount; i++)
      for (const lane of [0, 1] as const) to.instance.setParameter(i, this.parameter(i, lane), lane);
    to.instance.prologue();
    this.#at = to;
    // An implicit method begins again from the state that it takes over.
    if (to.implicit) for (const lane of [0, 1] as const) this.setClock("restart", lane, 1);
  }

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
    if (this.#at.implicit?.run(name) !== true) this.#run(name);
  }

  #run(name: string): void {
    const { call, state, parameters, instance } = this.#at;
    call[name](state, parameters, instance.work);
  }

  /** Work of implicit methods in a lane so far, over all its runs; null if there were none. */
  implicitCounts(lane: LaneIndex): ImplicitCounts | null {
    const { plan, implicit } = this.#at;
    // A passage through a singular pose is no work of the integrator that was asked for.
    const own = plan.implicit?.name === PASSAGE ? null : implicit?.counts(lane);
    return addCounts(this.#countsBefore[lane], own ?? null);
  }

  /** Why an implicit method refused the state that it was to start from; null if it did not. */
  startError(lane: LaneIndex): SimulationError | null {
    return this.#at.implicit?.startError(lane) ?? null;
  }

  /** The equation with the worst residual in the step that failed, in words; null where that is not known. */
  culprit(lane: LaneIndex): string | null {
    return this.#at.implicit?.culprit(lane) ?? null;
  }

  runLaw(entry: string): void {
    this.#run(entry);
  }

  /** Steps until an active lane arrives at its stop or fails, or `most` attempts are made. */
  advance(most: number): number {
    const { implicit, call, state, parameters, instance } = this.#at;
    return implicit ? implicit.advance(most) : call["advance"](state, parameters, instance.work, most);
  }

  /** Index in `f64` of the first of some slots, for a lane; the next ones follow with stride 2. */
  index(slots: Slots, lane: LaneIndex): number {
    return slotIndex(this.#at.base, slots, lane);
  }

  clock(field: ClockField, lane: LaneIndex): number {
    const { f64, clock } = this.#at;
    return f64[clock[field] + lane];
  }

  setClock(field: ClockField, lane: LaneIndex, value: number): void {
    const { f64, clock } = this.#at;
    f64[clock[field] + lane] = value;
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

  fill(slots: Slots, value: number, lane: LaneIndex): void {
    const first = this.index(slots, lane);
    for (let i = 0; i < slots.count; i++) this.f64[first + 2 * i] = value;
  }

  /** Shows the state at an instant of the current step; after "complete". */
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

  /** The same at a fraction of the step, as integers: a double argument would be boxed on every call. */
  showPart(lane: LaneIndex, part: number, parts: number): void {
    if (part === parts) {
      this.run("finish");
      return;
    }
    this.setClock("theta", lane, part / parts);
    this.run("interpolate");
  }

  /** Internal states of a state of the model: of its contacts, and angles of its cut joints. */
  get internalCount(): number {
    return this.view?.internalCount ?? this.layout.shown.kept.count;
  }

  parameter(index: number, lane: LaneIndex): number {
    const { f64, parameters } = this.#at;
    return f64[parameters / 8 + 2 * index + lane];
  }

  setParameters(values: ArrayLike<number>, lane: LaneIndex): void {
    for (let i = 0; i < values.length; i++) this.instance.setParameter(i, values[i], lane);
    this.instance.followGrounds();
    this.run("prologue");
  }

  /** Deactivates a lane: it holds a copy of the other one, so that computing it along causes no overflow. */
  idle(lane: LaneIndex): void {
    const { all } = this.layout;
    const [own, other] = [this.index(all, lane), this.index(all, lane === 0 ? 1 : 0)];
    for (let i = 0; i < all.count; i++) this.f64[own + 2 * i] = this.f64[other + 2 * i];
    this.setClock("active", lane, 0);
    this.setStop(lane, -Infinity);
    this.#at.implicit?.rest(lane);
  }

  /** The whole contents of a lane except its parameters. */
  snapshot(lane: LaneIndex): Float64Array {
    const { all } = this.layout;
    const onHost = this.#at.implicit?.snapshot(lane) ?? new Float64Array(0);
    const out = new Float64Array(all.count + onHost.length);
    this.read(all, lane, out);
    out.set(onHost, all.count);
    return out;
  }

  restore(lane: LaneIndex, numbers: Float64Array): void {
    const { all } = this.layout;
    this.write(all, numbers.subarray(0, all.count), lane);
    if (!this.#at.implicit) return;
    this.#at.implicit.restore(lane, numbers.slice(all.count));
    // Restoring a method evaluates its derivatives again, which overwrites parts of the lane.
    this.write(all, numbers.subarray(0, all.count), lane);
  }

  setStop(lane: LaneIndex, tStop: number): void {
    this.setClock("tStop", lane, tStop);
    this.setClock("tCap", lane, previousNumber(tStop));
  }

  /** The first step as an implicit method chooses it; null where the compiled code steps. */
  implicitFirstStep(lane: LaneIndex): number | null {
    return this.#at.implicit?.firstStep(lane) ?? null;
  }
}

const bits = new Float64Array(1);
const words = new BigInt64Array(bits.buffer);

/** The largest double below x. */
function previousNumber(x: number): number {
  if (!Number.isFinite(x)) return x;
  if (x === 0) return -Number.MIN_VALUE;
  bits[0] = x;
  words[0] += x > 0 ? -1n : 1n;
  return bits[0];
}
