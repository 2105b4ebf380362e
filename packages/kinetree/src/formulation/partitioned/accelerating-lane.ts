import type { Instance } from "../../kernel/instance.js";
import { ClosureRows } from "./closure-rows.js";
import { SparseCholesky } from "./sparse-cholesky.js";
import { eliminationOrder } from "./elimination-order.js";
import { LaneMemory } from "./lane-memory.js";
import { Partition } from "./partition.js";
import { MASS_SIZE, PARTITION_STATUS, type PartitionedData } from "./partition-data.js";

/** Rows that one body takes part in, with their entries of K. */
interface BodyRows {
  readonly rows: Int32Array;
  readonly entries: Int32Array;
}

/**
 * One lane's accelerations and multipliers from M v̇ = Q + Kᵀ λ and K v̇ + γ = 0 over the kept rows: equation (21) of D.
 * Negrut, Generalized Coordinates Partitioning Algorithm, six speeds a body. M is block diagonal, so it is eliminated:
 * (K M⁻¹ Kᵀ) λ = −γ − K v̇_free.
 */
export class AcceleratingLane {
  readonly memory: LaneMemory;
  readonly partition: Partition;
  readonly #data: PartitionedData;
  readonly #closures: ClosureRows;
  readonly #bodyRows: readonly BodyRows[];
  readonly #q: Float64Array;
  readonly #gamma: Float64Array;
  readonly #mass: Float64Array;
  readonly #inverse: Float64Array;
  readonly #vdot: Float64Array;
  readonly #lambda: Float64Array;
  readonly #b: Float64Array;
  /** M⁻¹ Kᵀ, laid out as K. */
  readonly #W: Float64Array;
  /** Place of a row among the kept ones, or -1. */
  readonly #place: Int32Array;
  readonly #S: SparseCholesky;

  constructor(data: PartitionedData, instance: Instance, lane: 0 | 1) {
    this.#data = data;
    this.memory = new LaneMemory(data, instance, lane);
    this.#closures = new ClosureRows(data);
    const order = eliminationOrder(this.#closures.index, data.bodies.length);
    this.partition = new Partition(data, this.memory, order);
    this.#bodyRows = rowsOfBodies(data, this.#closures);
    const { nq, nv, rows, entries, bodies } = data;
    this.#q = new Float64Array(nq);
    [this.#gamma, this.#lambda] = [new Float64Array(rows), new Float64Array(rows)];
    this.#mass = new Float64Array(MASS_SIZE * bodies.length);
    this.#inverse = new Float64Array(6);
    this.#vdot = new Float64Array(nv);
    this.#W = new Float64Array(entries);
    this.#place = new Int32Array(rows);
    const most = Math.min(rows, nv);
    this.#b = new Float64Array(most);
    this.#S = new SparseCholesky(most);
  }

  /** From the free accelerations in `vdot` to the true ones, in memory; all entries have been evaluated. */
  accelerate(state: number): void {
    const { memory, partition } = this;
    memory.at(state);
    memory.readInto(this.#gamma, "gamma");
    memory.readInto(this.#mass, "mass");
    memory.readInto(this.#vdot, "vdot");
    this.#closures.read(memory);
    if (!partition.isChosen) {
      memory.readInto(this.#q, "q");
      partition.setNumber("status", partition.choose(this.#closures, this.#q));
    } else partition.read();
    this.#divideByMasses();
    this.#lambda.fill(0);
    if (this.#factor()) {
      // The second time takes back what rounding left the first time.
      for (let pass = 0; pass < 2; pass++) this.#push();
    } else {
      this.#vdot.fill(NaN);
      this.#lambda.fill(NaN);
      partition.setNumber("status", PARTITION_STATUS.singular);
      memory.set("quality", 0, 0);
    }
    memory.write("vdot", this.#vdot);
    memory.write("lambda", this.#lambda);
  }

  #divideByMasses(): void {
    const [K, W, inverse] = [this.#closures.K, this.#W, this.#inverse];
    for (const { v, rows, at } of this.#data.blocks) {
      const body = (v / 6) * MASS_SIZE;
      const perMass = 1 / this.#mass[body];
      invertSymmetricInto(inverse, this.#mass, body + 1);
      const [xx, yy, zz, xy, xz, yz] = inverse;
      for (let k = at; k < at + 6 * rows; k += 6) {
        const [x, y, z] = [K[k], K[k + 1], K[k + 2]];
        W[k] = xx * x + xy * y + xz * z;
        W[k + 1] = xy * x + yy * y + yz * z;
        W[k + 2] = xz * x + yz * y + zz * z;
        for (let j = 3; j < 6; j++) W[k + j] = perMass * K[k + j];
      }
    }
  }

  /** Factors of K M⁻¹ Kᵀ, to which each body adds for every pair of rows that it takes part in. */
  #factor(): boolean {
    const [K, W, place] = [this.#closures.K, this.#W, this.#place];
    const { rank, rows } = this.partition;
    place.fill(-1);
    for (let i = 0; i < rank; i++) place[rows[i]] = i;
    this.#S.clear(rank);
    for (const { rows: list, entries } of this.#bodyRows)
      for (let a = 0; a < list.length; a++) {
        const i = place[list[a]];
        if (i < 0) continue;
        for (let b = 0; b <= a; b++) {
          const j = place[list[b]];
          if (j < 0) continue;
          const [k, l] = [entries[a], entries[b]];
          let sum = 0;
          for (let c = 0; c < 6; c++) sum += W[k + c] * K[l + c];
          if (sum !== 0) this.#S.add(Math.min(i, j), Math.max(i, j), sum);
        }
      }
    return this.#S.factor();
  }

  /** λ and v̇ such that K v̇ + γ vanishes, from what they are. */
  #push(): void {
    const { rank, rows } = this.partition;
    const { start, entry, speed } = this.#closures.index;
    const [K, W, b, vdot] = [this.#closures.K, this.#W, this.#b, this.#vdot];
    for (let i = 0; i < rank; i++) {
      const row = rows[i];
      let sum = this.#gamma[row];
      for (let k = start[row]; k < start[row + 1]; k++)
        for (let j = 0; j < 6; j++) sum += K[entry[k] + j] * vdot[speed[k] + j];
      b[i] = -sum;
    }
    this.#S.solve(b);
    for (let i = 0; i < rank; i++) {
      const row = rows[i];
      this.#lambda[row] += b[i];
      for (let k = start[row]; k < start[row + 1]; k++)
        for (let j = 0; j < 6; j++) vdot[speed[k] + j] += W[entry[k] + j] * b[i];
    }
  }
}

function rowsOfBodies({ bodies, rows }: PartitionedData, { index }: ClosureRows): readonly BodyRows[] {
  const found = bodies.map(() => ({ rows: [] as number[], entries: [] as number[] }));
  for (let row = 0; row < rows; row++)
    for (let k = index.start[row]; k < index.start[row + 1]; k++) {
      const body = found[index.speed[k] / 6];
      body.rows.push(row);
      body.entries.push(index.entry[k]);
    }
  return found.map((each) => ({ rows: Int32Array.from(each.rows), entries: Int32Array.from(each.entries) }));
}

/** Inverse of xx, yy, zz, xy, xz, yz by cofactors, in the same order. */
function invertSymmetricInto(out: Float64Array, from: Float64Array, at: number): void {
  const [xx, yy, zz] = [from[at], from[at + 1], from[at + 2]];
  const [xy, xz, yz] = [from[at + 3], from[at + 4], from[at + 5]];
  const [a, b, c] = [yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy];
  const perDeterminant = 1 / (xx * a + xy * b + xz * c);
  out[0] = a * perDeterminant;
  out[1] = (xx * zz - xz * xz) * perDeterminant;
  out[2] = (xx * yy - xy * xy) * perDeterminant;
  out[3] = b * perDeterminant;
  out[4] = c * perDeterminant;
  out[5] = (xy * xz - xx * yz) * perDeterminant;
}
