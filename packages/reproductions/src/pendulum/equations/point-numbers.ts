import { rotation, twiceVector } from "../arithmetic/counted-rotation.js";
import type { CountedArithmetic } from "../arithmetic/counted.js";
import type { PendulumConstants } from "./constants.js";

/** Numbers of every body at a point X, Ẋ that residuals and Jacobians start from. Made once, written again and again. */
export class PointNumbers {
  /** Rotations A(p), body to world; spans and arms to the mass centre in the world. */
  readonly A: Float64Array;
  readonly span: Float64Array;
  readonly arm: Float64Array;
  /** ω = 2 vec(p* s) and ω̇ = 2 vec(p* ṡ), along the body's axes. */
  readonly omega: Float64Array;
  readonly omegaDot: Float64Array;
  /** zᵢ = Mᵢ (V̇ᵢ - g), and τᵢ = zᵢ + τᵢ₊₁, which the joint of body i carries; τ of the body behind the last is 0. */
  readonly z: Float64Array;
  readonly tau: Float64Array;

  constructor(n: number) {
    this.A = new Float64Array(9 * n);
    this.span = new Float64Array(3 * n);
    this.arm = new Float64Array(3 * n);
    this.omega = new Float64Array(3 * n);
    this.omegaDot = new Float64Array(3 * n);
    this.z = new Float64Array(3 * n);
    this.tau = new Float64Array(3 * (n + 1));
  }

  /** Fills them in, from the fixed point outwards, τ backwards. The span of the last body carries nothing and is left out. */
  place(body: PendulumConstants, y: Float64Array, yDot: Float64Array, arithmetic: CountedArithmetic): void {
    const { n, P, S, V } = body;
    const { A, span, arm, omega, omegaDot, z, tau } = this;
    const [gx, gy, gz] = body.gravity;
    for (let i = 0; i < n; i++) {
      rotation(arithmetic, A, 9 * i, y, P + 4 * i);
      if (i < n - 1) arithmetic.turn(span, 3 * i, A, 9 * i, body.span, 3 * i);
      arithmetic.turn(arm, 3 * i, A, 9 * i, body.centre, 3 * i);
      twiceVector(arithmetic, omega, 3 * i, y, P + 4 * i, y, S + 4 * i);
      twiceVector(arithmetic, omegaDot, 3 * i, y, P + 4 * i, yDot, S + 4 * i);
      const mass = body.mass[i];
      z[3 * i] = mass * (yDot[V + 3 * i] - gx);
      z[3 * i + 1] = mass * (yDot[V + 3 * i + 1] - gy);
      z[3 * i + 2] = mass * (yDot[V + 3 * i + 2] - gz);
      arithmetic.times += 3;
      arithmetic.plus += 3;
    }
    for (let i = n - 1; i >= 0; i--) {
      tau[3 * i] = z[3 * i] + tau[3 * i + 3];
      tau[3 * i + 1] = z[3 * i + 1] + tau[3 * i + 4];
      tau[3 * i + 2] = z[3 * i + 2] + tau[3 * i + 5];
    }
    arithmetic.plus += 3 * n;
  }
}
