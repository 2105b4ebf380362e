/** A matrix in the course of its elimination: rows that are left, by number, and the rows in which a column occurs. */
interface ActiveMatrix {
  readonly rows: ReadonlyMap<number, ReadonlyMap<number, number>>;
  readonly users: ReadonlyMap<number, ReadonlySet<number>>;
}

/**
 * Finds pivots: of the entries of at least `threshold` of the largest one, the one whose row and column have the fewest others,
 * so that it makes the least new entries (Markowitz 1957); the largest of those, and the first of equals. Every row keeps its own
 * best entry, and only rows that an elimination has changed look for another one.
 */
export class PivotSearch {
  readonly #matrix: ActiveMatrix;
  readonly #threshold: number;
  /** Entries below this are no pivots. */
  #least = Infinity;
  /** Of each row: its largest entry, its largest entry below and its smallest one from `least` on. */
  readonly #most: Float64Array;
  readonly #below: Float64Array;
  readonly #above: Float64Array;
  /** Of the best entry of each row: its column (-1 if there is none), how many rows that is in, its size, the new entries. */
  readonly #column: Int32Array;
  readonly #users: Int32Array;
  readonly #size: Float64Array;
  readonly #fill: Float64Array;
  readonly #byMost: Tournament;
  readonly #byBelow: Tournament;
  readonly #byAbove: Tournament;
  readonly #byFill: Tournament;
  /** Rows that have to look for their best entry. */
  readonly #stale = new Set<number>();

  constructor(matrix: ActiveMatrix, threshold: number) {
    this.#matrix = matrix;
    this.#threshold = threshold;
    const count = matrix.rows.size;
    const most = (this.#most = new Float64Array(count));
    const below = (this.#below = new Float64Array(count).fill(-1));
    const above = (this.#above = new Float64Array(count).fill(Infinity));
    this.#column = new Int32Array(count).fill(-1);
    this.#users = new Int32Array(count);
    const size = (this.#size = new Float64Array(count));
    const fill = (this.#fill = new Float64Array(count).fill(Infinity));
    for (const [i, row] of matrix.rows) {
      most[i] = largest(row);
      this.#stale.add(i);
    }
    // NaN comes first, so that it is found.
    this.#byMost = new Tournament(count, (a, b) => most[a] > most[b] || Number.isNaN(most[a]));
    this.#byBelow = new Tournament(count, (a, b) => below[a] > below[b]);
    this.#byAbove = new Tournament(count, (a, b) => above[a] < above[b]);
    this.#byFill = new Tournament(count, (a, b) => fill[a] < fill[b] || (fill[a] === fill[b] && size[a] > size[b]));
  }

  /** Size of the largest entry that is left. */
  get most(): number {
    const row = this.#byMost.winner;
    return row < 0 ? 0 : this.#most[row];
  }

  choose(): readonly [row: number, column: number] {
    this.#least = this.#threshold * this.most;
    for (const row of this.#stale) this.#look(row);
    this.#stale.clear();
    // Where the largest entry has become another one, entries pass the threshold, or miss it, that have not changed themselves.
    for (let i = this.#byBelow.winner; this.#below[i] >= this.#least; i = this.#byBelow.winner) this.#look(i);
    for (let i = this.#byAbove.winner; this.#above[i] < this.#least; i = this.#byAbove.winner) this.#look(i);
    const row = this.#byFill.winner;
    return [row, this.#column[row]];
  }

  /** A row is gone, others have changed, and columns that it had may be in more rows or fewer. */
  follow(gone: number, changed: Iterable<number>, columns: Iterable<number>): void {
    this.#most[gone] = 0;
    this.#byMost.replay(gone);
    this.#put(gone, -1, Infinity, -1, 0, 0, Infinity);
    for (const i of changed) {
      this.#most[i] = largest(this.#rowOf(i));
      this.#byMost.replay(i);
      this.#stale.add(i);
    }
    for (const j of columns) {
      const users = this.#matrix.users.get(j) as ReadonlySet<number>;
      for (const i of users)
        if (this.#column[i] === j || (users.size <= this.#users[i] && !this.#isSmall(i, j))) this.#stale.add(i);
    }
  }

  #isSmall(i: number, j: number): boolean {
    return Math.abs(this.#rowOf(i).get(j) as number) < this.#least;
  }

  #rowOf(i: number): ReadonlyMap<number, number> {
    return this.#matrix.rows.get(i) as ReadonlyMap<number, number>;
  }

  #look(i: number): void {
    const row = this.#rowOf(i);
    let [below, above] = [-1, Infinity];
    let [column, fewest, most] = [-1, Infinity, 0];
    for (const [j, value] of row) {
      const size = Math.abs(value);
      if (size < this.#least) {
        below = Math.max(below, size);
        continue;
      }
      above = Math.min(above, size);
      const users = (this.#matrix.users.get(j) as ReadonlySet<number>).size;
      if (users < fewest || (users === fewest && size > most)) [column, fewest, most] = [j, users, size];
    }
    const fill = column < 0 ? Infinity : (row.size - 1) * (fewest - 1);
    this.#put(i, below, above, column, column < 0 ? 0 : fewest, most, fill);
  }

  #put(i: number, below: number, above: number, column: number, users: number, size: number, fill: number): void {
    this.#below[i] = below;
    this.#above[i] = above;
    this.#column[i] = column;
    this.#users[i] = users;
    this.#size[i] = size;
    this.#fill[i] = fill;
    this.#byBelow.replay(i);
    this.#byAbove.replay(i);
    this.#byFill.replay(i);
  }
}

function largest(row: ReadonlyMap<number, number>): number {
  let most = 0;
  for (const value of row.values()) most = Math.max(most, Math.abs(value));
  return most;
}

/** The best of many contenders, found again in logarithmic time when one of them has changed. Of equals the first one wins. */
export class Tournament {
  readonly #leaves: number;
  /** A tree: the winner of all matches at 1, the two who met for place k at 2 k and 2 k + 1; -1 for empty places. */
  readonly #winners: Int32Array;
  readonly #beats: (a: number, b: number) => boolean;

  /** @param beats whether a contender is better than another one, as both are now */
  constructor(contenders: number, beats: (a: number, b: number) => boolean) {
    this.#beats = beats;
    let leaves = 1;
    while (leaves < contenders) leaves *= 2;
    this.#leaves = leaves;
    this.#winners = new Int32Array(2 * leaves).fill(-1);
    for (let i = 0; i < contenders; i++) this.#winners[leaves + i] = i;
    for (let k = leaves - 1; k > 0; k--) this.#play(k);
  }

  /** -1 if there are no contenders. */
  get winner(): number {
    return this.#winners[1];
  }

  /** To be called when a contender has become better or worse. */
  replay(contender: number): void {
    for (let k = (this.#leaves + contender) >> 1; k > 0; k >>= 1) this.#play(k);
  }

  #play(k: number): void {
    const first = this.#winners[2 * k];
    const second = this.#winners[2 * k + 1];
    this.#winners[k] = second >= 0 && this.#beats(second, first) ? second : first;
  }
}
