import { FormatError, quoted } from "../format-error.js";
import { contentOf, type ReadFile } from "../read-file.js";
import type { XmlReport } from "../xml/report.js";
import { parseXml, xmlLimits, type XmlElement } from "../xml/xml.js";

/** Includes within includes beyond this are a loop in disguise. */
const DEEPEST_INCLUDE = 20;

/** A few files that include each other twice name half a million: more than any model has are a mistake. */
const MOST_INCLUDES = 1000;

interface Including {
  readonly report: XmlReport;
  readonly readFile: ReadFile | undefined;
  /** Elements put in so far, over all files. */
  count: number;
  /** Files put in so far. */
  includes: number;
}

/** The tree with every `include` replaced by the content of its file. Paths are relative to the main file, as in MuJoCo. */
export function expandIncludes(report: XmlReport, root: XmlElement, readFile: ReadFile | undefined): XmlElement {
  return expanded({ report, readFile, count: 0, includes: 0 }, root, []);
}

function expanded(including: Including, element: XmlElement, files: readonly string[]): XmlElement {
  including.count++;
  if (!element.children.some(hasInclude)) return element;
  const children = element.children.flatMap((child) =>
    child.name === "include" ? includedBy(including, child, files) : [expanded(including, child, files)],
  );
  return { ...element, children };
}

const hasInclude = (element: XmlElement): boolean => element.name === "include" || element.children.some(hasInclude);

function includedBy(including: Including, include: XmlElement, files: readonly string[]): readonly XmlElement[] {
  const { report, readFile } = including;
  const file = include.attributes.get("file")?.value ?? "";
  const fail = (code: string, message: string): readonly XmlElement[] => {
    report.errorAt(include, "file", code, message, file);
    return [];
  };
  if (file === "") return fail("missing-attribute", `<include> has no "file". Write file="…" with the file's path.`);
  const named = `file ${quoted(file)}`;
  if (files.includes(file))
    return fail("include-cycle", `${named} includes itself (${[...files, file].join(" → ")}). Break the cycle.`);
  if (files.length >= DEEPEST_INCLUDE)
    return fail("include-depth", `${named} is included deeper than ${DEEPEST_INCLUDE} files. Flatten them.`);
  if (readFile === undefined) {
    const fix = "Give the option readFile, or put its content into the model.";
    return fail("no-file-access", `${named} is to be included, but files cannot be read here. ${fix}`);
  }
  if (++including.includes > MOST_INCLUDES) {
    // Said once: the rest is not read at all.
    if (including.includes > MOST_INCLUDES + 1) return [];
    const chain = [...files, file].slice(-4).map(quoted).join(" → ");
    return fail(
      "include-count",
      `${named} would be file number ${MOST_INCLUDES + 1} that is included (${chain}), must be at most ${MOST_INCLUDES}. Look for files that include others more than once.`,
    );
  }
  const content = contentOf(readFile, file);
  if (content instanceof Error)
    return fail("unreadable-file", `${named} cannot be included: ${content.message}. Check its path from the model.`);
  const root = parsed(including, file, content);
  if (root === null) return [];
  const { children } = expanded(including, withPath(root, file), [...files, file]);
  if (including.count > xmlLimits.elements)
    return fail("xml-too-long", `with ${named} there are more than ${xmlLimits.elements} elements. Include less.`);
  return children;
}

/** Mistakes of an included file are reported with the rest, under its own name. */
function parsed({ report }: Including, file: string, content: string | Uint8Array): XmlElement | null {
  const text = typeof content === "string" ? content : new TextDecoder().decode(content);
  try {
    return parseXml(text, file, (issue) => report.warnings.push({ ...issue, path: `${file}: ${issue.path}` }));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    for (const issue of error.issues) report.errors.push({ ...issue, path: `${file}: ${issue.path}` });
    return null;
  }
}

/** Line numbers are those of the included file, so paths say which. */
function withPath(element: XmlElement, file: string): XmlElement {
  const children = element.children.map((child) => withPath(child, file));
  return { ...element, path: `${file}: ${element.path}`, children };
}
