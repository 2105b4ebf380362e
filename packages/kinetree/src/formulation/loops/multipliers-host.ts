import type { EntryFunction, Instance } from "../../kernel/instance.js";
import { choleskyInto } from "../../linalg/cholesky.js";
import { newMatrix, type Matrix } from "../../linalg/matrix.js";
import { applyQTransposedInPlace, newQr, newQrWork, qrInto } from "../../linalg/qr.js";
import { solveLowerInPlace, solveLowerMatrixInPlace, solveLowerTransposedInPlace } from "../../linalg/triangular.js";
import { LaneQ, type LaneQData } from "./lane-q.js";
import type { ClosureBlock } from "./write-closures.js";

/** Kinds of host parts: accelerations with multipliers, and projection onto the closures. */
export const MULTIPLIERS = "multipliers";
export const PROJECTION = "projection";

/** Sizes, and places of the records in the state section [bytes]. */
export interface MultiplierData extends LaneQData {
  readonly nv: number;
  readonly rows: number;
  /** How many rows are independent of one another where the run began. */
  readonly rank: number;
  readonly blocks: readonly ClosureBlock[];
  readonly at: Readonly<
    Record<"q" | "v" | "vdot" | "M" | "phi" | "blocks" | "drift" | "gamma" | "lambda" | "held" | "quality", number>
  >;
}

/** Rows whose share in the equations falls below this are redundant. */
const RANK_TOLERANCE = 1e-9;

/**
 * M = L Lᵀ, and Y = L⁻¹ Kᵀ = Q R by pivoted Householder reflections, columns of Y scaled to length 1: so the condition of K is
 * not squared, and redundant rows show on the diagonal of R.
 */
class DenseEquations {
  readonly #data: MultiplierData;
  readonly #f64: Float64Array;
  readonly M: Matrix;
  readonly L: Matrix;
  readonly #Y: Matrix;
  readonly #qr: ReturnType<typeof newQr>;
  readonly #work: ReturnType<typeof newQrWork>;
  readonly #scale: Float64Array;
  readonly #one: Matrix;
  #rank = 0;

  constructor(data: MultiplierData, f64: Float64Array) {
    const { nv, rows } = data;
    this.#data = data;
    this.#f64 = f64;
    this.M = newMatrix(nv, nv);
    this.L = newMatrix(nv, nv);
    this.#Y = newMatrix(nv, rows);
    this.#qr = newQr(nv, rows);
    this.#work = newQrWork(rows);
    this.#scale = new Float64Array(rows);
    this.#one = newMatrix(nv, 1);
  }

  /** Reads M and K of a lane whose slots begin at `first`, and factors them; false where M is singular. */
  factor(first: number): boolean {
    const { nv, rows, blocks, at } = this.#data;
    const f64 = this.#f64;
    const { M, L } = this;
    const Y = this.#Y;
    for (let i = 0; i < nv; i++)
      for (let j = 0; j <= i; j++) {
        const value = f64[first + at.M / 8 + 2 * (i * nv + j)];
        M.data[i * nv + j] = M.data[j * nv + i] = value;
      }
    Y.data.fill(0);
    for (const block of blocks)
      for (let i = 0; i < block.rows; i++)
        for (let j = 0; j < block.nv; j++)
          Y.data[(block.v + j) * rows + block.row + i] +=
            f64[first + at.blocks / 8 + 2 * (block.at + i * block.nv + j)];
    if (choleskyInto(L, M) >= 0) return false;
    solveLowerMatrixInPlace(Y, L);
    for (let k = 0; k < rows; k++) {
      let square = 0;
      for (let i = 0; i < nv; i++) square += Y.data[i * rows + k] ** 2;
      const scale = (this.#scale[k] = square > 0 ? 1 / Math.sqrt(square) : 0);
      for (let i = 0; i < nv; i++) Y.data[i * rows + k] *= scale;
    }
    qrInto(this.#qr, Y, this.#work);
    const { qr, tau } = this.#qr;
    // As many rows as were independent where the run began; found out by the share of each where nobody has looked.
    this.#rank = Math.min(this.#data.rank, tau.length);
    if (this.#data.rank === 0)
      while (this.#rank < tau.length && Math.abs(qr.data[this.#rank * rows + this.#rank]) > RANK_TOLERANCE)
        this.#rank++;
    return true;
  }

  /** How near the rows that were independent are to losing one of them: the square of the least share, 0 to 1. */
  quality(rank: number): number {
    const { rows } = this.#data;
    const { qr, tau } = this.#qr;
    if (rank === 0) return 1;
    return rank > tau.length ? 0 : qr.data[(rank - 1) * rows + rank - 1] ** 2;
  }

  /**
   * w = w₀ + Y λ with Yᵀ w = −γ, for w₀ in `w`: replaces w, and leaves λ in `lambda`, 0 for redundant rows.
   * R₁ᵀ R₁ λ = −γ − R₁ᵀ Q₁ᵀ w₀, all in scaled and permuted rows.
   */
  constrain(w: Float64Array, gamma: Float64Array, lambda: Float64Array): void {
    const { nv, rows } = this.#data;
    const { qr, permutation } = this.#qr;
    const rank = this.#rank;
    const one = this.#one;
    one.data.set(w);
    applyQTransposedInPlace(one, this.#qr, this.#work.products);
    const x = new Float64Array(rank);
    for (let i = 0; i < rank; i++) {
      const k = permutation[i];
      let sum = -gamma[k] * this.#scale[k];
      for (let l = 0; l < i; l++) sum -= qr.data[l * rows + i] * x[l];
      x[i] = sum / qr.data[i * rows + i];
    }
    for (let i = 0; i < rank; i++) x[i] -= one.data[i];
    for (let i = rank - 1; i >= 0; i--) {
      let sum = x[i];
      for (let l = i + 1; l < rank; l++) sum -= qr.data[i * rows + l] * x[l];
      x[i] = sum / qr.data[i * rows + i];
    }
    lambda.fill(0);
    for (let i = 0; i < rank; i++) lambda[permutation[i]] = x[i] * this.#scale[permutation[i]];
    const Y = this.#Y;
    for (let i = 0; i < nv; i++) {
      let sum = w[i];
      for (let l = 0; l < rank; l++) sum += Y.data[i * rows + permutation[l]] * x[l];
      w[i] = sum;
    }
  }
}

/** v̇ and λ of both lanes; r is where v̇ goes. */
export function makeMultiplierHost(data: MultiplierData, { f64 }: Instance): EntryFunction {
  const { nv, rows, at } = data;
  const equations = new DenseEquations(data, f64);
  const w = new Float64Array(nv);
  const gamma = new Float64Array(rows);
  const lambda = new Float64Array(rows);
  return (state) => {
    for (const lane of [0, 1]) {
      const first = state / 8 + lane;
      const slot = (offset: number, k: number): number => first + offset / 8 + 2 * k;
      const isSound = equations.factor(first);
      for (let k = 0; k < rows; k++) gamma[k] = f64[slot(at.gamma, k)] + (at.held < 0 ? 0 : f64[slot(at.held, k)]);
      for (let i = 0; i < nv; i++) w[i] = -f64[slot(at.vdot, i)];
      if (isSound) {
        solveLowerInPlace(w, equations.L);
        equations.constrain(w, gamma, lambda);
        solveLowerTransposedInPlace(w, equations.L);
      } else w.fill(NaN);
      for (let i = 0; i < nv; i++) f64[slot(at.vdot, i)] = w[i];
      for (let k = 0; k < rows; k++) f64[slot(at.lambda, k)] = lambda[k];
      f64[slot(at.quality, 0)] = isSound ? equations.quality(data.rank) : 1;
    }
  };
}

/** Newton steps after which drift that does not vanish is left as it is. */
const MOST_STEPS = 4;
/** Residuals below this are rounding. */
const SETTLED = 1e-14;

/** q ← the nearest closed pose, v ← the nearest speeds that keep it, nearest in the sense of the mass matrix. */
export function makeProjectionHost(
  data: MultiplierData & { readonly entry: string },
  instance: Instance,
): EntryFunction {
  const { nv, rows, blocks, at, entry } = data;
  const { f64 } = instance;
  const equations = new DenseEquations(data, f64);
  const w = new Float64Array(nv);
  const rest = new Float64Array(rows);
  const lambda = new Float64Array(rows);
  const lanes = new LaneQ(data, f64);
  return (state, parameters, work) => {
    const run = instance.entries[entry];
    const slot = (lane: number, offset: number, k: number): number => state / 8 + lane + offset / 8 + 2 * k;
    for (let step = 0; step < MOST_STEPS; step++) {
      run(state, parameters, work);
      let isSettled = true;
      for (const lane of [0, 1]) {
        let most = 0;
        for (let k = 0; k < rows; k++) {
          rest[k] = f64[slot(lane, at.phi, k)];
          most = Math.max(most, Math.abs(rest[k]));
        }
        if (!(most > SETTLED)) continue;
        if (!equations.factor(state / 8 + lane)) continue;
        isSettled = false;
        w.fill(0);
        equations.constrain(w, rest, lambda); // w = Lᵀ δ with K δ = −φ
        solveLowerTransposedInPlace(w, equations.L);
        lanes.move(state / 8 + lane + at.q / 8, w);
      }
      if (isSettled) break;
    }
    for (const lane of [0, 1]) {
      for (let k = 0; k < rows; k++) rest[k] = f64[slot(lane, at.drift, k)];
      for (const { row, rows: n, v, nv: m, at: from } of blocks)
        for (let i = 0; i < n; i++)
          for (let j = 0; j < m; j++)
            rest[row + i] += f64[slot(lane, at.blocks, from + i * m + j)] * f64[slot(lane, at.v, v + j)];
      if (!equations.factor(state / 8 + lane)) continue;
      w.fill(0);
      equations.constrain(w, rest, lambda);
      solveLowerTransposedInPlace(w, equations.L);
      for (let i = 0; i < nv; i++) f64[slot(lane, at.v, i)] += w[i];
    }
  };
}
