import type { JsonNode } from "kinetree/formats";
import type { Path } from "./issues.js";

/** A value that no file can hold: files have null there, which all codecs of files refuse. */
type CodeNode = JsonNode & { readonly code?: unknown };

/** The function or finished scenario that stands at a node; undefined if it is plain data. */
export const codeOf = (node: CodeNode): unknown => node.code;

/** A study made in code, as codecs read it. Its places mean nothing. */
export function nodeOf(value: unknown, parent: JsonNode | null = null, key: string | number = ""): JsonNode {
  const place = { line: 0, column: 0, parent, key };
  if (typeof value === "string") return { ...place, type: "string", value };
  if (typeof value === "number") return { ...place, type: "number", value, text: String(value) };
  if (typeof value === "boolean") return { ...place, type: "boolean", value };
  if (isCode(value, key)) return { ...place, type: "null", code: value } as CodeNode;
  if (Array.isArray(value)) {
    const items: JsonNode[] = [];
    const node: JsonNode = { ...place, type: "array", items };
    for (const each of value as readonly unknown[]) items.push(nodeOf(each, node, items.length));
    return node;
  }
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return { ...place, type: "null" };
  const members = new Map<string, JsonNode>();
  const node: JsonNode = { ...place, type: "object", members };
  for (const [name, each] of Object.entries(value)) if (each !== undefined) members.set(name, nodeOf(each, node, name));
  return node;
}

/** A measure, a function that makes a scenario, or a scenario, which has its model as an object. */
const isCode = (value: unknown, key: string | number): boolean =>
  typeof value === "function" ||
  (key === "scenario" &&
    typeof value === "object" &&
    value !== null &&
    "model" in value &&
    typeof value.model === "object");

/** Names and numbers from the root to a node. */
export const pathTo = ({ parent, key }: JsonNode): Path => (parent === null ? [] : [...pathTo(parent), key]);

/** The plain value of a node. */
export function plainOf(node: JsonNode): unknown {
  switch (node.type) {
    case "object":
      return Object.fromEntries([...node.members].map(([key, member]) => [key, plainOf(member)]));
    case "array":
      return node.items.map(plainOf);
    case "null":
      return null;
    default:
      return node.value;
  }
}
