import type { Matrix } from "../linalg/matrix.js";
import type { Model } from "../model/types.js";
import type { Topology } from "../topology/types.js";
import { coefficientsOf, couplingsOf, jetsAt, type Coupling, type Jet } from "../state/couplings.js";

/** Equations in independent speeds, in numbers (`couplers.ts`: in kernels). Sizes stay; entries of driven speeds become zero. */
export class CouplerReduction {
  readonly couplings: readonly Coupling[];
  /** Speeds that no coupler drives, ascending. */
  readonly independent: Int32Array;
  readonly #coefficients: readonly (readonly number[])[];

  constructor(model: Model, topology: Topology, parameters: Readonly<Record<string, number>>) {
    this.couplings = couplingsOf(model, topology);
    this.#coefficients = coefficientsOf(model, this.couplings, parameters);
    const driven = new Set(this.couplings.map((coupling) => coupling.driven.v));
    this.independent = Int32Array.from({ length: topology.counts.nv }, (_, i) => i).filter((i) => !driven.has(i));
  }

  driverOf(speed: number): Coupling | null {
    return this.couplings.find(({ driven }) => driven.v === speed) ?? null;
  }

  jetsAt(q: Float64Array): readonly Jet[] {
    return jetsAt(this.couplings, this.#coefficients, q);
  }

  follow(q: Float64Array): Float64Array {
    this.couplings.forEach(({ driven }, k) => (q[driven.q] = this.jetsAt(q)[k][0]));
    return q;
  }

  /** x ← Gᵀ x */
  foldVector(x: Float64Array, jets: readonly Jet[]): Float64Array {
    this.couplings.forEach(({ driven, root }, k) => {
      if (root) x[root.v] += jets[k][1] * x[driven.v];
      x[driven.v] = 0;
    });
    return x;
  }

  /** A ← Gᵀ A for as many rows as speeds. */
  foldRows(A: Matrix, jets: readonly Jet[]): Matrix {
    const { cols, data } = A;
    this.couplings.forEach(({ driven, root }, k) => {
      for (let j = 0; j < cols; j++) {
        if (root) data[root.v * cols + j] += jets[k][1] * data[driven.v * cols + j];
        data[driven.v * cols + j] = 0;
      }
    });
    return A;
  }

  /** A ← A G for as many columns as speeds. */
  foldColumns(A: Matrix, jets: readonly Jet[]): Matrix {
    const { rows, cols, data } = A;
    this.couplings.forEach(({ driven, root }, k) => {
      for (let i = 0; i < rows; i++) {
        if (root) data[i * cols + root.v] += jets[k][1] * data[i * cols + driven.v];
        data[i * cols + driven.v] = 0;
      }
    });
    return A;
  }

  /** A ← Gᵀ A G */
  fold(A: Matrix, jets: readonly Jet[]): Matrix {
    return this.foldRows(this.foldColumns(A, jets), jets);
  }

  /** K ← Gᵀ K G + Σ h″ r_d at rest, with r all forces: where the ratio h′ changes, so does the force folded into the root. */
  foldStiffness(K: Matrix, r: Float64Array, jets: readonly Jet[]): Matrix {
    this.fold(K, jets);
    this.couplings.forEach(({ driven, root }, k) => {
      if (root) K.data[root.v * K.cols + root.v] += jets[k][2] * r[driven.v];
    });
    return K;
  }

  /** x ← G x: driven entries from independent ones. */
  unfold(x: Float64Array, jets: readonly Jet[]): Float64Array {
    this.couplings.forEach(({ driven, root }, k) => (x[driven.v] = root ? jets[k][1] * x[root.v] : 0));
    return x;
  }
}
