import { CircleAlert } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "../controls/button.js";
import "./error-card.css";
import type { Testable } from "../behaviour/testable.js";

export interface ErrorIssue {
  readonly message: string;
  readonly line?: number | null | undefined;
  readonly column?: number | null | undefined;
  readonly path?: string | undefined;
}

export interface ErrorCardProps extends Testable {
  readonly title: string;
  readonly message?: string | undefined;
  readonly issues?: readonly ErrorIssue[] | undefined;
  /** Name of the file, written before line and column. */
  readonly file?: string | undefined;
  /** Content of the file: the line of a mistake is shown with a caret. */
  readonly text?: string | null | undefined;
  readonly actions?: ReactNode;
}

/** Mistakes that are shown before "Show all". */
const FEW = 5;

export function ErrorCard({ title, message, issues = [], file, text, actions, ...rest }: ErrorCardProps) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? issues : issues.slice(0, FEW);
  // A message that says the same as its only mistake is said once.
  const hasOwnMessage = message && !issues.some((issue) => message.includes(issue.message));
  return (
    <div className="error-card" role="alert" data-testid={rest["data-testid"]}>
      <span className="error-card-icon">
        <CircleAlert aria-hidden />
      </span>
      <div className="error-card-content">
        <strong className="error-card-title">{title}</strong>
        {hasOwnMessage && <p className="error-card-message">{message}</p>}
        {shown.length > 0 && (
          <ol className="error-card-issues">
            {shown.map((issue, i) => (
              <li key={i} className="error-card-issue">
                <Place issue={issue} file={file} />
                <span className="error-card-message">{issue.message}</span>
                {text && typeof issue.line === "number" && (
                  <ExcerptView text={text} line={issue.line} column={issue.column ?? null} />
                )}
              </li>
            ))}
          </ol>
        )}
        {(actions || shown.length < issues.length) && (
          <div className="error-card-actions">
            {shown.length < issues.length && (
              <Button onPress={() => setShowsAll(true)}>Show all {issues.length}</Button>
            )}
            {actions}
          </div>
        )}
      </div>
    </div>
  );
}

function Place({ issue, file }: { issue: ErrorIssue; file: string | undefined }) {
  const place = [file, issue.line, issue.column].filter((part) => part !== undefined && part !== null).join(":");
  if (!place && !issue.path) return null;
  return (
    <span className="error-card-place">
      {place} {issue.path && <span className="error-card-path">{issue.path}</span>}
    </span>
  );
}

function ExcerptView({ text, line, column }: { text: string; line: number; column: number | null }) {
  const excerpt = excerptOf(text, line, column);
  if (!excerpt) return null;
  const number = String(line);
  return (
    // Reachable by keyboard, because a long line scrolls.
    <pre className="error-card-excerpt" tabIndex={0} aria-label={`Line ${line}`} role="group">
      <span className="error-card-number">{number} │ </span>
      {excerpt.text}
      {"\n"}
      <span className="error-card-number">{" ".repeat(number.length)} │ </span>
      {" ".repeat(excerpt.before)}
      {column !== null && <span className="error-card-caret">^</span>}
    </pre>
  );
}

/** Characters of a line that are shown around the place. */
const WIDEST = 110;

interface Excerpt {
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
