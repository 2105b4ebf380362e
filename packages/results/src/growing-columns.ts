/** Columns of numbers that grow row by row, for readers that do not know the number of rows beforehand. */
export class GrowingColumns {
  #columns: Float64Array[];
  #rows = 0;

  constructor(columns: number) {
    this.#columns = Array.from({ length: columns }, () => new Float64Array(16));
  }

  get rows(): number {
    return this.#rows;
  }

  /** Makes room for one row, whose values `set` then gives. */
  addRow(): void {
    if (this.#columns.length > 0 && this.#rows === this.#columns[0].length) {
      this.#columns = this.#columns.map((old) => {
        const grown = new Float64Array(2 * old.length);
        grown.set(old);
        return grown;
      });
    }
    this.#rows++;
  }

  /** Sets a value of the last row. */
  set(column: number, value: number): void {
    this.#columns[column][this.#rows - 1] = value;
  }

  finish(): Float64Array[] {
    return this.#columns.map((column) => column.slice(0, this.#rows));
  }
}
