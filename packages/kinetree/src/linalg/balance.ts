import { hypotenuse } from "./hypotenuse.js";
import { norm2, type Matrix } from "./matrix.js";

/*
 * A ← D⁻¹ A D with D diagonal such that rows and columns have comparable norms: metres beside radians, newtons beside
 * displacements. Parlett, Reinsch, Numer. Math. 13 (1969) 293-304, with the 2-norm of James, Langou, Lowery
 * (arXiv:1401.5766), which does not spoil matrices that were fine. Powers of 2 only: no rounding. Rows are not permuted to
 * split off eigenvalues; that saves time, not accuracy.
 */

/** Balances A in place; scale[i] = D_ii. */
export function balanceInPlace(A: Matrix, scale: Float64Array): void {
  const n = A.rows;
  scale.fill(1);
  for (let changed = true; changed;) {
    changed = false;
    for (let i = 0; i < n; i++) {
      const f = balancingFactor(rowNorm(A, i), columnNorm(A, i));
      if (f === 1) continue;
      changed = true;
      scale[i] *= f;
      for (let j = 0; j < n; j++) A.data[i * n + j] /= f;
      for (let j = 0; j < n; j++) A.data[j * n + i] *= f;
    }
  }
}

/** The power of 2 by which to multiply the column and divide the row; 1 unless it lessens their sum by 5%. */
function balancingFactor(row: number, column: number): number {
  if (row === 0 || column === 0 || !Number.isFinite(row + column)) return 1;
  let f = 1;
  while (column * f < row / f / 2) f *= 2;
  while (column * f > (row / f) * 2) f /= 2;
  return column * f + row / f < 0.95 * (column + row) ? f : 1;
}

/** 2-norm of row i without the diagonal. */
function rowNorm({ rows: n, data }: Matrix, i: number): number {
  return hypotenuse(norm2(data, i * n, i, 1), norm2(data, i * n + i + 1, n - 1 - i, 1));
}

/** 2-norm of column i without the diagonal. */
function columnNorm({ rows: n, data }: Matrix, i: number): number {
  return hypotenuse(norm2(data, i, i, n), norm2(data, (i + 1) * n + i, n - 1 - i, n));
}
