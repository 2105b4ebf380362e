import { choleskyInto, choleskySolveInto, choleskySolveMatrixInto } from "../linalg/cholesky.js";
import { copy, newMatrix, setIdentity, type Matrix } from "../linalg/matrix.js";
import type { Model } from "../model/types.js";
import { CouplerReduction } from "../evaluate/coupler-reduction.js";
import { requireCouplers } from "../state/coupler-state.js";
import type { Jet } from "../state/couplings.js";
import { withoutInertia } from "./closed-derivatives.js";
import { createInverseDerivatives } from "./derivatives.js";
import { columnsOf, inputNames, negated, place, placeKinematics, rowsOf, stateNames } from "./linear-kinematics.js";
import type { Linearization } from "./linearize.js";
import type { OperatingPoint } from "../evaluate/operating-point.js";
import { freePart } from "./free-directions.js";
import { speedName } from "../state/speed-name.js";
import { requireFiniteResult } from "../formulation/tree/tree-instance.js";

/**
 * A and B of a mechanism with couplers. Its motion solves ρ = Gᵀ ID(q, v, z, G ÿ + γ) = 0 with q, v, G and γ functions of the
 * independent coordinates y and their rates; ∂ρ by each of them gives the blocks of A by −(Gᵀ M G)⁻¹.
 */
export function createCoupledLinearize(
  model: Model,
  by: "u" | "tau",
  parameters: Readonly<Record<string, number>>,
): (point: OperatingPoint) => Linearization {
  const derivatives = createInverseDerivatives(model, ["q", "v", "z", "vdot", by]);
  derivatives.setParameters(parameters);
  const { skeleton } = derivatives;
  const { topology, nv } = skeleton;
  const reduction = new CouplerReduction(model, topology, parameters);
  const { couplings, independent } = reduction;
  const n = independent.length;

  return (point) => {
    const { v } = point;
    const jets = reduction.jetsAt(point.q);
    const gamma = new Float64Array(nv);
    couplings.forEach(({ driven, root }, k) => (gamma[driven.v] = root ? jets[k][2] * v[root.v] * v[root.v] : 0));
    derivatives.at(point, gamma);
    requireCouplers(model, topology, point.q, v, parameters);
    const missing = derivatives.valueInto(new Float64Array(nv));
    const M = derivatives.jacobian("vdot");
    const L = newMatrix(n, n);
    const failed = choleskyInto(L, freePart(reduction.fold(copy(M), jets), independent));
    if (failed >= 0) throw withoutInertia(speedName(model, topology, independent[failed]));

    const folded = reduction.foldVector(missing, jets);
    const yddot = choleskySolveInto(
      new Float64Array(n),
      L,
      Float64Array.from(independent, (i) => 0 - folded[i]),
    );
    const vdot = new Float64Array(nv);
    independent.forEach((i, k) => (vdot[i] = yddot[k]));
    reduction.unfold(vdot, jets);
    for (let i = 0; i < nv; i++) vdot[i] += gamma[i];
    requireFiniteResult(skeleton, "acceleration", vdot);

    derivatives.at(point, vdot);
    const forces = derivatives.valueInto(new Float64Array(nv));
    const [byQ, byV, byInput] = [derivatives.jacobian("q"), derivatives.jacobian("v"), derivatives.jacobian(by)];
    const blocks = { reduction, jets, v, vdot, M };
    const residualByQ = foldByQ(blocks, byQ, byV, forces);
    const residualByV = foldByV(blocks, byV);
    requireFiniteResult(skeleton, "derivative of the forces by q", residualByQ.data, nv);
    const rows = (A: Matrix): Matrix => negated(choleskySolveMatrixInto(newMatrix(n, A.cols), L, A));

    const whole = newMatrix(2 * nv, 2 * nv);
    placeKinematics(whole, skeleton, v);
    const kept = Int32Array.from([...independent, ...independent.map((i) => nv + i)]);
    const size = 2 * n + derivatives.stateCount;
    const A = newMatrix(size, size);
    place(A, 0, 0, freePart(whole, kept));
    place(A, n, 0, rows(freePart(residualByQ, independent)));
    place(A, n, n, rows(freePart(residualByV, independent)));
    const alongForces = (byForce: Matrix): Matrix => rows(rowsOf(reduction.foldRows(byForce, jets), independent));
    place(A, n, 2 * n, alongForces(derivatives.jacobian("z")));
    const rateByV = derivatives.stateJacobian("v");
    place(A, 2 * n, 0, columnsOf(foldRatesByQ(blocks, derivatives.stateJacobian("q"), rateByV), independent));
    place(A, 2 * n, n, columnsOf(reduction.foldColumns(rateByV, jets), independent));
    place(A, 2 * n, 2 * n, derivatives.stateJacobian("z"));
    const B = newMatrix(size, byInput.cols);
    place(B, n, 0, alongForces(byInput));
    place(B, 2 * n, 0, derivatives.stateJacobian(by));
    const states = stateNames(skeleton, independent);
    const [coordinates, speeds] = [newMatrix(nv, size), newMatrix(nv, size)];
    const G = columnsOf(reduction.foldColumns(setIdentity(newMatrix(nv, nv)), jets), independent);
    place(coordinates, 0, 0, G);
    place(speeds, 0, n, G);
    couplings.forEach(({ driven, root }, k) => {
      if (root) speeds.data[driven.v * size + independent.indexOf(root.v)] = jets[k][2] * v[root.v];
    });
    const inputs = inputNames(skeleton, by);
    const zdot = derivatives.stateRates();
    return { A, B, inputs, states, independent, coordinates, speeds, vdot, zdot };
  };
}

interface Blocks {
  readonly reduction: CouplerReduction;
  readonly jets: readonly Jet[];
  readonly v: Float64Array;
  readonly vdot: Float64Array;
  readonly M: Matrix;
}

/** ∂ρ/∂y = Gᵀ (ID_q G + ID_v ∂v/∂y + M (∂G/∂y ÿ + ∂γ/∂y)) + (∂G/∂y)ᵀ ID */
function foldByQ({ reduction, jets, v, vdot, M }: Blocks, byQ: Matrix, byV: Matrix, forces: Float64Array): Matrix {
  const out = reduction.foldColumns(byQ, jets);
  reduction.couplings.forEach(({ driven, root }, k) => {
    if (!root) return;
    const [, , second, third] = jets[k];
    const speed = v[root.v];
    addColumn(out, root.v, byV, driven.v, second * speed);
    addColumn(out, root.v, M, driven.v, second * vdot[root.v] + third * speed * speed);
  });
  reduction.foldRows(out, jets);
  reduction.couplings.forEach(({ driven, root }, k) => {
    if (root) out.data[root.v * out.cols + root.v] += jets[k][2] * forces[driven.v];
  });
  return out;
}

/** ∂ż/∂y = ż_q G + ż_v ∂v/∂y */
function foldRatesByQ({ reduction, jets, v }: Blocks, byQ: Matrix, byV: Matrix): Matrix {
  const out = reduction.foldColumns(byQ, jets);
  reduction.couplings.forEach(({ driven, root }, k) => {
    if (root) addColumn(out, root.v, byV, driven.v, jets[k][2] * v[root.v]);
  });
  return out;
}

/** ∂ρ/∂ẏ = Gᵀ (ID_v G + M ∂γ/∂ẏ) */
function foldByV({ reduction, jets, v, M }: Blocks, byV: Matrix): Matrix {
  const out = reduction.foldColumns(byV, jets);
  reduction.couplings.forEach(({ driven, root }, k) => {
    if (root) addColumn(out, root.v, M, driven.v, 2 * jets[k][2] * v[root.v]);
  });
  return reduction.foldRows(out, jets);
}

function addColumn(out: Matrix, to: number, A: Matrix, from: number, factor: number): void {
  for (let i = 0; i < out.rows; i++) out.data[i * out.cols + to] += factor * A.data[i * A.cols + from];
}
