import { FormatError, type FormatIssue } from "../format-error.js";
import { tirLimits, type TirEntry } from "./tir-text.js";

/** Longest list of notes; a file that asks for more is of another kind. */
const MOST_NOTES = 200;

/** Where mistakes and notes of one file go. */
export class TirReport {
  readonly issues: FormatIssue[] = [];
  readonly notes: FormatIssue[] = [];
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  add(issue: FormatIssue): void {
    this.issues.push(issue);
    if (this.issues.length >= tirLimits.mistakes) this.throwIfBroken();
  }

  /** A mistake in an entry. */
  fail(entry: TirEntry, code: string, message: string): void {
    this.add({ code, message, ...placeOf(entry), value: entry.text.slice(0, 60) });
  }

  /** A mistake of the whole file or of a section. */
  failAt(line: number | null, path: string, code: string, message: string, value?: unknown): void {
    this.add({ code, message, line, column: line === null ? null : 1, path, value });
  }

  /** Whether further notes would be left out. */
  get isFull(): boolean {
    return this.notes.length >= MOST_NOTES;
  }

  note(line: number | null, path: string, code: string, message: string, value?: unknown): void {
    if (this.isFull) return;
    this.notes.push({ code, message, line, column: line === null ? null : 1, path, value });
  }

  throwIfBroken(): void {
    if (this.issues.length > 0) throw new FormatError(this.#file, this.issues);
  }
}

export const pathOf = ({ section, key }: TirEntry): string => `${section}/${key.slice(0, 60)}`;

const placeOf = (entry: TirEntry): Pick<FormatIssue, "line" | "column" | "path"> => ({
  line: entry.line,
  column: entry.column,
  path: pathOf(entry),
});
