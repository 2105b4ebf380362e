import type { CountedArithmetic } from "../arithmetic/counted.js";
import type { PendulumConstants } from "../equations/constants.js";
import { PointNumbers } from "../equations/point-numbers.js";

/*
 * J by small turns. The 14 corrections of a body are written with a turn φ, a vector in the world: Δp = (ε + φ/2) p and
 * Δs = (β + ψ/2) p as products of quaternions. With N = pᵀp, s = (α + ω/2) p and ṡ = (γ + θ/2) p (ω, θ in the world),
 *
 *   I¹: ε = e₁ / 2N         I²: β = e₂ / N - αε - ω·φ / 4
 *   I³: ψ = σφ - k (ω·φ) / 2 + ψ₀,   k = vec(û p*) / p_u with û the unit of the dependent parameter
 *   Δ(A a) = φ × x + 2ε x with x = A a
 *   Δ(Ȧ a) = η × x + ω × (φ × x) + (2 e₂ / N) x,   η = ψ + αφ + εω + φ × ω / 2
 *          = X φ + η₀ × x + (2 e₂ / N) x,   X = -(σ + α) x̃ + (x × k - 2x) hᵀ + h xᵀ + (h·x) 1,   h = ω / 2
 *
 * so that a 3x4 block of Euler parameters becomes a cross product. The torque balance, turned into the world by A, is
 *
 *   A ΔF = A [I K + Γ Z] Aᵀ φ + N x_r × (z × φ + 2εz + σ M ΔV) + N x_a × (τ × φ + 2ετ + σ Σ M ΔV) + known
 *   K = (σ² - γ) 1 - σ k hᵀ + θ̃ / 2,   Z = (σ - α) 1 - k hᵀ + h̃   along the body's axes,   Γ v = ω × I v + v × I ω
 *
 * None of this takes N to be 1 or α to be 0: off the solution they are not, and J is exact.
 */
export class LinearBlocks {
  readonly point: PointNumbers;
  /** X, a copy; and of each body N, 1/N, α, γ, 1/p_u. */
  readonly y: Float64Array;
  readonly scalars: Float64Array;
  /** h in the world; N z; N τ of the body behind. */
  readonly h: Float64Array;
  readonly forceHere: Float64Array;
  readonly forceBehind: Float64Array;
  /** Γ, whose diagonal is zero: 01, 02, 10, 12, 20, 21. */
  readonly gamma: Float64Array;
  /** A [I K + Γ Z] Aᵀ and the turning of both forces: the derivative of A F by φ, were ΔV zero. */
  readonly D: Float64Array;
  /** X of the span and of the arm. */
  readonly spanX: Float64Array;
  readonly armX: Float64Array;
  private readonly body: PendulumConstants;
  private readonly dependent: Uint8Array;
  private readonly arithmetic: CountedArithmetic;
  /** Two 3x3 matrices, then vectors: h and k along the body's axes, k in the world, and one to spare. */
  private readonly spare = new Float64Array(36);

  constructor(body: PendulumConstants, dependent: Uint8Array, arithmetic: CountedArithmetic) {
    const { n } = body;
    this.body = body;
    this.dependent = dependent;
    this.arithmetic = arithmetic;
    this.point = new PointNumbers(n);
    this.y = new Float64Array(14 * n);
    this.scalars = new Float64Array(5 * n);
    this.h = new Float64Array(3 * n);
    this.forceHere = new Float64Array(3 * n);
    this.forceBehind = new Float64Array(3 * n);
    this.gamma = new Float64Array(6 * n);
    this.D = new Float64Array(9 * n);
    this.spanX = new Float64Array(9 * n);
    this.armX = new Float64Array(9 * n);
  }

  /** What depends on the point alone. */
  linearize(y: Float64Array, yDot: Float64Array): void {
    const { body, point, arithmetic, scalars, gamma } = this;
    const { n, P, S, difference } = body;
    this.y.set(y);
    point.place(body, y, yDot, arithmetic);
    for (let i = 0; i < n; i++) {
      const at = 3 * i;
      const N = arithmetic.dot4(y, P + 4 * i, y, P + 4 * i);
      const inverse = 1 / N;
      scalars[5 * i] = N;
      scalars[5 * i + 1] = inverse;
      scalars[5 * i + 2] = arithmetic.dot4(y, P + 4 * i, y, S + 4 * i) * inverse;
      scalars[5 * i + 3] = arithmetic.dot4(y, P + 4 * i, yDot, S + 4 * i) * inverse;
      const ox = point.omega[at];
      const oy = point.omega[at + 1];
      const oz = point.omega[at + 2];
      gamma[6 * i] = difference[at] * oz;
      gamma[6 * i + 1] = difference[at] * oy;
      gamma[6 * i + 2] = difference[at + 1] * oz;
      gamma[6 * i + 3] = difference[at + 1] * ox;
      gamma[6 * i + 4] = difference[at + 2] * oy;
      gamma[6 * i + 5] = difference[at + 2] * ox;
      // ω along the body's axes is Aᵀ ω / N there, so A (that) / 2N² is h.
      arithmetic.turn(this.h, at, point.A, 9 * i, point.omega, at);
      arithmetic.scale(this.h, at, 0.5 * inverse * inverse, this.h, at);
      arithmetic.scale(this.forceHere, at, N, point.z, at);
      arithmetic.times += 3 + 6 + 2;
      if (i < n - 1) arithmetic.scale(this.forceBehind, at, N, point.tau, at + 3);
    }
  }

  /** What depends on σ and on the choice of the dependent parameters too. */
  evaluate(sigma: number): void {
    const { body, point, arithmetic, scalars, spare, D } = this;
    const { n, P } = body;
    for (let i = 0; i < n; i++) {
      const at = 3 * i;
      const inverse = 1 / this.y[P + 4 * i + this.dependent[i]];
      arithmetic.times += 1;
      scalars[5 * i + 4] = inverse;
      unitTimes(spare, K_WORLD, this.dependent[i], this.y, P + 4 * i, 1);
      arithmetic.scale(spare, K_WORLD, inverse, spare, K_WORLD);
      unitTimes(spare, K_BODY, this.dependent[i], this.y, P + 4 * i, -1);
      arithmetic.scale(spare, K_BODY, inverse, spare, K_BODY);
      this.torqueByTurn(i, sigma);
      arithmetic.product(spare, SECOND, point.A, 9 * i, spare, 0);
      arithmetic.productTransposed(D, 9 * i, spare, SECOND, point.A, 9 * i);
      arithmetic.addTwiceCrossed(D, 9 * i, this.forceHere, at, point.arm, at);
      this.rateByTurn(this.armX, i, sigma, point.arm);
      if (i === n - 1) continue;
      arithmetic.addTwiceCrossed(D, 9 * i, this.forceBehind, at, point.span, at);
      this.rateByTurn(this.spanX, i, sigma, point.span);
    }
  }

  /** spare[0..8] = I K + Γ Z */
  private torqueByTurn(i: number, sigma: number): void {
    const { arithmetic, spare: m, scalars, point, gamma } = this;
    const { inertia } = this.body;
    const at = 3 * i;
    const half = 0.5 * scalars[5 * i + 1];
    const slow = sigma - scalars[5 * i + 2];
    const quick = sigma * sigma - scalars[5 * i + 3];
    arithmetic.times += 2;
    arithmetic.plus += 2;
    const hx = half * point.omega[at];
    const hy = half * point.omega[at + 1];
    const hz = half * point.omega[at + 2];
    const tx = half * point.omegaDot[at];
    const ty = half * point.omegaDot[at + 1];
    const tz = half * point.omegaDot[at + 2];
    const kx = m[K_BODY];
    const ky = m[K_BODY + 1];
    const kz = m[K_BODY + 2];
    const i1 = inertia[at];
    const i2 = inertia[at + 1];
    const i3 = inertia[at + 2];
    const g01 = gamma[6 * i];
    const g02 = gamma[6 * i + 1];
    const g10 = gamma[6 * i + 2];
    const g12 = gamma[6 * i + 3];
    const g20 = gamma[6 * i + 4];
    const g21 = gamma[6 * i + 5];
    // u = (σ I + Γ) k
    const ux = sigma * i1 * kx + (g01 * ky + g02 * kz);
    const uy = sigma * i2 * ky + (g10 * kx + g12 * kz);
    const uz = sigma * i3 * kz + (g20 * kx + g21 * ky);
    m[0] = quick * i1 + (g01 * hz - g02 * hy) - ux * hx;
    m[1] = slow * g01 - i1 * tz + g02 * hx - ux * hy;
    m[2] = slow * g02 + i1 * ty - g01 * hx - ux * hz;
    m[3] = slow * g10 + i2 * tz - g12 * hy - uy * hx;
    m[4] = quick * i2 + (g12 * hx - g10 * hz) - uy * hy;
    m[5] = slow * g12 - i2 * tx + g10 * hy - uy * hz;
    m[6] = slow * g20 - i3 * ty + g21 * hz - uz * hx;
    m[7] = slow * g21 + i3 * tx - g20 * hz - uz * hy;
    m[8] = quick * i3 + (g20 * hy - g21 * hx) - uz * hz;
    // h and θ 6, u 12; the diagonal 4 each, the rest 4 each.
    arithmetic.times += 6 + 12 + 9 * 4;
    arithmetic.plus += 6 + 9 * 3;
  }

  /** out = X of a vector x of body i: -(σ + α) x̃ + (x × k - 2x) hᵀ + h xᵀ + (h·x) 1 */
  private rateByTurn(out: Float64Array, i: number, sigma: number, vectors: Float64Array): void {
    const { arithmetic, spare, h } = this;
    const at = 3 * i;
    const rate = sigma + this.scalars[5 * i + 2];
    arithmetic.cross(spare, VECTOR, vectors, at, spare, K_WORLD);
    const x = vectors[at];
    const y = vectors[at + 1];
    const z = vectors[at + 2];
    const ux = spare[VECTOR] - x - x;
    const uy = spare[VECTOR + 1] - y - y;
    const uz = spare[VECTOR + 2] - z - z;
    const hx = h[at];
    const hy = h[at + 1];
    const hz = h[at + 2];
    const xx = hx * x;
    const yy = hy * y;
    const zz = hz * z;
    const along = xx + yy + zz;
    const rx = rate * x;
    const ry = rate * y;
    const rz = rate * z;
    const o = 9 * i;
    out[o] = ux * hx + xx + along;
    out[o + 1] = ux * hy + hx * y + rz;
    out[o + 2] = ux * hz + hx * z - ry;
    out[o + 3] = uy * hx + hy * x - rz;
    out[o + 4] = uy * hy + yy + along;
    out[o + 5] = uy * hz + hy * z + rx;
    out[o + 6] = uz * hx + hz * x + ry;
    out[o + 7] = uz * hy + hz * y - rx;
    out[o + 8] = uz * hz + zz + along;
    arithmetic.times += 3 + 9 + 9;
    arithmetic.plus += 1 + 6 + 2 + 18;
  }
}

/** Places in the scratch. */
const SECOND = 9;
const K_BODY = 18;
const K_WORLD = 21;
const VECTOR = 24;

/** out = vec(û p*) for sense 1, vec(p* û) for sense -1, û being the unit quaternion with number u: entries of p, some negated. */
function unitTimes(out: Float64Array, o: number, u: number, p: Float64Array, i: number, sense: 1 | -1): void {
  const w = p[i];
  const x = p[i + 1];
  const y = p[i + 2];
  const z = p[i + 3];
  // The other factor to the left turns the sense of the cross product, not its entries.
  const isLeft = sense === 1;
  out[o] = u === 0 ? -x : u === 1 ? w : u === 2 ? (isLeft ? -z : z) : isLeft ? y : -y;
  out[o + 1] = u === 0 ? -y : u === 1 ? (isLeft ? z : -z) : u === 2 ? w : isLeft ? -x : x;
  out[o + 2] = u === 0 ? -z : u === 1 ? (isLeft ? -y : y) : u === 2 ? (isLeft ? x : -x) : w;
}
