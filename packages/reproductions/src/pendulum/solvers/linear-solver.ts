import { factor3, solve3 } from "../arithmetic/counted-elimination.js";
import { twiceVector } from "../arithmetic/counted-rotation.js";
import type { CountedArithmetic } from "../arithmetic/counted.js";
import type { PendulumConstants } from "../equations/constants.js";
import { LinearBlocks } from "./linear-blocks.js";
import type { PendulumNewtonSolver } from "./newton-solver.js";

/*
 * The linear-cost scheme. Chou, section 5, in another order: not ΔV first, but body by body from the tip to the fixed
 * point. Wᵢ is the correction of the velocity of the joint that carries body i, and
 *
 *   ΔVᵢ = Wᵢ + X_r φᵢ + vᵢ,   Wᵢ₊₁ = Wᵢ + X_a φᵢ + xᵢ            Ġ, with known vᵢ and xᵢ
 *   Tᵢ = Σ Mₖ ΔVₖ over k ≥ i = Λᵢ Wᵢ + tᵢ                       all that is behind a joint, by the joint's velocity
 *   D φᵢ = f - Q Wᵢ                                            F, with Tᵢ₊₁ put in
 *   Λᵢ = M + Λᵢ₊₁ - Y D⁻¹ Q,   Y = M X_r + Λᵢ₊₁ X_a
 *
 * Both the sums over bodies in Ġ and those in F become one vector that is handed on, so that additions are linear in n too, where
 * the paper has n². What is known of the last body's span is nothing, since nothing hangs on it; and the first joint does not move.
 */
export class LinearSolver implements PendulumNewtonSolver {
  private readonly body: PendulumConstants;
  private readonly dependent: Uint8Array;
  private readonly arithmetic: CountedArithmetic;
  private readonly parts: LinearBlocks;
  /** Order of the rows of D, which is factored in its place with Tᵢ₊₁ put in; D⁻¹ Q; Y; Λᵢ₊₁. */
  private readonly rows: Uint8Array;
  private readonly DQ: Float64Array;
  private readonly Y: Float64Array;
  private readonly behind: Float64Array;
  /** N σ x of arm and span. */
  private readonly armTorque: Float64Array;
  private readonly spanTorque: Float64Array;
  /** Of one solution: E, φ with W = 0, vᵢ, xᵢ, ε. */
  private readonly e: Float64Array;
  private readonly phi: Float64Array;
  private readonly v: Float64Array;
  private readonly x: Float64Array;
  private readonly epsilon: Float64Array;
  /** Λ while it is built, 9; then scratch. */
  private readonly spare = new Float64Array(37);
  private sigma = 0;

  constructor(body: PendulumConstants, dependent: Uint8Array, arithmetic: CountedArithmetic) {
    const { n } = body;
    this.body = body;
    this.dependent = dependent;
    this.arithmetic = arithmetic;
    this.parts = new LinearBlocks(body, dependent, arithmetic);
    this.rows = new Uint8Array(3 * n);
    this.DQ = new Float64Array(9 * n);
    this.Y = new Float64Array(9 * n);
    this.behind = new Float64Array(9 * n);
    this.armTorque = new Float64Array(3 * n);
    this.spanTorque = new Float64Array(3 * n);
    this.e = new Float64Array(14 * n);
    this.phi = new Float64Array(3 * n);
    this.v = new Float64Array(3 * n);
    this.x = new Float64Array(3 * n);
    this.epsilon = new Float64Array(n);
  }

  linearize(_t: number, y: Float64Array, yDot: Float64Array): void {
    this.parts.linearize(y, yDot);
  }

  blocks(sigma: number): void {
    this.parts.evaluate(sigma);
  }

  eliminate(sigma: number): boolean {
    this.sigma = sigma;
    const { arithmetic, parts, DQ, Y, behind, spare, armTorque, spanTorque } = this;
    const { n, mass } = this.body;
    const { D } = parts;
    for (let i = n - 1; i >= 0; i--) {
      const at = 3 * i;
      const block = 9 * i;
      const isLast = i === n - 1;
      const strength = sigma * parts.scalars[5 * i];
      arithmetic.times += 1;
      for (let k = 0; k < 9; k++) Y[block + k] = mass[i] * parts.armX[block + k];
      arithmetic.times += 9;
      arithmetic.scale(armTorque, at, strength, parts.point.arm, at);
      arithmetic.addCrossColumns(D, block, armTorque, at, Y, block);
      if (!isLast) {
        for (let k = 0; k < 9; k++) behind[block + k] = spare[k];
        arithmetic.scale(spanTorque, at, strength, parts.point.span, at);
        arithmetic.product(spare, PRODUCT, behind, block, parts.spanX, block);
        arithmetic.addCrossColumns(D, block, spanTorque, at, spare, PRODUCT);
        for (let k = 0; k < 9; k++) Y[block + k] += spare[PRODUCT + k];
        arithmetic.plus += 9;
      }
      if (!factor3(arithmetic, D, block, this.rows, at)) return false;
      if (i === 0) break;
      // Q = N σ (M r̃ + ã Λ), into DQ, where D⁻¹ replaces it column by column.
      if (isLast) DQ.fill(0, block, block + 9);
      else arithmetic.crossColumns(DQ, block, spanTorque, at, behind, block);
      arithmetic.scale(spare, PRODUCT, mass[i], armTorque, at);
      arithmetic.addSkew(DQ, block, spare, PRODUCT);
      for (let k = 0; k < 3; k++) solve3(arithmetic, DQ, block + k, 3, D, block, this.rows, at, DQ, block + k);
      // Λ
      if (isLast) spare.fill(0, 0, 9);
      spare[0] += mass[i];
      spare[4] += mass[i];
      spare[8] += mass[i];
      arithmetic.plus += 3;
      arithmetic.subtractProduct(spare, 0, Y, block, DQ, block);
    }
    return true;
  }

  substitute(out: Float64Array): void {
    this.e.set(out);
    this.tipToBase();
    this.baseToTip(out);
  }

  /** φ of each body as far as it does not depend on the joint's velocity. */
  private tipToBase(): void {
    const { arithmetic, parts, spare, phi, v, x, e, sigma, behind } = this;
    const { n, V, F, I1, I2, inertia, mass } = this.body;
    const { scalars, point, gamma, D } = parts;
    for (let i = n - 1; i >= 0; i--) {
      const at = 3 * i;
      const isLast = i === n - 1;
      const inverse = scalars[5 * i + 1];
      const twiceEpsilon = e[I1 + i] * inverse;
      const epsilon = 0.5 * twiceEpsilon;
      this.epsilon[i] = epsilon;
      const stretch = (e[I2 + i] + e[I2 + i]) * inverse;
      arithmetic.times += 3;
      arithmetic.plus += 1;
      this.knownSpin(i);
      // A f with what is known of the body's own inertia: I (σ N ψ₀ + ε ω̇) + Γ (N ψ₀ + ε ω)
      const sx = spare[SPIN] + epsilon * point.omega[at];
      const sy = spare[SPIN + 1] + epsilon * point.omega[at + 1];
      const sz = spare[SPIN + 2] + epsilon * point.omega[at + 2];
      const cx = sigma * spare[SPIN] + epsilon * point.omegaDot[at];
      const cy = sigma * spare[SPIN + 1] + epsilon * point.omegaDot[at + 1];
      const cz = sigma * spare[SPIN + 2] + epsilon * point.omegaDot[at + 2];
      spare[RIGHT] = e[F + at] - inertia[at] * cx - (gamma[6 * i] * sy + gamma[6 * i + 1] * sz);
      spare[RIGHT + 1] = e[F + at + 1] - inertia[at + 1] * cy - (gamma[6 * i + 2] * sx + gamma[6 * i + 3] * sz);
      spare[RIGHT + 2] = e[F + at + 2] - inertia[at + 2] * cz - (gamma[6 * i + 4] * sx + gamma[6 * i + 5] * sy);
      arithmetic.times += 9 + 9;
      arithmetic.plus += 6 + 9;
      arithmetic.turn(spare, RIGHT, point.A, 9 * i, spare, RIGHT);
      // η₀ = ψ₀ + ε ω, in the world, of which the body's axes have N ψ₀; ω is 2 h
      arithmetic.turn(spare, SPIN, point.A, 9 * i, spare, SPIN);
      arithmetic.scale(spare, SPIN, inverse * inverse, spare, SPIN);
      arithmetic.addScaled(spare, SPIN, twiceEpsilon, parts.h, at);
      arithmetic.times += 1;
      // vᵢ = Ġᵢ + η₀ × x + (2 e₂ / N) x, and its torque
      v[at] = e[V + at];
      v[at + 1] = e[V + at + 1];
      v[at + 2] = e[V + at + 2];
      arithmetic.addCross(v, at, spare, SPIN, point.arm, at);
      arithmetic.addScaled(v, at, stretch, point.arm, at);
      arithmetic.scale(spare, PRODUCT, mass[i], v, at);
      this.subtractTorque(at, this.armTorque, point.arm, twiceEpsilon, parts.forceHere);
      if (!isLast) {
        for (let k = 0; k < 3; k++) spare[PRODUCT + 3 + k] = spare[PRODUCT + k];
        arithmetic.cross(x, at, spare, SPIN, point.span, at);
        arithmetic.addScaled(x, at, stretch, point.span, at);
        arithmetic.addTurned(spare, T, behind, 9 * i, x, at);
        for (let k = 0; k < 3; k++) spare[PRODUCT + k] = spare[T + k];
        this.subtractTorque(at, this.spanTorque, point.span, twiceEpsilon, parts.forceBehind);
        arithmetic.add(spare, T, spare, PRODUCT + 3);
      } else for (let k = 0; k < 3; k++) spare[T + k] = spare[PRODUCT + k];
      solve3(arithmetic, phi, at, 1, D, 9 * i, this.rows, at, spare, RIGHT);
      if (i > 0) arithmetic.addTurned(spare, T, this.Y, 9 * i, phi, at);
    }
  }

  /** spare[SPIN] = N ψ₀ along the body's axes = -2 vec(p* (e₃ + μ û)), μ such that I¹ and I² hold. */
  private knownSpin(i: number): void {
    const { arithmetic, parts, spare, e, sigma } = this;
    const { P, I1, I2, I3 } = this.body;
    const u = this.dependent[i];
    // (σ + α) e₁ / 2 - e₂ - p_v e₃, over p_u
    let mu = 0.5 * (sigma + parts.scalars[5 * i + 2]) * e[I1 + i] - e[I2 + i];
    for (let k = 0, row = I3 + 3 * i; k < 4; k++) {
      if (k === u) continue;
      mu -= parts.y[P + 4 * i + k] * e[row];
      spare[FOUR + k] = -e[row];
      row += 1;
    }
    spare[FOUR + u] = -mu * parts.scalars[5 * i + 4];
    arithmetic.times += 2 + 3 + 1;
    arithmetic.plus += 2 + 3;
    twiceVector(arithmetic, spare, SPIN, parts.y, P + 4 * i, spare, FOUR);
  }

  /** spare[RIGHT] -= (N σ x) × (M ΔV, in spare[PRODUCT]) + 2ε x × (N force) */
  private subtractTorque(
    at: number,
    torque: Float64Array,
    vectors: Float64Array,
    twiceEpsilon: number,
    force: Float64Array,
  ): void {
    const { arithmetic, spare } = this;
    arithmetic.addCross(spare, RIGHT, spare, PRODUCT, torque, at);
    arithmetic.scale(spare, FOUR, twiceEpsilon, force, at);
    arithmetic.addCross(spare, RIGHT, spare, FOUR, vectors, at);
  }

  /** All corrections. */
  private baseToTip(out: Float64Array): void {
    const { arithmetic, parts, spare, phi, v, x, e, sigma, epsilon } = this;
    const { n, V, P, S, I2, I3 } = this.body;
    const { point, y, scalars } = parts;
    // Corrections of the joint's velocity and position.
    spare.fill(0, JOINT_V, JOINT_V + 3);
    spare.fill(0, JOINT_R, JOINT_R + 3);
    for (let i = 0; i < n; i++) {
      const at = 3 * i;
      const isLast = i === n - 1;
      if (i > 0) arithmetic.subtractTurned(phi, at, this.DQ, 9 * i, spare, JOINT_V);
      // ΔV and ΔR
      for (let k = 0; k < 3; k++) {
        out[V + at + k] = v[at + k] + spare[JOINT_V + k];
        out[at + k] = e[at + k] + spare[JOINT_R + k];
      }
      arithmetic.plus += 6;
      arithmetic.addTurned(out, V + at, parts.armX, 9 * i, phi, at);
      const twiceEpsilon = epsilon[i] + epsilon[i];
      arithmetic.plus += 1;
      arithmetic.addCross(out, at, phi, at, point.arm, at);
      arithmetic.addScaled(out, at, twiceEpsilon, point.arm, at);
      if (!isLast) {
        arithmetic.add(spare, JOINT_V, x, at);
        arithmetic.addTurned(spare, JOINT_V, parts.spanX, 9 * i, phi, at);
        arithmetic.addCross(spare, JOINT_R, phi, at, point.span, at);
        arithmetic.addScaled(spare, JOINT_R, twiceEpsilon, point.span, at);
      }
      // Δp = (ε + φ/2) p
      const hx = 0.5 * phi[at];
      const hy = 0.5 * phi[at + 1];
      const hz = 0.5 * phi[at + 2];
      const w = y[P + 4 * i];
      const px = y[P + 4 * i + 1];
      const py = y[P + 4 * i + 2];
      const pz = y[P + 4 * i + 3];
      const o = P + 4 * i;
      out[o] = epsilon[i] * w - (hx * px + hy * py + hz * pz);
      out[o + 1] = epsilon[i] * px + hx * w + (hy * pz - hz * py);
      out[o + 2] = epsilon[i] * py + hy * w + (hz * px - hx * pz);
      out[o + 3] = epsilon[i] * pz + hz * w + (hx * py - hy * px);
      arithmetic.times += 3 + 16;
      arithmetic.plus += 12;
      // Δs by I³, and that of the dependent parameter by I²
      const u = this.dependent[i];
      let rest = e[I2 + i] - arithmetic.dot4(y, S + 4 * i, out, o);
      for (let k = 0, row = I3 + at; k < 4; k++) {
        if (k === u) continue;
        const change = sigma * out[o + k] - e[row];
        out[S + 4 * i + k] = change;
        rest -= y[o + k] * change;
        row += 1;
      }
      out[S + 4 * i + u] = rest * scalars[5 * i + 4];
      arithmetic.times += 3 + 3 + 1;
      arithmetic.plus += 1 + 3 + 3;
    }
  }
}

/** Places in the scratch, behind Λ: a 3x3 product or two vectors, tᵢ₊₁, the right-hand side, ψ₀, a quaternion, the joint's corrections. */
const PRODUCT = 9;
const T = 18;
const RIGHT = 21;
const SPIN = 24;
const FOUR = 27;
const JOINT_V = 31;
const JOINT_R = 34;
