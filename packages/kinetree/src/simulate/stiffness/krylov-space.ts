import { eigenGeneral } from "../../linalg/eigen-general.js";
import { hypotenuse } from "../../linalg/hypotenuse.js";
import { newMatrix, type Matrix } from "../../linalg/matrix.js";
import type { StiffnessProbe } from "./stiffness-probe.js";

/** A mode of small perturbations of a motion, which change with e^(λ t). */
export interface Ritz {
  /** λ, with a positive imaginary part where it is complex [1/s]. */
  readonly re: number;
  readonly im: number;
  /** |λ| */
  readonly rate: number;
  /** −Re λ / |λ|: 1 without oscillation, 0 without damping, below 0 for growth. */
  readonly dampingRatio: number;
  /** Relative error of λ. */
  readonly doubt: number;
  /** Column in the basis. */
  readonly column: number;
}

/** Relative accuracy of differences: smaller remainders of a vector are rounding errors. */
const NOTHING_LEFT = 1e-6;

/**
 * The outer eigenvalues of ∂ẏ/∂y from a small Krylov space by Arnoldi's process (Golub, Van Loan, Matrix Computations (2013), 10.5),
 * with products by differences of the right-hand side as in the spectral radius of Sommeijer, Shampine and Verwer (1997): a power
 * iteration that also sees pairs. Coordinates are measured against speeds by a rate, that of the fastest mode: so a swinging mode
 * is nearly normal, and few vectors are enough.
 */
export class KrylovSpace {
  readonly #probe: StiffnessProbe;
  readonly #basis: Float64Array[];
  readonly #h: Matrix;
  readonly #scaled: Float64Array;
  #count = 0;
  /** Norm of the remainder of the last vector. */
  #rest = 0;
  #rate = 1;
  #size = 0;

  /** @param most size of the largest space */
  constructor(probe: StiffnessProbe, most: number) {
    this.#probe = probe;
    const size = Math.min(most, probe.size);
    this.#basis = Array.from({ length: size + 1 }, () => new Float64Array(probe.size));
    this.#h = newMatrix(size + 1, size);
    this.#scaled = new Float64Array(probe.size);
  }

  /** Builds the space of J^k x; false where the equations are not finite. Coordinates are scaled by `rate`. */
  span(x: Float64Array, rate: number, most: number): boolean {
    const h = this.#h;
    const { nv } = this.#probe.plan;
    this.#rate = rate;
    this.#count = 0;
    const first = this.#basis[0];
    for (let i = 0; i < first.length; i++) first[i] = this.#isSpeed(i, nv) ? x[i] : x[i] * rate;
    const size = norm(first);
    this.#size = size;
    if (!(size > 0 && size < Infinity)) return size === 0;
    scale(first, 1 / size);
    h.data.fill(0);
    const limit = Math.min(most, h.cols);
    for (let j = 0; j < limit; j++) {
      const next = this.#basis[j + 1];
      this.#multiply(this.#basis[j], next);
      const before = norm(next);
      if (!(before < Infinity)) return false;
      // A second pass removes the rounding errors of the first.
      for (let pass = 0; pass < 2; pass++) {
        for (let k = 0; k <= j; k++) {
          const share = dot(this.#basis[k], next);
          h.data[k * h.cols + j] += share;
          subtract(next, share, this.#basis[k]);
        }
      }
      this.#rest = norm(next);
      this.#count = j + 1;
      if (!(this.#rest > NOTHING_LEFT * before)) {
        this.#rest = 0;
        break;
      }
      h.data[(j + 1) * h.cols + j] = this.#rest;
      scale(next, 1 / this.#rest);
    }
    return true;
  }

  /** Dimension; less than requested where the space is exhausted. */
  get count(): number {
    return this.#count;
  }

  /** Norm of the first vector. */
  get size(): number {
    return this.#size;
  }

  /** An entry of the projected matrix. */
  entry(i: number, j: number): number {
    return this.#h.data[i * this.#h.cols + j];
  }

  /** out ← the combination of the basis vectors. */
  combine(shares: ArrayLike<number>, out: Float64Array): void {
    const { nv } = this.#probe.plan;
    out.fill(0);
    for (let k = 0; k < shares.length; k++) subtract(out, -shares[k], this.#basis[k]);
    for (let i = 0; i < out.length; i++) if (!this.#isSpeed(i, nv)) out[i] /= this.#rate;
  }

  #isSpeed(i: number, nv: number): boolean {
    return i >= nv && i < 2 * nv;
  }

  /** out ← D J D⁻¹ x with D = (rate, 1, rate) for coordinates, speeds and contacts. */
  #multiply(x: Float64Array, out: Float64Array): void {
    const { nv } = this.#probe.plan;
    const scaled = this.#scaled;
    for (let i = 0; i < x.length; i++) scaled[i] = this.#isSpeed(i, nv) ? x[i] : x[i] / this.#rate;
    this.#probe.along(scaled, out);
    for (let i = 0; i < x.length; i++) if (!this.#isSpeed(i, nv)) out[i] *= this.#rate;
  }

  /** Ritz values, one of each conjugate pair, and their vectors. */
  modes(): { readonly modes: readonly Ritz[]; readonly take: (mode: Ritz, out: Float64Array) => void } {
    const n = this.#count;
    const H = newMatrix(n, n);
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) H.data[i * n + j] = this.entry(i, j);
    const { re, im, vectorsRe, vectorsIm } = eigenGeneral(H);
    const modes: Ritz[] = [];
    for (let j = 0; j < n; j++) {
      if (im[j] < 0) continue;
      const rate = hypotenuse(re[j], im[j]);
      const last = (n - 1) * n + j;
      const left = this.#rest * hypotenuse(vectorsRe.data[last], vectorsIm.data[last]);
      modes.push({
        re: re[j],
        im: im[j],
        rate,
        dampingRatio: rate > 0 ? -re[j] / rate : 0,
        doubt: left === 0 ? 0 : left / rate,
        column: j,
      });
    }
    // The sum of real and imaginary part lies in the plane of both.
    const take = ({ column }: Ritz, out: Float64Array): void => {
      const shares = new Float64Array(n);
      for (let k = 0; k < n; k++) shares[k] = vectorsRe.data[k * n + column] + vectorsIm.data[k * n + column];
      this.combine(shares, out);
    };
    return { modes, take };
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

const norm = (a: Float64Array): number => Math.sqrt(dot(a, a));

function scale(a: Float64Array, by: number): void {
  for (let i = 0; i < a.length; i++) a[i] *= by;
}

/** a ← a − by · b */
function subtract(a: Float64Array, by: number, b: Float64Array): void {
  for (let i = 0; i < a.length; i++) a[i] -= by * b[i];
}
