import type { ClosureRows } from "./closure-rows.js";
import type { Partition } from "./partition.js";
import { SparseLu } from "./sparse-lu.js";

/** Coordinates that depend on others: δ of a step, or speeds. */
export type DependentKind = "deltas" | "speeds";

/** Kept rows by dependent columns, scaled so that all entries compare. Which entries these are is looked up once for each choice. */
export class SquarePart {
  readonly lu: SparseLu;
  readonly #kind: DependentKind;
  readonly #partition: Partition;
  readonly #closures: ClosureRows;
  #edition = -1;
  #turns = -1;
  #length = 0;
  #count = 0;
  /** For each entry: its row and column in the square, where its value is, and its factor. */
  readonly #rows: Int32Array;
  readonly #columns: Int32Array;
  readonly #source: Int32Array;
  readonly #scale: Float64Array;

  constructor(kind: DependentKind, partition: Partition, closures: ClosureRows) {
    this.#kind = kind;
    this.#partition = partition;
    this.#closures = closures;
    const most = closures.K.length;
    this.#rows = new Int32Array(most);
    this.#columns = new Int32Array(most);
    this.#source = new Int32Array(most);
    this.#scale = new Float64Array(most);
    this.lu = new SparseLu(partition.most, most);
  }

  /** Whether the part can be solved with, as P has it now for δ, or K for speeds. */
  factor(): boolean {
    const { edition, length } = this.#partition;
    if (this.#edition !== edition) this.#lookUp();
    if (this.#edition !== edition || this.#length !== length || this.#turns !== this.#closures.turns) this.#compare();
    this.#edition = edition;
    const from = this.#kind === "deltas" ? this.#closures.P : this.#closures.K;
    const { entries } = this.lu;
    const source = this.#source;
    const scale = this.#scale;
    const count = this.#count;
    for (let e = 0; e < count; e++) entries[e] = scale[e] * from[source[e]];
    return this.lu.factor();
  }

  #lookUp(): void {
    const { rank, rows } = this.#partition;
    const places = this.#kind === "deltas" ? this.#partition.placeOfDelta : this.#partition.placeOfSpeed;
    const { start, entry, speed } = this.#closures.index;
    let count = 0;
    for (let i = 0; i < rank; i++)
      for (let k = start[rows[i]]; k < start[rows[i] + 1]; k++)
        for (let j = 0; j < 6; j++) {
          const place = places[speed[k] + j];
          if (place < 0) continue;
          this.#rows[count] = i;
          this.#columns[count] = place;
          this.#source[count++] = entry[k] + j;
        }
    this.#count = count;
    this.lu.shape({ n: rank, count, rows: this.#rows, columns: this.#columns });
  }

  #compare(): void {
    const { rows, length } = this.#partition;
    const columns = this.#kind === "deltas" ? this.#partition.deltas : this.#partition.speeds;
    for (let e = 0; e < this.#count; e++)
      this.#scale[e] =
        this.#closures.scaleOf(rows[this.#rows[e]], length) * columnScale(columns[this.#columns[e]], length);
    this.#length = length;
    this.#turns = this.#closures.turns;
  }
}

/** A turn by one counts as much as a shift by that length: see `ClosureRows.length`. */
export const columnScale = (j: number, length: number): number => (j % 6 < 3 ? 1 / length : 1);
