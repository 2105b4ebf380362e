/** What the values of a column are. */
export type ColumnKind = "number" | "integer" | "boolean" | "text";

/** A column of a table of rows of several kinds. */
export interface TableColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** "" for none. */
  readonly unit: string;
}

/**
 * Values of a column, one a row. Texts and null for "text"; numbers for all other kinds, where NaN is a missing value and a
 * boolean is 0 or 1.
 */
export type ColumnValues = Float64Array | readonly (string | null)[];

/** Rows of a table with what the file says about itself. */
export interface Table {
  readonly columns: readonly TableColumn[];
  readonly rows: number;
  /** In the order of the columns. */
  readonly values: readonly ColumnValues[];
  /** Texts by name. */
  readonly metadata: Readonly<Record<string, string>>;
}
