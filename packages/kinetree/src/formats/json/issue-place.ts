import type { DataPath, ErrorFacts } from "../../errors/kinetree-error.js";
import type { FormatIssue } from "../format-error.js";
import { fileKeyOf } from "./codec/file-keys.js";
import { nodePath, type JsonNode } from "./codec/json-tree.js";

/** A mistake that the check of the model found, with its place in the file: the field, or what should hold it. */
export function placedIssue(root: JsonNode, { code, message, value, path: modelPath }: ErrorFacts): FormatIssue {
  const node = nodeAt(root, modelPath ?? []);
  const { line, column } = node;
  const inModel = modelPath === undefined ? {} : { modelPath };
  return { code, message, line, column, path: nodePath(node), ...inModel, value };
}

/** The deepest value of the file on a path of the model. */
export function nodeAt(root: JsonNode, path: DataPath): JsonNode {
  let node = root;
  for (const step of path) {
    const next = stepFrom(node, step);
    if (next === undefined) break;
    node = next;
  }
  return node;
}

/** Undefined where the file says no more: what it leaves out, and what it says in a shorter way. */
function stepFrom(node: JsonNode, step: string | number): JsonNode | undefined {
  if (typeof step === "string") {
    if (node.type === "object") return node.members.get(fileKeyOf(step));
    // A pose may be given by its position alone.
    return node.type === "array" && step === "position" ? node : undefined;
  }
  if (node.type === "array") return node.items[step];
  // A list of one coordinate may be given as the coordinate alone.
  return node.type === "object" && step === 0 ? node : undefined;
}
