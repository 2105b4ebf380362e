import { luSolver, newReport, reported, type Solver } from "./direct-solvers.js";
import { denseStorage } from "./structure.js";

/** When an iteration is good enough, and when it is given up. */
export interface IterationLimits {
  /** Of the residual, as part of the right-hand side. Less takes more iterations and, soon, a direct solve. */
  readonly tolerance: number;
  /** Iterations after which a direct solve takes over. */
  readonly iterations: number;
}

/**
 * The tolerance is far below what integrators see. A hundred iterations of full orthogonalisation cost about as much as factoring
 * 170 full rows; they are enough for about a hundred. Steepest descent is seldom done by then.
 */
export const iterationDefaults: IterationLimits = Object.freeze({ tolerance: 1e-11, iterations: 100 });

/** out = A x, for a matrix that is zero farther than `reach` from its diagonal. */
function multiply(out: Float64Array, A: Float64Array, x: Float64Array, n: number, reach: number): void {
  for (let i = 0; i < n; i++) {
    const end = Math.min(n, i + reach + 1);
    let sum = 0;
    for (let j = Math.max(0, i - reach); j < end; j++) sum += A[i * n + j] * x[j];
    out[i] = sum;
  }
}

/** out = Aᵀ x. */
function multiplyTransposed(out: Float64Array, A: Float64Array, x: Float64Array, n: number, reach: number): void {
  out.fill(0);
  for (let i = 0; i < n; i++) {
    const end = Math.min(n, i + reach + 1);
    for (let j = Math.max(0, i - reach); j < end; j++) out[j] += A[i * n + j] * x[i];
  }
}

function dot(a: Float64Array, b: Float64Array, startA = 0, startB = 0, n = a.length): number {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += a[startA + i] * b[startB + i];
  return sum;
}

/** r = b − A x. */
function residual(r: Float64Array, A: Float64Array, x: Float64Array, b: Float64Array, reach: number): void {
  multiply(r, A, x, r.length, reach);
  for (let i = 0; i < r.length; i++) r[i] = b[i] - r[i];
}

/** Rows and columns of A times scale. */
function scaleBoth(A: Float64Array, scale: Float64Array, n: number, reach: number): void {
  for (let i = 0; i < n; i++) {
    const end = Math.min(n, i + reach + 1);
    for (let j = Math.max(0, i - reach); j < end; j++) A[i * n + j] *= scale[i] * scale[j];
  }
}

/**
 * Scaling, warm start and fallback of both iterations. Rows and columns are scaled to a diagonal of ones, since forces on heavy bodies and torques on light
 * ones differ by powers of ten. The iterations begin with what x holds, the last solution, which is near the next; where they do not
 * come to the tolerance, the matrix, which they leave alone, is solved by its factors instead, and that is counted.
 * @param improve brings x nearer, and gives the number of iterations it took
 */
function warmStarted(
  n: number,
  reach: number,
  { tolerance }: IterationLimits,
  improve: (x: Float64Array, A: Float64Array, r: Float64Array, enough: number) => number,
): Solver {
  const direct = luSolver(n);
  const report = newReport();
  const r = new Float64Array(n);
  const scale = new Float64Array(n);
  const scaled = new Float64Array(n);
  return {
    storage: denseStorage(n),
    report,
    solve: (x, A, b) => {
      for (let i = 0; i < n; i++) {
        scale[i] = A[i * n + i] > 0 ? 1 / Math.sqrt(A[i * n + i]) : 1;
        scaled[i] = scale[i] * b[i];
        x[i] = Number.isFinite(x[i]) ? x[i] / scale[i] : 0;
      }
      scaleBoth(A, scale, n, reach);
      const enough = tolerance * Math.sqrt(dot(scaled, scaled));
      residual(r, A, x, scaled, reach);
      report[reported.quality] = 1;
      report[reported.iterations] += improve(x, A, r, enough);
      residual(r, A, x, scaled, reach);
      if (!(dot(r, r) <= enough * enough)) {
        report[reported.fallbacks]++;
        direct.solve(x, A, scaled);
        report[reported.quality] = direct.report[reported.quality];
      }
      for (let i = 0; i < n; i++) x[i] *= scale[i];
    },
  };
}

/** Residual norm steepest descent. Saad, Iterative Methods for Sparse Linear Systems (2nd ed. 2003), 5.3.3; Wachlin (2018), Algorithm 2. */
export function steepestDescentSolver(n: number, reach: number, limits: IterationLimits): Solver {
  const v = new Float64Array(n);
  const Av = new Float64Array(n);
  return warmStarted(n, reach, limits, (x, A, r, enough) => {
    for (let iteration = 0; iteration < limits.iterations; iteration++) {
      if (dot(r, r) <= enough * enough) return iteration;
      multiplyTransposed(v, A, r, n, reach);
      multiply(Av, A, v, n, reach);
      const length = dot(Av, Av);
      if (!(length > 0)) return iteration;
      const alpha = dot(v, v) / length;
      for (let i = 0; i < n; i++) {
        x[i] += alpha * v[i];
        r[i] -= alpha * Av[i];
      }
    }
    return limits.iterations;
  });
}

/** Full orthogonalisation: residual orthogonal to a growing Krylov space. Saad (2003), Algorithm 6.4; Wachlin (2018), Algorithm 3. */
export function fullOrthogonalisationSolver(n: number, reach: number, limits: IterationLimits): Solver {
  const most = Math.min(limits.iterations, n);
  const V = new Float64Array((most + 1) * n);
  /** Hessenberg matrix, column by column: entry (i, j) at j (most + 1) + i, reduced to a triangle as it grows. */
  const H = new Float64Array(most * (most + 1));
  const factors = new Float64Array(most);
  const y = new Float64Array(most);
  const v = new Float64Array(n);
  const w = new Float64Array(n);
  return warmStarted(n, reach, limits, (x, A, r, enough) => {
    const beta = Math.sqrt(dot(r, r));
    if (beta <= enough) return 0;
    for (let i = 0; i < n; i++) V[i] = r[i] / beta;
    let size = 0;
    // Elimination without exchanges of H y = β e₁: y holds its right-hand side. It fails where FOM itself has no solution.
    y[0] = beta;
    for (let j = 0; j < most; j++) {
      const column = j * (most + 1);
      for (let i = 0; i < n; i++) v[i] = V[j * n + i];
      multiply(w, A, v, n, reach);
      for (let i = 0; i <= j; i++) {
        const h = dot(w, V, 0, i * n, n);
        H[column + i] = h;
        for (let k = 0; k < n; k++) w[k] -= h * V[i * n + k];
      }
      const next = Math.sqrt(dot(w, w));
      for (let i = 0; i < j; i++) H[column + i + 1] -= factors[i] * H[column + i];
      const pivot = H[column + j];
      if (!(Math.abs(pivot) > 0)) break;
      size = j + 1;
      // The residual of the j-th solution: next · |last entry of y|, and that entry is its right-hand side over the pivot.
      if (next * Math.abs(y[j] / pivot) <= enough || !(next > 0) || j + 1 === most) break;
      factors[j] = next / pivot;
      y[j + 1] = -factors[j] * y[j];
      for (let i = 0; i < n; i++) V[(j + 1) * n + i] = w[i] / next;
    }
    for (let i = size - 1; i >= 0; i--) {
      let sum = y[i];
      for (let j = i + 1; j < size; j++) sum -= H[j * (most + 1) + i] * y[j];
      y[i] = sum / H[i * (most + 1) + i];
    }
    for (let j = 0; j < size; j++) for (let i = 0; i < n; i++) x[i] += y[j] * V[j * n + i];
    return size;
  });
}
