import { suggestName } from "../../../errors/nearest-name.js";
import { shortText, showNode, valueOf, wrongType, type Codec, type FieldRow, type FieldTable } from "./codec.js";
import type { JsonNode } from "./json-tree.js";
import type { Reading } from "./reading.js";
import { record, rowsOf, tablesWithin, type FieldsOf } from "./record-codec.js";

type Kinds<T extends { readonly kind: string }> = T["kind"];
type OfKind<T extends { readonly kind: string }, K extends Kinds<T>> = Extract<T, { readonly kind: K }>;

export interface UnionDescription<T extends { readonly kind: string }, Common extends keyof T> {
  readonly title: string;
  readonly doc: string;
  /** Fields that every kind has. */
  readonly common: FieldsOf<Pick<T, Common>>;
  readonly kinds: {
    readonly [K in Kinds<T>]: {
      readonly doc: string;
      readonly fields: FieldsOf<Omit<OfKind<T, K>, Common | "kind">>;
    };
  };
  readonly whenRead?: (value: T, reading: Reading) => void;
}

/** An object whose `kind` says which fields it has. */
export function union<T extends { readonly kind: string }, Common extends keyof T = never>(
  description: UnionDescription<T, Common>,
): Codec<T> {
  const { title, doc, common, whenRead } = description;
  const kinds = Object.keys(description.kinds) as Kinds<T>[];
  const records = new Map<string, Codec<T>>(
    kinds.map((kind) => {
      const { doc: kindDoc, fields } = description.kinds[kind];
      // Together the fields are those of the kind; the compiler cannot add up mapped types.
      const all = { ...common, ...fields } as unknown as FieldsOf<T>;
      const named = { title: `${kind}-${title}`, doc: kindDoc, fields: all, fixed: { kind } };
      return [kind, record<T>(whenRead === undefined ? named : { ...named, whenRead })];
    }),
  );

  const kindRow: FieldRow = {
    field: "`kind`",
    type: kinds.map((kind) => `\`"${kind}"\``).join(", "),
    default: "required",
    doc: "which fields it has besides these",
  };

  return {
    label: `[${title}](#${title})`,
    read: (node, reading) =>
      node.type === "object"
        ? codecOfKind(node, title, records, reading)?.read(node, reading)
        : wrongType(node, reading, `an object { "kind": … }: ${title}`),
    write: (value) => (records.get(value.kind) as Codec<T>).write(value),
    schema: (definitions) => {
      if (!definitions.has(title)) {
        definitions.set(title, {}); // holds the place, because an object may hold its like
        definitions.set(title, {
          description: doc,
          oneOf: [...records.values()].map((each) => each.schema(definitions)),
        });
      }
      return { $ref: `#/$defs/${title}` };
    },
    tables: () => [
      { title, level: 3, doc, rows: [kindRow, ...rowsOf(common)] },
      ...kinds.map((kind): FieldTable => {
        const { doc: kindDoc, fields } = description.kinds[kind];
        return { title: `${title} of kind ${kind}`, level: 4, doc: kindDoc, rows: rowsOf(fields) };
      }),
      ...tablesWithin(common),
      ...kinds.flatMap((kind) => tablesWithin(description.kinds[kind].fields)),
    ],
  };
}

function codecOfKind<T>(
  node: Extract<JsonNode, { type: "object" }>,
  title: string,
  records: ReadonlyMap<string, Codec<T>>,
  reading: Reading,
): Codec<T> | undefined {
  const member = node.members.get("kind");
  const found = member?.type === "string" ? records.get(member.value) : undefined;
  if (found !== undefined) return found;
  const kinds = [...records.keys()];
  const listed = kinds.map((kind) => `"${kind}"`).join(", ");
  if (member === undefined)
    return reading.report(node, "missing-field", `${title}: "kind" is missing. Add one of ${listed}.`);
  const fix = member.type === "string" ? suggestName(shortText(member.value), kinds) : "Write one of them.";
  const message = `${title}: kind ${showNode(member)} must be one of ${listed}. ${fix}`;
  return reading.report(member, "unknown-kind", message, valueOf(member));
}
