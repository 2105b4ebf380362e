import type { Instance } from "../../kernel/instance.js";
import { choosePartition } from "./choose.js";
import { ClosureRows } from "./closure-rows.js";
import { SparseCholesky } from "./sparse-cholesky.js";
import { eliminationOrder } from "./elimination-order.js";
import { LaneMemory } from "./lane-memory.js";
import { Partition } from "./partition.js";
import { MASS_SIZE, PARTITION_STATUS, type PartitionedData } from "./partition-data.js";
import { RowPairs } from "./row-pairs.js";
import { SquarePart, type DependentKind } from "./square-part.js";

/**
 * One lane's accelerations and multipliers from M v̇ = Q + Kᵀ λ and K v̇ + γ = 0 over the kept rows: equation (21) of D.
 * Negrut, Generalized Coordinates Partitioning Algorithm, six speeds a body. M is block diagonal, so it is eliminated:
 * (K M⁻¹ Kᵀ) λ = −γ − K v̇_free.
 */
export class AcceleratingLane {
  readonly memory: LaneMemory;
  readonly #partition: Partition;
  readonly #data: PartitionedData;
  readonly #closures: ClosureRows;
  readonly #pairs: RowPairs;
  readonly #places: { readonly [record in "q" | "gamma" | "mass" | "vdot" | "lambda"]: number };
  readonly #q: Float64Array;
  readonly #gamma: Float64Array;
  readonly #mass: Float64Array;
  /** Inverse moments of each body: xx, yy, zz, xy, xz, yz. */
  readonly #inverse: Float64Array;
  readonly #vdot: Float64Array;
  readonly #lambda: Float64Array;
  readonly #b: Float64Array;
  /** M⁻¹ Kᵀ, laid out as K. */
  readonly #W: Float64Array;
  readonly #S: SparseCholesky;

  constructor(data: PartitionedData, instance: Instance, lane: 0 | 1) {
    this.#data = data;
    const memory = (this.memory = new LaneMemory(data, instance, lane));
    this.#places = {
      q: memory.placeOf("q"),
      gamma: memory.placeOf("gamma"),
      mass: memory.placeOf("mass"),
      vdot: memory.placeOf("vdot"),
      lambda: memory.placeOf("lambda"),
    };
    this.#closures = new ClosureRows(data, memory);
    this.#partition = new Partition(data, memory, eliminationOrder(this.#closures.index, data.bodies.length));
    this.#pairs = new RowPairs(data, this.#partition, this.#closures.index);
    const { nq, nv, rows, entries, bodies } = data;
    this.#q = new Float64Array(nq);
    this.#gamma = new Float64Array(rows);
    this.#lambda = new Float64Array(rows);
    this.#mass = new Float64Array(MASS_SIZE * bodies.length);
    this.#inverse = new Float64Array(6 * bodies.length);
    this.#vdot = new Float64Array(nv);
    this.#W = new Float64Array(entries);
    this.#b = new Float64Array(this.#partition.most);
    this.#S = new SparseCholesky(this.#partition.most);
  }

  /** From the free accelerations in `vdot` to the true ones, in memory; all entries have been evaluated. */
  accelerate(): void {
    const memory = this.memory;
    const partition = this.#partition;
    const places = this.#places;
    memory.readInto(this.#gamma, places.gamma);
    memory.readInto(this.#mass, places.mass);
    memory.readInto(this.#vdot, places.vdot);
    this.#closures.readRates();
    if (partition.isChosen) partition.read();
    else {
      this.#closures.readResiduals();
      memory.readInto(this.#q, places.q);
      const status = choosePartition(this.#data, partition, this.#closures, this.#squares(), this.#q);
      partition.setNumber(partition.slots.status, status);
    }
    this.#divideByMasses();
    this.#pairs.assemble(this.#S, this.#W, this.#closures.K);
    this.#lambda.fill(0);
    if (this.#S.factor()) {
      // The second pass removes the rounding of the first.
      this.#push();
      this.#push();
    } else {
      this.#vdot.fill(NaN);
      this.#lambda.fill(NaN);
      partition.setNumber(partition.slots.status, PARTITION_STATUS.singular);
      partition.setQuality(0);
    }
    memory.write(places.vdot, this.#vdot);
    memory.write(places.lambda, this.#lambda);
  }

  /** Only for a state that has never been settled. */
  #squares(): Readonly<Record<DependentKind, SquarePart>> {
    return {
      deltas: new SquarePart("deltas", this.#partition, this.#closures),
      speeds: new SquarePart("speeds", this.#partition, this.#closures),
    };
  }

  #divideByMasses(): void {
    const { K } = this.#closures;
    const W = this.#W;
    const mass = this.#mass;
    const inverse = this.#inverse;
    const { bodies, blocks } = this.#data;
    for (let body = 0; body < bodies.length; body++) invertSymmetricInto(inverse, 6 * body, mass, MASS_SIZE * body + 1);
    for (const { v, rows, at } of blocks) {
      const perMass = 1 / mass[(v / 6) * MASS_SIZE];
      const xx = inverse[v];
      const yy = inverse[v + 1];
      const zz = inverse[v + 2];
      const xy = inverse[v + 3];
      const xz = inverse[v + 4];
      const yz = inverse[v + 5];
      const end = at + 6 * rows;
      for (let k = at; k < end; k += 6) {
        const x = K[k];
        const y = K[k + 1];
        const z = K[k + 2];
        W[k] = xx * x + xy * y + xz * z;
        W[k + 1] = xy * x + yy * y + yz * z;
        W[k + 2] = xz * x + yz * y + zz * z;
        W[k + 3] = perMass * K[k + 3];
        W[k + 4] = perMass * K[k + 4];
        W[k + 5] = perMass * K[k + 5];
      }
    }
  }

  /** λ and v̇ such that K v̇ + γ vanishes, from their present values. */
  #push(): void {
    const { rank, rows } = this.#partition;
    const closures = this.#closures;
    const { start, entry, speed } = closures.index;
    const W = this.#W;
    const b = this.#b;
    const vdot = this.#vdot;
    const gamma = this.#gamma;
    const lambda = this.#lambda;
    for (let i = 0; i < rank; i++) b[i] = -closures.product(rows[i], gamma[rows[i]], vdot);
    this.#S.solve(b);
    for (let i = 0; i < rank; i++) {
      const row = rows[i];
      const pull = b[i];
      lambda[row] += pull;
      const end = start[row + 1];
      for (let k = start[row]; k < end; k++) {
        const from = entry[k];
        const at = speed[k];
        vdot[at] += W[from] * pull;
        vdot[at + 1] += W[from + 1] * pull;
        vdot[at + 2] += W[from + 2] * pull;
        vdot[at + 3] += W[from + 3] * pull;
        vdot[at + 4] += W[from + 4] * pull;
        vdot[at + 5] += W[from + 5] * pull;
      }
    }
  }
}

/** Inverse of xx, yy, zz, xy, xz, yz by cofactors, in the same order. */
function invertSymmetricInto(out: Float64Array, to: number, from: Float64Array, at: number): void {
  const xx = from[at];
  const yy = from[at + 1];
  const zz = from[at + 2];
  const xy = from[at + 3];
  const xz = from[at + 4];
  const yz = from[at + 5];
  const a = yy * zz - yz * yz;
  const b = xz * yz - xy * zz;
  const c = xy * yz - xz * yy;
  const perDeterminant = 1 / (xx * a + xy * b + xz * c);
  out[to] = a * perDeterminant;
  out[to + 1] = (xx * zz - xz * xz) * perDeterminant;
  out[to + 2] = (xx * yy - xy * xy) * perDeterminant;
  out[to + 3] = b * perDeterminant;
  out[to + 4] = c * perDeterminant;
  out[to + 5] = (xy * xz - xx * yz) * perDeterminant;
}
