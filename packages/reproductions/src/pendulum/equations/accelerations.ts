import { factor3, solve3 } from "../arithmetic/counted-elimination.js";
import { rotation, twiceVector } from "../arithmetic/counted-rotation.js";
import { CountedArithmetic } from "../arithmetic/counted.js";
import type { PendulumConstants } from "./constants.js";

/*
 * Accelerations of a state, at linear cost: with β the angular acceleration in the world, w the acceleration of the joint that
 * carries body i, and x = A a, A r,
 *
 *   V̇ᵢ = wᵢ + β × x_r + ω × (ω × x_r),   wᵢ₊₁ = wᵢ + β × x_a + ω × (ω × x_a)
 *   I β + ω × I ω + x_r × zᵢ + x_a × τᵢ₊₁ = 0,   zᵢ = M (V̇ᵢ - g),   τᵢ = zᵢ + τᵢ₊₁ = Λᵢ wᵢ + tᵢ
 *
 * from the tip, where τ = 0, to the fixed point, where w = 0. Nothing is counted here: it is no part of a Newton iteration.
 */
export class PendulumAccelerations {
  /** V̇ of each mass centre [m/s²], in the world. */
  readonly linear: Float64Array;
  private readonly body: PendulumConstants;
  private readonly arithmetic = new CountedArithmetic();
  private readonly A = new Float64Array(9);
  private readonly arm: Float64Array;
  private readonly span: Float64Array;
  /** ω × (ω × x) of arm and span. */
  private readonly armPull: Float64Array;
  private readonly spanPull: Float64Array;
  /** β = β₀ - B w */
  private readonly beta: Float64Array;
  private readonly B: Float64Array;
  private readonly m = new Float64Array(63);
  private readonly rows = new Uint8Array(3);

  constructor(body: PendulumConstants) {
    const { n } = body;
    this.body = body;
    this.linear = new Float64Array(3 * n);
    this.arm = new Float64Array(3 * n);
    this.span = new Float64Array(3 * n);
    this.armPull = new Float64Array(3 * n);
    this.spanPull = new Float64Array(3 * n);
    this.beta = new Float64Array(3 * n);
    this.B = new Float64Array(9 * n);
  }

  /** Fills in `linear` for a state on the constraints. */
  evaluate(y: Float64Array): void {
    const { m } = this;
    m.fill(0);
    for (let i = this.body.n - 1; i >= 0; i--) {
      this.place(i, y);
      this.eliminate(i);
    }
    this.substitute();
  }

  /** m[INERTIA] = I in the world, m[RIGHT] = -ω × I ω, and the vectors of the body. */
  private place(i: number, y: Float64Array): void {
    const { arithmetic: ops, A, m, body } = this;
    const at = 3 * i;
    rotation(ops, A, 0, y, body.P + 4 * i);
    ops.turn(this.arm, at, A, 0, body.centre, at);
    ops.turn(this.span, at, A, 0, body.span, at);
    twiceVector(ops, m, OMEGA, y, body.P + 4 * i, y, body.S + 4 * i);
    ops.turn(m, OMEGA, A, 0, m, OMEGA);
    for (let k = 0; k < 9; k++) m[PRODUCT + k] = A[k] * body.inertia[at + (k % 3)];
    ops.productTransposed(m, INERTIA, m, PRODUCT, A, 0);
    ops.turn(m, RIGHT, m, INERTIA, m, OMEGA);
    ops.cross(m, RIGHT, m, RIGHT, m, OMEGA);
    ops.cross(this.armPull, at, m, OMEGA, this.arm, at);
    ops.cross(this.armPull, at, m, OMEGA, this.armPull, at);
    ops.cross(this.spanPull, at, m, OMEGA, this.span, at);
    ops.cross(this.spanPull, at, m, OMEGA, this.spanPull, at);
  }

  /** D β = f - Q w, and Λ, t of this body from those of the body behind. */
  private eliminate(i: number): void {
    const { arithmetic: ops, m, B, beta, arm, span } = this;
    const at = 3 * i;
    const mass = this.body.mass[i];
    // Y = -(M x̃_r + Λ x̃_a): forces by β. Its columns are crossed with arm and span for D.
    m.fill(0, ARM, ARM + 9);
    for (let k = 0; k < 3; k++) m[VECTOR + k] = -mass * arm[at + k];
    ops.addSkew(m, ARM, m, VECTOR);
    m.fill(0, SPAN, SPAN + 9);
    for (let k = 0; k < 3; k++) m[VECTOR + k] = -span[at + k];
    ops.addSkew(m, SPAN, m, VECTOR);
    ops.product(m, SPAN, m, LAMBDA, m, SPAN);
    ops.addCrossColumns(m, INERTIA, arm, at, m, ARM);
    ops.addCrossColumns(m, INERTIA, span, at, m, SPAN);
    // Q = M r̃ + ã Λ
    ops.crossColumns(B, 9 * i, span, at, m, LAMBDA);
    ops.scale(m, VECTOR, mass, arm, at);
    ops.addSkew(B, 9 * i, m, VECTOR);
    // Known forces: of the body, into VECTOR, and of those behind, into T.
    for (let k = 0; k < 3; k++) m[VECTOR + k] = mass * (this.armPull[at + k] - this.body.gravity[k]);
    ops.addCross(m, RIGHT, m, VECTOR, arm, at);
    ops.addTurned(m, T, m, LAMBDA, this.spanPull, at);
    ops.addCross(m, RIGHT, m, T, span, at);
    ops.add(m, T, m, VECTOR);
    factor3(ops, m, INERTIA, this.rows, 0);
    solve3(ops, beta, at, 1, m, INERTIA, this.rows, 0, m, RIGHT);
    for (let k = 0; k < 3; k++) solve3(ops, B, 9 * i + k, 3, m, INERTIA, this.rows, 0, B, 9 * i + k);
    for (let k = 0; k < 9; k++) m[ARM + k] += m[SPAN + k];
    ops.addTurned(m, T, m, ARM, beta, at);
    for (let k = 0; k < 3; k++) m[LAMBDA + 4 * k] += mass;
    ops.subtractProduct(m, LAMBDA, m, ARM, B, 9 * i);
  }

  private substitute(): void {
    const { arithmetic: ops, m, beta, linear } = this;
    m.fill(0, VECTOR, VECTOR + 3);
    for (let i = 0; i < this.body.n; i++) {
      const at = 3 * i;
      ops.subtractTurned(beta, at, this.B, 9 * i, m, VECTOR);
      for (let k = 0; k < 3; k++) linear[at + k] = m[VECTOR + k] + this.armPull[at + k];
      ops.addCross(linear, at, beta, at, this.arm, at);
      ops.add(m, VECTOR, this.spanPull, at);
      ops.addCross(m, VECTOR, beta, at, this.span, at);
    }
  }
}

/** Places in the scratch: Λ, t, ω, the right-hand side, a vector, I (then D), a product, forces by β of the body and behind it. */
const LAMBDA = 0;
const T = 9;
const OMEGA = 12;
const RIGHT = 15;
const VECTOR = 18;
const INERTIA = 27;
const PRODUCT = 36;
const ARM = 45;
const SPAN = 54;
