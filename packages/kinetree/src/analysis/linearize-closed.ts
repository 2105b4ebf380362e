import { RequestError } from "../errors/kinetree-error.js";
import type { OperatingPoint } from "../evaluate/operating-point.js";
import { matMul, newMatrix, normMax, type Matrix } from "../linalg/matrix.js";
import type { Model } from "../model/types.js";
import { ClosedDerivatives } from "./closed-derivatives.js";
import { addTo, inputNames, negated, place, placeKinematics, rowsOf, stateNames } from "./linear-kinematics.js";
import type { Linearization } from "./linearize.js";
import { rowNamed } from "../formulation/loops/closures/loop-plan.js";
import { requireFiniteResult } from "../formulation/tree/tree-instance.js";

type Parameters = Readonly<Record<string, number>>;

/**
 * A and B of a mechanism with loops, in the independent speeds of the point. Departures that keep loops closed are δ = N y and
 * δv = N ẏ' + S y, where K S y = −(∂φ̇/∂q) N y makes up for the turning of K; then v̇' = ∂v̇/∂q δ + ∂v̇/∂v δv + ∂v̇/∂z δz, and ż' likewise.
 */
export function createClosedLinearize(
  model: Model,
  by: "u" | "tau",
  parameters: Parameters,
): (point: OperatingPoint) => Linearization {
  const derivatives = new ClosedDerivatives(model, ["q", "v", "z", by]);
  derivatives.setParameters(parameters);
  const { skeleton } = derivatives;
  const { nv } = skeleton;
  return (point) => {
    derivatives.at(point);
    const { independent, vdot } = derivatives.point;
    const { N, speeds } = independent;
    const n = speeds.length;
    const kinematics = newMatrix(2 * nv, 2 * nv);
    placeKinematics(kinematics, skeleton, point.v);
    const [byQ, byV] = [derivatives.jacobian("q"), derivatives.jacobian("v")];
    requireFiniteResult(skeleton, "derivative of the acceleration by q", byQ.data, nv);
    const S = derivatives.particular(matMul(derivatives.ratesBy("q"), N));
    const size = 2 * n + derivatives.stateCount;
    const A = newMatrix(size, size);
    const bracket = matMul(corner(kinematics, nv), N);
    addTo(bracket, S);
    place(A, 0, 0, rowsOf(bracket, speeds));
    for (let i = 0; i < n; i++) A.data[i * size + n + i] = 1;
    const alongClosed = (byQ: Matrix, byV: Matrix): Matrix => {
      const out = matMul(byQ, N);
      addTo(out, matMul(byV, S));
      return out;
    };
    place(A, n, 0, rowsOf(alongClosed(byQ, byV), speeds));
    place(A, n, n, rowsOf(matMul(byV, N), speeds));
    place(A, n, 2 * n, rowsOf(derivatives.jacobian("z"), speeds));
    const rateByV = derivatives.stateJacobian("v");
    place(A, 2 * n, 0, alongClosed(derivatives.stateJacobian("q"), rateByV));
    place(A, 2 * n, n, matMul(rateByV, N));
    place(A, 2 * n, 2 * n, derivatives.stateJacobian("z"));
    const byInput = derivatives.jacobian(by);
    const B = newMatrix(size, byInput.cols);
    place(B, n, 0, rowsOf(byInput, speeds));
    place(B, 2 * n, 0, derivatives.stateJacobian(by));
    const states = stateNames(skeleton, speeds);
    const [allCoordinates, allSpeeds] = [newMatrix(nv, size), newMatrix(nv, size)];
    place(allCoordinates, 0, 0, N);
    place(allSpeeds, 0, 0, S);
    place(allSpeeds, 0, n, N);
    return {
      A,
      B,
      inputs: inputNames(skeleton, by),
      states,
      independent: speeds,
      coordinates: allCoordinates,
      speeds: allSpeeds,
      vdot,
      zdot: derivatives.stateRates(),
    };
  };
}

/**
 * Small departures of a mechanism as a descriptor system E ẋ = A x + B w with x = [δ, δv, δz, δλ]: departures of all coordinates, in the tangent
 * space, of all speeds, of internal states, and of the forces of the independent closure rows. Nothing is eliminated:
 * δ̇ = δv − v × δ; M δv̇ = −∂ID + Kᵀ δλ; δż = ∂ż; 0 = K δ, about a state of rest. Its finite eigenvalues are those of `linearize`.
 */
export interface DescriptorSystem {
  readonly E: Matrix;
  readonly A: Matrix;
  readonly B: Matrix;
  /** Names of the columns of B: actuators, or joints of the speeds that the forces act along. */
  readonly inputs: readonly string[];
  /** What each entry of x departs in: a speed by name, for δ and then for δv; an internal state; a row of a closure, for δλ. */
  readonly states: readonly string[];
  /** v̇ of the undisturbed motion. */
  readonly vdot: Float64Array;
}

export function createClosedDescriptor(
  model: Model,
  by: "u" | "tau",
  parameters: Parameters,
): (point: OperatingPoint) => DescriptorSystem {
  const derivatives = new ClosedDerivatives(model, ["q", "v", "z", by]);
  derivatives.setParameters(parameters);
  const { skeleton } = derivatives;
  const { nv } = skeleton;
  return (point) => {
    derivatives.at(point);
    const { vdot, M, K, factors, closures } = derivatives.point;
    requireRest(point.v, vdot, normMax(derivatives.jacobian("q")));
    const rows = [...factors.pivotRows].sort((a, b) => a - b);
    const nz = derivatives.stateCount;
    const ahead = 2 * nv + nz;
    const size = ahead + rows.length;
    const [E, A] = [newMatrix(size, size), newMatrix(size, size)];
    for (let i = 0; i < nv; i++) E.data[i * size + i] = 1;
    place(E, nv, nv, M);
    for (let i = 2 * nv; i < ahead; i++) E.data[i * size + i] = 1;
    const kinematics = newMatrix(2 * nv, 2 * nv);
    placeKinematics(kinematics, skeleton, point.v);
    place(A, 0, 0, corner(kinematics, nv));
    for (let i = 0; i < nv; i++) A.data[i * size + nv + i] = 1;
    place(A, nv, 0, negated(derivatives.forcesBy("q")));
    place(A, nv, nv, negated(derivatives.forcesBy("v")));
    place(A, nv, 2 * nv, negated(derivatives.forcesBy("z")));
    (["q", "v", "z"] as const).forEach((each, k) => place(A, 2 * nv, k * nv, derivatives.stateJacobian(each)));
    rows.forEach((row, k) => {
      for (let j = 0; j < nv; j++) {
        A.data[(nv + j) * size + ahead + k] = K.data[row * nv + j];
        A.data[(ahead + k) * size + j] = K.data[row * nv + j];
      }
    });
    const byInput = negated(derivatives.forcesBy(by));
    const B = newMatrix(size, byInput.cols);
    place(B, nv, 0, byInput);
    place(B, 2 * nv, 0, derivatives.stateJacobian(by));
    const states = stateNames(
      skeleton,
      Int32Array.from({ length: nv }, (_, i) => i),
    );
    const forces = rows.map((row) => {
      const { closure, direction } = rowNamed(closures, row);
      return `${closure}, ${direction}`;
    });
    return { E, A, B, inputs: inputNames(skeleton, by), states: [...states, ...forces], vdot };
  };
}

/** Accelerations that count as a balance [SI], and those of a pose so far from one: light parts are accelerated by next to nothing. */
const AT_REST = 1e-6;
const NEAR_REST = 1e-9;

/** In motion K changes with time, and 0 = K δ alone would lack the terms of K̇ and K̈. */
function requireRest(v: Float64Array, vdot: Float64Array, stiffness: number): void {
  const most = (values: Float64Array): number => values.reduce((largest, x) => Math.max(largest, Math.abs(x)), 0);
  if (most(v) === 0 && most(vdot) <= Math.max(AT_REST, NEAR_REST * stiffness)) return;
  const what = most(v) > 0 ? `speeds of up to ${most(v)}` : `accelerations of up to ${most(vdot)}`;
  throw new RequestError({
    code: "not-at-rest",
    subject: "state",
    value: most(v) > 0 ? most(v) : most(vdot),
    message: `the state has ${what}, and a descriptor system is one about a state of rest. Let equilibrium find one, or use linearize.`,
  });
}

/** The first n rows and columns. */
function corner(A: Matrix, n: number): Matrix {
  const out = newMatrix(n, n);
  for (let i = 0; i < n; i++) out.data.set(A.data.subarray(i * A.cols, i * A.cols + n), i * n);
  return out;
}
