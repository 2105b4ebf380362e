import { eigenGeneralized } from "../linalg/eigen-generalized.js";
import { eigenSymmetric } from "../linalg/eigen-symmetric.js";
import { leastSquaresMinimumNorm } from "../linalg/least-squares.js";
import { matMul, matVec, newMatrix, normMax, transpose, type Matrix } from "../linalg/matrix.js";
import { applyQInPlace, qrFactor } from "../linalg/qr.js";
import type { OperatingPoint } from "../evaluate/operating-point.js";
import type { Model } from "../model/types.js";
import type { DynamicsDerivatives } from "./dynamics-derivatives.js";
import { elementStates } from "../elements/states/element-states.js";
import { addTo, columnsOf, rowsOf } from "./linear-kinematics.js";
import { RestingShafts } from "./resting-shafts.js";
import {
  IDLE,
  MOST_STEPS,
  SETTLED,
  settledStates,
  settling,
  settlingRates,
  sizeOf,
  type StateRates,
} from "./settled-states.js";

/* Internal states of elements at rest. Some settle: their rates vanish for one value, as the creep of the ground does. Others stay as
   they are while nothing slips, as bristles do: they are idle, and may hold whatever the mechanism needs. */

/** From all speeds to the directions in which the mechanism may move. */
export interface Directions {
  /** The directions as motions of the free speeds; null where they are those speeds. */
  readonly N: Matrix | null;
  /** Of forces along all speeds, column by column. */
  readonly forces: (columns: Matrix) => Matrix;
  /** Of a derivative by all speeds. */
  readonly along: (byV: Matrix) => Matrix;
}

/** Motions that idle states leave free, and the stiffness that idle states have. */
export interface Held {
  readonly stiffness: Matrix;
  readonly free: Matrix;
}

/** An element that would slip under what it is to hold. */
export interface Overload {
  readonly subject: string;
  /** What it is to hold, as a part of what it can. */
  readonly share: number;
  readonly states: readonly number[];
}

/** Stiffnesses of bristles below this part of the largest hold nothing. */
const HOLDING_RANK = 1e-9;
/** Held is what bristles resist with more than this share of the whole stiffness. */
const HALF = 0.5;
/** Part of the largest stiffness that a motion without any is given. */
const LEAST_STIFFNESS = 1e-13;
/** Parts of a state that may be left to settle. */
const UNSETTLED = 1e-8;
/** Speed [m/s or rad/s] at which an element shows whether it would slip, far below those of its law. */
const CREEP = 1e-6;

type Derivatives = Pick<
  DynamicsDerivatives<"q" | "v" | "z">,
  "skeleton" | "stateCount" | "at" | "rawValueInto" | "jacobian" | "stateRates" | "stateJacobian" | "releasedStates"
>;

export class RestStates {
  readonly #derivatives: Derivatives;
  readonly #atRest: Float64Array;
  readonly #shafts: RestingShafts;
  #start = new Float64Array(0);
  #slipping: ReadonlySet<number> = new Set();
  /** Motions of the free speeds that idle states hold; null for none. */
  #held: Matrix | null = null;

  constructor(derivatives: Derivatives) {
    this.#derivatives = derivatives;
    this.#atRest = new Float64Array(derivatives.skeleton.nv);
    this.#shafts = new RestingShafts(derivatives.skeleton.model);
  }

  /** @param slipping states of elements that are to hold nothing */
  begin(start: Float64Array, slipping: ReadonlySet<number>): void {
    this.#start = start.map((z, i) => (slipping.has(i) ? 0 : z));
    this.#slipping = slipping;
    this.#held = null;
  }

  get model(): Model {
    return this.#derivatives.skeleton.model;
  }

  /**
   * z at a position of rest: rates vanish, and idle states carry the forces along the motions that they hold. They bend from the start as a
   * small motion of the mechanism bends them, so that stiff and heavily loaded ones carry most: the least energy that does it.
   */
  settle(point: OperatingPoint, { N, forces, along }: Directions): Float64Array {
    const { nv } = this.#derivatives.skeleton;
    let z = this.#settled(point, this.#start);
    if (!this.#held) return z;
    const held = N ? matMul(transpose(N), this.#held) : this.#held;
    const onHeld = transpose(held);
    for (let k = 0; k < MOST_STEPS; k++) {
      this.#at(point, z);
      const missing = forces({ rows: nv, cols: 1, data: this.#derivatives.rawValueInto(new Float64Array(nv)) }).data;
      const bending = matMul(this.#bending(along), held);
      const stiffness = matMul(onHeld, matMul(forces(this.#derivatives.jacobian("z")), bending));
      if (!missing.every(Number.isFinite) || normMax(stiffness) === 0) return z;
      const { x } = leastSquaresMinimumNorm(stiffness, matVec(onHeld, missing), HOLDING_RANK);
      const step = matVec(bending, x);
      const bent = z.map((value, i) => (i < step.length ? value - step[i] : value));
      const next = this.#settled(point, bent);
      const isDone = sizeOf(next.map((value, i) => value - z[i])) <= SETTLED * sizeOf(next);
      z = next;
      if (isDone) break;
    }
    return z;
  }

  /**
   * Lets idle states hold the motions against which they are stiffer than everything else, and gives their stiffness along all directions.
   * The rest, such as the scrubbing of feet on legs with softer springs than friction resists, goes on as if nothing held it.
   * @param K symmetric stiffness of everything else along the directions
   * @returns stiffness along all directions, and those that are not held, orthonormal; null where nothing is held
   */
  hold(point: OperatingPoint, { N, forces, along }: Directions, K: Matrix): Held | null {
    this.#at(point);
    const byStates = matMul(forces(this.#derivatives.jacobian("z")), this.#bending(along));
    this.#held = null;
    if (normMax(byStates) === 0) return null;
    const stiffness = symmetricPart(byStates);
    const all = absolute(K);
    // Without signs: on the way, a carcass that is bent the wrong way may soften some motion by more than K resists.
    addTo(all, absolute(stiffness));
    const least = LEAST_STIFFNESS * normMax(all);
    for (let i = 0; i < all.rows; i++) all.data[i * all.cols + i] += least;
    const { values, vectors } = eigenGeneralized(stiffness, all);
    const isHeld = Array.from(values, (share) => share > HALF);
    const chosen = (held: boolean): Matrix =>
      columnsOf(vectors, Int32Array.from([...isHeld.keys()].filter((j) => isHeld[j] === held)));
    const held = chosen(true);
    if (held.cols === 0) return null;
    this.#held = N ? matMul(N, held) : held;
    return { stiffness, free: orthonormal(chosen(false)) };
  }

  /** What the states that settle add to the stiffness along the directions by following a motion: −∂r/∂z (∂ż/∂z)⁻¹ ∂ż/∂q. */
  softening(point: OperatingPoint, { forces, along }: Directions): Matrix {
    this.#at(point);
    const { byZ, size } = this.#rates();
    const active = settling(size);
    const right = rowsOf(along(this.#derivatives.stateJacobian("q")), active);
    const inner = columnsOf(rowsOf(byZ, active), active);
    const follow = newMatrix(active.length, right.cols);
    for (let j = 0; j < right.cols; j++) {
      const column = Float64Array.from(active, (_, i) => 0 - right.data[i * right.cols + j]);
      leastSquaresMinimumNorm(inner, column).x.forEach((x, i) => (follow.data[i * right.cols + j] = x));
    }
    return matMul(columnsOf(forces(this.#derivatives.jacobian("z")), active), follow);
  }

  /** States whose rates do not vanish, whatever their value: they go on changing at rest. */
  drifting(point: OperatingPoint, z: Float64Array): readonly number[] {
    this.#at(point, z);
    const { rates, size } = this.#rates();
    return [...rates.keys()].filter((i) => Math.abs(rates[i]) > UNSETTLED * size[i] * sizeOf(z) + IDLE);
  }

  /** Elements that would slip: crept along in the direction in which they are bent, their states would not grow. */
  overloads(point: OperatingPoint, z: Float64Array): readonly Overload[] {
    const { skeleton } = this.#derivatives;
    return elementStates(skeleton.model).flatMap(({ subject, start, names }) => {
      this.#at(point, z);
      const { size } = this.#rates();
      const own = Array.from(names, (_, k) => start + k).filter((i) => size[i] <= IDLE && z[i] !== 0);
      if (own.length === 0) return [];
      const slip = rowsOf(this.#derivatives.stateJacobian("v"), Int32Array.from(own));
      const bent = Float64Array.from(own, (i) => z[i]);
      const { x } = leastSquaresMinimumNorm(slip, bent, HOLDING_RANK);
      const fastest = sizeOf(x);
      if (!(fastest > 0)) return [];
      const v = x.map((value) => (value * CREEP) / fastest);
      const free = dot(bent, matVec(slip, v));
      this.#derivatives.at({ ...point, v, z });
      const rates = this.#derivatives.stateRates();
      const share = 1 - own.reduce((sum, i) => sum + z[i] * rates[i], 0) / free;
      return share < 1 ? [] : [{ subject, share, states: own }];
    });
  }

  /** The states that count, at the point set last. */
  released(point: OperatingPoint, z: Float64Array): Float64Array {
    this.#at(point, z);
    const out = z.slice();
    out.set(this.#derivatives.releasedStates());
    return out;
  }

  #at(point: OperatingPoint, z = point.z): void {
    this.#derivatives.at({ ...point, v: this.#atRest, ...(z ? { z } : {}) });
  }

  #rawRates(): StateRates {
    return { rates: this.#derivatives.stateRates(), byZ: this.#derivatives.stateJacobian("z") };
  }

  /** ż and ∂ż/∂z, with how fast each state settles; by the turns of shafts in place of their speeds. */
  #rates(): StateRates & { readonly size: Float64Array } {
    const raw = this.#rawRates();
    const { rates, byZ } = this.#shafts.isNone ? raw : this.#shafts.byTurns(raw, this.#shafts.turning(raw));
    return { rates, byZ, size: settlingRates(byZ) };
  }

  #settled(point: OperatingPoint, start: Float64Array): Float64Array {
    const shafts = this.#shafts;
    if (shafts.isNone)
      return settledStates(start, (z) => {
        this.#at(point, z);
        return this.#rates();
      });
    const standing = start.slice();
    for (const i of shafts.speeds) standing[i] = 0;
    this.#at(point, standing);
    const turning = shafts.turning(this.#rawRates());
    const found = settledStates(standing, (z) => {
      this.#at(point, shafts.turned(z, turning));
      return shafts.byTurns(this.#rawRates(), turning);
    });
    return shafts.turned(found, turning);
  }

  /** How idle states bend along the directions; zero rows for the others. */
  #bending(along: Directions["along"]): Matrix {
    const shafts = this.#shafts;
    const { size } = this.#rates();
    const standing = along(this.#derivatives.stateJacobian("v"));
    const raw = this.#rawRates();
    const out = shafts.isNone ? standing : shafts.yielding(standing, raw, shafts.turning(raw));
    for (let i = 0; i < out.rows; i++)
      if (size[i] > IDLE || this.#slipping.has(i)) out.data.fill(0, i * out.cols, (i + 1) * out.cols);
    return out;
  }
}

function symmetricPart(A: Matrix): Matrix {
  const out = transpose(A);
  for (let k = 0; k < out.data.length; k++) out.data[k] = 0.5 * (out.data[k] + A.data[k]);
  return out;
}

/** |A| of the symmetric part of A: the same vectors, values without signs. */
function absolute(A: Matrix): Matrix {
  const { values, vectors } = eigenSymmetric(symmetricPart(A));
  const scaled = newMatrix(A.rows, A.cols);
  for (let i = 0; i < A.rows; i++)
    for (let j = 0; j < A.cols; j++) scaled.data[i * A.cols + j] = vectors.data[i * A.cols + j] * Math.abs(values[j]);
  return matMul(scaled, transpose(vectors));
}

/** An orthonormal basis of what independent columns span. */
function orthonormal(A: Matrix): Matrix {
  const out = newMatrix(A.rows, A.cols);
  for (let j = 0; j < A.cols; j++) out.data[j * A.cols + j] = 1;
  return applyQInPlace(out, qrFactor(A), new Float64Array(A.cols));
}

const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, i) => sum + x * b[i], 0);
