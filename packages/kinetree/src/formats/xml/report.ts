import { suggestName } from "../../errors/nearest-name.js";
import { FormatError, quoted, type FormatIssue } from "../format-error.js";
import type { XmlAttribute, XmlElement } from "./xml.js";

/** Beyond this many the reader stops collecting: a broken file would only repeat itself. */
const MOST_ISSUES = 10_000;

/** Comparing thousands of unknown names with thousands of known ones would take minutes. */
const MOST_COMPARISONS = 20_000;
const LISTED_NAMES = 8;

/** Collects errors and warnings about a file, each with its place in the text. */
export class XmlReport {
  readonly file: string;
  readonly errors: FormatIssue[] = [];
  readonly warnings: FormatIssue[] = [];
  #comparisons = 0;

  constructor(file: string) {
    this.file = file;
  }

  /** Reports return null, as readers do once a mistake has been reported. */
  error(where: XmlElement, code: string, message: string, value?: unknown): null {
    return collect(this.errors, issueAt(where, null, code, message, value));
  }

  errorAt(where: XmlElement, attribute: string, code: string, message: string, value?: unknown): null {
    return collect(this.errors, issueAt(where, attribute, code, message, value));
  }

  warn(where: XmlElement, code: string, message: string, value?: unknown): null {
    return collect(this.warnings, issueAt(where, null, code, message, value));
  }

  warnAt(where: XmlElement, attribute: string, code: string, message: string, value?: unknown): null {
    return collect(this.warnings, issueAt(where, attribute, code, message, value));
  }

  /** The fix for an unknown name: the nearest known one, or a short list of those there are. */
  suggest(name: string, known: ReadonlySet<string> | ReadonlyMap<string, unknown>): string {
    this.#comparisons += known.size;
    if (this.#comparisons <= MOST_COMPARISONS) return suggestName(name, known.keys());
    const shown: string[] = [];
    for (const other of known.keys()) if (shown.push(quoted(other)) === LISTED_NAMES) break;
    const more = known.size > shown.length ? `, and ${known.size - shown.length} more` : "";
    return `Known: ${shown.join(", ")}${more}.`;
  }

  /** An element that has no counterpart in a model, with its content. */
  unsupported(element: XmlElement, why: string): void {
    const label = element.attributes.get("name")?.value;
    const named = label === undefined ? `<${element.name}>` : `<${element.name}> ${quoted(label)}`;
    this.warn(element, "unsupported-element", `${named} is not used: ${why}`, label);
  }

  /** Throws all errors at once; does nothing if there are none. */
  throwIfBroken(): void {
    if (this.errors.length > 0) throw new FormatError(this.file, this.errors);
  }
}

function collect(issues: FormatIssue[], issue: FormatIssue): null {
  if (issues.length < MOST_ISSUES) issues.push(issue);
  else if (issues.length === MOST_ISSUES) {
    const message = `there are more issues, which are not listed. Correct those listed first.`;
    issues.push({ ...issue, code: "more-issues", message, value: undefined });
  }
  return null;
}

function issueAt(
  where: XmlElement,
  attribute: string | null,
  code: string,
  message: string,
  value: unknown,
): FormatIssue {
  const found: XmlAttribute | undefined = attribute === null ? undefined : where.attributes.get(attribute);
  const { line, column } = found ?? where;
  const path = attribute === null ? where.path : `${where.path}/@${attribute}`;
  return { code, message, line, column, path, value };
}

interface KnownContent {
  readonly attributes: readonly string[];
  readonly children: readonly string[];
}

/** Warns of attributes, elements and text that an element should not have, so that typing mistakes are seen. */
export function warnUnknownContent(report: XmlReport, element: XmlElement, known: KnownContent): void {
  for (const { name, value } of element.attributes.values()) {
    if (known.attributes.includes(name) || isNamespace(name)) continue;
    const fix =
      known.attributes.length === 0 ? "It has no attributes." : report.suggest(name, new Set(known.attributes));
    const message = `attribute "${name}" (${quoted(value)}) of <${element.name}> is unknown and not used. ${fix}`;
    report.warnAt(element, name, "unknown-attribute", message, value);
  }
  for (const child of element.children) {
    if (known.children.includes(child.name)) continue;
    const fix =
      known.children.length === 0 ? "It holds no elements." : report.suggest(child.name, new Set(known.children));
    const message = `<${child.name}> in <${element.name}> is unknown and not used. ${fix}`;
    report.warn(child, "unknown-element", message, child.name);
  }
  if (element.text !== "") {
    const message = `the text ${quoted(element.text)} in <${element.name}> is not used. Put values into attributes.`;
    report.warn(element, "unknown-text", message, element.text);
  }
}

/** Declares a prefix of names, says nothing about a model. */
const isNamespace = (name: string): boolean => name === "xmlns" || name.startsWith("xmlns:") || name.startsWith("xml:");

export const childrenNamed = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.filter((child) => child.name === name);

/** The child of that name, or null; further ones are reported, because only the first counts. */
export function onlyChild(report: XmlReport, element: XmlElement, name: string): XmlElement | null {
  const [first = null, ...others] = childrenNamed(element, name);
  for (const other of others) {
    const message = `<${name}> in <${element.name}> is given again and not used: the first one counts. Keep one of them.`;
    report.warn(other, "repeated-element", message);
  }
  return first;
}
