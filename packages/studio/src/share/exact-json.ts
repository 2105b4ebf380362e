import { ShareError } from "./types.js";

/**
 * JSON in which every number reads back with the same bits: the language's own writer has the shortest decimals that do, but
 * writes -0 as 0 and what is not finite as null.
 */
export function exactJson(value: unknown): string {
  return textOf(value, "");
}

/** The shortest decimal that reads back as the same double; throws for NaN and infinities. */
export function exactNumber(x: number, subject: string): string {
  if (Number.isFinite(x)) return Object.is(x, -0) ? "-0" : String(x);
  const message = `${subject} is ${x}, which a link cannot hold. Give it a finite value, or reset the run.`;
  throw new ShareError("not-finite", subject, message);
}

function textOf(value: unknown, path: string): string {
  if (typeof value === "number") return exactNumber(value, path === "" ? "the value" : path);
  if (Array.isArray(value)) return `[${value.map((item, i) => textOf(item, `${path}[${i}]`)).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    const inner = (key: string): string => (path === "" ? key : `${path}.${key}`);
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${textOf(member, inner(key))}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}
