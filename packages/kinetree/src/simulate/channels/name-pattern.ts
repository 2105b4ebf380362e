/** Whether a text is a pattern's, in which * stands for any text; takes time in proportion to their lengths multiplied at most. */
export function matchesPattern(text: string, pattern: string): boolean {
  const [first, ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  // The earliest place of each part leaves the most for those behind it: nothing has to be tried twice.
  let at = first.length;
  for (const part of rest) {
    const place = text.indexOf(part, at);
    if (place < 0) return false;
    at = place + part.length;
  }
  return at <= text.length - last.length;
}

/** The name and its prefixes at dots: a.b.c, a.b, a. */
export function namePrefixes(name: string): string[] {
  const out = [name];
  for (let at = name.lastIndexOf("."); at > 0; at = name.lastIndexOf(".", at - 1)) out.push(name.slice(0, at));
  return out;
}
