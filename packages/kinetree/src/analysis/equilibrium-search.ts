import { jointOf } from "../formulation/joints/node-joints.js";
import { moveInto } from "../formulation/joints/move.js";
import type { Skeleton } from "../formulation/skeleton/skeleton.js";
import { eigenSymmetric } from "../linalg/eigen-symmetric.js";
import { leastSquaresMinimumNorm, type LeastSquares } from "../linalg/least-squares.js";
import { matMul, matTransposedVec, matVec, newMatrix, norm2, transpose, type Matrix } from "../linalg/matrix.js";
import type { Tangent } from "./balance-tangent.js";

/* Steps towards a position of rest. r: forces missing along the free speeds, the slope of a potential if there is one; K = ∂r/∂q. */

/** Everything that is constant during a search. */
export interface Balance {
  readonly skeleton: Skeleton;
  readonly free: Int32Array;
  readonly forces: (q: Float64Array) => Float64Array;
  /** Moves driven coordinates to where their couplers put them. */
  readonly follow: (q: Float64Array) => Float64Array;
}

export interface Place {
  readonly q: Float64Array;
  readonly r: Float64Array;
}

/** Largest rotation per step [rad]: beyond it the tangent says nothing about the loads. */
const LARGEST_TURN = 0.5;
/** A stiffness below this part of the largest force or stiffness is rounding. */
const RANK_TOLERANCE = 1e-12;
/** Part of the decrease that the tangent predicts and a step has to bring (Nocedal, Wright, Numerical Optimization, 2006, 3.1). */
const SUFFICIENT_DECREASE = 1e-4;
/** Halvings before a step is given up: a Newton step that has to be cut further leads nowhere. */
const MOST_NEWTON_HALVINGS = 6;
/** How well the damping of a limited step is found: by a factor. */
const NEAR = 1.1;
const MOST_YIELDING_HALVINGS = 30;

/** The step of least norm that removes the forces as far as K allows. */
export const newtonStep = (K: Matrix, r: Float64Array, scale: number): LeastSquares =>
  solved(
    K,
    r.map((x) => 0 - x),
    scale,
  );

/** The part of the forces along the null directions of K. */
export function driftOf(K: Matrix, r: Float64Array, scale: number): Float64Array {
  const { x } = solved(K, matVec(K, r), scale);
  return r.map((force, i) => force - x[i]);
}

function solved(K: Matrix, b: Float64Array, scale: number): LeastSquares {
  let longest = 0;
  for (let j = 0; j < K.cols; j++) longest = Math.max(longest, norm2(K.data, j, K.rows, K.cols));
  return leastSquaresMinimumNorm(K, b, longest === 0 ? 0 : (RANK_TOLERANCE * scale) / longest);
}

/** A step along the free speeds, and the rate at which |r|² / 2 falls along it. */
interface Descent {
  readonly x: Float64Array;
  readonly rate: number;
}

/**
 * Newton's step if it turns nothing too far; else the one of those that minimise |K x + r|² + μ |x|² that just does not
 * (Levenberg's and Marquardt's). Newton's made shorter as a whole would get nowhere beside a direction with hardly any
 * stiffness, such as the spin of a link about its own axis: that part of the step is as long as the stiffness is small.
 */
export function descentOf(
  balance: Balance,
  { K, expand }: Tangent,
  r: Float64Array,
  { x, residualNorm }: LeastSquares,
): Descent {
  const whole = expand(x);
  const isShort = (step: Float64Array): boolean => turnOf(balance, alongAll(balance, step)) <= LARGEST_TURN;
  if (isShort(whole)) return { x: whole, rate: squareOf(r) - residualNorm * residualNorm };
  const { values, vectors } = eigenSymmetric(matMul(transpose(K), K));
  const b = matTransposedVec(vectors, matTransposedVec(K, r));
  const damped = (mu: number): Float64Array => {
    const along = b.map((b_j, j) => -b_j / (Math.max(0, values[j]) + mu));
    return expand(matVec(vectors, along));
  };
  // |x| ≤ |b| / μ, so that the upper bound is short; the lower one takes nothing off but rounding.
  let enough = norm2(b, 0, b.length, 1) / LARGEST_TURN;
  let tooLittle = Number.EPSILON * Number.EPSILON * enough;
  while (enough > NEAR * tooLittle) {
    const middle = Math.sqrt(tooLittle) * Math.sqrt(enough);
    if (isShort(damped(middle))) enough = middle;
    else tooLittle = middle;
  }
  const rate = b.reduce((sum, b_j, j) => sum + (b_j * b_j) / (Math.max(0, values[j]) + enough), 0);
  return { x: damped(enough), rate };
}

/** The first place along a step with smaller forces; null without one, as at an extremum of |r|. */
export function alongNewton(balance: Balance, from: Place, { x, rate }: Descent): Place | null {
  const before = squareOf(from.r);
  if (!(rate > 1e-20 * before)) return null;
  const delta = alongAll(balance, x);
  for (let k = 0, size = 1; k <= MOST_NEWTON_HALVINGS; k++, size /= 2) {
    const place = moved(balance, from.q, delta, size);
    if (squareOf(place.r) < before - SUFFICIENT_DECREASE * size * rate) return place;
  }
  return null;
}

/**
 * The step that lets the loads have their way: down the potential, by Newton's step along directions of positive stiffness and
 * against it along those of negative one, where Newton's would climb to the top (Dauphin et al., Identifying and attacking the
 * saddle point problem, 2014, for the absolute values of K). Near a stable balance it is Newton's step itself, which also
 * knows the part of K that no potential has.
 */
export function yieldingStep(K: Matrix, r: Float64Array, newton: LeastSquares, allowed: number): Float64Array {
  const n = K.rows;
  const { values, vectors } = eigenSymmetric(symmetricPart(K));
  const isNear = newton.residualNorm <= allowed && sizeOf(newton.x) <= LARGEST_TURN;
  if (n === 0 || (isNear && values[0] >= -allowed)) return newton.x;
  const x = new Float64Array(n);
  for (let j = 0; j < n; j++) {
    let along = 0;
    for (let i = 0; i < n; i++) along += vectors.data[i * n + j] * r[i];
    // Rounding errors must not drive a step, least of all along a direction without stiffness.
    if (Math.abs(along) <= allowed && Math.abs(values[j]) <= allowed) continue;
    const amount = along / Math.max(Math.abs(values[j]), Math.abs(along) / LARGEST_TURN);
    for (let i = 0; i < n; i++) x[i] -= vectors.data[i * n + j] * amount;
  }
  return x;
}

/** The first place along a yielding step where forces still drive, or oppose less than they drove; null without one. */
export function alongYielding(balance: Balance, from: Place, x: Float64Array): Place | null {
  const delta = limited(balance, x);
  const driving = -work(balance, from.r, delta);
  if (!(driving > 0)) return null;
  for (let k = 0, size = 1; k <= MOST_YIELDING_HALVINGS; k++, size /= 2) {
    const place = moved(balance, from.q, delta, size);
    if (work(balance, place.r, delta) <= 0.9 * driving) return place;
  }
  return null;
}

/** Whether the forces stay the same, as far as can be probed, while the mechanism drifts. */
export function isUnresisted(balance: Balance, from: Place, drift: Float64Array): boolean {
  const largest = sizeOf(drift);
  const delta = limited(
    balance,
    drift.map((x) => (0 - x) / largest),
  );
  const driving = -work(balance, from.r, delta);
  return [1, 0.1, -0.1, -1].every((size) => {
    const after = -work(balance, moved(balance, from.q, delta, size).r, delta);
    return Math.abs(after - driving) <= 1e-6 * Math.abs(driving);
  });
}

export function hasNoNegative(K: Matrix, scale: number): boolean {
  return K.rows === 0 || eigenSymmetric(symmetricPart(K)).values[0] >= -RANK_TOLERANCE * K.rows * scale;
}

export const sizeOf = (r: Float64Array): number => r.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

/** NaN fails every comparison, so a place without finite forces is never taken. */
const squareOf = (r: Float64Array): number => r.reduce((sum, x) => sum + x * x, 0);

const work = ({ free }: Balance, r: Float64Array, delta: Float64Array): number =>
  free.reduce((sum, i, k) => sum + r[k] * delta[i], 0);

function moved({ skeleton, forces, follow }: Balance, q: Float64Array, delta: Float64Array, size: number): Place {
  const place = follow(moveInto(q.slice(), skeleton, q, delta, size));
  return { q: place, r: forces(place) };
}

/** A step along the free speeds as one along all speeds, with rotations limited. */
function limited(balance: Balance, x: Float64Array): Float64Array {
  const delta = alongAll(balance, x);
  const turn = turnOf(balance, delta);
  return turn > LARGEST_TURN ? delta.map((d) => (d * LARGEST_TURN) / turn) : delta;
}

function alongAll({ skeleton: { nv }, free }: Balance, x: Float64Array): Float64Array {
  const delta = new Float64Array(nv);
  free.forEach((i, k) => (delta[i] = x[k]));
  return delta;
}

const turnOf = ({ skeleton: { nodes } }: Balance, delta: Float64Array): number =>
  nodes.reduce((turn, node) => Math.max(turn, jointOf(node).turn(delta, node.v)), 0);

function symmetricPart(K: Matrix): Matrix {
  const n = K.rows;
  const out = newMatrix(n, n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) out.data[i * n + j] = 0.5 * (K.data[i * n + j] + K.data[j * n + i]);
  return out;
}
