/** A number that is known otherwise, or has to stay within bounds. */
export interface AccuracyRow {
  readonly name: string;
  readonly unit: string;
  readonly measured: number;
  /** By analysis; null where only a bound is known. */
  readonly expected: number | null;
  /** Relative error, or what has to keep to the bound. */
  readonly error: number;
  /** Bound in words; null for what is shown for comparison. */
  readonly bar: string | null;
  readonly isMet: boolean;
}

/** A value compared with analysis, whose relative error must be below a bound; null: none is asked for. */
export function beside(
  name: string,
  unit: string,
  [measured, expected]: readonly [number, number],
  bound: number | null,
): AccuracyRow {
  const error = Math.abs(measured / expected - 1);
  const bar = bound === null ? null : `below ${bound}`;
  return { name, unit, measured, expected, error, bar, isMet: bound === null || error < bound };
}
