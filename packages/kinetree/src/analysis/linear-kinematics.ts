import { poseChart } from "../formulation/joints/charts.js";
import { jointOf } from "../formulation/joints/node-joints.js";
import type { Node, Skeleton } from "../formulation/skeleton/skeleton.js";
import { newMatrix, type Matrix } from "../linalg/matrix.js";
import { speedName } from "../state/speed-name.js";
import { internalStateNames } from "./internal-states.js";

/** The upper half of A, [−ad v, 1]: how departures of coordinates follow from those of speeds. */
export function placeKinematics(A: Matrix, { nodes, nv }: Skeleton, v: Float64Array): void {
  for (const node of nodes) subtractBracket(A, node, v);
  for (let i = 0; i < nv; i++) A.data[i * A.cols + nv + i] = 1;
}

/**
 * δ̇ = δv − v × δ, with the Lie bracket of rigid motions: let R = R₀ (1 + [δ]) turn with ω = ω₀ + δω, and R₀ with ω₀; then
 * Ṙ = R [ω] gives [δ̇] = [δω] + [δ][ω₀] − [ω₀][δ]. Likewise p = p₀ + R₀ d moves with ṗ = R v, so ḋ = δv − ω₀ × d − v₀ × δ.
 * Plain coordinates commute and have none.
 */
function subtractBracket(A: Matrix, node: Node, v: Float64Array): void {
  const { chart } = jointOf(node);
  const first = node.v;
  if (!chart.isCurved) return;
  subtractCross(A, first, first, v, first);
  if (chart !== poseChart) return;
  subtractCross(A, first + 3, first + 3, v, first);
  subtractCross(A, first + 3, first, v, first + 3);
}

/** A[row.., column..] −= [w]× for w = v[at..]. */
function subtractCross({ cols, data }: Matrix, row: number, column: number, v: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    data[(row + i) * cols + column + j] += v[at + k];
    data[(row + j) * cols + column + i] -= v[at + k];
  }
}

export function place(out: Matrix, row: number, column: number, block: Matrix): void {
  for (let i = 0; i < block.rows; i++)
    out.data.set(block.data.subarray(i * block.cols, (i + 1) * block.cols), (row + i) * out.cols + column);
}

export const inputNames = ({ model, topology }: Skeleton, by: "u" | "tau"): readonly string[] =>
  by === "u"
    ? model.actuators.map(({ name }) => name)
    : topology.tree.flatMap(({ joint, nv }) => new Array<string>(nv).fill(model.joints[joint].name));

/** Names of the entries of [δ, δv, δz], for departures of some speeds. */
export function stateNames({ model, topology }: Skeleton, speeds: Int32Array): readonly string[] {
  const names = Array.from(speeds, (speed) => speedName(model, topology, speed));
  return [...names, ...names, ...internalStateNames(model)];
}

/** Some rows of A. */
export function rowsOf(A: Matrix, rows: Int32Array): Matrix {
  const out = newMatrix(rows.length, A.cols);
  rows.forEach((row, i) => out.data.set(A.data.subarray(row * A.cols, (row + 1) * A.cols), i * A.cols));
  return out;
}

/** Some columns of A. */
export function columnsOf(A: Matrix, columns: Int32Array): Matrix {
  const out = newMatrix(A.rows, columns.length);
  for (let i = 0; i < A.rows; i++)
    columns.forEach((column, j) => (out.data[i * columns.length + j] = A.data[i * A.cols + column]));
  return out;
}

/** A ← −A */
export function negated(A: Matrix): Matrix {
  for (let k = 0; k < A.data.length; k++) A.data[k] = 0 - A.data[k];
  return A;
}

/** A ← A + B */
export function addTo(A: Matrix, B: Matrix): void {
  for (let k = 0; k < A.data.length; k++) A.data[k] += B.data[k];
}
