import { luInto, luSolveInto, type Lu } from "../../linalg/lu.js";
import type { Matrix } from "../../linalg/matrix.js";
import { bandStorage, denseStorage, type Envelope, type Storage } from "./structure.js";

/**
 * Solves A x = b for one symmetric matrix at a time. A lies as `storage` says and is overwritten; b is kept unless it is x. `quality`
 * then tells how far from singular A is: the least of its pivots over the diagonal entries that they began as, 0 to 1, and 0 if the
 * solve has failed, with nothing useful in x.
 */
export interface Solver {
  readonly storage: Storage;
  readonly solve: (x: Float64Array, A: Float64Array, b: Float64Array) => void;
  /** quality, fallbacks to another solver and iterations of the last solve: see `reported`. */
  readonly report: Float64Array;
}

/** Places in the report of a solver. */
export const reported = Object.freeze({ quality: 0, fallbacks: 1, iterations: 2 });

export const newReport = (): Float64Array => new Float64Array(3);

/** P A = L U with partial pivoting, then two triangular solves. */
export function luSolver(n: number): Solver {
  const storage = denseStorage(n);
  const report = newReport();
  const diagonal = new Float64Array(n);
  const pivots = new Int32Array(n);
  let matrix: Matrix = { rows: n, cols: n, data: new Float64Array(0) };
  let factors: Lu = { lu: matrix, pivots };
  return {
    storage,
    report,
    solve: (x, A, b) => {
      // One wrapper for each array that is ever given: callers keep to theirs.
      if (matrix.data !== A) factors = { lu: (matrix = { rows: n, cols: n, data: A }), pivots };
      for (let i = 0; i < n; i++) diagonal[i] = A[i * n + i];
      const failed = luInto(factors, matrix);
      report[reported.quality] = 1;
      for (let i = 0; i < n; i++) weigh(report, A[i * n + i], diagonal[i]);
      if (failed >= 0) report[reported.quality] = 0;
      else luSolveInto(x, factors, b);
    },
  };
}

/** Keeps the least quality of all pivots; NaN counts as 0. */
function weigh(report: Float64Array, pivot: number, diagonal: number): void {
  const ratio = Math.abs(pivot / diagonal);
  if (!(ratio >= report[reported.quality])) report[reported.quality] = ratio >= 0 ? ratio : 0;
}

/** Elimination above and below the diagonal with partial pivoting, the right-hand side carried along. */
export function gaussJordanSolver(n: number): Solver {
  const report = newReport();
  const diagonal = new Float64Array(n);
  return {
    storage: denseStorage(n),
    report,
    solve: (x, A, b) => {
      if (x !== b) x.set(b);
      report[reported.quality] = 1;
      for (let i = 0; i < n; i++) diagonal[i] = A[i * n + i];
      for (let k = 0; k < n; k++) {
        let p = k;
        for (let i = k + 1; i < n; i++) if (Math.abs(A[i * n + k]) > Math.abs(A[p * n + k])) p = i;
        if (p !== k) {
          for (let j = k; j < n; j++) {
            const entry = A[k * n + j];
            A[k * n + j] = A[p * n + j];
            A[p * n + j] = entry;
          }
          const entry = x[k];
          x[k] = x[p];
          x[p] = entry;
        }
        const pivot = A[k * n + k];
        weigh(report, pivot, diagonal[k]);
        if (!(Math.abs(pivot) > 0)) {
          report[reported.quality] = 0;
          return;
        }
        for (let j = k + 1; j < n; j++) A[k * n + j] /= pivot;
        x[k] /= pivot;
        for (let i = 0; i < n; i++) {
          if (i === k) continue;
          const factor = A[i * n + k];
          if (factor === 0) continue;
          for (let j = k + 1; j < n; j++) A[i * n + j] -= factor * A[k * n + j];
          x[i] -= factor * x[k];
        }
      }
    },
  };
}

/**
 * Symmetric Gaussian elimination that stays within the band, and in it within what each row can reach. G̃ is positive definite, so that
 * its diagonal serves as pivots in any order, half of the work is saved, and no exchange of rows widens the band. Golub, Van
 * Loan, Matrix Computations (4th ed. 2013), 4.2.3 and 4.3.5. A pivot that is not above zero ends it: rows are redundant.
 */
export function bandedSolver({ rows: n, reach, ends }: Envelope): Solver {
  const storage = bandStorage(n, reach);
  const { pitch } = storage;
  const report = newReport();
  const diagonal = new Float64Array(n);
  return {
    storage,
    report,
    solve: (x, A, b) => {
      if (x !== b) x.set(b);
      report[reported.quality] = 1;
      for (let i = 0; i < n; i++) diagonal[i] = A[i * pitch + i];
      for (let k = 0; k < n; k++) {
        const row = k * pitch;
        const end = ends[k];
        const pivot = A[row + k];
        weigh(report, pivot, diagonal[k]);
        if (!(pivot > 0)) {
          report[reported.quality] = 0;
          return;
        }
        for (let i = k + 1; i <= end; i++) {
          const entry = A[row + i];
          if (entry === 0) continue;
          const factor = entry / pivot;
          const other = i * pitch;
          for (let j = i; j <= end; j++) A[other + j] -= factor * A[row + j];
          x[i] -= factor * x[k];
        }
      }
      for (let i = n - 1; i >= 0; i--) {
        const row = i * pitch;
        const end = ends[i];
        let sum = x[i];
        for (let j = i + 1; j <= end; j++) sum -= A[row + j] * x[j];
        x[i] = sum / A[row + i];
      }
    },
  };
}
