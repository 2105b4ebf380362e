import type { ErrorFacts } from "../errors/kinetree-error.js";
import { suggestName } from "../errors/nearest-name.js";
import type { ModelIssueCode } from "./issue-codes.js";
import type { Joint, ShaftElement } from "./types.js";
import { propertyOf, type Part } from "./part.js";

/** What every check of a model may look up, and where it reports. */
export interface Check {
  /** Parameters at their defaults: expressions are checked there. */
  readonly values: ReadonlyMap<string, number>;
  /** Known names; `bodies` holds the ground too. */
  readonly bodies: ReadonlySet<string>;
  readonly joints: ReadonlyMap<string, Joint>;
  readonly actuators: ReadonlySet<string>;
  readonly terrains: ReadonlySet<string>;
  readonly shafts: ReadonlySet<string>;
  readonly shaftElements: ReadonlyMap<string, ShaftElement>;
  readonly report: (issue: ErrorFacts) => void;
  /** Where an inertia that no body can have goes; an importer may turn it into a warning. */
  readonly reportUnphysical: (issue: ErrorFacts) => void;
}

/** What has names: a set of them, or a map by them. */
export interface Names {
  readonly has: (name: string) => boolean;
  readonly keys: () => Iterable<string>;
}

/** One mistake: `subject: name is value, rest`, where `rest` says what must hold and then the fix. */
export function issue(code: ModelIssueCode, part: Part, value: unknown, rest: string): ErrorFacts {
  const { path, subject, name } = part;
  return { code, subject, value, path, message: `${subject}: ${name} is ${show(value)}, ${rest}` };
}

/** Reports a name that nobody has; true if it is known. */
export function checkKnown(check: Check, code: ModelIssueCode, part: Part, name: string, known: Names): boolean {
  if (known.has(name)) return true;
  check.report(issue(code, part, name, `which is unknown. ${suggestName(name, known.keys())}`));
  return false;
}

/**
 * Ends a switch over the kinds of a thing. The compiler proves it unreachable for typed data; what comes from a file may
 * still arrive here.
 */
export function reportUnknownKind(check: Check, part: Part, value: never, known: readonly string[]): void {
  const { kind } = value as { readonly kind: unknown };
  const rest = `which does not exist. ${suggestName(String(kind), known)}`;
  check.report(issue("unknown-kind", propertyOf(part, "kind"), kind, rest));
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Levels of a value beyond which a message shows dots. */
const DEEPEST_SHOWN = 5;

/** A value as a message shows it. */
export function show(value: unknown, depth = 0): string {
  if (typeof value === "string") return `"${value}"`;
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  if (depth > DEEPEST_SHOWN) return "…";
  if (Array.isArray(value)) return `[${value.map((item) => show(item, depth + 1)).join(", ")}]`;
  const entries = Object.entries(value).map(([key, item]) => `"${key}":${show(item, depth + 1)}`);
  return `{${entries.join(",")}}`;
}
