import { RequestError } from "../errors/kinetree-error.js";
import { requireClosedPoint } from "../formulation/loops/assemble/closed-state.js";
import { ClosureEvaluator, type ClosureValues } from "../formulation/loops/closures/closure-evaluator.js";
import { eliminate, rowNamed, type ClosureRow } from "../formulation/loops/closures/loop-plan.js";
import { leastSquares } from "../linalg/least-squares.js";
import { newMatrix, setIdentity, type Matrix } from "../linalg/matrix.js";
import type { SparseElimination, SparseRow } from "../linalg/sparse-elimination.js";
import type { Model } from "../model/types.js";
import { requireCouplers } from "../state/coupler-state.js";
import { speedName } from "../state/speed-name.js";
import type { State } from "../state/state.js";
import { hasClosures } from "../topology/has-closures.js";
import type { Topology } from "../topology/types.js";
import { CouplerReduction } from "./coupler-reduction.js";

/** How all speeds and accelerations follow from those of independent coordinates y, in one closed state. */
export interface IndependentSpeeds {
  /** Numbers of the independent speeds, ascending: ẏ are these entries of v. */
  readonly speeds: Int32Array;
  /** v = N ẏ + drift, nv rows; drift is what prescribed motions add. */
  readonly N: Matrix;
  readonly drift: Float64Array;
  /** v̇ = N ÿ + gamma. */
  readonly gamma: Float64Array;
  /** Rows of closures that say what others say already. */
  readonly redundant: readonly ClosureRow[];
}

type Parameters = Readonly<Record<string, number>>;

/** Forces of closures, row by row, that act along no speed: they may be added to any others. Below this they are rounding. */
const LEAST_SHARE = 1e-7;
/** Relative tolerance for accelerations that do not fit together. */
const CONTRADICTION = 1e-8;

/** Closures at one state: factors, independent speeds, forces that are not unique. Compiled once for many states. */
export class ClosedMotion {
  readonly #model: Model;
  readonly #topology: Topology;
  readonly #isClosed: boolean;
  #closures: ClosureEvaluator | null = null;

  constructor(model: Model, topology: Topology) {
    this.#model = model;
    this.#topology = topology;
    this.#isClosed = hasClosures(model, topology);
  }

  /** Residuals of the closures at a pose, and the accelerations that they have at v̇ = 0. */
  at(state: State, parameters: Parameters): { readonly values: ClosureValues; readonly gamma: Float64Array } {
    const closures = this.closures(parameters);
    return { values: closures.at(state), gamma: closures.bias(state) };
  }

  closures(parameters: Parameters): ClosureEvaluator {
    this.#closures ??= new ClosureEvaluator(this.#model, this.#topology);
    this.#closures.setParameters(parameters);
    return this.#closures;
  }

  /** Refuses states in which loops are open, and couplers that do not hold. */
  require(state: State, parameters: Parameters): void {
    if (this.#isClosed) requireClosedPoint(this.#model, this.#topology, state, parameters);
    else requireCouplers(this.#model, this.#topology, state.q, state.v, parameters);
  }

  independent(state: State, parameters: Parameters): IndependentSpeeds {
    this.require(state, parameters);
    return this.#isClosed ? this.#byClosures(state, parameters) : this.#byCouplers(state, parameters);
  }

  #byCouplers({ q, v }: State, parameters: Parameters): IndependentSpeeds {
    const { nv } = this.#topology.counts;
    const reduction = new CouplerReduction(this.#model, this.#topology, parameters);
    const jets = reduction.jetsAt(q);
    const gamma = new Float64Array(nv);
    reduction.couplings.forEach(({ driven, root }, k) => {
      if (root) gamma[driven.v] = jets[k][2] * v[root.v] * v[root.v];
    });
    const speeds = reduction.independent;
    const N = reduction.foldColumns(setIdentity(newMatrix(nv, nv)), jets);
    return { speeds, N: columnsOf(N, speeds), drift: new Float64Array(nv), gamma, redundant: [] };
  }

  #byClosures(state: State, parameters: Parameters): IndependentSpeeds {
    const { nv } = this.#topology.counts;
    const { values, gamma } = this.at(state, parameters);
    const factors = eliminate(values);
    const { K, drift } = values;
    const dependent = new Set(factors.pivotColumns);
    const speeds = Int32Array.from({ length: nv }, (_, i) => i).filter((i) => !dependent.has(i));
    const N = newMatrix(nv, speeds.length);
    speeds.forEach((speed, j) => {
      const { x } = factors.solve(
        Float64Array.from({ length: K.rows }, (_, i) => K.data[i * nv + speed]),
        nv,
      );
      for (let i = 0; i < nv; i++) N.data[i * N.cols + j] = i === speed ? 1 : 0 - x[i];
    });
    const { closures } = this.closures(parameters);
    return {
      speeds,
      N,
      drift: negated(factors.solve(drift, nv).x),
      gamma: negated(factors.solve(gamma, nv).x),
      redundant: factors.dependentRows.map((row) => rowNamed(closures, row)),
    };
  }

  /**
   * Multipliers z of all rows with Kᵀ z = 0, one column for each redundant row: forces that the closures can exert on one
   * another in this pose without moving anything. A row's force is unique if its entries are all zero.
   */
  innerForces(state: State, parameters: Parameters): Matrix {
    const { values } = this.at(state, parameters);
    const { K } = values;
    const { pivotRows, dependentRows } = eliminate(values);
    const out = newMatrix(K.rows, dependentRows.length);
    if (dependentRows.length === 0) return out;
    const basis = transposedRows(K, pivotRows);
    dependentRows.forEach((row, j) => {
      const { x } = leastSquares(basis, K.data.slice(row * K.cols, (row + 1) * K.cols));
      out.data[row * out.cols + j] = 1;
      const most = x.reduce((largest, value) => Math.max(largest, Math.abs(value)), 1);
      pivotRows.forEach((pivot, k) => {
        if (Math.abs(x[k]) > LEAST_SHARE * most) out.data[pivot * out.cols + j] = 0 - x[k];
      });
    });
    return out;
  }

  /** All accelerations from some, given by number of speed: the closures must determine the rest, and without contradiction. */
  complete(state: State, given: ReadonlyMap<number, number>, parameters: Parameters): Float64Array {
    this.require(state, parameters);
    const { nv } = this.#topology.counts;
    const { values, gamma } = this.at(state, parameters);
    const right = Float64Array.from(gamma, (x) => 0 - x);
    const left: SparseRow[] = values.sparse.map((row, i) => {
      const rest = new Map<number, number>();
      for (const [j, value] of row) {
        const a = given.get(j);
        if (a === undefined) rest.set(j, value);
        else right[i] -= value * a;
      }
      return rest;
    });
    const factors = eliminate({ sparse: left });
    const found = new Set(factors.pivotColumns);
    const open = Array.from({ length: nv }, (_, i) => i).filter((i) => !given.has(i) && !found.has(i));
    if (open.length > 0) throw undetermined(open.map((speed) => speedName(this.#model, this.#topology, speed)));
    const { x } = factors.solve(right, nv);
    for (const [speed, a] of given) x[speed] = a;
    this.requireAccelerations(state, x, parameters);
    return x;
  }

  /** Refuses accelerations that would open a closure. */
  requireAccelerations(state: State, vdot: Float64Array, parameters: Parameters): void {
    const { values, gamma } = this.at(state, parameters);
    values.sparse.forEach((row, i) => {
      let [sum, scale] = [gamma[i], Math.max(1, Math.abs(gamma[i]))];
      for (const [j, value] of row) {
        sum += value * vdot[j];
        scale += Math.abs(value * vdot[j]);
      }
      if (Math.abs(sum) <= CONTRADICTION * scale) return;
      const { closure, direction } = rowNamed(this.closures(parameters).closures, i);
      throw new RequestError({
        code: "accelerations-open-loop",
        subject: closure,
        value: sum,
        message:
          `${closure}: these accelerations would open it, ${direction} with an acceleration of ${sum}. Give those of the ` +
          `independent speeds alone and let accelerationsFromJoints find the rest.`,
      });
    });
  }
}

/** λ of all rows with Kᵀ λ = forces in the independent rows, zero in the redundant ones. */
export function multipliersFor(
  K: Matrix,
  { pivotRows }: Pick<SparseElimination, "pivotRows">,
  forces: Float64Array,
): Float64Array {
  const lambda = new Float64Array(K.rows);
  const { x } = leastSquares(transposedRows(K, pivotRows), forces);
  pivotRows.forEach((row, j) => (lambda[row] = x[j]));
  return lambda;
}

function transposedRows(K: Matrix, rows: readonly number[]): Matrix {
  const out = newMatrix(K.cols, rows.length);
  rows.forEach((row, j) => {
    for (let i = 0; i < K.cols; i++) out.data[i * out.cols + j] = K.data[row * K.cols + i];
  });
  return out;
}

function undetermined(names: readonly string[]): RequestError {
  const [first, ...others] = names;
  const more = others.length === 0 ? "" : ` (and ${others.length} more: ${others.join(", ")})`;
  return new RequestError({
    code: "accelerations-undetermined",
    subject: first,
    value: names,
    message: `${first}${more}: no acceleration is given, and it does not follow from those that are. Give one for each independent speed.`,
  });
}

const negated = (x: Float64Array): Float64Array => x.map((value) => 0 - value);

function columnsOf(A: Matrix, columns: Int32Array): Matrix {
  const out = newMatrix(A.rows, columns.length);
  for (let i = 0; i < A.rows; i++)
    columns.forEach((column, j) => (out.data[i * out.cols + j] = A.data[i * A.cols + column]));
  return out;
}
