import { KinetreeError, type DataPath } from "../errors/kinetree-error.js";
import type { Model } from "../model/types.js";

/** One mistake in a file, or one thing in it that could not be taken over. */
export interface FormatIssue {
  /** Stable, machine-readable name of the mistake, such as "unknown-key". */
  readonly code: string;
  /** Names the thing and the value and ends with the fix. */
  readonly message: string;
  /** Counted from 1; null where the issue belongs to no place in the text. */
  readonly line: number | null;
  readonly column: number | null;
  /** The field, such as `bodies[2].mass` or `robot/link[@name='arm']/inertial/mass/@value`; "" is the whole file. */
  readonly path: string;
  /** The part of the model, such as `["bodies", 2, "mass"]`; left out where it belongs to none, or to one unknown. */
  readonly modelPath?: DataPath;
  readonly value?: unknown;
}

/** The result of reading a file: the model, and warnings about content that was left out or changed. */
export interface Imported {
  readonly model: Model;
  readonly warnings: readonly FormatIssue[];
}

/** Beyond this many the list stops helping. */
const LONGEST_LIST = 20;

/** A file that is not a valid model, with all its mistakes; `code` and `value` are those of the first. */
export class FormatError extends KinetreeError {
  readonly file: string;
  readonly issues: readonly FormatIssue[];

  constructor(file: string, issues: readonly FormatIssue[]) {
    const first = issues[0];
    super({
      code: first.code,
      subject: first.path === "" ? file : `${file}: ${first.path}`,
      value: first.value,
      message: listed(file, issues),
    });
    this.file = file;
    this.issues = Object.freeze([...issues]);
  }
}

function listed(file: string, issues: readonly FormatIssue[]): string {
  const lines = issues.slice(0, LONGEST_LIST).map((issue) => describeIssue(file, issue));
  const rest = issues.length - lines.length;
  if (rest > 0) lines.push(`and ${rest} more`);
  return lines.join("\n");
}

/** One line in the manner of compilers, `file:line:column: path: message`, so that editors and terminals jump to it. */
export function describeIssue(file: string, issue: FormatIssue): string {
  const place = issue.line === null ? file : `${file}:${issue.line}:${issue.column ?? 1}`;
  return issue.path === "" ? `${place}: ${issue.message}` : `${place}: ${issue.path}: ${issue.message}`;
}

/** Longest piece of a user's text that a message repeats. */
const LONGEST_QUOTE = 60;

/** A value from a file, short enough for one line of a message. */
export function quoted(value: unknown): string {
  const text = typeof value === "string" ? JSON.stringify(shortened(value)) : describeValue(value);
  return text.length > LONGEST_QUOTE + 3 ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
}

const shortened = (text: string): string => (text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text);

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  return Object.is(value, -0) ? "-0" : String(value);
}
