/** An element to be written; attributes that are null are left out, numbers keep every bit. */
export interface XmlNode {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string | number | readonly number[] | null>>;
  readonly children?: readonly XmlNode[];
  readonly text?: string;
}

/** An XML document; comments stand before the root element. */
export function writeXml(root: XmlNode, comments: readonly string[] = []): string {
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>'];
  // A double hyphen would end the comment for some readers and is an error for others.
  for (const comment of comments) lines.push(`<!-- ${comment.replace(/-(?=-|$)/g, "- ")} -->`);
  writeElement(lines, root, "");
  return `${lines.join("\n")}\n`;
}

function writeElement(lines: string[], { name, attributes = {}, children = [], text }: XmlNode, indent: string): void {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => ` ${key}="${escaped(typeof value === "string" ? value : numberText(value))}"`);
  const start = `${indent}<${name}${written.join("")}`;
  if (text !== undefined) lines.push(`${start}>${escaped(text)}</${name}>`);
  else if (children.length === 0) lines.push(`${start}/>`);
  else {
    lines.push(`${start}>`);
    for (const child of children) writeElement(lines, child, `${indent}  `);
    lines.push(`${indent}</${name}>`);
  }
}

/** The shortest decimal that reads back as the same double. */
function numberText(value: number | readonly number[] | null): string {
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  return value === null ? "" : value.map(numberText).join(" ");
}

const references: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** White space other than blanks would come back as blanks, so it is written by number. */
const escaped = (text: string): string =>
  text.replace(/[&<>"\t\n\r]/g, (sign) => references[sign] ?? `&#${sign.charCodeAt(0)};`);

// eslint-disable-next-line no-control-regex -- these are what XML 1.0 forbids
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;

/** True if XML can hold the text at all: no control characters, no halves of surrogate pairs. */
export const isXmlText = (text: string): boolean => !forbidden.test(text) && !/\p{Surrogate}/u.test(text);
