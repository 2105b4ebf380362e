/** Characters of a line that are shown around the place. */
const WIDEST = 110;

/** A line of a text and where in it something is. */
export interface Excerpt {
  readonly line: number;
  readonly text: string;
  /** Characters before the place. */
  readonly before: number;
}

/** The line of a text around a place, cut where it is very long; null if there is no such line. Lines and columns count from 1. */
export function excerptOf(text: string, line: number, column: number | null): Excerpt | null {
  const full = text.split(/\r\n|\r|\n/, line)[line - 1];
  if (full === undefined) return null;
  // A tab counts as one column, so it must be one character wide here too.
  const plain = full.replaceAll("\t", " ");
  const at = Math.min(plain.length, Math.max(0, (column ?? 1) - 1));
  const from = Math.max(0, at - 70);
  const cut = plain.slice(from, from + WIDEST);
  const head = from > 0 ? "…" : "";
  const tail = from + WIDEST < plain.length ? "…" : "";
  return { line, text: head + cut + tail, before: head.length + at - from };
}
