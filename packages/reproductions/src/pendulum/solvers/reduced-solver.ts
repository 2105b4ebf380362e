import type { CountedArithmetic } from "../arithmetic/counted.js";
import { DenseElimination } from "../arithmetic/dense-elimination.js";
import type { PendulumConstants } from "../equations/constants.js";
import { PointNumbers } from "../equations/point-numbers.js";
import type { PendulumNewtonSolver } from "./newton-solver.js";
import { ParameterBlocks } from "./parameter-blocks.js";

/*
 * Dimension reduction: I¹, I² and I³ give Δp and Δs of a body from the changes w of its three independent parameters, G and Ġ give
 * ΔR and ΔV; what remains are 3 n equations F for 3 n changes. Chou, section 4, (38) to (48). With u for the dependent
 * parameter and v for the others,
 *
 *   Δp_u = ν w + e₁ / 2 p_u,   ν = -p_v / p_u            Δs_v = σ w - e₃
 *   Δs_u = ξ w + (e₂ - s_u e₁ / 2 p_u + p_v e₃) / p_u,   ξ = σ ν - (s_v + s_u ν) / p_u
 *
 * ΔVₖ holds Xⱼ wⱼ of every body up to k, and Fᵢ holds ΔVₖ of every body from i on, times its mass: with the masses summed up
 * first, a block of J_R is one product of two 3x3 matrices.
 */
export class ReducedSolver implements PendulumNewtonSolver {
  private readonly body: PendulumConstants;
  private readonly dependent: Uint8Array;
  private readonly arithmetic: CountedArithmetic;
  private readonly point: PointNumbers;
  private readonly parts: ParameterBlocks;
  private readonly dense: DenseElimination;
  private readonly y: Float64Array;
  /** 1/p_u, ν and ξ of each body; ∂F/∂s + σ ∂F/∂ṡ. */
  private readonly inverse: Float64Array;
  private readonly nu: Float64Array;
  private readonly xi: Float64Array;
  private readonly torqueByS: Float64Array;
  /** ΔV by w: of the joint behind a body, and of its mass centre; F by w of the body alone; 3x3 each. */
  private readonly spanX: Float64Array;
  private readonly armX: Float64Array;
  private readonly own: Float64Array;
  /** Parts of Δp_u and Δs_u that E gives, then scratch of one solution. */
  private readonly given: Float64Array;
  private readonly e: Float64Array;
  private readonly w: Float64Array;
  private readonly spare = new Float64Array(27);
  private sigma = 0;

  constructor(body: PendulumConstants, dependent: Uint8Array, arithmetic: CountedArithmetic) {
    const { n } = body;
    this.body = body;
    this.dependent = dependent;
    this.arithmetic = arithmetic;
    this.point = new PointNumbers(n);
    this.parts = new ParameterBlocks(n);
    this.dense = new DenseElimination(3 * n);
    this.y = new Float64Array(14 * n);
    this.inverse = new Float64Array(n);
    this.nu = new Float64Array(3 * n);
    this.xi = new Float64Array(3 * n);
    this.torqueByS = new Float64Array(12 * n);
    this.spanX = new Float64Array(9 * n);
    this.armX = new Float64Array(9 * n);
    this.own = new Float64Array(9 * n);
    this.given = new Float64Array(2 * n);
    this.e = new Float64Array(14 * n);
    this.w = new Float64Array(3 * n);
  }

  linearize(_t: number, y: Float64Array, yDot: Float64Array): void {
    this.y.set(y);
    this.point.place(this.body, y, yDot, this.arithmetic);
    this.parts.evaluate(this.body, this.point, y, yDot, this.arithmetic);
  }

  /** The rows of I¹ and I² over p_u, which are ν and ξ, and ∂F/∂s + σ ∂F/∂ṡ. */
  blocks(sigma: number): void {
    const { parts, torqueByS, arithmetic } = this;
    this.sigma = sigma;
    for (let i = 0; i < this.body.n; i++) this.dependence(i, sigma);
    for (let k = 0; k < torqueByS.length; k++) torqueByS[k] = parts.torqueByS[k] + sigma * parts.torqueBySDot[k];
    arithmetic.times += torqueByS.length;
    arithmetic.plus += torqueByS.length;
  }

  eliminate(sigma: number): boolean {
    const { body, parts, arithmetic, spare } = this;
    const { n, mass, massBehind } = body;
    for (let i = 0; i < n; i++) {
      if (i < n - 1) this.reduce(this.spanX, i, parts.spanRateByP, parts.spanByP);
      this.reduce(this.armX, i, parts.armRateByP, parts.armByP);
      this.reduce(this.own, i, parts.torqueByP, this.torqueByS);
    }
    for (let i = 0; i < n; i++) {
      const own = sigma * mass[i];
      const behind = sigma * massBehind[i];
      arithmetic.times += 2;
      this.putDiagonal(i, own, behind);
      if (i === 0) continue;
      // Fᵢ by what moves everything from body i on alike.
      for (let k = 0; k < 9; k++) spare[k] = own * parts.armTorque[9 * i + k];
      arithmetic.times += 9;
      if (i < n - 1) this.addTo(spare, behind, parts.spanTorque, 9 * i);
      for (let j = 0; j < i; j++) this.putProduct(i, j, spare, 0, this.spanX, 9 * j);
      // σ Σ M ΔV of body i and those behind it, by wᵢ.
      for (let k = 0; k < 9; k++) spare[k] = own * this.armX[9 * i + k];
      arithmetic.times += 9;
      if (i < n - 1) this.addTo(spare, behind, this.spanX, 9 * i);
      for (let j = 0; j < i; j++) this.putProduct(j, i, parts.spanTorque, 9 * j, spare, 0);
    }
    return this.dense.factor(arithmetic);
  }

  substitute(x: Float64Array): void {
    const { body, arithmetic, w, e, parts, spare, sigma } = this;
    const { n, V, F, mass } = body;
    e.set(x);
    // ΔV as far as E gives it, with the joint's in spare[0..2], into x; and the local part of F.
    spare.fill(0, 0, 9);
    for (let i = 0; i < n; i++) {
      const at = 3 * i;
      this.giveDependent(i);
      for (let k = 0; k < 3; k++) x[V + at + k] = e[V + at + k] + spare[k];
      arithmetic.plus += 3;
      this.addGiven(x, V + at, i, parts.armRateByP, parts.armByP, 1);
      if (i < n - 1) this.addGiven(spare, 0, i, parts.spanRateByP, parts.spanByP, 1);
      for (let k = 0; k < 3; k++) w[at + k] = e[F + at + k];
      this.addGiven(w, at, i, parts.torqueByP, this.torqueByS, -1);
    }
    for (let i = n - 1; i >= 0; i--) {
      const at = 3 * i;
      // spare[3..5] = σ Σ M ΔV of the bodies behind, spare[6..8] = that of body i
      if (i < n - 1) arithmetic.subtractTurned(w, at, parts.spanTorque, 9 * i, spare, 3);
      arithmetic.scale(spare, 6, sigma * mass[i], x, V + at);
      arithmetic.times += 1;
      arithmetic.subtractTurned(w, at, parts.armTorque, 9 * i, spare, 6);
      arithmetic.add(spare, 3, spare, 6);
    }
    this.dense.solve(w, arithmetic);
    this.recover(x);
  }

  /** All corrections from those of the independent parameters. */
  private recover(x: Float64Array): void {
    const { body, arithmetic, w, e, parts, spare, given, sigma, nu, xi } = this;
    const { n, V, P, S, I3 } = body;
    spare.fill(0, 0, 6);
    for (let i = 0; i < n; i++) {
      const at = 3 * i;
      for (let k = 0, row = at; k < 4; k++) {
        if (k === this.dependent[i]) continue;
        x[P + 4 * i + k] = w[row];
        x[S + 4 * i + k] = sigma * w[row] - e[I3 + row];
        row += 1;
      }
      const u = this.dependent[i];
      x[P + 4 * i + u] = given[2 * i] + (nu[at] * w[at] + nu[at + 1] * w[at + 1] + nu[at + 2] * w[at + 2]);
      x[S + 4 * i + u] = given[2 * i + 1] + (xi[at] * w[at] + xi[at + 1] * w[at + 1] + xi[at + 2] * w[at + 2]);
      arithmetic.times += 9;
      arithmetic.plus += 9;
      // ΔV: what E gives stands in x already, with that of the joints; spare[0..2] is what w adds to the joint's.
      arithmetic.add(x, V + at, spare, 0);
      arithmetic.addTurned(x, V + at, this.armX, 9 * i, w, at);
      for (let k = 0; k < 3; k++) x[at + k] = e[at + k] + spare[3 + k];
      arithmetic.plus += 3;
      addBlock(arithmetic, x, at, parts.armByP, 12 * i, x, P + 4 * i);
      if (i === n - 1) continue;
      arithmetic.addTurned(spare, 0, this.spanX, 9 * i, w, at);
      addBlock(arithmetic, spare, 3, parts.spanByP, 12 * i, x, P + 4 * i);
    }
  }

  /** ν and ξ of a body. */
  private dependence(i: number, sigma: number): void {
    const { y, nu, xi, arithmetic } = this;
    const { P, S } = this.body;
    const u = this.dependent[i];
    const inverse = 1 / y[P + 4 * i + u];
    this.inverse[i] = inverse;
    for (let k = 0, row = 3 * i; k < 4; k++) {
      if (k === u) continue;
      nu[row] = -y[P + 4 * i + k] * inverse;
      xi[row] = sigma * nu[row] - (y[S + 4 * i + k] + y[S + 4 * i + u] * nu[row]) * inverse;
      row += 1;
    }
    arithmetic.times += 1 + 12;
    arithmetic.plus += 6;
  }

  /** Parts of Δp_u and Δs_u that E gives. */
  private giveDependent(i: number): void {
    const { y, e, given, arithmetic } = this;
    const { P, S, I1, I2, I3 } = this.body;
    const u = this.dependent[i];
    const inverse = this.inverse[i];
    given[2 * i] = 0.5 * e[I1 + i] * inverse;
    let rest = e[I2 + i] - y[S + 4 * i + u] * given[2 * i];
    for (let k = 0, row = I3 + 3 * i; k < 4; k++) {
      if (k === u) continue;
      rest += y[P + 4 * i + k] * e[row];
      row += 1;
    }
    given[2 * i + 1] = rest * inverse;
    arithmetic.times += 2 + 1 + 3 + 1;
    arithmetic.plus += 4;
  }

  /** out = by w, of p-block Δp + s-block Δs */
  private reduce(out: Float64Array, i: number, byP: Float64Array, byS: Float64Array): void {
    const { sigma, nu, xi, arithmetic } = this;
    const u = this.dependent[i];
    for (let row = 0; row < 3; row++) {
      const line = 12 * i + 4 * row;
      const pU = byP[line + u];
      const sU = byS[line + u];
      for (let k = 0, column = 0; k < 4; k++) {
        if (k === u) continue;
        out[9 * i + 3 * row + column] =
          byP[line + k] + pU * nu[3 * i + column] + sigma * byS[line + k] + sU * xi[3 * i + column];
        column += 1;
      }
    }
    arithmetic.times += 27;
    arithmetic.plus += 27;
  }

  /** out += sense (p-block Δp + s-block Δs) with what E gives of Δp and Δs. */
  private addGiven(out: Float64Array, o: number, i: number, byP: Float64Array, byS: Float64Array, sense: 1 | -1): void {
    const { given, e, arithmetic } = this;
    const { I3 } = this.body;
    const u = this.dependent[i];
    for (let row = 0; row < 3; row++) {
      const line = 12 * i + 4 * row;
      let sum = byP[line + u] * given[2 * i] + byS[line + u] * given[2 * i + 1];
      for (let k = 0, column = I3 + 3 * i; k < 4; k++) {
        if (k === u) continue;
        sum -= byS[line + k] * e[column];
        column += 1;
      }
      out[o + row] += sense === 1 ? sum : -sum;
    }
    arithmetic.times += 15;
    arithmetic.plus += 15;
  }

  /** out[0..8] += factor (3x3 matrix) */
  private addTo(out: Float64Array, factor: number, matrix: Float64Array, at: number): void {
    for (let k = 0; k < 9; k++) out[k] += factor * matrix[at + k];
    this.arithmetic.times += 9;
    this.arithmetic.plus += 9;
  }

  private putDiagonal(i: number, own: number, behind: number): void {
    const { parts, arithmetic, spare, dense } = this;
    arithmetic.product(spare, 18, parts.armTorque, 9 * i, this.armX, 9 * i);
    for (let row = 0; row < 3; row++)
      for (let column = 0; column < 3; column++)
        dense.matrix[(3 * i + row) * dense.size + 3 * i + column] =
          this.own[9 * i + 3 * row + column] + own * spare[18 + 3 * row + column];
    arithmetic.times += 9;
    arithmetic.plus += 9;
    if (behind === 0) return;
    arithmetic.product(spare, 18, parts.spanTorque, 9 * i, this.spanX, 9 * i);
    for (let row = 0; row < 3; row++)
      for (let column = 0; column < 3; column++)
        dense.matrix[(3 * i + row) * dense.size + 3 * i + column] += behind * spare[18 + 3 * row + column];
    arithmetic.times += 9;
    arithmetic.plus += 9;
  }

  /** Block (i, j) of J_R = A B */
  private putProduct(i: number, j: number, A: Float64Array, a: number, B: Float64Array, b: number): void {
    const { matrix, size } = this.dense;
    for (let row = 0; row < 3; row++) {
      const x = A[a + 3 * row];
      const y = A[a + 3 * row + 1];
      const z = A[a + 3 * row + 2];
      for (let column = 0; column < 3; column++)
        matrix[(3 * i + row) * size + 3 * j + column] =
          x * B[b + column] + y * B[b + 3 + column] + z * B[b + 6 + column];
    }
    this.arithmetic.times += 27;
    this.arithmetic.plus += 18;
  }
}

/** out += (3x4 block) (four numbers) */
function addBlock(
  arithmetic: CountedArithmetic,
  out: Float64Array,
  o: number,
  block: Float64Array,
  b: number,
  q: Float64Array,
  j: number,
): void {
  for (let row = 0; row < 3; row++) {
    const line = b + 4 * row;
    out[o + row] +=
      block[line] * q[j] + block[line + 1] * q[j + 1] + block[line + 2] * q[j + 2] + block[line + 3] * q[j + 3];
  }
  arithmetic.times += 12;
  arithmetic.plus += 12;
}
