import type { KinetreeError } from "kinetree";
import { describeIssue, type FormatIssue } from "kinetree/formats";
import { UsageError } from "../failure/errors.js";

/** A state that cannot be taken, with the place of the mistake. */
export class StateError extends UsageError {
  readonly file: string;
  readonly issues: readonly FormatIssue[];

  constructor(file: string, issue: FormatIssue, cause?: KinetreeError) {
    super({
      code: issue.code,
      subject: cause?.subject ?? (issue.path === "" ? file : `${file}: ${issue.path}`),
      value: issue.value,
      message: describeIssue(file, issue),
    });
    this.file = file;
    this.issues = [issue];
  }
}
