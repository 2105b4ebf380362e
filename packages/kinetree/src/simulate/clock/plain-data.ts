import { RequestError } from "../../errors/kinetree-error.js";

/*
 * Plain data as a list of numbers and back, with the bits of every number: the states of components in checkpoints. Text in
 * JSON would lose NaN, infinities and the sign of zero.
 */

const kinds = ["null", "false", "true", "number", "text", "array", "list", "object", "undefined"] as const;
type Kind = (typeof kinds)[number];
const codeOf = (kind: Kind): number => kinds.indexOf(kind);

/** @param subject whose data it is, for messages */
export function packData(value: unknown, subject: string): number[] {
  const out: number[] = [];
  pack(value, out, "state", subject);
  return out;
}

function pack(value: unknown, out: number[], path: string, subject: string): void {
  if (value === null || value === undefined || typeof value === "boolean") out.push(codeOf(String(value) as Kind));
  else if (typeof value === "number") out.push(codeOf("number"), value);
  else if (typeof value === "string") {
    out.push(codeOf("text"));
    packText(value, out);
  } else if (value instanceof Float64Array) {
    out.push(codeOf("array"), value.length);
    for (const each of value) out.push(each);
  } else if (Array.isArray(value)) {
    out.push(codeOf("list"), value.length);
    value.forEach((each, i) => pack(each, out, `${path}[${i}]`, subject));
  } else if (isPlainObject(value)) {
    const entries = Object.entries(value);
    out.push(codeOf("object"), entries.length);
    for (const [key, each] of entries) {
      packText(key, out);
      pack(each, out, `${path}.${key}`, subject);
    }
  } else throw notPlain(subject, path, value);
}

function packText(text: string, out: number[]): void {
  out.push(text.length);
  for (let i = 0; i < text.length; i++) out.push(text.charCodeAt(i));
}

/** Reads what `packData` wrote; `next` gives one number after another. */
export function unpackData(next: () => number): unknown {
  const kind = kinds[next()];
  switch (kind) {
    case "null":
      return null;
    case "undefined":
      return undefined;
    case "false":
    case "true":
      return kind === "true";
    case "number":
      return next();
    case "text":
      return unpackText(next);
    case "array":
      return Float64Array.from({ length: next() }, next);
    case "list":
      return Array.from({ length: next() }, () => unpackData(next));
    case "object":
      return Object.fromEntries(
        Array.from({ length: next() }, () => {
          const key = unpackText(next);
          return [key, unpackData(next)];
        }),
      );
  }
}

const unpackText = (next: () => number): string =>
  Array.from({ length: next() }, () => String.fromCharCode(next())).join("");

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // An object of another realm, such as a worker's module, has another Object.prototype.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

const notPlain = (subject: string, path: string, value: unknown): RequestError =>
  new RequestError({
    code: "state-not-plain",
    subject,
    value: path,
    message:
      `${subject}: its ${path} is ${typeof value === "object" ? "an object of a class" : `a ${typeof value}`}, which a checkpoint cannot hold. ` +
      "Make it of numbers, texts, true, false, null, Float64Array, lists and objects.",
  });
