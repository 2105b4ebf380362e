import { SaxesParser } from "saxes";
import { FormatError, quoted, type FormatIssue } from "../format-error.js";
import { withoutDeviations } from "./common-deviations.js";
import { syntaxMistake } from "./syntax-mistake.js";
import { textPositions } from "./text-position.js";

export interface XmlAttribute {
  readonly name: string;
  readonly value: string;
  readonly line: number;
  readonly column: number;
}

export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, XmlAttribute>;
  readonly children: readonly XmlElement[];
  /** All characters directly inside, without the white space around them. */
  readonly text: string;
  readonly line: number;
  readonly column: number;
  /** Such as `robot/link[@name='arm']/visual[2]`. */
  readonly path: string;
}

interface OpenElement extends XmlElement {
  readonly attributes: Map<string, XmlAttribute>;
  readonly children: OpenElement[];
  text: string;
  path: string;
}

/** Robots are a few hundred kilobytes; larger texts are not models, or made to exhaust memory. */
export const xmlLimits = Object.freeze({
  /** Characters of the whole text. */
  length: 50_000_000,
  depth: 100,
  elements: 100_000,
  attributes: 1_000,
});

const entities = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" } as const;

/**
 * Reads a text into a tree of elements. Document types are refused, and with them every entity but the five that XML
 * itself has. `onWarning` hears of processing instructions, which mean nothing to a model, and of forgiven deviations from
 * XML.
 */
export function parseXml(text: string, file: string, onWarning: (issue: FormatIssue) => void = () => {}): XmlElement {
  if (text.length > xmlLimits.length) {
    const message = `the text has ${text.length} characters, at most ${xmlLimits.length} are read. Split the file, or keep meshes and tables outside it.`;
    const nowhere = { line: null, column: null, path: "" };
    throw new FormatError(file, [{ code: "xml-too-long", message, ...nowhere, value: text.length }]);
  }
  const unmarked = text.startsWith("\uFEFF") ? text.slice(1) : text;
  return new TreeReader(withoutDeviations(unmarked, onWarning), file, onWarning).read();
}

class TreeReader {
  readonly #text: string;
  readonly #file: string;
  readonly #positionOf: ReturnType<typeof textPositions>;
  readonly #onWarning: (issue: FormatIssue) => void;
  readonly #parser = new SaxesParser();
  readonly #open: OpenElement[] = [];
  #root: OpenElement | null = null;
  #count = 0;
  #isSpaceMissed = false;

  constructor(text: string, file: string, onWarning: (issue: FormatIssue) => void) {
    this.#text = text;
    this.#file = file;
    this.#onWarning = onWarning;
    this.#positionOf = textPositions(text);
    // Without a prototype, so that "&constructor;" is as unknown as any other entity.
    this.#parser.ENTITIES = Object.assign(Object.create(null) as Record<string, string>, entities);
    this.#parser.on("error", (error) => this.#failSyntax(error.message));
    this.#parser.on("doctype", () => this.#failDoctype());
    this.#parser.on("processinginstruction", ({ target }) => this.#warnInstruction(target));
    this.#parser.on("opentagstart", ({ name }) => this.#openElement(name));
    this.#parser.on("attribute", ({ name, value }) => this.#addAttribute(name, value));
    this.#parser.on("text", (characters) => this.#addText(characters));
    this.#parser.on("cdata", (characters) => this.#addText(characters));
    this.#parser.on("closetag", () => this.#closeElement());
  }

  read(): XmlElement {
    this.#parser.write(this.#text).close();
    const root = this.#root;
    // The parser itself complains of a missing root; this is for the compiler.
    if (root === null) return this.#fail(0, "xml-syntax", "there is no element. Write the root element of a model.");
    namePaths(root, root.name);
    return root;
  }

  #openElement(name: string): void {
    const offset = this.#text.lastIndexOf("<", this.#parser.position - 1);
    if (this.#open.length >= xmlLimits.depth) {
      const message = `<${name}> is nested deeper than ${xmlLimits.depth} elements. Flatten the file: no model nests that deep.`;
      this.#fail(offset, "xml-depth", message, xmlLimits.depth);
    }
    this.#count++;
    if (this.#count > xmlLimits.elements) {
      const message = `there are more than ${xmlLimits.elements} elements. Split the model into smaller files.`;
      this.#fail(offset, "xml-too-long", message, this.#count);
    }
    const element: OpenElement = {
      name,
      attributes: new Map(),
      children: [],
      text: "",
      ...this.#positionOf(offset),
      path: "",
    };
    const parent = this.#open.at(-1);
    if (parent === undefined) this.#root = element;
    else parent.children.push(element);
    this.#open.push(element);
  }

  #addAttribute(name: string, value: string): void {
    const element = this.#open.at(-1);
    if (element === undefined) return;
    // The value ends at the position, so the quote before that is where it began: no value holds its own quote.
    const closing = this.#parser.position - 1;
    const opening = this.#text.lastIndexOf(this.#text[closing], closing - 1);
    const offset = this.#text.lastIndexOf(name, opening);
    if (element.attributes.has(name)) {
      const message = `attribute "${name}" of <${element.name}> is given twice, the second time as ${quoted(value)}. Keep one of the two.`;
      this.#fail(offset, "xml-duplicate-attribute", message, value);
    }
    if (element.attributes.size >= xmlLimits.attributes) {
      const message = `<${element.name}> has more than ${xmlLimits.attributes} attributes. No element of a model has that many: look for a missing ">".`;
      this.#fail(offset, "xml-too-long", message, name);
    }
    element.attributes.set(name, { name, value, ...this.#positionOf(offset) });
  }

  #addText(characters: string): void {
    const element = this.#open.at(-1);
    if (element !== undefined) element.text += characters;
  }

  #closeElement(): void {
    const element = this.#open.pop();
    if (element !== undefined) element.text = element.text.trim();
  }

  #warnInstruction(target: string): void {
    const offset = this.#text.lastIndexOf("<?", this.#parser.position - 1);
    const message = `the processing instruction <?${target} …?> is not used. Remove it, or resolve it with the tool that it is for.`;
    this.#onWarning({ code: "xml-instruction", message, ...this.#place(offset), value: target });
  }

  /** Once: a file that leaves one out leaves out many. */
  #warnSpace(offset: number): void {
    if (this.#isSpaceMissed) return;
    this.#isSpaceMissed = true;
    const message = `there is no space between two attributes of <${this.#open.at(-1)?.name ?? ""}>. Put one there.`;
    this.#onWarning({ code: "xml-space", message, ...this.#place(offset) });
  }

  #failDoctype(): never {
    const message =
      "a document type (<!DOCTYPE …>) is refused, because the entities in it can grow without bound. " +
      "Remove it, and write out the values of its entities.";
    return this.#fail(this.#text.lastIndexOf("<!DOCTYPE", this.#parser.position), "xml-doctype", message);
  }

  #failSyntax(complaint: string): void {
    const offset = Math.min(Math.max(this.#parser.position - 1, 0), this.#text.length);
    // The parser goes on as if there were a space, and so do most others.
    if (complaint.includes("no whitespace between attributes")) return this.#warnSpace(offset);
    return this.#fail(offset, "xml-syntax", syntaxMistake(complaint, this.#open.at(-1) ?? null));
  }

  #fail(offset: number, code: string, message: string, value?: unknown): never {
    throw new FormatError(this.#file, [{ code, message, ...this.#place(offset), value }]);
  }

  /** Where the parser stands: position in the text, and the elements that are open. */
  #place(offset: number): Pick<FormatIssue, "line" | "column" | "path"> {
    const path = this.#open.map((element, depth) => (depth === 0 ? element.name : stepName(element))).join("/");
    return { ...this.#positionOf(Math.max(offset, 0)), path };
  }
}

/** Longest name that a path repeats in full. */
const LONGEST_NAME = 60;

/** An element as a step of a path: by its name attribute where it has one. */
function stepName(element: OpenElement): string {
  const name = element.attributes.get("name")?.value;
  if (name === undefined) return element.name;
  return `${element.name}[@name='${name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name}']`;
}

/** Paths are known only once all siblings are: nameless ones of one kind are numbered, from 1. */
function namePaths(element: OpenElement, path: string): void {
  element.path = path;
  const total = new Map<string, number>();
  for (const child of element.children) total.set(stepName(child), (total.get(stepName(child)) ?? 0) + 1);
  const seen = new Map<string, number>();
  for (const child of element.children) {
    const step = stepName(child);
    const number = (seen.get(step) ?? 0) + 1;
    seen.set(step, number);
    namePaths(child, `${path}/${step}${(total.get(step) ?? 0) > 1 ? `[${number}]` : ""}`);
  }
}
