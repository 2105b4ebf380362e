import type { RowIndex } from "./closure-rows.js";
import type { Partition } from "./partition.js";
import type { PartitionedData } from "./partition-data.js";
import type { SparseCholesky } from "./sparse-cholesky.js";

/** Rows that one body takes part in, with their entries of K. */
interface BodyRows {
  readonly rows: number[];
  readonly entries: number[];
}

/** K M⁻¹ Kᵀ over the kept rows: each body adds for every pair of rows that it takes part in. Looked up once for each choice. */
export class RowPairs {
  readonly #partition: Partition;
  readonly #bodies: readonly BodyRows[];
  #edition = -1;
  #count = 0;
  /** First of six entries of both rows of a pair, and the row and column that their product belongs to. */
  readonly #left: Int32Array;
  readonly #right: Int32Array;
  readonly #i: Int32Array;
  readonly #j: Int32Array;

  constructor(data: PartitionedData, partition: Partition, index: RowIndex) {
    this.#partition = partition;
    this.#bodies = rowsOfBodies(data, index);
    const most = this.#bodies.reduce((sum, { rows }) => sum + (rows.length * (rows.length + 1)) / 2, 0);
    this.#left = new Int32Array(most);
    this.#right = new Int32Array(most);
    this.#i = new Int32Array(most);
    this.#j = new Int32Array(most);
  }

  /** @param W M⁻¹ Kᵀ, laid out as K */
  assemble(S: SparseCholesky, W: Float64Array, K: Float64Array): void {
    if (this.#edition !== this.#partition.edition) this.#lookUp();
    S.clear(this.#partition.rank);
    const count = this.#count;
    const left = this.#left;
    const right = this.#right;
    const i = this.#i;
    const j = this.#j;
    for (let p = 0; p < count; p++) {
      const k = left[p];
      const l = right[p];
      const head = W[k] * K[l] + W[k + 1] * K[l + 1] + W[k + 2] * K[l + 2];
      const sum = head + W[k + 3] * K[l + 3] + W[k + 4] * K[l + 4] + W[k + 5] * K[l + 5];
      if (sum !== 0) S.add(i[p], j[p], sum);
    }
  }

  #lookUp(): void {
    const { rank, rows, edition } = this.#partition;
    const place = new Map(Array.from(rows.subarray(0, rank), (row, i) => [row, i]));
    let count = 0;
    for (const { rows: list, entries } of this.#bodies)
      for (let a = 0; a < list.length; a++)
        for (let b = 0; b <= a; b++) {
          const [i, j] = [place.get(list[a]), place.get(list[b])];
          if (i === undefined || j === undefined) continue;
          this.#left[count] = entries[a];
          this.#right[count] = entries[b];
          this.#i[count] = Math.min(i, j);
          this.#j[count++] = Math.max(i, j);
        }
    this.#count = count;
    this.#edition = edition;
  }
}

function rowsOfBodies({ bodies, rows }: PartitionedData, index: RowIndex): readonly BodyRows[] {
  const found: readonly BodyRows[] = bodies.map(() => ({ rows: [], entries: [] }));
  for (let row = 0; row < rows; row++)
    for (let k = index.start[row]; k < index.start[row + 1]; k++) {
      const body = found[index.speed[k] / 6];
      body.rows.push(row);
      body.entries.push(index.entry[k]);
    }
  return found;
}
