import { copy, matMul, newMatrix, type Matrix } from "../linalg/matrix.js";
import { qrFactor, qrRank } from "../linalg/qr.js";
import { addTo, columnsOf, place, rowsOf } from "./linear-kinematics.js";

/** Internal states z beside small motions y: M ÿ + D ẏ + K y + F z = 0 and ż = Q y + P ẏ + R z. */
export interface MotionMemory {
  readonly names: readonly string[];
  readonly F: Matrix;
  readonly Q: Matrix;
  readonly P: Matrix;
  readonly R: Matrix;
  /** ż and z at the point. */
  readonly rates: Float64Array;
  readonly z: Float64Array;
}

/** Without states that neither change nor act, as those of contacts that are apart; null if none is left. */
export function actingMemory(all: MotionMemory): MotionMemory | null {
  const { names, F, Q, P, R, rates, z } = all;
  const acts = (i: number): boolean =>
    [F, R].some((A) => columnsOf(A, Int32Array.of(i)).data.some((x) => Math.abs(x) > NOTHING)) ||
    [Q, P, R].some((A) => rowsOf(A, Int32Array.of(i)).data.some((x) => Math.abs(x) > NOTHING));
  const kept = Int32Array.from([...names.keys()].filter(acts));
  if (kept.length === 0) return null;
  return {
    names: Array.from(kept, (i) => names[i]),
    F: columnsOf(F, kept),
    Q: rowsOf(Q, kept),
    P: rowsOf(P, kept),
    R: columnsOf(rowsOf(R, kept), kept),
    rates: Float64Array.from(kept, (i) => rates[i]),
    z: Float64Array.from(kept, (i) => z[i]),
  };
}

/** Laws keep the sizes of slips away from zero by as little as this. */
const NOTHING = 1e-100;

/** K + F P: states follow motions, as bristles do, and have no time to settle. The stiffness that fast motions meet. */
export function stiffnessOfFastMotions(K: Matrix, memory: MotionMemory | null): Matrix {
  if (!memory) return K;
  const out = copy(K);
  addTo(out, matMul(memory.F, memory.P));
  return out;
}

/** A of [y, ẏ, z] from that of [y, ẏ] and −M⁻¹ F. */
export function withMemory(A: Matrix, byStates: Matrix, { Q, P, R }: MotionMemory): Matrix {
  const n = A.rows / 2;
  const size = A.rows + R.rows;
  const out = newMatrix(size, size);
  place(out, 0, 0, A);
  place(out, n, 2 * n, byStates);
  place(out, 2 * n, 0, Q);
  place(out, 2 * n, n, P);
  place(out, 2 * n, 2 * n, R);
  return out;
}

/** How many eigenvalues are zero: one for each way to rest elsewhere, another one for each to go on moving there. */
export function zeroEigenvalues(K: Matrix, { F, Q, P, R }: MotionMemory, tolerance: number): number {
  const n = K.rows;
  const rest = newMatrix(n + R.rows, n + R.rows);
  place(rest, 0, 0, K);
  place(rest, 0, n, F);
  place(rest, n, 0, Q);
  place(rest, n, n, R);
  const going = newMatrix(n + 2 * R.rows, n);
  place(going, 0, 0, K);
  place(going, n, 0, Q);
  place(going, n + R.rows, 0, P);
  return rest.rows - qrRank(qrFactor(rest), tolerance) + n - qrRank(qrFactor(going), tolerance);
}
