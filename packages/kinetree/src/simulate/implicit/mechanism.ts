import { plainChart, poseChart, rotationChart, type Chart, type Place } from "../../formulation/joints/charts.js";
import type { ChartPieces } from "../../formulation/tree/manifold.js";
import type { ImplicitPlan } from "../plan/implicit-plan.js";
import type { SimulationPlan } from "../plan/plan.js";
import type { LaneMemory } from "./lane-memory.js";
import { MechanismMatrix } from "./mechanism-matrix.js";

/** Errors allowed, relative to each number and absolutely. */
export interface Tolerances {
  relative: number;
  absolute: number;
}

/**
 * Rounding of the largest numbers reaches all of their kind, since each equation knows many of them: a smaller one cannot be had more
 * exactly than this part of the largest, however near to zero it is.
 */
const ROUNDING = 64 * Number.EPSILON;

/** A mechanism in one lane of a pair, as the systems of implicit methods use it. */
export class Mechanism {
  readonly plan: SimulationPlan;
  readonly implicit: ImplicitPlan;
  readonly memory: LaneMemory;
  readonly chart: BaseChart;
  readonly tolerances: Tolerances = { relative: 0, absolute: 0 };
  /** q ← retract(base, δ) for the δ in the lane. */
  readonly retract: () => void;
  readonly #evaluateAt: () => void;
  #matrix: MechanismMatrix | null = null;
  /** Indices of t and its cap in memory. */
  readonly #t: number;
  readonly #tCap: number;
  /** Coordinates that δ is seen from. */
  readonly base: Float64Array;
  readonly nv: number;
  /** Numbers of internal states of contacts, and of what nothing depends on: angles of cut joints, work of the loads. */
  readonly nz: number;
  readonly nSummed: number;
  /** First of [δ, v, z, a, λ, μ] in Newton's matrix. */
  readonly first: {
    readonly v: number;
    readonly z: number;
    readonly a: number;
    readonly lambda: number;
    readonly mu: number;
  };

  constructor(plan: SimulationPlan, implicit: ImplicitPlan, memory: LaneMemory) {
    this.plan = plan;
    this.implicit = implicit;
    this.memory = memory;
    this.chart = new BaseChart(implicit.chart);
    this.base = new Float64Array(plan.nq);
    this.retract = memory.bind("retract");
    this.#evaluateAt = memory.bind("evaluate at");
    this.#t = memory.at(plan.layout.shown.t);
    this.#tCap = memory.at(plan.layout.clock.tCap);
    const { nv } = plan;
    this.nv = nv;
    this.nSummed = plan.nSummed;
    this.nz = plan.nz - plan.nSummed;
    const a = 2 * nv + this.nz;
    this.first = { v: nv, z: 2 * nv, a, lambda: a + nv, mu: a + nv + implicit.rowCount };
  }

  /** Newton's matrix, for methods that use one. */
  get matrix(): MechanismMatrix {
    const { matrix, derivativeCount, name } = this.implicit;
    if (!matrix) throw new Error(`${name} has no Newton matrix`);
    return (this.#matrix ??= new MechanismMatrix(matrix, derivativeCount));
  }

  /** Takes another base. */
  setBase(q: Float64Array): void {
    this.base.set(q);
    this.memory.write(this.implicit.layout.base, q);
  }

  /** Puts time and [δ, v, z] into the lane, of numbers that may go on behind them; coordinates follow in `retract`. */
  put(t: number, y: Float64Array): void {
    const { f64 } = this.memory;
    f64[this.#t] = Math.min(t, f64[this.#tCap]);
    this.memory.write(this.plan.layout.shown.y, y);
  }

  /** ẏ of [δ, v, z] by the formulation. */
  evaluate(t: number, y: Float64Array, f: Float64Array): void {
    this.put(t, y);
    this.#evaluateAt();
    this.memory.read(this.plan.layout.rates.y, f);
  }

  /**
   * Accelerations and multipliers at a state, by the formulation, as the equations have them. What follows from the rest of the state
   * is left in the lane as the formulation has found it.
   */
  accelerate(t: number, y: Float64Array): void {
    const { memory, plan, implicit } = this;
    this.put(t, y);
    memory.run("retract");
    if (implicit.settles === "stage") memory.run("settle");
    memory.run("accelerate");
    memory.copy(plan.layout.rates.v, implicit.layout.a);
    if (plan.layout.lambda.count > 0) memory.copy(plan.layout.lambda, implicit.layout.lambda);
  }

  /** Derivatives of the equations at the state in the lane. */
  linearize(): void {
    const { choice, layout } = this.implicit;
    if (choice) {
      this.memory.copy(choice.rows, layout.markedRows);
      this.memory.copy(choice.deltas, layout.markedDeltas);
      this.memory.copy(choice.speeds, layout.markedSpeeds);
    }
    this.memory.run("linearize");
    const { derivatives } = this.matrix;
    this.memory.read(this.implicit.layout.derivatives, derivatives);
    this.matrix.accumulate();
  }

  /** Rows of Newton's matrix that belong to [δ, v, z, work], and of those that follow: a, then multipliers that count. */
  placesOf(withAccelerations: boolean, multipliers: readonly ("lambda" | "mu")[]): Int32Array {
    const { nv, nz, nSummed, first, implicit } = this;
    const { order } = this.matrix;
    const from = (start: number, count: number): number[] => Array.from(order.subarray(start, start + count));
    return Int32Array.from([
      ...from(0, 2 * nv + nz),
      ...Array.from({ length: nSummed }, () => -1),
      ...(withAccelerations ? from(first.a, nv) : []),
      ...multipliers.flatMap((which) => implicit.keptRows.map((row) => order[first[which] + row])),
    ]);
  }

  /** Weights of [δ, v, z]; quadratures have none but for those that shape the steps. */
  weigh(y: Float64Array, w: Float64Array): void {
    const { relative, absolute } = this.tolerances;
    const { nv, nz } = this;
    this.chart.sizes(this.base, y, w);
    for (let i = nv; i < 2 * nv + nz; i++) w[i] = Math.abs(y[i]);
    const positions = ROUNDING * largest(w, 0, nv);
    const speeds = ROUNDING * largest(w, nv, 2 * nv);
    for (let i = 0; i < 2 * nv + nz; i++) {
      const least = i < nv ? positions : i < 2 * nv ? speeds : 0;
      w[i] = Math.max(absolute + relative * w[i], least);
    }
    for (let i = 2 * nv + nz; i < w.length; i++) w[i] = Infinity;
    const state = 2 * nv + this.plan.nz;
    for (let i = state - this.plan.nWatched; i < state; i++) w[i] = absolute + relative * Math.abs(y[i]);
  }

  /** An entry of [δ, v, z, work, a, λ, μ] in words. */
  nameOf(entry: number): string {
    const { nv, nz, nSummed, implicit } = this;
    if (entry < nv) return `position of ${this.plan.speedNames[entry]}`;
    if (entry < 2 * nv) return `speed of ${this.plan.speedNames[entry - nv]}`;
    if (entry < 2 * nv + nz) return `internal state ${entry - 2 * nv} of the contacts`;
    if (entry < 2 * nv + nz + nSummed)
      return this.plan.layout.shown.turns.count > entry - 2 * nv - nz ? "angle of a cut joint" : "work of the loads";
    const rest = entry - 2 * nv - nz - nSummed;
    if (rest < nv) return `acceleration of ${this.plan.speedNames[rest]}`;
    const kept = implicit.keptRows.length;
    return `multiplier of ${implicit.rowNames[implicit.keptRows[(rest - nv) % Math.max(kept, 1)]]}`;
  }
}

function largest(w: Float64Array, from: number, to: number): number {
  let most = 0;
  for (let i = from; i < to; i++) if (w[i] > most) most = w[i];
  return most;
}

/** A turn, seen from its base, beyond which another base is taken: the map ends at half a turn, and is bent long before. */
const FAR_TURN = 0.5;

/** Coordinates of a mechanism seen from a base, on the host: q = retract(base, δ). */
class BaseChart {
  readonly #parts: readonly { readonly chart: Chart; readonly at: Place }[];
  readonly isCurved: boolean;

  constructor({ plain, turning }: ChartPieces) {
    this.#parts = [
      ...plain.map(({ q, v, n }) => ({ chart: plainChart, at: { q, v, nv: n } })),
      ...turning.map(({ q, v, free }) => ({ chart: free ? poseChart : rotationChart, at: { q, v, nv: free ? 6 : 3 } })),
    ];
    this.isCurved = turning.length > 0;
  }

  /** q ← retract(base, δ) */
  retract(base: Float64Array, delta: Float64Array, q: Float64Array): void {
    for (const { chart, at } of this.#parts) chart.retractInto(q, base, delta, 1, at);
  }

  /** δ with q = retract(base, δ) */
  difference(base: Float64Array, q: Float64Array, delta: Float64Array): void {
    for (const { chart, at } of this.#parts) chart.differenceInto(delta, base, q, at);
  }

  /** Whether a turn has got far from its base. */
  isFar(delta: Float64Array): boolean {
    return this.#parts.some(({ chart, at: { v } }) => {
      const [x, y, z] = [delta[v], delta[v + 1], delta[v + 2]];
      return chart.isCurved && x * x + y * y + z * z > FAR_TURN * FAR_TURN;
    });
  }

  /** Scale of an error of δ: the magnitude of the coordinate, 1 for a turn. */
  sizes(base: Float64Array, delta: Float64Array, out: Float64Array): void {
    for (const { chart, at } of this.#parts) {
      const turning = chart.isCurved ? 3 : 0;
      for (let k = 0; k < at.nv; k++)
        out[at.v + k] = k < turning ? 1 : Math.abs(base[at.q + k - turning] + delta[at.v + k]);
    }
  }
}
