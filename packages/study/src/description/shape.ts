import { suggestName } from "kinetree/tools";
import { shown, type Issues, type Path } from "./issues.js";

/** JSON Schema (draft 2020-12) as plain data. */
export type JsonSchema = { readonly [key: string]: unknown };

/** What a value must look like: how to check it, and what a schema says of it. */
export interface Shape {
  /** Reports what is wrong. */
  readonly check: (value: unknown, path: Path, issues: Issues) => void;
  readonly schema: JsonSchema;
}

/** A field of an object. */
export interface Field {
  readonly shape: Shape;
  /** Default: true. */
  readonly optional?: boolean;
  /** For editors. */
  readonly doc: string;
}

/** A field that must be there. */
export const required = (shape: Shape, doc: string): Field => ({ shape, doc, optional: false });
/** A field that may be left out. */
export const optional = (shape: Shape, doc: string): Field => ({ shape, doc, optional: true });

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);

/** A shape that is a question with a yes or no. */
export const simple = (wanted: string, fits: (value: unknown) => boolean, schema: JsonSchema): Shape => ({
  check: (value, path, issues) => {
    if (!fits(value)) issues.report(path, "wrong-type", `${shown(value)} must be ${wanted}. Write one.`, value);
  },
  schema,
});

/** A text that is not empty. */
export const text = simple("a text that is not empty", (value) => typeof value === "string" && value !== "", {
  type: "string",
});
/** Any text, an empty one too. */
export const anyText = simple("a text", (value) => typeof value === "string", { type: "string" });
/** A finite number. */
export const number = simple("a number", (value) => typeof value === "number" && Number.isFinite(value), {
  type: "number",
});
/** A finite number above zero. */
export const positive = simple(
  "a number above 0",
  (value) => typeof value === "number" && Number.isFinite(value) && value > 0,
  { type: "number", exclusiveMinimum: 0 },
);
/** True or false. */
export const boolean = simple("true or false", (value) => typeof value === "boolean", { type: "boolean" });
/** A whole number, at least `least`. */
export const count = (least: number): Shape =>
  simple(
    `a whole number of at least ${least}`,
    (value) => typeof value === "number" && Number.isSafeInteger(value) && value >= least,
    { type: "integer", minimum: least },
  );
/** A number, or a text with a unit; whether the unit fits is seen later. */
export const quantity = simple(
  `a number [SI] or a text with a unit such as "65 deg"`,
  (value) => (typeof value === "number" && Number.isFinite(value)) || (typeof value === "string" && value !== ""),
  { type: ["number", "string"] },
);

/** One of some texts. */
export const oneOf = (kind: string, names: readonly string[]): Shape => ({
  check: (value, path, issues) => {
    if (typeof value === "string" && names.includes(value)) return;
    issues.report(
      path,
      `unknown-${kind}`,
      `${kind} ${shown(value)} is unknown. ${suggestName(String(value), names)}`,
      value,
    );
  },
  schema: { enum: names },
});

/** A list of values of one shape. */
export const list = (item: Shape, least = 0): Shape => ({
  check: (value, path, issues) => {
    if (!Array.isArray(value)) {
      issues.report(path, "wrong-type", `${shown(value)} must be a list. Write it in [ ].`, value);
      return;
    }
    if (value.length < least)
      issues.report(path, "empty-list", `the list has ${value.length} entries, must have at least ${least}. Add some.`);
    value.forEach((each: unknown, i) => item.check(each, [...path, i], issues));
  },
  schema: { type: "array", items: item.schema, minItems: least },
});

/** Values of one shape by names of the user's own. */
export const byName = (item: Shape): Shape => ({
  check: (value, path, issues) => {
    if (!isObject(value)) {
      issues.report(path, "wrong-type", `${shown(value)} must be an object of values by name. Write it in { }.`, value);
      return;
    }
    for (const [name, each] of Object.entries(value)) {
      if (name === "") issues.report(path, "empty-name", `a name is empty. Give it one.`, name);
      item.check(each, [...path, name], issues);
    }
  },
  schema: { type: "object", additionalProperties: item.schema },
});

/** An object of known fields. */
export const object = (kind: string, fields: Readonly<Record<string, Field>>): Shape => ({
  check: (value, path, issues) => {
    if (!isObject(value)) {
      issues.report(path, "wrong-type", `${shown(value)} must be an object: ${kind}. Write it in { }.`, value);
      return;
    }
    refuseUnknownKeys(kind, value, Object.keys(fields), path, issues);
    checkFields(kind, value, fields, path, issues);
  },
  schema: objectSchema(fields),
});

/** An object that has exactly one of some fields, which says what it is, and some that all kinds share. */
export function tagged(
  kind: string,
  tags: Readonly<Record<string, Field>>,
  shared: Readonly<Record<string, Field>> = {},
): Shape {
  const names = Object.keys(tags);
  return {
    check: (value, path, issues) => {
      const wanted = `one of ${names.join(", ")}`;
      if (!isObject(value)) {
        issues.report(path, "wrong-type", `${shown(value)} must be an object with ${wanted}. Write it in { }.`, value);
        return;
      }
      refuseUnknownKeys(kind, value, [...names, ...Object.keys(shared)], path, issues);
      const found = names.filter((name) => value[name] !== undefined);
      if (found.length !== 1) {
        const has = found.length === 0 ? "none" : found.join(" and ");
        issues.report(path, `${kind}-kind`, `a ${kind} must have ${wanted}; this one has ${has}. Keep one.`, has);
      }
      for (const name of found) tags[name].shape.check(value[name], [...path, name], issues);
      checkFields(kind, value, shared, path, issues);
    },
    schema: { oneOf: names.map((name) => objectSchema({ [name]: { ...tags[name], optional: false }, ...shared })) },
  };
}

/** What the first fitting question leads to; for values that code may give in forms that files cannot. */
export const either = (
  isFirst: (value: unknown) => boolean,
  first: Shape,
  second: Shape,
  schema: JsonSchema,
): Shape => ({
  check: (value, path, issues) => (isFirst(value) ? first : second).check(value, path, issues),
  schema,
});

/** Anything: what code gives, and the compiler has checked. */
export const anything: Shape = { check: () => {}, schema: {} };

/** Comments, as the model format has them. */
const ignored = new Set(["$comment", "$schema"]);

function refuseUnknownKeys(kind: string, value: object, known: readonly string[], path: Path, issues: Issues): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key) || ignored.has(key)) continue;
    issues.report([...path, key], "unknown-key", `a ${kind} has no "${key}". ${suggestName(key, known)}`, key);
  }
}

function checkFields(
  kind: string,
  value: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, Field>>,
  path: Path,
  issues: Issues,
): void {
  for (const [name, field] of Object.entries(fields)) {
    if (value[name] !== undefined) field.shape.check(value[name], [...path, name], issues);
    else if (field.optional === false)
      issues.report(path, "missing-key", `a ${kind} needs "${name}": ${field.doc}. Add it.`, name);
  }
}

const objectSchema = (fields: Readonly<Record<string, Field>>): JsonSchema => ({
  type: "object",
  properties: Object.fromEntries(
    Object.entries(fields).map(([name, { shape, doc }]) => [name, { ...shape.schema, description: doc }]),
  ),
  required: Object.keys(fields).filter((name) => fields[name].optional === false),
  additionalProperties: false,
});
