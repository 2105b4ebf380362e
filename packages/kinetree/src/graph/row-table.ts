/** Numbers that are read one by one, by their place. */
export interface RowTable {
  readonly kind: "row";
  readonly values: Float64Array;
}

export const rowTable = (values: ArrayLike<number>): RowTable => ({ kind: "row", values: Float64Array.from(values) });

/** Number `first` + `offset` of the row; NaN counts as 0, as it does where kernels make a place of it. */
export const entryAt = (table: RowTable, first: number, offset: number): number =>
  table.values[(Number.isNaN(first) ? 0 : first) + offset];
