/** Values that one block of a level covers of the level below. */
const FAN = 32;

interface Level {
  least: Float64Array<ArrayBuffer>;
  most: Float64Array<ArrayBuffer>;
  done: number;
}

/**
 * One column of a recording that grows, with the least and greatest value of ever larger blocks beside it, so that the
 * extent of any stretch of a million values costs some hundred comparisons. Values that are not finite count for nothing.
 */
export class Pyramid {
  #values = new Float64Array(1024);
  #length = 0;
  readonly #levels: Level[] = [];

  /** The values so far; a view that the next ones may leave behind. */
  get values(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }

  get length(): number {
    return this.#length;
  }

  at(row: number): number {
    return row >= 0 && row < this.#length ? this.#values[row] : NaN;
  }

  /** Takes one column of rows from `from` to before `to`, of a table that is held row after row. */
  append(table: Float64Array, width: number, column: number, from: number, to: number): void {
    const length = this.#length + (to - from);
    if (length > this.#values.length) this.#values = grown(this.#values, Math.max(length, 2 * this.#values.length));
    for (let row = from, at = this.#length; row < to; row++, at++) this.#values[at] = table[row * width + column];
    this.#length = length;
    this.#build();
  }

  truncate(length: number): void {
    this.#length = Math.min(length, this.#length);
    let size = FAN;
    for (const level of this.#levels) {
      level.done = Math.min(level.done, Math.floor(this.#length / size));
      size *= FAN;
    }
  }

  /** Writes least and greatest finite value of rows `from` to before `to`; [Infinity, -Infinity] if there is none. */
  extent(out: Float64Array, from: number, to: number): void {
    let least = Infinity;
    let most = -Infinity;
    for (let row = from; row < to;) {
      let level = -1;
      let size = 1;
      while (
        level + 1 < this.#levels.length &&
        row % (size * FAN) === 0 &&
        row + size * FAN <= to &&
        row / (size * FAN) < this.#levels[level + 1].done
      ) {
        level++;
        size *= FAN;
      }
      if (level < 0) {
        const value = this.#values[row];
        if (Number.isFinite(value)) {
          if (value < least) least = value;
          if (value > most) most = value;
        }
      } else {
        const block = row / size;
        least = Math.min(least, this.#levels[level].least[block]);
        most = Math.max(most, this.#levels[level].most[block]);
      }
      row += size;
    }
    out[0] = least;
    out[1] = most;
  }

  #build(): void {
    const block = new Float64Array(2);
    let size = FAN;
    for (let k = 0; Math.floor(this.#length / size) > 0; k++, size *= FAN) {
      if (k === this.#levels.length)
        this.#levels.push({ least: new Float64Array(64), most: new Float64Array(64), done: 0 });
      const level = this.#levels[k];
      const complete = Math.floor(this.#length / size);
      if (complete > level.least.length) {
        const room = Math.max(complete, 2 * level.least.length);
        level.least = grown(level.least, room);
        level.most = grown(level.most, room);
      }
      for (; level.done < complete; level.done++) {
        this.extent(block, level.done * size, (level.done + 1) * size);
        level.least[level.done] = block[0];
        level.most[level.done] = block[1];
      }
    }
  }
}

function grown(values: Float64Array, size: number): Float64Array<ArrayBuffer> {
  const out = new Float64Array(size);
  out.set(values);
  return out;
}
