import { FormatError, type FormatIssue } from "kinetree/formats";

/** Where a value is within a study: names and numbers from the outside in. */
export type Path = readonly (string | number)[];

/** Line and column of a value in a file, counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Collects all that is wrong with a study, so that it can be mended in one go. */
export class Issues {
  readonly #source: string;
  readonly #placeOf: (path: Path) => Place | null;
  readonly #found: FormatIssue[] = [];

  /** @param source the file, or `study "name"` for one that is made in code */
  constructor(source: string, placeOf: (path: Path) => Place | null = () => null) {
    this.#source = source;
    this.#placeOf = placeOf;
  }

  get count(): number {
    return this.#found.length;
  }

  /** Something wrong; the message names the value and ends with what to do about it. */
  report(path: Path, code: string, message: string, value?: unknown): void {
    const place = this.#placeOf(path);
    // Cases share what the study says, whose mistakes are told once.
    const where = pathText(path);
    if (this.#found.some((each) => each.path === where && each.code === code && each.message === message)) return;
    this.#found.push({
      code,
      message,
      line: place?.line ?? null,
      column: place?.column ?? null,
      path: where,
      value,
    });
  }

  /** Turns an error of kinetree into an issue of that place; undefined then. */
  attempt<T>(path: Path, action: () => T): T | undefined {
    try {
      return action();
    } catch (error) {
      if (!isKinetreeError(error)) throw error;
      this.report(path, error.code, error.message, error.value);
      return undefined;
    }
  }

  /** Throws all that was found, if anything was. */
  throwIfAny(): void {
    if (this.#found.length > 0) throw new FormatError(this.#source, this.#found);
  }
}

/** By what all errors of kinetree carry: a bundle may hold its classes twice. */
function isKinetreeError(error: unknown): error is Error & { readonly code: string; readonly value: unknown } {
  return error instanceof Error && "subject" in error && "code" in error && typeof error.code === "string";
}

/** A path as messages show it: `cases[2].fixed.mass`. */
const pathText = (path: Path): string =>
  path
    .map((part) =>
      typeof part === "number" ? `[${part}]` : /^[\w$-]+$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`,
    )
    .join("")
    .replace(/^\./, "");

/** A value as messages show it, on one line. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "function") return "a function";
  if (typeof value === "object" && value !== null) return "an object";
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
