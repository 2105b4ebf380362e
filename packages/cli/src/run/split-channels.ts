/** Channels between commas; those inside parentheses or quotes belong to an expression or a name. */
export function splitChannels(given: readonly string[] = []): string[] {
  return given.flatMap(splitOne).filter((channel) => channel !== "");
}

function splitOne(text: string): string[] {
  const parts = [""];
  let depth = 0;
  let quote: string | null = null;
  for (const character of text) {
    if (quote !== null) {
      if (character === quote) quote = null;
    } else if (character === '"' || character === "`") quote = character;
    else if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (character === "," && depth <= 0) {
      parts.push("");
      continue;
    }
    parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}
