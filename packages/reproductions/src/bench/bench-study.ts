/* A study repeats a published comparison on this machine, or holds us to what we claim: `kinetree bench NAME`. What it finds is data; printing and drawing are done elsewhere. */

/** What a study is given. */
export interface BenchContext {
  /** Clock [ms]. */
  readonly now: () => number;
  /** Processor time that this program has had so far [ms]: unlike the clock, it stands still while others have the processor. Default: the clock. */
  readonly processorTime?: () => number;
  /** Memory that this program has now, in all its threads [bytes]. Default: what the system says. */
  readonly memory?: () => number;
  /** Small sizes and few measurements: shows that everything works, not how fast it is. */
  readonly quick: boolean;
  /** Reports what is being done, and the part of the whole that is done, 0 to 1. */
  readonly progress: (text: string, part?: number) => void;
}

/** A number or a text; null where there is nothing to say. */
export type BenchCell = number | string | null;

/** Numbers under each other. */
export interface BenchTable {
  /** Of its file, without an ending: "figure-5.7". */
  readonly name: string;
  readonly title: string;
  /** Heads, with units. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly BenchCell[])[];
  /** Sentences below it. */
  readonly notes: readonly string[];
  /** Too long for a reader: written to the folder, and not printed. */
  readonly isFileOnly?: boolean;
}

/** One line of a plot; a single point is a dot. */
export interface BenchSeries {
  readonly name: string;
  /** Rising. */
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** Taken from the source, not measured; its name is marked so. */
  readonly published?: boolean;
}

/** A picture of a table. */
export interface BenchPlot {
  /** Of its file, without an ending. */
  readonly name: string;
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  /** Powers of ten at equal distances on the vertical axis. */
  readonly isLogarithmic?: boolean;
  /** Written as PNG in addition to SVG. */
  readonly isAlsoPng?: boolean;
  readonly series: readonly BenchSeries[];
}

/** A picture that is no diagram. */
export interface BenchPicture {
  /** Of its file, without an ending. */
  readonly name: string;
  /** An SVG document. */
  readonly svg: string;
}

/** A published figure compared with ours, or a claim of our own with its bound. */
export interface BenchCheck {
  readonly name: string;
  /** As the source says it; null for a claim of our own. */
  readonly published: number | null;
  /** What is demanded, such as "at most 180"; left out where that is the published figure, or in the name. */
  readonly bar?: string;
  readonly measured: number;
  readonly isMet: boolean;
}

/** All that a study has found. */
export interface BenchReport {
  readonly title: string;
  /** What was done, what differs from the source. */
  readonly notes: readonly string[];
  readonly tables: readonly BenchTable[];
  readonly plots: readonly BenchPlot[];
  /** Files alone: neither printed nor in what --json prints. */
  readonly pictures?: readonly BenchPicture[];
  readonly checks: readonly BenchCheck[];
}

/** A published comparison that can be repeated. */
export interface BenchStudy {
  /** As it is called on the command line. */
  readonly name: string;
  readonly run: (context: BenchContext) => BenchReport | Promise<BenchReport>;
}
