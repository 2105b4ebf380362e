const shortEscapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A name for one line of a terminal: what would break the line, or command the terminal, is shown as an escape. */
export const shownName = (name: string): string =>
  name.replace(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => shortEscapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
