import type { ErrorFacts } from "../../errors/kinetree-error.js";
import { issue, isRecord } from "../check.js";
import type { ModelIssueCode } from "../issue-codes.js";
import { itemOf, memberOf, named, propertyOf, thingAt, type Part } from "../part.js";

type Fields = Readonly<Record<string, unknown>>;

/** Shapes of the parts of an object, by key. */
export type Shapes = Readonly<Record<string, Shape>>;

/** What a part of a description must be, as data: a promise of the types that files and JavaScript may break. */
export interface Shape {
  readonly is: "text" | "flag" | "list" | "object";
  /** What to say that it must be, if not that. */
  readonly must?: string;
  readonly fix: string;
  readonly orNull?: true;
  readonly optional?: true;
  /** Any other value passes, unless it is an object with this key. */
  readonly onlyWith?: string;
  /** A list instead of the object. */
  readonly orList?: Shape;
  /** What to report for a part that is missing, by the object that should hold it. */
  readonly missing?: (owner: Fields) => readonly [code: ModelIssueCode, rest: string];
  /** Parts of an object; `kinds` has more of them by the kind of the object. */
  readonly parts?: Shapes;
  readonly kinds?: Readonly<Record<string, Shapes>>;
  /** How messages call the object, if not "part of thing"; null: its parts are called by their path in the thing. */
  readonly subject?: ((value: Fields, part: Part) => string) | null;
  readonly item?: Shape;
  /** A list of another length is of another shape. */
  readonly length?: number;
  /** A list of another length is reported by its length. */
  readonly count?: { readonly of: string; readonly is: number; readonly fix: string };
}

const words = { text: "a text", flag: "true or false", list: "a list", object: "an object" } as const;

const isOf = ({ is, length }: Shape, value: unknown): boolean => {
  if (is === "list") return Array.isArray(value) && (length === undefined || value.length === length);
  return is === "object" ? isRecord(value) : typeof value === (is === "text" ? "string" : "boolean");
};

/** All parts of a value that have another shape. `owner` is the object that holds it. */
export function shapeIssues(shape: Shape, part: Part, value: unknown, owner: Fields = {}): readonly ErrorFacts[] {
  if ((shape.orNull && value === null) || (shape.optional && value === undefined)) return [];
  if (shape.onlyWith !== undefined && !(isRecord(value) && shape.onlyWith in value)) return [];
  if (shape.orList && Array.isArray(value)) return shapeIssues(shape.orList, part, value, owner);
  if (value === undefined && shape.missing) {
    const [code, rest] = shape.missing(owner);
    return [issue(code, part, value, rest)];
  }
  if (!isOf(shape, value))
    return [issue("wrong-shape", part, value, `must be ${shape.must ?? words[shape.is]}. ${shape.fix}`)];
  if (isRecord(value)) return partIssues(shape, part, value);
  return Array.isArray(value) ? itemIssues(shape, part, value) : [];
}

function partIssues({ parts = {}, kinds = {}, subject }: Shape, part: Part, value: Fields): readonly ErrorFacts[] {
  const kind = String(value.kind);
  const all = { ...parts, ...(Object.hasOwn(kinds, kind) ? kinds[kind] : {}) };
  const thing =
    subject === null ? part : thingAt(part.path, subject?.(value, part) ?? `${part.name} of ${part.subject}`);
  const partOf = subject === null ? memberOf : propertyOf;
  return Object.entries(all).flatMap(([key, shape]) => shapeIssues(shape, partOf(thing, key), value[key], value));
}

function itemIssues({ item, count }: Shape, part: Part, list: readonly unknown[]): readonly ErrorFacts[] {
  const found = item ? list.flatMap((each, i) => shapeIssues(item, itemOf(part, i), each)) : [];
  if (count === undefined || list.length === count.is) return found;
  const number = named(part, `${count.of} of ${part.name}`);
  return [...found, issue("wrong-shape", number, list.length, `must be ${count.is}. ${count.fix}`)];
}
