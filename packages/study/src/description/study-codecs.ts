import {
  listCodec,
  noTables,
  recordCodec,
  showNode,
  textCodec,
  wrongType,
  type Codec,
  type Field,
  type FieldsOf,
  type JsonNode,
  type JsonSchema,
  type JsonValue,
} from "kinetree/formats";
import { suggestName } from "kinetree/tools";
import { codeOf } from "./study-node.js";

/* The types of values in study files, as codecs of the library's kind. */

/** A field that must be given. */
export const required = <V>(codec: Codec<V>, doc: string): Field<V> => ({ codec, doc });
/** A field that may be left out. */
export const optional = <V>(codec: Codec<V>, doc: string): Field<V> => ({ codec, doc, optional: true });

type Read<T> = Codec<T>["read"];

const described = <T>(label: string, schema: JsonSchema, read: Read<T>): Codec<T> => ({
  label,
  read,
  // A study is plain data already.
  write: (value) => value as JsonValue,
  schema: () => schema,
  tables: noTables,
});

/** Numbers, texts or booleans that satisfy a condition. */
const scalar = <T>(wanted: string, fits: (value: unknown) => boolean, schema: JsonSchema): Codec<T> =>
  described(wanted, schema, (node, reading) =>
    "value" in node && fits(node.value) ? (node.value as T) : wrongType(node, reading, wanted),
  );

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

export const text: Codec<string> = {
  ...textCodec,
  read: (node, reading) =>
    node.type === "string" && node.value !== ""
      ? textCodec.read(node, reading)
      : wrongType(node, reading, "a text that is not empty"),
};
export const number = scalar<number>("a number", isNumber, { type: "number" });
export const positive = scalar<number>("a number above 0", (value) => isNumber(value) && value > 0, {
  type: "number",
  exclusiveMinimum: 0,
});
export const count = (least: number): Codec<number> =>
  scalar(
    `a whole number of at least ${least}`,
    (value) => isNumber(value) && Number.isSafeInteger(value) && value >= least,
    { type: "integer", minimum: least },
  );
/** Whether its unit fits is known only once the study has its model. */
export const quantity = scalar<number | string>(
  `a number [SI] or a text with a unit such as "65 deg"`,
  (value) => isNumber(value) || (typeof value === "string" && value !== ""),
  { type: ["number", "string"] },
);
/** Of a model or a scenario. */
export const option = scalar<number | string | boolean>("a number, a text, true or false", () => true, {
  type: ["number", "string", "boolean"],
});
export const version = scalar<1>("1, the version of the format", (value) => value === 1, { const: 1 });

/** One of some names. */
export const oneOf = <T extends string>(kind: string, names: readonly T[]): Codec<T> =>
  described(names.map((name) => `\`"${name}"\``).join(", "), { enum: names }, (node, reading) => {
    const given = node.type === "string" ? node.value : showNode(node);
    const found = names.find((name) => node.type === "string" && name === given);
    if (found !== undefined) return found;
    const message = `${kind} ${showNode(node)} is unknown. ${suggestName(given, names)}`;
    return reading.report(node, `unknown-${kind}`, message, given);
  });

export const list = <T>(item: Codec<T>, fewest = 0): Codec<readonly T[]> => listCodec(item, { fewest });

/** Values of one type by names of the user's own. */
export const byName = <T>(item: Codec<T>): Codec<Readonly<Record<string, T>>> => ({
  label: `by name: ${item.label}`,
  read: (node, reading) => {
    if (node.type !== "object") return wrongType(node, reading, "an object { … } of values by name");
    if (node.members.has("")) reading.report(node, "empty-name", "a name is empty. Give it one.", "");
    const entries = [...node.members].map(([name, member]) => [name, item.read(member, reading)] as const);
    return entries.every(([, value]) => value !== undefined)
      ? (Object.fromEntries(entries) as Record<string, T>)
      : undefined;
  },
  write: (value) => value as JsonValue,
  schema: (definitions) => ({ type: "object", additionalProperties: item.schema(definitions) }),
  tables: item.tables,
});

/** An object of known fields. Editors take `$schema` from the file itself. */
export const object = <T>(title: string, doc: string, fields: FieldsOf<T>): Codec<T> =>
  recordCodec({
    title,
    doc,
    fields,
    extraKeys: { $schema: { description: "schema of the file, for editors", type: "string" } },
  });

/** One of two types, by the form of the value. */
export const either = <A, B>(
  isFirst: (node: JsonNode) => boolean,
  first: Codec<A>,
  second: Codec<B>,
): Codec<A | B> => ({
  label: `${first.label}; or ${second.label}`,
  read: (node, reading) => (isFirst(node) ? first : second).read(node, reading),
  write: (value) => value as JsonValue,
  schema: (definitions) => ({ anyOf: [first.schema(definitions), second.schema(definitions)] }),
  tables: () => [...first.tables(), ...second.tables()],
});

/** A value of a file, for which a study made in code may have a function or an object of the library. */
export const orCode = <T>(codec: Codec<T>): Codec<T> => ({
  ...codec,
  read: (node, reading) => (codeOf(node) as T | undefined) ?? codec.read(node, reading),
});

type AnyFields = Readonly<Record<string, Field<unknown>>>;

/** An object that has exactly one of some fields, which says what it is, and others that all kinds share. */
export function tagged<T>(title: string, doc: string, tags: object, shared: object): Codec<T> {
  const names = Object.keys(tags);
  const optionalTags = Object.entries(tags as AnyFields).map(([name, field]) => [name, { ...field, optional: true }]);
  const ofAnyKind = object<T>(title, doc, { ...Object.fromEntries(optionalTags), ...shared } as FieldsOf<T>);
  const kinds = names.map((name) =>
    object<T>(`${name}-${title}`, doc, { [name]: (tags as AnyFields)[name], ...shared } as unknown as FieldsOf<T>),
  );
  const wanted = `one of ${names.join(", ")}`;
  return {
    ...ofAnyKind,
    read: (node, reading) => {
      if (node.type !== "object") return wrongType(node, reading, `an object with ${wanted}`);
      const found = names.filter((name) => node.members.has(name));
      const has = found.length === 0 ? "none" : found.join(" and ");
      const value = ofAnyKind.read(node, reading);
      if (found.length === 1) return value;
      const message = `a ${title} must have ${wanted}; this one has ${has}. Keep one.`;
      return reading.report(node, `${title}-kind`, message, has);
    },
    schema: (definitions) => ({ oneOf: kinds.map((kind) => kind.schema(definitions)) }),
  };
}
