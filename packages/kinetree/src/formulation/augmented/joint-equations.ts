import { reported, type Solver } from "./direct-solvers.js";
import type { IterationLimits } from "./iterative-solvers.js";
import { makeProduct, type Product, type ProductName } from "./products.js";
import { makeSolver, type SolveName } from "./solvers.js";
import { envelopeOf, SPEEDS, type Structure } from "./structure.js";

export interface EquationsData extends IterationLimits {
  readonly structure: Structure;
  readonly product: ProductName;
  readonly solve: SolveName;
}

/** G̃ U = V of one sample, with its workspace. */
export class JointEquations {
  /** Blocks of all ends: derivatives of the error rates by the speeds, and the same times M⁻¹. */
  readonly K: Float64Array;
  readonly C: Float64Array;
  /** Right-hand side, and loads; iterative solvers start from the loads given. */
  readonly V: Float64Array;
  readonly U: Float64Array;
  readonly #product: Product;
  readonly #solver: Solver;
  readonly #A: Float64Array;
  /** For each row of each end: the row, the first speed of the body, the place in the blocks. */
  readonly #rows: Int32Array;

  constructor({ structure, product, solve, tolerance, iterations }: EquationsData) {
    const { links, rows, blockSize } = structure;
    this.K = new Float64Array(blockSize);
    this.C = new Float64Array(blockSize);
    this.V = new Float64Array(rows);
    this.U = new Float64Array(rows);
    this.#solver = makeSolver(solve, envelopeOf(links, rows), { tolerance, iterations });
    this.#product = makeProduct(product, structure, this.#solver.storage);
    this.#A = new Float64Array(this.#solver.storage.size);
    this.#rows = Int32Array.from(
      links.flatMap(({ first, rows, ends }) =>
        ends.flatMap(({ body, block }) =>
          Array.from({ length: rows }, (_, r) => [first + r, SPEEDS * body, block + r * SPEEDS]).flat(),
        ),
      ),
    );
  }

  /** Of the last solve: see `reported`. */
  get report(): Float64Array {
    return this.#solver.report;
  }

  /** Finds U; false where G̃ is singular, with nothing useful in U. */
  solve(): boolean {
    this.#product(this.#A, this.K, this.C);
    this.#solver.report.fill(0);
    this.#solver.solve(this.U, this.#A, this.V);
    return this.V.length === 0 || this.#solver.report[reported.quality] > 0;
  }

  /** V −= K v, speeds of body after body. */
  takeRates(v: Float64Array): void {
    const { K, V } = this;
    const rows = this.#rows;
    for (let e = 0; e < rows.length; e += 3) {
      const s = rows[e + 1];
      const k = rows[e + 2];
      V[rows[e]] -=
        K[k] * v[s] +
        K[k + 1] * v[s + 1] +
        K[k + 2] * v[s + 2] +
        K[k + 3] * v[s + 3] +
        K[k + 4] * v[s + 4] +
        K[k + 5] * v[s + 5];
    }
  }

  /** v += G U, speeds of body after body. */
  addLoads(v: Float64Array): void {
    const { C, U } = this;
    const rows = this.#rows;
    for (let e = 0; e < rows.length; e += 3) {
      const u = U[rows[e]];
      const s = rows[e + 1];
      const c = rows[e + 2];
      v[s] += C[c] * u;
      v[s + 1] += C[c + 1] * u;
      v[s + 2] += C[c + 2] * u;
      v[s + 3] += C[c + 3] * u;
      v[s + 4] += C[c + 4] * u;
      v[s + 5] += C[c + 5] * u;
    }
  }
}
