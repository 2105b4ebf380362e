import { suggestName } from "../../../errors/nearest-name.js";
import { quoted } from "../../format-error.js";
import {
  shortText,
  wrongType,
  type Codec,
  type FieldRow,
  type FieldTable,
  type JsonSchema,
  type SchemaDefinitions,
} from "./codec.js";
import { fileKeyOf } from "./file-keys.js";
import type { JsonNode } from "./json-tree.js";
import { printJson, type JsonValue } from "./json-text.js";
import type { Reading } from "./reading.js";
import { isSameData } from "../../../model/same-data.js";

/** The other properties of an object, as far as they are known. */
export type Siblings = Readonly<Record<string, unknown>>;

/** A property of the model: what it may be, and what it is where the file says nothing. */
export interface Field<V> {
  /** One line for tables and editors. */
  readonly doc: string;
  readonly codec: Codec<V>;
  /** The type where it depends on the other properties; those without this are read first. */
  readonly codecFor?: (siblings: Siblings, reading: Reading) => Codec<V>;
  readonly default?: V;
  /** A default that depends on the other properties; undefined: it must be given. */
  readonly defaultFor?: (siblings: Siblings) => V | undefined;
  /** What tables say of it. */
  readonly defaultText?: string;
  /** Left out of the file, it is left out of the model. */
  readonly optional?: true;
}

/** A field for every property of an object type: the compiler finds one that is missing. */
export type FieldsOf<T> = { readonly [K in keyof T]-?: Field<Exclude<T[K], undefined>> };

/** An object type of a format. */
export interface RecordDescription<T> {
  readonly title: string;
  readonly doc: string;
  readonly fields: FieldsOf<T>;
  /** What every such object says in the same way, such as its kind. */
  readonly fixed?: Readonly<Record<string, string | number>>;
  /** Keys of the file that are no properties of the model. */
  readonly extraKeys?: Readonly<Record<string, JsonSchema>>;
  readonly whenRead?: (value: T, reading: Reading) => void;
}

/** For the reader of a file; not part of the model. */
const COMMENT = "$comment";

type AnyField = Field<unknown>;
type ObjectNode = Extract<JsonNode, { type: "object" }>;

/** An object with known fields: unknown keys are refused, what is left out gets its default. */
export function record<T>(description: RecordDescription<T>): Codec<T> {
  const { title, doc, fields } = description;
  const shape = shapeOf(description);
  return {
    label: `[${title}](#${title})`,
    read: (node, reading) => {
      const value = readRecord(shape, node, reading) as T | undefined;
      if (value !== undefined) description.whenRead?.(value, reading);
      return value;
    },
    write: (value) => writeRecord(shape, value as Siblings),
    schema: (definitions) => recordSchema(shape, doc, definitions),
    tables: () => [{ title, level: 3, doc, rows: rowsOf(fields) }, ...tablesWithin(fields)],
  };
}

/** What reading and writing need to know of an object. Each field keeps its own type; together they are fields of something. */
interface RecordShape {
  readonly title: string;
  readonly fields: readonly (readonly [property: string, field: AnyField])[];
  /** Those whose type depends on the others come last. */
  readonly inOrderOfReading: RecordShape["fields"];
  readonly fixed: Readonly<Record<string, string | number>>;
  readonly extraKeys: Readonly<Record<string, JsonSchema>>;
  /** All keys of the file, in order. */
  readonly keys: readonly string[];
}

function shapeOf<T>({ title, fields: given, fixed = {}, extraKeys = {} }: RecordDescription<T>): RecordShape {
  const fields = Object.entries(given as Readonly<Record<string, AnyField>>);
  const keys = [...Object.keys(fixed), ...Object.keys(extraKeys), ...fields.map(([name]) => fileKeyOf(name))];
  const inOrderOfReading = [
    ...fields.filter(([, field]) => field.codecFor === undefined),
    ...fields.filter(([, field]) => field.codecFor !== undefined),
  ];
  return { title, fields, inOrderOfReading, fixed, extraKeys, keys };
}

const defaultOf = (field: AnyField, siblings: Siblings): unknown =>
  field.defaultFor === undefined ? field.default : field.defaultFor(siblings);

function readRecord(shape: RecordShape, node: JsonNode, reading: Reading): Siblings | undefined {
  const { title, fields, fixed } = shape;
  if (node.type !== "object") return wrongType(node, reading, `an object { … }: ${title}`);
  refuseUnknownKeys(node, shape, reading);
  const { found, isSound } = readFields(shape, node, reading);
  const complete: Record<string, unknown> = { ...fixed };
  let isComplete = true;
  for (const [property, field] of fields) {
    const key = fileKeyOf(property);
    if (property in found) complete[property] = found[property];
    else if (node.members.has(key) || field.optional === true) continue;
    else {
      const value = defaultOf(field, found);
      if (value !== undefined) complete[property] = value;
      else {
        isComplete = false;
        reading.report(node, "missing-field", `${title}: "${key}" is missing. Add it: ${field.doc}.`);
      }
    }
  }
  return isSound && isComplete ? complete : undefined;
}

function readFields(
  { inOrderOfReading, fixed }: RecordShape,
  { members }: ObjectNode,
  reading: Reading,
): { readonly found: Siblings; readonly isSound: boolean } {
  const found: Record<string, unknown> = { ...fixed };
  let isSound = true;
  for (const [property, field] of inOrderOfReading) {
    const member = members.get(fileKeyOf(property));
    if (member === undefined) continue;
    const codec = field.codecFor?.(found, reading) ?? field.codec;
    const value = codec.read(member, reading);
    if (value === undefined) isSound = false;
    found[property] = value; // undefined: there, but of no use
  }
  return { found, isSound };
}

function writeRecord({ fields, fixed }: RecordShape, value: Siblings): JsonValue {
  const written: Record<string, JsonValue> = { ...fixed };
  for (const [property, field] of fields) {
    const part = value[property];
    if (part === undefined) continue;
    const isDefault = field.optional !== true && isSameData(part, defaultOf(field, value));
    if (!isDefault) written[fileKeyOf(property)] = field.codec.write(part);
  }
  return written;
}

function recordSchema(
  { title, fields, fixed, extraKeys }: RecordShape,
  doc: string,
  definitions: SchemaDefinitions,
): JsonSchema {
  const reference = { $ref: `#/$defs/${title}` };
  if (definitions.has(title)) return reference;
  definitions.set(title, {}); // holds the place, because an object may hold its like
  const properties: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(fixed)) properties[key] = { const: value };
  Object.assign(properties, extraKeys);
  for (const [property, field] of fields)
    properties[fileKeyOf(property)] = { description: field.doc, ...field.codec.schema(definitions) };
  properties[COMMENT] = { description: "for the reader of the file; not part of the model" };
  const required = [...Object.keys(fixed), ...fields.filter(isRequired).map(([name]) => fileKeyOf(name))];
  definitions.set(title, {
    description: doc,
    type: "object",
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  });
  return reference;
}

/** The rows of a table for these fields. */
export const rowsOf = (fields: object): readonly FieldRow[] =>
  Object.entries(fields as Readonly<Record<string, AnyField>>).map(([name, field]) => rowOf(fileKeyOf(name), field));

/** The tables of what these fields hold. */
export const tablesWithin = (fields: object): readonly FieldTable[] =>
  Object.values(fields as Readonly<Record<string, AnyField>>).flatMap(({ codec }) => codec.tables());

const isRequired = ([, { optional, default: value, defaultFor }]: readonly [string, AnyField]): boolean =>
  optional !== true && value === undefined && defaultFor === undefined;

function rowOf(key: string, { codec, default: value, defaultText, optional, doc }: AnyField): FieldRow {
  const isNone = value === null || (value === undefined && optional === true);
  const written = (): string => (value === undefined ? "required" : `\`${printJson(codec.write(value)).trim()}\``);
  return { field: `\`${key}\``, type: codec.label, default: defaultText ?? (isNone ? "none" : written()), doc };
}

function refuseUnknownKeys({ members }: ObjectNode, { title, keys }: RecordShape, reading: Reading): void {
  for (const [key, member] of members) {
    if (key === COMMENT || keys.includes(key)) continue;
    const message = `${title} has no field ${quoted(key)}. ${suggestName(shortText(key), keys)}`;
    reading.report(member, "unknown-key", message, shortText(key));
  }
}
