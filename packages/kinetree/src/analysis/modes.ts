import {
  aNumber,
  anything,
  checkOptions,
  listOf,
  recordOf,
  withDefaults,
  type OptionTypes,
} from "../errors/option-types.js";
import { choleskyInto, choleskySolveMatrixInto } from "../linalg/cholesky.js";
import { eigenGeneral } from "../linalg/eigen-general.js";
import { eigenGeneralized } from "../linalg/eigen-generalized.js";
import { hypotenuse } from "../linalg/hypotenuse.js";
import { matVec, newMatrix, normMax, type Matrix } from "../linalg/matrix.js";
import { qrFactor, qrRank } from "../linalg/qr.js";
import type { Model } from "../model/types.js";
import { buildTopology } from "../topology/build-topology.js";
import type { OperatingPoint } from "../evaluate/operating-point.js";
import type { Pin } from "./free-directions.js";
import { createSmallMotions, type SmallMotions } from "./small-motions.js";
import { negated } from "./linear-kinematics.js";
import { notBalanced, requireBalance, requireInertia, requireRest, requireSettled } from "./modes-checks.js";
import { stiffnessOfFastMotions, withMemory, zeroEigenvalues, type MotionMemory } from "./motion-memory.js";

/** Pins and tolerances of `modes`; `modesDefaults` holds the defaults. */
export interface ModesOptions {
  /** Joints, or single coordinates, that are held. */
  readonly pinned?: readonly Pin[];
  /**
   * Largest force left over, as a part of weight and largest stiffness (per rad or m), for a state to be an equilibrium. Infinity
   * takes any pose: frequencies are then those of small motions relative to how the mechanism begins to move from there.
   */
  readonly balanceTolerance?: number;
  /** Largest |K − Kᵀ|, as a part of the largest stiffness, for loads to count as conservative. */
  readonly symmetryTolerance?: number;
  /** Squared frequencies below this part of the largest count as zero: rigid motions. */
  readonly rigidTolerance?: number;
  readonly parameters?: Readonly<Record<string, number>>;
}

/** Default tolerances of `modes`. */
export const modesDefaults = Object.freeze({ balanceTolerance: 1e-6, symmetryTolerance: 1e-8, rigidTolerance: 1e-11 });

/** A motion e^(λt) φ of all joints together, and of what elements remember. */
export interface Mode {
  /** λ = re + i im with im >= 0 [1/s]; its conjugate belongs to the same mode. */
  readonly eigenvalue: { readonly re: number; readonly im: number };
  /** |λ| [rad/s]. */
  readonly angularFrequency: number;
  /** |λ| / 2π [Hz]. */
  readonly frequency: number;
  /** −re / |λ|: 0 undamped, 1 without oscillation, below 0 growing; 0 for a rigid mode. */
  readonly dampingRatio: number;
  /** A rigid motion: its frequency is zero up to rounding, and given as 0. With bristles: another state of rest. */
  readonly isRigid: boolean;
  /** 1 / |re| of a motion that does not oscillate, in which it falls to 1/e or grows to e times [s]; null for others. */
  readonly timeConstant: number | null;
  /** Grows: re > 0. */
  readonly isUnstable: boolean;
  /**
   * φ in joint speeds, nv entries, φᴴ M φ = 1, its largest entry positive and real; pinned speeds have 0. Where internal
   * states change and nothing moves, it is zero, and the largest of `states` is 1.
   */
  readonly shape: Float64Array;
  /** Imaginary part of φ: the phase of joints that lag. Zero without damping. */
  readonly shapeIm: Float64Array;
  /** The part of the internal states that `Modes` names, to the same scale. */
  readonly states: Float64Array;
  readonly statesIm: Float64Array;
  readonly byJoint: Readonly<Record<string, Float64Array>>;
}

/** Small motions about an equilibrium, with their matrices. */
export interface Modes {
  /**
   * Without damping, by rising squared frequency: unstable ones first, then rigid ones. Internal states follow motions and have no time to
   * settle: bristles are springs, creep stands still.
   */
  readonly undamped: readonly Mode[];
  /** With damping and internal states, by rising |λ|. Each real eigenvalue is a mode of its own. */
  readonly damped: readonly Mode[];
  /**
   * M of v̇, D of v and K of q in M v̇ + D v + K δ = 0, nv × nv. Couplers are folded in: what a coupler drives has zero rows
   * and columns, and counts where it is driven from. With closed loops they are those of the tree, under the loops' forces.
   */
  readonly mass: Matrix;
  readonly damping: Matrix;
  readonly stiffness: Matrix;
  /** Largest |K − Kᵀ| as a part of the largest |K|: 0 for conservative loads. */
  readonly asymmetry: number;
  readonly warnings: readonly string[];
  /** Names of the internal states that act in this state. */
  readonly states: readonly string[];
}

/** A state at rest: no speeds, or all of them zero. */
export type RestPoint = Omit<OperatingPoint, "v"> & { readonly v?: Float64Array };

const optionTypes: OptionTypes<ModesOptions> = {
  pinned: listOf(anything),
  balanceTolerance: aNumber,
  symmetryTolerance: aNumber,
  rigidTolerance: aNumber,
  parameters: recordOf(aNumber),
};

/** Natural frequencies and mode shapes about an equilibrium (`equilibrium` finds one): small motions at v = 0. */
export const modes = (model: Model, point: RestPoint, options: ModesOptions = {}): Modes =>
  createModes(model, options)(point);

/** The same, compiled once for many equilibria. */
export function createModes(model: Model, options: ModesOptions = {}): (point: RestPoint) => Modes {
  checkOptions(options, optionTypes);
  const { balanceTolerance, symmetryTolerance, rigidTolerance } = withDefaults(modesDefaults, options);
  const { pinned = [], parameters = {} } = options;
  const motionsAt = createSmallMotions(model, pinned, parameters);
  const topology = buildTopology(model);
  const atRest = new Float64Array(topology.counts.nv);

  return (point) => {
    requireRest(model, topology, point);
    const motions = motionsAt({ ...point, v: atRest });
    const { K, D, memory, mass, damping, stiffness } = motions;
    requireBalance(motions, balanceTolerance * motions.scale);
    requireSettled(motions, balanceTolerance);
    requireInertia(motions);
    const fast = stiffnessOfFastMotions(K, memory);
    const asymmetry = asymmetryOf(fast);
    const isSymmetric = asymmetry <= symmetryTolerance;
    const undamped = isSymmetric
      ? symmetricModes(motions, fast, rigidTolerance)
      : generalModes(motions, fast, newMatrix(K.rows, K.rows), null, rigidTolerance);
    const damped = generalModes(motions, K, D, memory, rigidTolerance);
    const warnings = [
      ...(isSymmetric ? [] : [notConservative(asymmetry)]),
      ...notBalanced(motions, modesDefaults.balanceTolerance * motions.scale),
    ];
    return { undamped, damped, mass, damping, stiffness, asymmetry, warnings, states: memory?.names ?? [] };
  };
}

const notConservative = (asymmetry: number): string =>
  `The stiffness is unsymmetric by ${asymmetry} of its largest entry: some load is not conservative (a follower force, a ` +
  `wrench along body axes). Frequencies are those of the general eigenproblem, and motions may grow while they oscillate.`;

/** K φ = ω² M φ */
function symmetricModes(frame: SmallMotions, K: Matrix, rigidTolerance: number): Mode[] {
  const n = K.rows;
  if (n === 0) return [];
  const { values, vectors } = eigenGeneralized(K, frame.M);
  const limit = rigidTolerance * Math.max(Math.abs(values[0]), Math.abs(values[n - 1]));
  return Array.from(values, (value, j) => {
    const isRigid = Math.abs(value) <= limit;
    const rate = isRigid ? 0 : Math.sqrt(Math.abs(value));
    const eigenvalue = value < 0 ? { re: rate, im: 0 } : { re: 0, im: rate };
    return modeOf(frame, eigenvalue, isRigid, columnOf(vectors, j, n), new Float64Array(n));
  });
}

/**
 * λ of [0, 1, 0; −M⁻¹ K, −M⁻¹ D, −M⁻¹ F; Q, P, R]; the upper part of each vector is the shape, the middle one λ times it, the lower one
 * that of the internal states.
 */
function generalModes(
  frame: SmallMotions,
  K: Matrix,
  D: Matrix,
  memory: MotionMemory | null,
  rigidTolerance: number,
): Mode[] {
  const n = K.rows;
  if (n === 0) return [];
  const { re, im, vectorsRe, vectorsIm } = eigenGeneral(firstOrderMatrix(frame, K, D, memory));
  const size = Float64Array.from(re, (x, j) => hypotenuse(x, im[j]));
  const order = [...size.keys()].filter((j) => im[j] >= 0).sort((a, b) => size[a] - size[b] || a - b);
  // A free motion is a double zero of one vector, which rounding splits by its square root; damping makes it a single one.
  const limit = Math.sqrt(rigidTolerance) * size[order[order.length - 1]];
  const mostRigid = memory ? zeroEigenvalues(K, memory, rigidTolerance) : 2 * (n - qrRank(qrFactor(K), rigidTolerance));
  const nz = memory?.names.length ?? 0;
  return order.map((j, k) => {
    const isRigid = k < mostRigid && size[j] <= limit;
    const eigenvalue = isRigid ? { re: 0, im: 0 } : { re: re[j], im: im[j] };
    const remembered = [vectorsRe, vectorsIm].map((vectors) => columnOf(vectors, j, nz, 2 * n));
    return modeOf(frame, eigenvalue, isRigid, columnOf(vectorsRe, j, n), columnOf(vectorsIm, j, n), remembered);
  });
}

function firstOrderMatrix({ M }: SmallMotions, K: Matrix, D: Matrix, memory: MotionMemory | null): Matrix {
  const n = K.rows;
  const L = newMatrix(n, n);
  choleskyInto(L, M);
  const A = newMatrix(2 * n, 2 * n);
  [K, D].forEach((matrix, block) => {
    const X = choleskySolveMatrixInto(newMatrix(n, n), L, matrix);
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) A.data[(n + i) * 2 * n + block * n + j] = 0 - X.data[i * n + j];
  });
  for (let i = 0; i < n; i++) A.data[i * 2 * n + n + i] = 1;
  if (!memory) return A;
  const byStates = negated(choleskySolveMatrixInto(newMatrix(n, memory.F.cols), L, memory.F));
  return withMemory(A, byStates, memory);
}

const columnOf = ({ cols, data }: Matrix, column: number, n: number, first = 0): Float64Array =>
  Float64Array.from({ length: n }, (_, i) => data[(first + i) * cols + column]);

const TWO_PI = 2 * Math.PI;
const NONE = new Float64Array(0);
/** Motions below this part of what internal states change by are rounding. */
const NO_MOTION = 1e-14;

function modeOf(
  { skeleton, M, expand }: SmallMotions,
  eigenvalue: Mode["eigenvalue"],
  isRigid: boolean,
  re: Float64Array,
  im: Float64Array,
  [zRe, zIm]: readonly Float64Array[] = [NONE, NONE],
): Mode {
  const angularFrequency = hypotenuse(eigenvalue.re, eigenvalue.im);
  const [wholeRe, wholeIm] = [expand(re), expand(im)];
  const moves = largest(wholeRe, wholeIm) > NO_MOTION * largest(zRe, zIm);
  // Divided by its largest entry, so that this one is real and positive, then by its length in M.
  const [partRe, partIm] = moves ? [wholeRe, wholeIm] : [zRe, zIm];
  const sizes = partRe.map((x, i) => hypotenuse(x, partIm[i]));
  const top = sizes.indexOf(sizes.reduce((most, x) => Math.max(most, x), 0));
  const [c, s] = [partRe[top] / sizes[top], partIm[top] / sizes[top]];
  const length = moves ? Math.sqrt(quadratic(M, re) + quadratic(M, im)) : sizes[top];
  const turned = (x: Float64Array, y: Float64Array): Float64Array =>
    x.map((value, i) => (c * value + s * y[i]) / length);
  const turnedIm = (x: Float64Array, y: Float64Array): Float64Array =>
    y.map((value, i) => (c * value - s * x[i]) / length);
  const [shape, shapeIm] = [turned(wholeRe, wholeIm), turnedIm(wholeRe, wholeIm)];
  const [states, statesIm] = [turned(zRe, zIm), turnedIm(zRe, zIm)];
  if (moves) shapeIm[top] = 0;
  else for (const none of [shape, shapeIm]) none.fill(0);
  const { model, topology } = skeleton;
  return {
    eigenvalue,
    angularFrequency,
    frequency: angularFrequency / TWO_PI,
    dampingRatio: angularFrequency === 0 ? 0 : 0 - eigenvalue.re / angularFrequency,
    isRigid,
    timeConstant: eigenvalue.im === 0 && eigenvalue.re !== 0 ? 1 / Math.abs(eigenvalue.re) : null,
    isUnstable: eigenvalue.re > 0,
    shape,
    shapeIm,
    states,
    statesIm,
    byJoint: Object.fromEntries(
      topology.tree.map(({ joint, vStart, nv }) => [model.joints[joint].name, shape.subarray(vStart, vStart + nv)]),
    ),
  };
}

const largest = (re: Float64Array, im: Float64Array): number =>
  re.reduce((most, x, i) => Math.max(most, hypotenuse(x, im[i])), 0);

const quadratic = (M: Matrix, x: Float64Array): number => matVec(M, x).reduce((sum, y, i) => sum + y * x[i], 0);

function asymmetryOf(K: Matrix): number {
  const n = K.rows;
  const largest = normMax(K);
  let difference = 0;
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++) difference = Math.max(difference, Math.abs(K.data[i * n + j] - K.data[j * n + i]));
  return largest === 0 ? 0 : difference / largest;
}
