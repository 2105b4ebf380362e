import { quoted } from "../../format-error.js";
import type { JsonNode } from "./json-tree.js";
import type { JsonValue } from "./json-text.js";
import type { Reading } from "./reading.js";

/** One kind of value of the format: how it is read and written, and what the schema and the documents say of it. */
export interface Codec<T> extends Described {
  /** Reports what is wrong to `reading`; undefined then. */
  readonly read: (node: JsonNode, reading: Reading) => T | undefined;
  /** What `read` turns into the same value again. */
  readonly write: (value: T) => JsonValue;
}

/** What a value of a format looks like, for readers of its documentation and for editors. */
export interface Described {
  /** What a table says of the type; may hold Markdown. */
  readonly label: string;
  /** Registers what it needs under `definitions`. */
  readonly schema: (definitions: SchemaDefinitions) => JsonSchema;
  /** The objects that the value consists of, itself first. */
  readonly tables: () => readonly FieldTable[];
}

/** A JSON Schema, or a part of one. */
export type JsonSchema = { readonly [key: string]: JsonValue };
/** Parts of a schema by name, which the rest refers to. */
export type SchemaDefinitions = Map<string, JsonSchema>;

/** An object of the format as the documents show it. */
export interface FieldTable {
  readonly title: string;
  /** Of its heading: a kind of an object stands below the object. */
  readonly level: 3 | 4;
  readonly doc: string;
  readonly rows: readonly FieldRow[];
}

/** A field of an object, as the documents show it. */
export interface FieldRow {
  readonly field: string;
  readonly type: string;
  readonly default: string;
  readonly doc: string;
}

/** Of a codec that holds no objects. */
export const noTables = (): readonly FieldTable[] => [];

/** The plain value of a node, as messages show it. */
export function valueOf(node: JsonNode): unknown {
  switch (node.type) {
    case "string":
    case "number":
    case "boolean":
      return node.value;
    case "null":
      return null;
    case "array":
      return `a list of ${node.items.length}`;
    case "object":
      return "an object";
  }
}

/** A value as messages show it, on one line. */
export function showNode(node: JsonNode): string {
  if (node.type === "array") return `a list of ${node.items.length}`;
  return node.type === "object" ? "an object" : quoted(valueOf(node));
}

/** Reports a value of the wrong type. */
export const wrongType = (node: JsonNode, reading: Reading, wanted: string): undefined =>
  reading.report(node, "wrong-type", `${showNode(node)} must be ${wanted}. Write one.`, valueOf(node));

/** A text of a file in a message or in a search for similar names: no longer than a name would be. */
export const shortText = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
