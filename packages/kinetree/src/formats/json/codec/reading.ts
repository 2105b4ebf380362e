import type { JointMotion, Pose } from "../../../model/types.js";
import { FormatError, type FormatIssue } from "../../format-error.js";
import type { ReadFile } from "../../read-file.js";
import { nodePath, type JsonNode } from "./json-tree.js";

/** Beyond this many mistakes a file is something else altogether. */
const MOST_ISSUES = 1000;

/** One reading of a file: where mistakes go, and what later fields may refer to. */
export interface Reading {
  readonly file: string;
  /** Gives the content of files that this one names; undefined where there are none to read. */
  readonly readFile: ReadFile | undefined;
  readonly issues: readonly FormatIssue[];
  readonly warnings: readonly FormatIssue[];
  readonly parameters: Set<string>;
  /** Poses in their bodies, by "body/frame". */
  readonly frames: Map<string, Pose>;
  readonly joints: Map<string, JointMotion>;
  /** Returns undefined, which is what a reader returns once a mistake has been reported. */
  readonly report: (node: JsonNode, code: string, message: string, value?: unknown) => undefined;
  readonly warn: (node: JsonNode, code: string, message: string, value?: unknown) => void;
}

/** Begins the reading of a file, which collects its mistakes. */
export function newReading(file: string, readFile: ReadFile | undefined): Reading {
  const issues: FormatIssue[] = [];
  const warnings: FormatIssue[] = [];
  const issueAt = (node: JsonNode, code: string, message: string, value: unknown): FormatIssue => ({
    code,
    message,
    line: node.line,
    column: node.column,
    path: nodePath(node),
    value,
  });
  return {
    file,
    readFile,
    issues,
    warnings,
    parameters: new Set(),
    frames: new Map(),
    joints: new Map(),
    report: (node, code, message, value) => {
      issues.push(issueAt(node, code, message, value));
      if (issues.length < MOST_ISSUES) return undefined;
      const problem = `reading stopped after ${MOST_ISSUES} mistakes. Check that this is a model of kinetree.`;
      throw new FormatError(file, [...issues, issueAt(node, "too-many-mistakes", problem, undefined)]);
    },
    warn: (node, code, message, value) => {
      if (warnings.length < MOST_ISSUES) warnings.push(issueAt(node, code, message, value));
    },
  };
}
