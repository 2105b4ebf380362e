import { RequestError } from "../../../errors/kinetree-error.js";

/** What a JSON text can say. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

const WIDTH = 100;

/** JSON as a person would lay it out: what fits on a line stays on it. */
export const printJson = (value: JsonValue): string => `${printed(value, "", 0)}\n`;

/** `used` counts what stands before the value on its line. */
function printed(value: JsonValue, indent: string, used: number): string {
  if (typeof value !== "object" || value === null) return printScalar(value);
  const isList = Array.isArray(value);
  const entries = isList ? value.map((item) => ["", item] as const) : Object.entries(value);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (entries.length === 0) return `${open}${close}`;
  const short = onOneLine(value, WIDTH - used);
  if (short !== null) return short;
  const inner = `${indent}  `;
  const lines = entries.map(([key, item]) => {
    const name = isList ? "" : `${JSON.stringify(key)}: `;
    return `${inner}${name}${printed(item, inner, inner.length + name.length + 1)}`;
  });
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}

/** The value on one line, or null if it has no room there. */
function onOneLine(value: JsonValue, room: number): string | null {
  if (room <= 0) return null;
  if (typeof value !== "object" || value === null) return printScalar(value);
  const isList = Array.isArray(value);
  const parts: string[] = [];
  let left = room - 2;
  for (const [key, item] of Object.entries(value)) {
    const name = isList ? "" : `${JSON.stringify(key)}: `;
    const text = onOneLine(item, left - name.length);
    if (text === null) return null;
    parts.push(`${name}${text}`);
    left -= name.length + text.length + 2;
    if (left < -2) return null;
  }
  const body = parts.join(", ");
  if (isList) return `[${body}]`;
  return body === "" ? "{}" : `{ ${body} }`;
}

/** The shortest digits that mean the same double; a zero keeps its sign. */
function printScalar(value: null | boolean | number | string): string {
  if (typeof value !== "number") return JSON.stringify(value);
  if (Number.isFinite(value)) return Object.is(value, -0) ? "-0" : String(value);
  const message = `${value} cannot be written as JSON. Build the model with buildModel first, which finds where it is.`;
  throw new RequestError({ code: "non-finite", subject: "model", value, message });
}
