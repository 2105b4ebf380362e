import { RequestError } from "../errors/kinetree-error.js";
import { choleskyInto } from "./cholesky.js";
import { eigenSymmetricInto, newEigenSymmetricWork, notConverged, type EigenSymmetric } from "./eigen-symmetric.js";
import { newMatrix, transposeInPlace, type Matrix } from "./matrix.js";
import { requireFinite, requireShape } from "./shape.js";
import { solveLowerMatrixInPlace, solveLowerTransposedMatrixInPlace } from "./triangular.js";

/**
 * K φ = λ M φ with K symmetric and M symmetric positive definite: squared natural frequencies and mode shapes. Values
 * ascend; column j of `vectors` is φ_j, and φ_iᵀ M φ_j = 1 for i = j, else 0. Reads only the lower triangles.
 *
 * By M = L Lᵀ and the symmetric problem C y = λ y, C = L⁻¹ K L⁻ᵀ, φ = L⁻ᵀ y: Golub, Van Loan, Matrix Computations
 * (4th ed. 2013), 8.7.2. Errors of the λ are some ε ‖M⁻¹‖ ‖K‖, so the low ones are lost where M is ill-conditioned.
 */
export function eigenGeneralized(K: Matrix, M: Matrix): EigenSymmetric {
  const n = K.rows;
  requireShape("stiffness matrix K", K, n, n);
  requireShape("mass matrix M", M, n, n);
  requireFinite("stiffness matrix K", K.data);
  requireFinite("mass matrix M", M.data);
  const L = newMatrix(n, n);
  const pivot = choleskyInto(L, M);
  if (pivot !== -1) notPositiveDefinite(pivot);
  const C = symmetricFromLower(K);
  solveLowerMatrixInPlace(C, L); // L⁻¹ K
  solveLowerMatrixInPlace(transposeInPlace(C), L); // L⁻¹ (L⁻¹ K)ᵀ = C, symmetric but for rounding
  const values = new Float64Array(n);
  if (!eigenSymmetricInto(values, C, C, newEigenSymmetricWork(n))) notConverged("matrix pair K, M", n);
  return { values, vectors: solveLowerTransposedMatrixInPlace(C, L) };
}

function symmetricFromLower(A: Matrix): Matrix {
  const n = A.rows;
  const out = newMatrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      out.data[i * n + j] = A.data[i * n + j];
      out.data[j * n + i] = A.data[i * n + j];
    }
  }
  return out;
}

function notPositiveDefinite(pivot: number): never {
  throw new RequestError({
    code: "mass-matrix-not-positive-definite",
    subject: "mass matrix M",
    value: pivot,
    message:
      `mass matrix M: pivot ${pivot} is not positive, so some motion of the first ${pivot + 1} speeds has no kinetic ` +
      `energy. Give inertia to what moves with speed ${pivot}, or remove that speed.`,
  });
}
