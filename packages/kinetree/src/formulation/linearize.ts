import { newMatrix, type Matrix } from "../linalg/matrix.js";
import type { Model } from "../model/types.js";
import { createForwardDerivatives } from "./derivatives.js";
import type { DynamicsDerivatives } from "./dynamics-derivatives.js";
import { requireChoice } from "./option-checks.js";
import type { OperatingPoint } from "./operating-point.js";
import type { Node, Skeleton } from "./skeleton.js";
import { requireFiniteResult } from "./tree-instance.js";

/**
 * Small departures from a motion of the mechanism: ẋ = A x + B w with x = [δ, δv], 2 nv entries, and w the departure of the
 * inputs. δ is a departure of q in the tangent space, by the mechanism's speeds: plain differences of plain coordinates; for a
 * spherical joint the small turn, about the child's axes, from the undisturbed orientation to the disturbed one; for a free
 * joint that turn and the small shift along the child's axes.
 */
export interface Linearization {
  /** 2 nv × 2 nv. */
  readonly A: Matrix;
  /** 2 nv × number of inputs. */
  readonly B: Matrix;
  /** Names of the columns of B: actuators, or joints of the speeds that the forces act along. */
  readonly inputs: readonly string[];
  /** v̇ of the undisturbed motion; zero all over, like v, where the point is an equilibrium. */
  readonly vdot: Float64Array;
}

export interface LinearizeOptions {
  /** What drives the mechanism: its actuators (the default if it has any) or generalised forces along all speeds. */
  readonly inputs?: "actuators" | "forces";
  /** Values of named parameters; the model's own if left out. */
  readonly parameters?: Readonly<Record<string, number>>;
}

/** A and B about a state, which may be in motion. */
export const linearize = (model: Model, point: OperatingPoint, options: LinearizeOptions = {}): Linearization =>
  createLinearize(model, options)(point);

/** The same, compiled once for many points. */
export function createLinearize(
  model: Model,
  options: LinearizeOptions = {},
): (point: OperatingPoint) => Linearization {
  const chosen = options.inputs ?? (model.actuators.length > 0 ? "actuators" : "forces");
  requireChoice("inputs", chosen, ["actuators", "forces"]);
  const by = chosen === "actuators" ? "u" : "tau";
  const derivatives = createForwardDerivatives(model, ["q", "v", by]);
  derivatives.setParameters(options.parameters ?? {});
  const { skeleton } = derivatives;
  const inputs =
    by === "u"
      ? model.actuators.map(({ name }) => name)
      : skeleton.topology.tree.flatMap(({ joint, nv }) => new Array<string>(nv).fill(model.joints[joint].name));
  return (point) => {
    derivatives.at(point);
    const vdot = derivatives.valueInto(new Float64Array(skeleton.nv));
    return { A: stateMatrix(derivatives, skeleton, point.v), B: inputMatrix(derivatives, by), inputs, vdot };
  };
}

/** [−ad v, 1; ∂v̇/∂q, ∂v̇/∂v] */
function stateMatrix(
  derivatives: Pick<DynamicsDerivatives<"q" | "v">, "jacobian">,
  skeleton: Skeleton,
  v: Float64Array,
): Matrix {
  const { nv } = skeleton;
  const A = newMatrix(2 * nv, 2 * nv);
  for (const node of skeleton.nodes) subtractBracket(A, node, v);
  for (let i = 0; i < nv; i++) A.data[i * 2 * nv + nv + i] = 1;
  place(A, nv, 0, checked(skeleton, "derivative of the acceleration by q", derivatives.jacobian("q")));
  place(A, nv, nv, checked(skeleton, "derivative of the acceleration by v", derivatives.jacobian("v")));
  return A;
}

function inputMatrix<V extends "u" | "tau">(derivatives: DynamicsDerivatives<V | "q" | "v">, by: V): Matrix {
  const { nv } = derivatives.skeleton;
  const B = newMatrix(2 * nv, derivatives.columns(by));
  place(B, nv, 0, derivatives.jacobian(by));
  return B;
}

/**
 * δ̇ = δv − v × δ, with the Lie bracket of rigid motions: let R = R₀ (1 + [δ]) turn with ω = ω₀ + δω, and R₀ with ω₀; then
 * Ṙ = R [ω] gives [δ̇] = [δω] + [δ][ω₀] − [ω₀][δ]. Likewise p = p₀ + R₀ d moves with ṗ = R v, so ḋ = δv − ω₀ × d − v₀ × δ.
 * Plain coordinates commute and have none.
 */
function subtractBracket(A: Matrix, { motion, v: first }: Node, v: Float64Array): void {
  if (motion !== "spherical" && motion !== "free") return;
  subtractCross(A, first, first, v, first);
  if (motion === "spherical") return;
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

function place(out: Matrix, row: number, column: number, block: Matrix): void {
  for (let i = 0; i < block.rows; i++)
    out.data.set(block.data.subarray(i * block.cols, (i + 1) * block.cols), (row + i) * out.cols + column);
}

function checked(skeleton: Skeleton, what: string, matrix: Matrix): Matrix {
  requireFiniteResult(skeleton, what, matrix.data, matrix.cols);
  return matrix;
}
