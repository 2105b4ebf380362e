import { suggestName } from "../../../errors/nearest-name.js";
import type { JsonValue } from "./json-text.js";
import type { JsonNode } from "./json-tree.js";
import { noTables, shortText, showNode, valueOf, wrongType, type Codec } from "./codec.js";

/** Half of a pair that makes one character; alone it cannot be stored in a file. */
const loneSurrogate = /\p{Surrogate}/u;

/** Names longer than this are something else, and would make every message unreadable. */
const LONGEST_TEXT = 10_000;

export const isWritableText = (text: string): boolean => text.length <= LONGEST_TEXT && !loneSurrogate.test(text);

/** A text of at most 10,000 characters. */
export const text: Codec<string> = {
  label: "text",
  read: (node, reading) => {
    if (node.type !== "string") return wrongType(node, reading, "a text");
    if (node.value.length > LONGEST_TEXT) {
      const message = `the text has ${node.value.length} characters, more than ${LONGEST_TEXT}. Shorten it.`;
      return reading.report(node, "text-length", message, shortText(node.value));
    }
    if (!loneSurrogate.test(node.value)) return node.value;
    const message = `${showNode(node)} holds half a character (a lone surrogate). Type the text anew.`;
    return reading.report(node, "text-broken", message, node.value);
  },
  write: (value) => value,
  schema: () => ({ type: "string" }),
  tables: noTables,
};

/** JSON's `true` and `false`. */
export const boolean: Codec<boolean> = {
  label: "true or false",
  read: (node, reading) => (node.type === "boolean" ? node.value : wrongType(node, reading, "true or false")),
  write: (value) => value,
  schema: () => ({ type: "boolean" }),
  tables: noTables,
};

/** A number of a coordinate, counted from 0. */
export const index: Codec<number> = {
  label: "whole number",
  read: (node, reading) => {
    if (node.type === "number" && Number.isSafeInteger(node.value) && node.value >= 0) return node.value;
    return wrongType(node, reading, "a whole number, counted from 0");
  },
  write: (value) => value,
  schema: () => ({ type: "integer", minimum: 0 }),
  tables: noTables,
};

export function choice<T extends string>(...values: readonly T[]): Codec<T> {
  const listed = values.map((value) => `"${value}"`);
  return {
    label: listed.map((value) => `\`${value}\``).join(", "),
    read: (node, reading) => {
      if (node.type !== "string") return wrongType(node, reading, `one of ${listed.join(", ")}`);
      const found = values.find((value) => value === node.value);
      if (found !== undefined) return found;
      const wanted = shortText(node.value);
      const message = `${showNode(node)} must be one of ${listed.join(", ")}. ${suggestName(wanted, values)}`;
      return reading.report(node, "unknown-kind", message, valueOf(node));
    },
    write: (value) => value,
    schema: () => ({ enum: values }),
    tables: noTables,
  };
}

export const orNull = <T>(inner: Codec<T>): Codec<T | null> => ({
  label: `${inner.label} or \`null\``,
  read: (node, reading) => (node.type === "null" ? null : inner.read(node, reading)),
  write: (value) => (value === null ? null : inner.write(value)),
  schema: (definitions) => ({ anyOf: [inner.schema(definitions), { type: "null" }] }),
  tables: inner.tables,
});

/** An object that the format takes as it stands: whoever reads it checks what it says. */
export const plainData = <T extends object>(label: string): Codec<T> => ({
  label,
  read: (node, reading) => (node.type === "object" ? (contentOf(node) as T) : wrongType(node, reading, "an object")),
  write: (value) => value as unknown as JsonValue,
  schema: () => ({ type: "object" }),
  tables: noTables,
});

function contentOf(node: JsonNode): JsonValue {
  switch (node.type) {
    case "object":
      return Object.fromEntries([...node.members].map(([name, member]) => [name, contentOf(member)]));
    case "array":
      return node.items.map(contentOf);
    case "null":
      return null;
    default:
      return node.value;
  }
}
