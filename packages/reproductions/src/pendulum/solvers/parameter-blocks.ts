import type { CountedArithmetic } from "../arithmetic/counted.js";
import type { PendulumConstants } from "../equations/constants.js";
import type { PointNumbers } from "../equations/point-numbers.js";

/*
 * The blocks of J = ∂E/∂X + σ ∂E/∂Ẋ by Euler parameters, 3 rows and 4 columns each, row by row, for every body: what the schemes
 * "full" and "reduced" are made of. Chou, (10), (17), (20), (27), (31), (34). Equations by body:
 *
 *   ∂(A a)/∂p = ∂(Ȧ a)/∂s = B(p, a)      ∂(Ȧ a)/∂p = B(s, a)      with B linear in both
 *   ω = 2 vec(p* s) = 2 G(p) s = -2 G(s) p, and ω̇ = 2 G(p) ṡ = -2 G(ṡ) p
 *   ∂F/∂p = -2 I G(ṡ) - 2 Γ G(s) + r̃ ∂(Aᵀ z)/∂p + ã ∂(Aᵀ τ)/∂p      ∂F/∂s = 2 Γ G(p)      ∂F/∂ṡ = 2 I G(p)
 *   with Γ v = ω × I v + v × I ω
 */
export class ParameterBlocks {
  /** Of G (and by s of Ġ) and of Ġ, for the span and for the arm of each body. */
  readonly spanByP: Float64Array;
  readonly armByP: Float64Array;
  readonly spanRateByP: Float64Array;
  readonly armRateByP: Float64Array;
  /** Of F. */
  readonly torqueByP: Float64Array;
  readonly torqueByS: Float64Array;
  readonly torqueBySDot: Float64Array;
  /** r̃ Aᵀ and ã Aᵀ, 3x3: torques of forces at the mass centre and behind the outer joint. */
  readonly armTorque: Float64Array;
  readonly spanTorque: Float64Array;
  private readonly scratch = new Float64Array(27);

  constructor(n: number) {
    this.spanByP = new Float64Array(12 * n);
    this.armByP = new Float64Array(12 * n);
    this.spanRateByP = new Float64Array(12 * n);
    this.armRateByP = new Float64Array(12 * n);
    this.torqueByP = new Float64Array(12 * n);
    this.torqueByS = new Float64Array(12 * n);
    this.torqueBySDot = new Float64Array(12 * n);
    this.armTorque = new Float64Array(9 * n);
    this.spanTorque = new Float64Array(9 * n);
  }

  /** Fills them in at a point whose numbers are placed. */
  evaluate(
    body: PendulumConstants,
    point: PointNumbers,
    y: Float64Array,
    yDot: Float64Array,
    arithmetic: CountedArithmetic,
  ): void {
    const { n, P, S } = body;
    const spare = this.scratch;
    for (let i = 0; i < n; i++) {
      const at = 3 * i;
      const block = 12 * i;
      turnedBy(arithmetic, this.armByP, block, y, P + 4 * i, body.centre, at, 1);
      turnedBy(arithmetic, this.armRateByP, block, y, S + 4 * i, body.centre, at, 1);
      gyration(arithmetic, this.torqueBySDot, block, body, point, i, y, P + 4 * i, "inertia");
      gyration(arithmetic, this.torqueByS, block, body, point, i, y, P + 4 * i, "tumbling");
      gyration(arithmetic, this.torqueByP, block, body, point, i, yDot, S + 4 * i, "inertia");
      gyration(arithmetic, spare, 0, body, point, i, y, S + 4 * i, "tumbling");
      for (let k = 0; k < 12; k++) this.torqueByP[block + k] = -(this.torqueByP[block + k] + spare[k]);
      arithmetic.plus += 12;
      turnedBy(arithmetic, spare, 0, y, P + 4 * i, point.z, at, -1);
      addCrossed(arithmetic, this.torqueByP, block, body.centre, at, spare);
      crossTransposed(arithmetic, this.armTorque, 9 * i, body.centre, at, point.A, 9 * i);
      if (i === n - 1) continue;
      turnedBy(arithmetic, this.spanByP, block, y, P + 4 * i, body.span, at, 1);
      turnedBy(arithmetic, this.spanRateByP, block, y, S + 4 * i, body.span, at, 1);
      turnedBy(arithmetic, spare, 0, y, P + 4 * i, point.tau, at + 3, -1);
      addCrossed(arithmetic, this.torqueByP, block, body.span, at, spare);
      crossTransposed(arithmetic, this.spanTorque, 9 * i, body.span, at, point.A, 9 * i);
    }
  }
}

/** out = ∂(p a p*)/∂p for sense 1, ∂(p* a p)/∂p for sense -1: 2 [w a ± v × a | (v · a) 1 + v aᵀ - a vᵀ ∓ w ã]. */
function turnedBy(
  arithmetic: CountedArithmetic,
  out: Float64Array,
  o: number,
  p: Float64Array,
  i: number,
  a: Float64Array,
  j: number,
  sense: 1 | -1,
): void {
  const w = sense === 1 ? p[i] + p[i] : -(p[i] + p[i]);
  const x = p[i + 1] + p[i + 1];
  const y = p[i + 2] + p[i + 2];
  const z = p[i + 3] + p[i + 3];
  const ax = a[j];
  const ay = a[j + 1];
  const az = a[j + 2];
  // d = w a + v × a; the rest is (v · a) 1 with -d crossed.
  const dx = w * ax + (y * az - z * ay);
  const dy = w * ay + (z * ax - x * az);
  const dz = w * az + (x * ay - y * ax);
  const along = x * ax + y * ay + z * az;
  out[o] = sense === 1 ? dx : -dx;
  out[o + 1] = along;
  out[o + 2] = dz;
  out[o + 3] = -dy;
  out[o + 4] = sense === 1 ? dy : -dy;
  out[o + 5] = -dz;
  out[o + 6] = along;
  out[o + 7] = dx;
  out[o + 8] = sense === 1 ? dz : -dz;
  out[o + 9] = dy;
  out[o + 10] = -dx;
  out[o + 11] = along;
  arithmetic.times += 12;
  arithmetic.plus += 4 + 6 + 2;
}

/** out = 2 I G(q), or 2 Γ G(q); G(q) v = vec(q* v). */
function gyration(
  arithmetic: CountedArithmetic,
  out: Float64Array,
  o: number,
  { inertia, difference }: PendulumConstants,
  { omega }: PointNumbers,
  i: number,
  q: Float64Array,
  at: number,
  what: "inertia" | "tumbling",
): void {
  const w = q[at] + q[at];
  const x = q[at + 1] + q[at + 1];
  const y = q[at + 2] + q[at + 2];
  const z = q[at + 3] + q[at + 3];
  arithmetic.plus += 4;
  const b = 3 * i;
  // Rows of 2 G(q): [-x, w, z, -y], [-y, -z, w, x], [-z, y, -x, w].
  if (what === "inertia") {
    for (let row = 0; row < 3; row++) {
      const moment = inertia[b + row];
      out[o + 4 * row] = -moment * (row === 0 ? x : row === 1 ? y : z);
      out[o + 4 * row + 1] = moment * (row === 0 ? w : row === 1 ? -z : y);
      out[o + 4 * row + 2] = moment * (row === 0 ? z : row === 1 ? w : -x);
      out[o + 4 * row + 3] = moment * (row === 0 ? -y : row === 1 ? x : w);
    }
    arithmetic.times += 12;
    return;
  }
  // Γ has zeros on its diagonal; its first row is (I₃ - I₂) [0, ω₃, ω₂], and so on in turn.
  const g01 = difference[b] * omega[b + 2];
  const g02 = difference[b] * omega[b + 1];
  const g10 = difference[b + 1] * omega[b + 2];
  const g12 = difference[b + 1] * omega[b];
  const g20 = difference[b + 2] * omega[b + 1];
  const g21 = difference[b + 2] * omega[b];
  out[o] = -(g01 * y + g02 * z);
  out[o + 1] = g02 * y - g01 * z;
  out[o + 2] = g01 * w - g02 * x;
  out[o + 3] = g01 * x + g02 * w;
  out[o + 4] = -(g10 * x + g12 * z);
  out[o + 5] = g10 * w + g12 * y;
  out[o + 6] = g10 * z - g12 * x;
  out[o + 7] = g12 * w - g10 * y;
  out[o + 8] = -(g20 * x + g21 * y);
  out[o + 9] = g20 * w - g21 * z;
  out[o + 10] = g20 * z + g21 * w;
  out[o + 11] = g21 * x - g20 * y;
  arithmetic.times += 6 + 24;
  arithmetic.plus += 12;
}

/** out += a × (each column of the 3x4 matrix B) */
function addCrossed(
  arithmetic: CountedArithmetic,
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  B: Float64Array,
): void {
  const [x, y, z] = [a[i], a[i + 1], a[i + 2]];
  for (let column = 0; column < 4; column++) {
    const [bx, by, bz] = [B[column], B[4 + column], B[8 + column]];
    out[o + column] += y * bz - z * by;
    out[o + 4 + column] += z * bx - x * bz;
    out[o + 8 + column] += x * by - y * bx;
  }
  arithmetic.times += 24;
  arithmetic.plus += 24;
}

/** out = ã Aᵀ */
function crossTransposed(
  arithmetic: CountedArithmetic,
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  A: Float64Array,
  j: number,
): void {
  for (let column = 0; column < 3; column++) arithmetic.cross(out, o + 3 * column, a, i, A, j + 3 * column);
  // The rows are the columns of what is wanted.
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < row; column++) {
      const kept = out[o + 3 * row + column];
      out[o + 3 * row + column] = out[o + 3 * column + row];
      out[o + 3 * column + row] = kept;
    }
}
