import { rotationRate } from "../arithmetic/counted-rotation.js";
import type { CountedArithmetic } from "../arithmetic/counted.js";
import type { PendulumConstants } from "./constants.js";
import type { PointNumbers } from "./point-numbers.js";

/*
 * E(X, Ẋ) of the n-body pendulum. J. C. K. Chou, A Nearly-Linear Computational-Cost Scheme for the Forward Dynamics of an N-Body
 * Pendulum (University of Texas at Dallas), (5) to (35). There, spans and arms start at the outer joint of a body; here, at the
 * inner one: with a' and r' for those, a = -a' and r = r' - a'.
 *
 *   Gᵢ = Rᵢ - R₀ - Aᵢ rᵢ - Σ Aₖ aₖ                              I¹ᵢ = pᵀp - 1
 *   Ġᵢ = Vᵢ - Ȧᵢ rᵢ - Σ Ȧₖ aₖ        sums over k < i            I²ᵢ = pᵀs
 *   Fᵢ = I ω̇ + ω × I ω + rᵢ × Aᵢᵀ zᵢ + aᵢ × Aᵢᵀ τᵢ₊₁              I³ᵢ = ṗ - s for three of the four parameters
 */

/** Places of λ, λ̇ and a vector to spare in the scratch, behind Ȧ. */
const LAMBDA = 9;
const RATE = 12;
const SPARE = 15;

export interface ResidualWork {
  readonly point: PointNumbers;
  /** 18 numbers. */
  readonly scratch: Float64Array;
}

/** r ← E(X, Ẋ); `dependent` has the number of the parameter of each body that I³ leaves out. */
export function pendulumResidual(
  body: PendulumConstants,
  dependent: Uint8Array,
  y: Float64Array,
  yDot: Float64Array,
  r: Float64Array,
  { point, scratch }: ResidualWork,
  arithmetic: CountedArithmetic,
): void {
  point.place(body, y, yDot, arithmetic);
  const { n, V, P, S, I1, I2, F } = body;
  scratch.set(body.pivot, LAMBDA);
  scratch.fill(0, RATE, RATE + 3);
  for (let i = 0; i < n; i++) {
    const at = 3 * i;
    const p = P + 4 * i;
    const s = S + 4 * i;
    rotationRate(arithmetic, scratch, 0, y, p, y, s);
    // Gᵢ = Rᵢ - Aᵢ rᵢ - λ
    for (let k = 0; k < 3; k++) r[at + k] = y[at + k];
    arithmetic.subtract(r, at, point.arm, at);
    arithmetic.subtract(r, at, scratch, LAMBDA);
    // Ġᵢ = Vᵢ - Ȧᵢ rᵢ - λ̇
    for (let k = 0; k < 3; k++) r[V + at + k] = y[V + at + k];
    arithmetic.subtractTurned(r, V + at, scratch, 0, body.centre, at);
    arithmetic.subtract(r, V + at, scratch, RATE);
    if (i < n - 1) {
      arithmetic.add(scratch, LAMBDA, point.span, at);
      arithmetic.addTurned(scratch, RATE, scratch, 0, body.span, at);
    }
    r[I1 + i] = arithmetic.dot4(y, p, y, p) - 1;
    arithmetic.plus += 1;
    r[I2 + i] = arithmetic.dot4(y, p, y, s);
    for (let k = 0, row = body.I3 + at; k < 4; k++) {
      if (k === dependent[i]) continue;
      r[row] = yDot[p + k] - y[s + k];
      row += 1;
    }
    arithmetic.plus += 3;
    // Fᵢ
    const ox = point.omega[at];
    const oy = point.omega[at + 1];
    const oz = point.omega[at + 2];
    r[F + at] = body.inertia[at] * point.omegaDot[at] + body.difference[at] * oy * oz;
    r[F + at + 1] = body.inertia[at + 1] * point.omegaDot[at + 1] + body.difference[at + 1] * oz * ox;
    r[F + at + 2] = body.inertia[at + 2] * point.omegaDot[at + 2] + body.difference[at + 2] * ox * oy;
    arithmetic.times += 9;
    arithmetic.plus += 3;
    arithmetic.turnBack(scratch, SPARE, point.A, 9 * i, point.z, at);
    arithmetic.addCross(r, F + at, body.centre, at, scratch, SPARE);
    if (i === n - 1) continue;
    arithmetic.turnBack(scratch, SPARE, point.A, 9 * i, point.tau, at + 3);
    arithmetic.addCross(r, F + at, body.span, at, scratch, SPARE);
  }
}
