import { reported, type Solver } from "./direct-solvers.js";
import { envelopeOf } from "./envelope.js";
import type { IterationLimits } from "./iterative-solvers.js";
import { makeProduct, type Product, type ProductName } from "./products.js";
import { makeSolver, type SolveName } from "./solvers.js";
import { SPEEDS, type Structure } from "./structure.js";

/** How the joints' equations are set up and solved; plain data. */
export interface EquationsData extends IterationLimits {
  readonly structure: Structure;
  readonly product: ProductName;
  readonly solve: SolveName;
}

/** G̃ U = V of one sample, with all the room it takes: blocks in, loads out. */
export class JointEquations {
  /** Blocks of all ends: derivatives of the error rates by the speeds, and the same times M⁻¹. */
  readonly K: Float64Array;
  readonly C: Float64Array;
  /** Right-hand side, and loads: what they hold before solving is what iterations begin with. */
  readonly V: Float64Array;
  readonly U: Float64Array;
  readonly #product: Product;
  readonly #solver: Solver;
  readonly #A: Float64Array;
  /** Of each end: first row, rows, first speed, block. */
  readonly #ends: Int32Array;

  constructor({ structure, product, solve, tolerance, iterations }: EquationsData) {
    const { links, rows, blockSize } = structure;
    this.K = new Float64Array(blockSize);
    this.C = new Float64Array(blockSize);
    this.V = new Float64Array(rows);
    this.U = new Float64Array(rows);
    this.#solver = makeSolver(solve, envelopeOf(links, rows), { tolerance, iterations });
    this.#product = makeProduct(product, structure, this.#solver.storage);
    this.#A = new Float64Array(this.#solver.storage.size);
    this.#ends = Int32Array.from(
      links.flatMap((link) => link.ends.flatMap(({ body, block }) => [link.first, link.rows, SPEEDS * body, block])),
    );
  }

  /** What the last solve says of itself: see `reported`. */
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
    const ends = this.#ends;
    for (let e = 0; e < ends.length; e += 4) {
      const first = ends[e];
      const rows = ends[e + 1];
      const s = ends[e + 2];
      const block = ends[e + 3];
      for (let r = 0; r < rows; r++) {
        const k = block + r * SPEEDS;
        V[first + r] -=
          K[k] * v[s] +
          K[k + 1] * v[s + 1] +
          K[k + 2] * v[s + 2] +
          K[k + 3] * v[s + 3] +
          K[k + 4] * v[s + 4] +
          K[k + 5] * v[s + 5];
      }
    }
  }

  /** v += G U, speeds of body after body. */
  addLoads(v: Float64Array): void {
    const { C, U } = this;
    const ends = this.#ends;
    for (let e = 0; e < ends.length; e += 4) {
      const first = ends[e];
      const rows = ends[e + 1];
      const s = ends[e + 2];
      const block = ends[e + 3];
      for (let r = 0; r < rows; r++) {
        const c = block + r * SPEEDS;
        const u = U[first + r];
        v[s] += C[c] * u;
        v[s + 1] += C[c + 1] * u;
        v[s + 2] += C[c + 2] * u;
        v[s + 3] += C[c + 3] * u;
        v[s + 4] += C[c + 4] * u;
        v[s + 5] += C[c + 5] * u;
      }
    }
  }
}
