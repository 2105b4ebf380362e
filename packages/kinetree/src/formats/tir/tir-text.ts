import { FormatError, quoted, type FormatIssue } from "../format-error.js";

/** `KEY = value` of a section; texts without their quotes. */
export interface TirEntry {
  readonly section: string;
  readonly key: string;
  readonly text: string;
  /** Whether it stood in quotes: then it is no number. */
  readonly isQuoted: boolean;
  readonly line: number;
  readonly column: number;
}

/** A row of numbers or words below `{headings}`. */
export interface TirRow {
  readonly words: readonly string[];
  readonly line: number;
}

/** A part of a file, by its name in capitals. */
export interface TirSection {
  readonly name: string;
  readonly line: number;
  readonly entries: readonly TirEntry[];
  readonly rows: readonly TirRow[];
}

/** Files of tyres have a few hundred lines; beyond these they are something else, or made to exhaust memory. */
export const tirLimits = Object.freeze({ length: 2_000_000, lines: 20_000, line: 2_000, mistakes: 100 });

interface OpenSection extends TirSection {
  readonly entries: TirEntry[];
  readonly rows: TirRow[];
}

/** The sections of a text, in the form of MSC's TeimOrbit. A key or section that is given twice is a mistake. */
export function parseTir(text: string, file: string, report: (issue: FormatIssue) => void): readonly TirSection[] {
  refuseWrongText(text, file);
  const sections = new Map<string, OpenSection>();
  const seen = new Map<string, number>();
  let current: OpenSection | null = null;
  const fail = (code: string, message: string, line: number, path: string, value: string): void =>
    report({ code, message, line, column: 1, path, value: value.slice(0, 60) });

  for (const [i, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const line = i + 1;
    if (raw.length > tirLimits.line) {
      const message = `the line has ${raw.length} characters, at most ${tirLimits.line} are read. Break it.`;
      fail("tir-too-long", message, line, current?.name ?? "", raw);
      continue;
    }
    const content = withoutComment(raw).trim();
    if (content === "") continue;
    if (content.startsWith("[")) {
      current = openSection(content, line);
      if (current === null) fail("tir-syntax", `${quoted(content)} does not end with "]". Add it.`, line, "", content);
      else if (sections.has(current.name)) {
        const first = sections.get(current.name)?.line ?? 0;
        const message = `section [${current.name}] is already on line ${first}. Join the two.`;
        fail("tir-duplicate-section", message, line, current.name, current.name);
      } else sections.set(current.name, current);
      continue;
    }
    if (current === null) {
      const message = `${quoted(content)} stands before the first section. Put it below one such as [UNITS].`;
      fail("tir-syntax", message, line, "", content);
      continue;
    }
    const equals = content.indexOf("=");
    if (equals < 0) {
      if (!/^[{(']/.test(content) && current.name !== "MDI_HEADER")
        current.rows.push({ words: content.split(/[\s,]+/), line });
      continue;
    }
    const key = content.slice(0, equals).trim().toUpperCase();
    const path = `${current.name}/${key.slice(0, 60)}`;
    if (!/^[A-Z_][A-Z0-9_]*$/.test(key)) {
      fail("tir-syntax", `${quoted(key)} is no name of a number. Write KEY = value.`, line, current.name, key);
      continue;
    }
    const first = seen.get(path);
    if (first !== undefined) {
      fail("tir-duplicate-key", `${key} is already on line ${first}. Keep one of the two.`, line, path, key);
      continue;
    }
    seen.set(path, line);
    const value = content.slice(equals + 1).trim();
    const isQuoted = /^['"]/.test(value);
    current.entries.push({
      section: current.name,
      key,
      text: isQuoted ? unquoted(value) : value,
      isQuoted,
      line,
      column: raw.indexOf("=") + 2,
    });
  }
  return [...sections.values()];
}

const LONGEST_NAME = 60;

const openSection = (content: string, line: number): OpenSection | null => {
  const end = content.indexOf("]");
  return end < 0
    ? null
    : { name: content.slice(1, Math.min(end, LONGEST_NAME)).trim().toUpperCase(), line, entries: [], rows: [] };
};

/** Up to the first `$` or `!` that is not in quotes. */
function withoutComment(line: string): string {
  let quote = "";
  for (let i = 0; i < line.length; i++) {
    const sign = line[i];
    if (quote !== "") quote = sign === quote ? "" : quote;
    else if (sign === "'" || sign === '"') quote = sign;
    else if (sign === "$" || sign === "!") return line.slice(0, i);
  }
  return line;
}

function unquoted(value: string): string {
  const end = value.indexOf(value[0], 1);
  return value.slice(1, end < 0 ? undefined : end).trim();
}

function refuseWrongText(text: string, file: string): void {
  const refuse = (code: string, message: string, value?: unknown): never => {
    throw new FormatError(file, [{ code, message, line: null, column: null, path: "", value }]);
  };
  if (text.length > tirLimits.length) {
    const message = `the file has ${text.length} characters, at most ${tirLimits.length} are read. Files of tyres have some ten thousand.`;
    refuse("tir-too-long", message, text.length);
  }
  if (text.includes("\0")) refuse("tir-syntax", "the file is not a text (it holds zero bytes). Save it as UTF-8.");
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  if (lines > tirLimits.lines)
    refuse("tir-too-long", `the file has ${lines} lines, at most ${tirLimits.lines} are read.`, lines);
}
