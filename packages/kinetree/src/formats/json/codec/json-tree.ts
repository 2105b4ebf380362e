import { createScanner, type JSONScanner } from "jsonc-parser";
import { FormatError, type FormatIssue, quoted } from "../../format-error.js";

/** A value of a JSON text, with its place. */
export type JsonNode = {
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
  readonly parent: JsonNode | null;
  /** Name or number by which the parent holds it. */
  readonly key: string | number;
} & (
  | { readonly type: "object"; readonly members: ReadonlyMap<string, JsonNode> }
  | { readonly type: "array"; readonly items: readonly JsonNode[] }
  | { readonly type: "string"; readonly value: string }
  | { readonly type: "number"; readonly value: number; readonly text: string }
  | { readonly type: "boolean"; readonly value: boolean }
  | { readonly type: "null" }
);

export type JsonType = JsonNode["type"];

/* Far beyond any mechanism, and small enough to be refused or read within a second and 200 MB. */
const LONGEST_TEXT = 10_000_000;
const MOST_VALUES = 300_000;
const DEEPEST_VALUE = 64;

/** Tokens of the scanner, whose own names are types only. */
const token = Object.freeze({
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  space: 15,
  end: 17,
});

/** What the scanner can find wrong within a token, in its order. */
const tokenProblems: readonly string[] = [
  "",
  "a comment does not end",
  "a text does not end on its line; close it with a quote",
  "a number is incomplete",
  "\\u needs four hexadecimal digits",
  "no such escape in a text; a backslash is written twice",
  "a text holds a control character; write it as an escape such as \\n",
];

/** The values of a JSON text with their places; throws a `FormatError` at the first thing that is no JSON. */
export function parseJson(given: string, file: string): JsonNode {
  refuseWrongText(given, file);
  // A byte-order mark is what some editors put first.
  const text = given.startsWith("\uFEFF") ? given.slice(1) : given;
  return new JsonParser(text, file).parse();
}

/** A text on its way through the scanner: the token that stands there, and the values so far. */
class JsonParser {
  readonly #text: string;
  readonly #file: string;
  readonly #scanner: JSONScanner;
  #kind: number = token.end;
  #count = 0;

  constructor(text: string, file: string) {
    this.#text = text;
    this.#file = file;
    this.#scanner = createScanner(text, false);
  }

  parse(): JsonNode {
    this.#advance(null, "");
    if (this.#kind === token.end)
      this.#fail("empty-file", "", `the file is empty. Begin with {"kinetree": 1, "bodies": [], "joints": []}.`);
    const root = this.#value(null, "", 0);
    this.#advance(null, "");
    if (this.#kind !== token.end) {
      const message = `${quoted(this.#scanner.getTokenValue())} follows the end of the model. Remove it.`;
      this.#fail("json-syntax", "", message);
    }
    return root;
  }

  /** Goes to the next token that is no blank. */
  #advance(parent: JsonNode | null, key: string | number): void {
    const scanner = this.#scanner;
    let kind: number;
    do {
      // The scanner collects blanks letter by letter; stepping over them keeps a file of nothing else cheap.
      let blank = scanner.getPosition();
      while (this.#text.charCodeAt(blank) === 0x20 || this.#text.charCodeAt(blank) === 0x09) blank++;
      scanner.setPosition(blank);
      kind = scanner.scan();
    } while (kind === token.space || kind === token.lineBreak);
    this.#kind = kind;
    const problem = tokenProblems[scanner.getTokenError()];
    if (problem !== "")
      this.#fail("json-syntax", pathOf(parent, key), `${problem}.`, scanner.getTokenValue().slice(0, 60));
    if (kind === token.lineComment || kind === token.blockComment) {
      const message = `JSON has no comments. Write "$comment": "…" in an object instead.`;
      this.#fail("json-comment", pathOf(parent, key), message);
    }
  }

  #value(parent: JsonNode | null, key: string | number, depth: number): JsonNode {
    if (++this.#count > MOST_VALUES)
      this.#fail("too-large", "", `the file has more than ${MOST_VALUES} values. Split the model.`, MOST_VALUES);
    if (depth > DEEPEST_VALUE)
      this.#fail("too-deep", "", `values nest deeper than ${DEEPEST_VALUE} levels. No field needs that: flatten them.`);
    const scanner = this.#scanner;
    // Written out, because copying parts of objects costs more than all the rest of reading.
    const line = scanner.getTokenStartLine() + 1;
    const column = scanner.getTokenStartCharacter() + 1;
    switch (this.#kind) {
      case token.openBrace: {
        const members = new Map<string, JsonNode>();
        const node: JsonNode = { line, column, parent, key, type: "object", members };
        this.#readMembers(node, members, depth);
        return node;
      }
      case token.openBracket: {
        const items: JsonNode[] = [];
        const node: JsonNode = { line, column, parent, key, type: "array", items };
        this.#readItems(node, items, depth);
        return node;
      }
      case token.string:
        return { line, column, parent, key, type: "string", value: scanner.getTokenValue() };
      case token.number: {
        const digits = scanner.getTokenValue();
        return { line, column, parent, key, type: "number", value: Number(digits), text: digits };
      }
      case token.true:
        return { line, column, parent, key, type: "boolean", value: true };
      case token.false:
        return { line, column, parent, key, type: "boolean", value: false };
      case token.null:
        return { line, column, parent, key, type: "null" };
      default:
        return this.#missing(parent, key, "a value");
    }
  }

  #readMembers(node: JsonNode, members: Map<string, JsonNode>, depth: number): void {
    this.#advance(node, "");
    while (!this.#is(token.closeBrace)) {
      if (!this.#is(token.string))
        this.#missing(node.parent, node.key, members.size === 0 ? `a name or "}"` : "a name");
      const name = this.#scanner.getTokenValue();
      if (members.has(name)) {
        const first = members.get(name)?.line;
        const message = `key ${quoted(name)} is already on line ${first}. Keep one.`;
        this.#fail("duplicate-key", pathOf(node, name), message, name);
      }
      this.#advance(node, name);
      if (!this.#is(token.colon)) this.#missing(node, name, `":"`);
      this.#advance(node, name);
      members.set(name, this.#value(node, name, depth + 1));
      this.#advance(node, name);
      if (!this.#is(token.comma)) break;
      this.#advance(node, name);
      this.#refuseLastComma(token.closeBrace, node, name);
    }
    if (!this.#is(token.closeBrace)) this.#missing(node.parent, node.key, `"," or "}"`);
  }

  #readItems(node: JsonNode, items: JsonNode[], depth: number): void {
    this.#advance(node, 0);
    while (!this.#is(token.closeBracket)) {
      items.push(this.#value(node, items.length, depth + 1));
      this.#advance(node, items.length);
      if (!this.#is(token.comma)) break;
      this.#advance(node, items.length);
      this.#refuseLastComma(token.closeBracket, node, "");
    }
    if (!this.#is(token.closeBracket)) this.#missing(node.parent, node.key, `"," or "]"`);
  }

  #refuseLastComma(close: number, node: JsonNode, key: string): void {
    if (this.#is(close)) this.#fail("json-syntax", pathOf(node, key), "the last comma is too much. Remove it.");
  }

  #is(kind: number): boolean {
    return this.#kind === kind;
  }

  #missing(parent: JsonNode | null, key: string | number, wanted: string): never {
    const found = this.#kind === token.end ? "the end of the file" : quoted(this.#scanner.getTokenValue());
    return this.#fail("json-syntax", pathOf(parent, key), `${found} stands where ${wanted} is missing. Add it.`);
  }

  #fail(code: string, path: string, message: string, value?: unknown): never {
    const line = this.#scanner.getTokenStartLine() + 1;
    const column = this.#scanner.getTokenStartCharacter() + 1;
    throw new FormatError(this.#file, [{ code, message, line, column, path, value }]);
  }
}

/** What no scanner should see: too much of it, or a text in another encoding. */
function refuseWrongText(text: string, file: string): void {
  const refuse = (code: string, message: string, value?: unknown): never => {
    const issue: FormatIssue = { code, message, line: null, column: null, path: "", value };
    throw new FormatError(file, [issue]);
  };
  if (text.length > LONGEST_TEXT)
    refuse("too-large", `the file has ${text.length} characters, more than ${LONGEST_TEXT}. Split it.`, text.length);
  if (text.includes("\0") || text.startsWith("\uFFFD") || text.startsWith("\uFFFE"))
    refuse("wrong-encoding", "the file is not in UTF-8 (it holds zero bytes or a foreign mark). Save it as UTF-8.");
}

/** Name of a field as a path shows it: names that are no identifiers in brackets. */
function pathOf(parent: JsonNode | null, key: string | number): string {
  const parts: string[] = [];
  for (let node = parent, at = key; ; node = node.parent) {
    if (typeof at === "number") parts.push(`[${at}]`);
    else if (/^[\w$]{1,60}$/.test(at)) parts.push(`.${at}`);
    else if (at !== "") parts.push(`[${quoted(at)}]`);
    if (node === null) break;
    at = node.key;
  }
  return parts.reverse().join("").replace(/^\./, "");
}

/** Where a value is, such as `bodies[2].mass`. */
export const nodePath = (node: JsonNode): string => pathOf(node.parent, node.key);
