import type { LaneMemory } from "./lane-memory.js";
import { MASS_SIZE, type PartitionedData } from "./partition-data.js";

/** Which entries of K belong to a row, and to a body. */
export interface RowIndex {
  /** Places in the two lists behind it where a row begins; one more than there are rows. */
  readonly start: Int32Array;
  /** First speed of a body that moves the row, and the first of its six entries of K. */
  readonly speed: Int32Array;
  readonly entry: Int32Array;
}

function indexRows({ rows, blocks }: PartitionedData): RowIndex {
  const found: [speed: number, entry: number][][] = Array.from({ length: rows }, () => []);
  for (const { row, rows: count, v, nv, at } of blocks)
    for (let k = 0; k < count; k++) found[row + k].push([v, at + k * nv]);
  const start = new Int32Array(rows + 1);
  found.forEach((list, row) => (start[row + 1] = start[row] + list.length));
  const all = found.flat();
  return { start, speed: Int32Array.from(all, ([v]) => v), entry: Int32Array.from(all, ([, at]) => at) };
}

/** The closures of one lane in numbers: φ, K and drift as the position entry left them. */
export class ClosureRows {
  readonly index: RowIndex;
  readonly phi: Float64Array;
  readonly drift: Float64Array;
  /** K as its blocks lie in memory: φ̇ = K v + drift. */
  readonly K: Float64Array;
  /** The same by the δ of a step: φ̇ = P δ̇ + drift. */
  readonly P: Float64Array;
  /** 1 for rows that no shift changes, only turns. */
  readonly isTurn: Uint8Array;
  /** Counts up when that changes. */
  turns = 0;
  readonly #data: PartitionedData;
  readonly #memory: LaneMemory;
  readonly #mass: Float64Array;
  readonly #places: Readonly<Record<"phi" | "drift" | "K" | "mass", number>>;

  constructor(data: PartitionedData, memory: LaneMemory) {
    this.#data = data;
    this.#memory = memory;
    this.#mass = new Float64Array(MASS_SIZE * data.bodies.length);
    this.#places = {
      phi: memory.placeOf("phi"),
      drift: memory.placeOf("drift"),
      K: memory.placeOf("K"),
      mass: memory.placeOf("mass"),
    };
    this.index = indexRows(data);
    this.phi = new Float64Array(data.rows);
    this.drift = new Float64Array(data.rows);
    this.K = new Float64Array(data.entries);
    this.P = new Float64Array(data.entries);
    this.isTurn = new Uint8Array(data.rows);
  }

  /** φ, all that an iteration needs. */
  readResiduals(): void {
    this.#memory.readInto(this.phi, this.#places.phi);
  }

  /** K and drift. */
  readRates(): void {
    this.#memory.readInto(this.drift, this.#places.drift);
    this.#memory.readInto(this.K, this.#places.K);
    const { start, entry } = this.index;
    const { K, isTurn } = this;
    const count = isTurn.length;
    for (let row = 0; row < count; row++) {
      const end = start[row + 1];
      let i = start[row];
      while (i < end && K[entry[i] + 3] === 0 && K[entry[i] + 4] === 0 && K[entry[i] + 5] === 0) i++;
      const now = i === end ? 1 : 0;
      if (isTurn[row] === now) continue;
      isTurn[row] = now;
      this.turns++;
    }
  }

  /** P at q = retract(q₀, δ): ω = (δ̇ − ½ δ × δ̇) / (1 + ¼ δ²) and v = Rᵀ δ̇ with turn and shift along the world's axes. */
  byDeltas(q: Float64Array, delta: Float64Array): void {
    const { K, P } = this;
    const { bodies, blocks } = this.#data;
    for (const { rows, v, at } of blocks) {
      const first = bodies[v / 6].q + 3;
      const [w, x, y, z] = [q[first], q[first + 1], q[first + 2], q[first + 3]];
      const [a, b, c] = [delta[v] / 2, delta[v + 1] / 2, delta[v + 2] / 2];
      const scale = 1 / (1 + a * a + b * b + c * c);
      for (let k = at; k < at + 6 * rows; k += 6) {
        const [kx, ky, kz] = [K[k], K[k + 1], K[k + 2]];
        P[k] = scale * (kx + b * kz - c * ky);
        P[k + 1] = scale * (ky + c * kx - a * kz);
        P[k + 2] = scale * (kz + a * ky - b * kx);
        const [fx, fy, fz] = [K[k + 3], K[k + 4], K[k + 5]];
        const [tx, ty, tz] = [2 * (y * fz - z * fy), 2 * (z * fx - x * fz), 2 * (x * fy - y * fx)];
        P[k + 3] = fx + w * tx + y * tz - z * ty;
        P[k + 4] = fy + w * ty + z * tx - x * tz;
        P[k + 5] = fz + w * tz + x * ty - y * tx;
      }
    }
  }

  /** Factor by which a row's residual becomes a length: 1 for rows that a shift changes, that length for pure turns. */
  scaleOf(row: number, length: number): number {
    return this.isTurn[row] !== 0 ? length : 1;
  }

  /** `bias` and K x together, for one row. */
  product(row: number, bias: number, x: Float64Array): number {
    const { start, entry, speed } = this.index;
    const { K } = this;
    const end = start[row + 1];
    let sum = bias;
    for (let i = start[row]; i < end; i++) {
      const k = entry[i];
      const at = speed[i];
      sum += K[k] * x[at];
      sum += K[k + 1] * x[at + 1];
      sum += K[k + 2] * x[at + 2];
      sum += K[k + 3] * x[at + 3];
      sum += K[k + 4] * x[at + 4];
      sum += K[k + 5] * x[at + 5];
    }
    return sum;
  }

  /**
   * What a turn counts as beside a shift: the longest lever by which one shifts a closure, or a body's radius of gyration if that is
   * longer. Levers may vanish, as those of a body that is held at its mass centre, up to their rounding.
   */
  length(): number {
    const { start, entry } = this.index;
    const masses = this.#mass;
    this.#memory.readInto(masses, this.#places.mass);
    let longest = 0;
    for (let at = 0; at < masses.length; at += MASS_SIZE)
      longest = Math.max(longest, Math.sqrt((masses[at + 1] + masses[at + 2] + masses[at + 3]) / (2 * masses[at])));
    for (let row = 0; row < this.phi.length; row++) {
      if (this.isTurn[row] !== 0) continue;
      for (let i = start[row]; i < start[row + 1]; i++)
        for (let j = 0; j < 3; j++) longest = Math.max(longest, Math.abs(this.K[entry[i] + j]));
    }
    return longest;
  }
}
