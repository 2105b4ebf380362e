import { quoted, type FormatIssue } from "../format-error.js";
import { textPositions } from "./text-position.js";

/**
 * Public models deviate from XML in ways that all parsers of robots accept and that change nothing: a declaration of
 * version "0.0" or below the first line, comments with a double hyphen, zeros after the end. These are reported and overwritten
 * by spaces, so that all positions stay.
 */
export function withoutDeviations(text: string, onWarning: (issue: FormatIssue) => void): string {
  const positionOf = textPositions(text);
  const warn = (offset: number, code: string, message: string, value?: unknown): void =>
    onWarning({ code, message, ...positionOf(offset), path: "", value });
  return withPlainComments(withoutDeclaration(withoutFinalZeros(text, warn), warn), warn);
}

type Warn = (offset: number, code: string, message: string, value?: unknown) => void;

const ZERO = 0;

function withoutFinalZeros(text: string, warn: Warn): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === ZERO) end--;
  if (end === text.length) return text;
  const count = text.length - end;
  const message = `the file ends with ${count === 1 ? "a zero character, which is" : `${count} zero characters, which are`} not used. Remove what follows the last ">".`;
  warn(end, "xml-zeros", message, count);
  return blanked(text, end, text.length);
}

function withoutDeclaration(text: string, warn: Warn): string {
  const start = endOfComments(text);
  const end = text.indexOf("?>", start);
  if (end < 0 || !/^<\?xml\s/.test(text.slice(start, start + 6))) return text;
  const declaration = text.slice(start, end);
  const version = /\sversion\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(declaration);
  const given = version?.[1] ?? version?.[2] ?? "";
  const isKnown = version === null || /^1\.[0-9]+$/.test(given);
  if (start === 0 && isKnown) return text;
  const message = isKnown
    ? "<?xml …?> is not at the beginning of the file, where XML requires it; it is not used. Move it to the very beginning."
    : `the XML declaration has the version ${quoted(given)}, which does not exist; 1.0 is taken. Write <?xml version="1.0"?>.`;
  warn(start, "xml-declaration", message, given);
  return blanked(text, start, end + 2);
}

/** Offset of the first thing that is neither white space nor a comment. */
function endOfComments(text: string): number {
  const thing = /\S/g;
  for (let at = 0; ;) {
    thing.lastIndex = at;
    const start = thing.exec(text)?.index ?? text.length;
    if (!text.startsWith("<!--", start)) return start;
    const end = text.indexOf("-->", start + 4);
    if (end < 0) return start;
    at = end + 3;
  }
}

/** A comment ends at the first "-->", whatever is inside. */
function withPlainComments(text: string, warn: Warn): string {
  const parts: string[] = [];
  let done = 0;
  let first = -1;
  let count = 0;
  for (let at = text.indexOf("<!"); at >= 0;) {
    const isComment = text.startsWith("<!--", at);
    const isData = text.startsWith("<![CDATA[", at);
    const end = isComment ? text.indexOf("-->", at + 4) : isData ? text.indexOf("]]>", at) : at;
    if (end < 0) break;
    const inside = isComment ? text.slice(at + 4, end) : "";
    if (inside.includes("--") || inside.endsWith("-")) {
      if (count === 0) first = at;
      count++;
      parts.push(text.slice(done, at + 4), inside.replaceAll("-", " "));
      done = end;
    }
    at = text.indexOf("<!", Math.max(end, at + 2));
  }
  if (count === 0) return text;
  const others = count === 1 ? "" : `, and ${count - 1} more of the file,`;
  const message = `the comment${others} has a double hyphen inside, which XML does not allow; the next "-->" ends it. Remove the hyphens.`;
  warn(first, "xml-comment", message, count);
  return parts.join("") + text.slice(done);
}

/** Lines stay lines. */
const blanked = (text: string, start: number, end: number): string =>
  text.slice(0, start) + text.slice(start, end).replace(/[^\r\n]/g, " ") + text.slice(end);
