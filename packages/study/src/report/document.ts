import type { Chart } from "@kinetree/results/plot";

/* A report as data: what it says, before it is HTML, CSV and pictures. */

/** A number with the interval in which the true one is believed to be. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Whether something holds, with the words for it. */
export interface Verdict {
  readonly holds: boolean;
  readonly text: string;
}

/** What stands in a table; null is nothing. */
export type Cell = string | number | null | Estimate | Verdict;

/** A column of a table. */
export interface ReportColumn {
  readonly name: string;
  readonly unit?: string;
  /** How numbers are shown: four digits, or one digit after the point, with or without a plus sign. CSV has all digits. */
  readonly style?: "digits" | "tenths" | "signed";
}

/** A table; `name` is that of its file. */
export interface ReportTable {
  readonly name: string;
  readonly title: string;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (readonly Cell[])[];
  readonly notes?: readonly string[];
}

/** A picture; `name` is that of its files. */
export interface ReportFigure {
  readonly name: string;
  readonly caption: string;
  readonly chart: Chart;
}

/** A part of a section. */
export type Block =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "facts"; readonly facts: readonly (readonly [name: string, value: string])[] }
  | { readonly kind: "table"; readonly table: ReportTable }
  /** Complete tables, as files only. */
  | { readonly kind: "files"; readonly tables: readonly ReportTable[]; readonly text: string }
  | { readonly kind: "figures"; readonly figures: readonly ReportFigure[] };

/** Blocks under a heading; `name` is its anchor. */
export interface Section {
  readonly name: string;
  readonly heading: string;
  readonly blocks: readonly Block[];
}

/** All of it. */
export interface Report {
  readonly title: string;
  readonly subtitle: string;
  readonly sections: readonly Section[];
}

/** The tables of a report, in its order. */
export const tablesOf = ({ sections }: Report): readonly ReportTable[] =>
  sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === "table" ? [block.table] : block.kind === "files" ? block.tables : [])),
  );

/** The pictures of a report, in its order. */
export const figuresOf = ({ sections }: Report): readonly ReportFigure[] =>
  sections.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === "figures" ? block.figures : [])));

/** A part of a file's name: letters, digits and dashes. */
export const fileStem = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N}.]+/gu, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase();
