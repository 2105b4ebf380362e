import { FormatError, nodePath, parseJson, type JsonNode } from "kinetree/formats";
import { StateError } from "./state-error.js";

export const stateExample = 'Write it like {"q": {"elbow": 0.5}, "v": {}, "tau": {}}.';

/** The values of a state's text, with their places. */
export function parseStateJson(text: string, file: string): JsonNode {
  if (text.trim() === "") {
    const message = `the text is empty, must be JSON. ${stateExample}`;
    throw new StateError(file, { code: "bad-state", message, line: null, column: null, path: "", value: "" });
  }
  try {
    return parseJson(text, file);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const [issue] = error.issues;
    // The reader of JSON speaks of the models that it was written for.
    const told = issue.message.replace(/\bthe model\b/g, "the state");
    const message = issue.code === "json-syntax" ? `this is no JSON: ${told}` : told;
    throw new StateError(file, { ...issue, message }, error);
  }
}

/** A mistake in a value. */
export function wrongValue(file: string, node: JsonNode, message: string): StateError {
  const { line, column } = node;
  return new StateError(file, {
    code: "bad-state",
    message,
    line,
    column,
    path: nodePath(node),
    value: plainValue(node),
  });
}

/** What it is, for a message. */
export function kindOf(node: JsonNode): string {
  switch (node.type) {
    case "array":
      return "a list";
    case "object":
      return "an object";
    case "null":
      return "null";
    default:
      return JSON.stringify(node.value);
  }
}

const plainValue = (node: JsonNode): unknown =>
  node.type === "array" || node.type === "object" || node.type === "null" ? null : node.value;
