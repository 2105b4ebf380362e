import { newMemory } from "../../kernel/room.js";
import { OPTIONAL, PLAIN, ROW, sparseModule, SURE, UNKNOWN } from "../../kernel/sparse-code.js";
import type { FactorPattern } from "../../linalg/sparse-factors.js";

type Factor = (rows: number, end: number, unknowns: number, columns: number) => number;

/** Sparse factors as `SparseFactors` has them, to the last bit, by compiled code in memory of their own. */
export class CompiledFactors {
  /** Compiled when first needed, and the same for all matrices. */
  static #module: WebAssembly.Module | null = null;
  /** Entries of L and U, with those of the matrix to be written there before `factor` and zeros elsewhere. */
  readonly values: Float64Array;
  /** The right-hand side, in every other number (between them are the pivots); after `solve`, the solution. */
  readonly x: Float64Array;
  /** Row whose pivot made `factor` fail. */
  weakest = -1;
  readonly #lead: number;
  readonly #n: number;
  readonly #unknowns: number;
  readonly #columns: number;
  readonly #factor: Factor;
  readonly #solve: Factor;

  /** `isOptional`: rows that may be redundant. `isPartial`: `factor` eliminates the leading columns only, and leaves the rest. */
  constructor(pattern: FactorPattern, isOptional: Uint8Array | null, isPartial = false) {
    const { n, start, column, diagonal, middle, lead } = pattern;
    const entries = column.length;
    const unknowns = n * ROW;
    const values = unknowns + n * UNKNOWN;
    const columns = values + 8 * entries;
    const memory = newMemory(columns + 4 * entries || 1);
    const words = new Int32Array(memory.buffer);
    const place = (entry: number): number => values + 8 * entry;
    for (let i = 0; i < n; i++) {
      const kind = i < lead || isPartial ? SURE : isOptional && isOptional[i] !== 0 ? OPTIONAL : PLAIN;
      const until = isPartial && i >= lead ? middle[i] : diagonal[i];
      words.set([place(start[i]), place(middle[i]), place(until), place(start[i + 1]), kind], (i * ROW) / 4);
    }
    for (let e = 0; e < entries; e++) words[columns / 4 + e] = unknowns + UNKNOWN * column[e];
    this.values = new Float64Array(memory.buffer, values, entries);
    this.x = new Float64Array(memory.buffer, unknowns, 2 * n);
    this.#n = n;
    this.#lead = lead;
    this.#unknowns = unknowns;
    // Columns are as far along as values, by half: one address serves both.
    this.#columns = columns - values / 2;
    CompiledFactors.#module ??= new WebAssembly.Module(sparseModule() as BufferSource);
    const { exports } = new WebAssembly.Instance(CompiledFactors.#module, { kinetree: { memory } });
    this.#factor = exports["factor"] as Factor;
    this.#solve = exports["solve"] as Factor;
  }

  /** Replaces the matrix in `values` by its factors; false if a pivot vanishes or is no number. */
  factor(): boolean {
    this.weakest = this.#factor(0, this.#n * ROW, this.#unknowns, this.#columns);
    return this.weakest < 0;
  }

  /** x ← A⁻¹ x, without the rows of intermediate values. */
  solve(): void {
    const lead = this.#lead;
    this.#solve(lead * ROW, this.#n * ROW, this.#unknowns + lead * UNKNOWN, this.#columns);
  }
}
