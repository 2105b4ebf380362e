import { complex, divide, multiply, sizeOf, subtract, type Complex } from "./complex.js";
import { normOne, type Matrix } from "./matrix.js";

/*
 * Eigenvalues and eigenvectors of a real Schur form T by back substitution in (T − λ) x = 0: Golub, Van Loan, Matrix
 * Computations (4th ed. 2013), 7.6.4. In complex arithmetic throughout, also where λ is real: one algorithm instead of two.
 */

/** Eigenvalues in the order of the diagonal of T; of a complex pair the one with positive imaginary part first. */
export function schurValues(T: Matrix): Complex[] {
  const n = T.rows;
  const values: Complex[] = [];
  for (let k = 0; k < n; k++) {
    if (!beginsPair(T, k)) {
      values.push(complex(T.data[k * n + k], 0));
      continue;
    }
    const a = T.data[k * n + k];
    const d = T.data[(k + 1) * n + k + 1];
    const p = (a - d) / 2;
    const b = T.data[k * n + k + 1];
    const c = T.data[(k + 1) * n + k];
    const im = Math.sqrt(-(p * p + b * c)); // negative discriminant, or the block would have been split
    values.push(complex((a + d) / 2, im), complex((a + d) / 2, -im));
    k++;
  }
  return values;
}

const beginsPair = (T: Matrix, k: number): boolean => k + 1 < T.rows && T.data[(k + 1) * T.rows + k] !== 0;

/**
 * Eigenvector of T for the eigenvalue lambda at place `at` of `schurValues`, at the first place of its pair if it is
 * complex; x has n entries, zero beyond its block. Where T has the eigenvalue again further up, the pivot is ε‖T‖ instead of
 * zero, which gives another eigenvector if there is one and nearly the same one if there is none.
 */
export function schurVector(T: Matrix, lambda: Complex, at: number): Complex[] {
  const n = T.rows;
  const x = Array.from({ length: n }, () => complex(0, 0));
  const smallest = Math.max(Number.EPSILON * normOne(T), Number.MIN_VALUE / Number.EPSILON);
  if (lambda.im === 0) x[at] = complex(1, 0);
  else startPair(x, T, lambda, at);
  const last = lambda.im === 0 ? at : at + 1;
  for (let i = at - 1; i >= 0; i--) {
    if (i > 0 && beginsPair(T, i - 1)) {
      const above = complex(T.data[(i - 1) * n + i - 1] - lambda.re, -lambda.im);
      const below = complex(T.data[i * n + i] - lambda.re, -lambda.im);
      const right = T.data[(i - 1) * n + i];
      const left = T.data[i * n + i - 1];
      const sums = [rowSum(x, T, i - 1, i + 1, last), rowSum(x, T, i, i + 1, last)] as const;
      [x[i - 1], x[i]] = solveTwo(above, right, left, below, sums[0], sums[1], smallest);
      i--;
    } else {
      const pivot = awayFromZero(complex(T.data[i * n + i] - lambda.re, -lambda.im), smallest);
      x[i] = divide(rowSum(x, T, i, i + 1, last), pivot);
    }
    scaleDown(x, i, last);
  }
  return x;
}

/** The eigenvector of the block itself, from its row with the larger off-diagonal entry. */
function startPair(x: Complex[], T: Matrix, lambda: Complex, k: number): void {
  const n = T.rows;
  const right = T.data[k * n + k + 1];
  const left = T.data[(k + 1) * n + k];
  if (Math.abs(right) >= Math.abs(left)) {
    x[k] = complex(1, 0);
    x[k + 1] = complex((lambda.re - T.data[k * n + k]) / right, lambda.im / right);
  } else {
    x[k] = complex((lambda.re - T.data[(k + 1) * n + k + 1]) / left, lambda.im / left);
    x[k + 1] = complex(1, 0);
  }
}

/** −Σ_j T_ij x_j over j = from..to. */
function rowSum(x: readonly Complex[], T: Matrix, i: number, from: number, to: number): Complex {
  let re = 0;
  let im = 0;
  for (let j = from; j <= to; j++) {
    re -= T.data[i * T.cols + j] * x[j].re;
    im -= T.data[i * T.cols + j] * x[j].im;
  }
  return complex(re, im);
}

/** Solves [a b; c d] [u v]ᵀ = [f g]ᵀ with real b, c, by elimination with row exchange. */
function solveTwo(
  a: Complex,
  b: number,
  c: number,
  d: Complex,
  f: Complex,
  g: Complex,
  smallest: number,
): [Complex, Complex] {
  const bc = [complex(b, 0), complex(c, 0)] as const;
  return sizeOf(a) >= Math.abs(c)
    ? eliminate(a, bc[0], bc[1], d, f, g, smallest)
    : eliminate(bc[1], d, a, bc[0], g, f, smallest);
}

function eliminate(
  a: Complex,
  b: Complex,
  c: Complex,
  d: Complex,
  f: Complex,
  g: Complex,
  smallest: number,
): [Complex, Complex] {
  const factor = divide(c, a);
  const pivot = awayFromZero(subtract(d, multiply(factor, b)), smallest);
  const v = divide(subtract(g, multiply(factor, f)), pivot);
  return [divide(subtract(f, multiply(b, v)), a), v];
}

const awayFromZero = (pivot: Complex, smallest: number): Complex =>
  sizeOf(pivot) < smallest ? complex(smallest, 0) : pivot;

/** Repeated small pivots make the entries grow without bound; only their ratios matter. */
function scaleDown(x: Complex[], from: number, to: number): void {
  const LARGE = 1e100;
  let size = 0;
  for (let j = from; j <= to; j++) size = Math.max(size, sizeOf(x[j]));
  if (size < LARGE) return;
  for (let j = from; j <= to; j++) x[j] = complex(x[j].re / size, x[j].im / size);
}
