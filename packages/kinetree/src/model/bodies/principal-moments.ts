/** Symmetric 3×3 tensor as xx, yy, zz, xy, xz, yz. */
export type Symmetric3 = readonly [number, number, number, number, number, number];

/** Quadratic convergence makes 6 sweeps plenty; the bound is there for NaN. */
const MOST_SWEEPS = 30;

/**
 * Eigenvalues in ascending order by cyclic Jacobi rotations (Golub and Van Loan, Matrix Computations, 4th ed.,
 * section 8.5): square roots only, so the same bits everywhere, and accurate to ε times the largest one, which the
 * closed formula with an arccosine is not when two eigenvalues nearly coincide.
 */
export function principalMoments(tensor: Symmetric3): readonly [number, number, number] {
  const [xx, yy, zz, xy, xz, yz] = tensor;
  const a = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    if (a[0][1] === 0 && a[0][2] === 0 && a[1][2] === 0) break;
    rotateAway(a, 0, 1);
    rotateAway(a, 0, 2);
    rotateAway(a, 1, 2);
  }
  const [low, middle, high] = [a[0][0], a[1][1], a[2][2]].sort((p, q) => p - q);
  return [low, middle, high];
}

/** A := Jᵀ A J with the rotation J in the plane (p, q) that makes A[p][q] zero. */
function rotateAway(a: number[][], p: number, q: number): void {
  if (a[p][q] === 0) return;
  const theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1)); // the smaller root of t² + 2θt = 1
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  const r = 3 - p - q; // the row left alone
  const [apr, aqr] = [a[p][r], a[q][r]];
  a[p][p] -= t * a[p][q];
  a[q][q] += t * a[p][q];
  a[p][q] = a[q][p] = 0;
  a[p][r] = a[r][p] = c * apr - s * aqr;
  a[q][r] = a[r][q] = s * apr + c * aqr;
}
