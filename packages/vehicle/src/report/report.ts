/* What a standard test has found, as plain data: it goes into JSON, tables and pictures as it is. */

/** A bound on a number. */
export interface Limit {
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** A number with its unit, and its verdict where the norm gives a limit. */
export interface TestNumber {
  /** For programs: "understeerGradient". */
  readonly name: string;
  readonly title: string;
  /** null where it could not be found, such as a time at which nothing happened. */
  readonly value: number | null;
  readonly unit: string;
  readonly limit?: Limit;
  /** Whether the limit is kept. */
  readonly isMet?: boolean;
}

/** Rows under each other. */
export interface TestTable {
  /** Of its file, without an ending. */
  readonly name: string;
  readonly title: string;
  /** Heads with units. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (number | string | null)[])[];
}

/** A line of a plot. */
export interface TestCurve {
  readonly name: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** Points by themselves in place of a line. */
  readonly isDots?: boolean;
}

/** A picture. */
export interface TestPlot {
  /** Of its file, without an ending. */
  readonly name: string;
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly curves: readonly TestCurve[];
}

/** Channels over time: of the drive that counts, where there were several. */
export interface TestChannels {
  readonly names: readonly string[];
  readonly units: readonly string[];
  /** [s] */
  readonly time: readonly number[];
  /** In the order of `names`. */
  readonly columns: readonly (readonly number[])[];
}

/** Values of options by name. */
export type OptionValues = Readonly<Record<string, number | string>>;

/** All that a test has found. */
export interface TestReport {
  readonly test: string;
  readonly title: string;
  readonly norm: string;
  /** Name of the vehicle, or of what a rig held. */
  readonly subject: string;
  readonly options: OptionValues;
  readonly numbers: readonly TestNumber[];
  readonly tables: readonly TestTable[];
  readonly plots: readonly TestPlot[];
  /** Sentences: how it was done, what to mind. */
  readonly notes: readonly string[];
  /** null where nothing moved over time. */
  readonly channels: TestChannels | null;
  /** Whether all limits are kept; null where there are none. */
  readonly isPassed: boolean | null;
}

/** A number with a limit, judged. */
export function judged(name: string, title: string, value: number | null, unit: string, limit: Limit): TestNumber {
  const { atMost = Infinity, atLeast = -Infinity } = limit;
  return { name, title, value, unit, limit, isMet: value !== null && value <= atMost && value >= atLeast };
}

/** A number alone. */
export const plain = (name: string, title: string, value: number | null, unit: string): TestNumber => ({
  name,
  title,
  value,
  unit,
});

/** null without limits. */
export function verdictOf(numbers: readonly TestNumber[]): boolean | null {
  const some = numbers.filter(({ isMet }) => isMet !== undefined);
  return some.length === 0 ? null : some.every(({ isMet }) => isMet);
}
