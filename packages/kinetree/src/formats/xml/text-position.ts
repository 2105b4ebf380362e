/** A place in a text, both counted from 1 as editors do. */
interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Lines and columns of offsets; "\n", "\r\n" and "\r" end a line. Goes on from the last offset: rising ones cost one pass and no memory. */
export function textPositions(text: string): (offset: number) => TextPosition {
  let line = 1;
  let lineStart = 0;
  let at = 0;
  return (offset) => {
    if (offset < at) [line, lineStart, at] = [1, 0, 0];
    for (; at < offset; at++) {
      const sign = text.charCodeAt(at);
      if (sign !== NEWLINE && !(sign === RETURN && text.charCodeAt(at + 1) !== NEWLINE)) continue;
      line++;
      lineStart = at + 1;
    }
    return { line, column: offset - lineStart + 1 };
  };
}

const NEWLINE = 10;
const RETURN = 13;
