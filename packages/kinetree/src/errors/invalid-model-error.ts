import { ModelError, type ErrorFacts } from "./kinetree-error.js";

/** Beyond this many the list stops helping. */
const LONGEST_LIST = 20;

/** All mistakes of a model at once; `code`, `subject`, `value` and `path` are those of the first mistake. */
export class InvalidModelError extends ModelError {
  readonly issues: readonly ErrorFacts[];

  constructor(modelName: string, issues: readonly ErrorFacts[]) {
    super({ ...issues[0], message: listed(modelName, issues) });
    this.issues = Object.freeze([...issues]);
  }
}

function listed(modelName: string, issues: readonly ErrorFacts[]): string {
  if (issues.length === 1) return issues[0].message;
  const lines = issues.slice(0, LONGEST_LIST).map(({ message }) => `- ${message}`);
  const rest = issues.length - lines.length;
  if (rest > 0) lines.push(`- and ${rest} more`);
  return `model "${modelName}" has ${issues.length} mistakes:\n${lines.join("\n")}`;
}
