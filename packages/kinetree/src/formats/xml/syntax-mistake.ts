/** Error messages of the parser, by their beginning, with fixes. */
const fixes: readonly (readonly [string, string])[] = [
  ["unclosed tag", "Close it, or look above for a missing quote."],
  ["unmatched closing tag", "Give it an opening tag, or remove it."],
  ["unexpected close tag", "Close the elements in the opposite order of opening them."],
  ["unexpected end", "The text is incomplete: complete it."],
  ["document must contain a root element", "Write the root element of a model, such as <robot> or <mujoco>."],
  ["documents may contain only one root", "Keep one root element, and put the rest inside it."],
  ["text data outside of root node", "Remove the text before or after the root element."],
  ["attribute without value", 'Write attributes as name="value".'],
  ["unquoted attribute value", 'Put the value in quotes: name="value".'],
  [
    "undefined entity",
    "Only &lt; &gt; &amp; &quot; &apos; and numbers like &#176; are known. Write the character itself.",
  ],
  ["malformed character entity", "Write the character itself."],
  ["empty entity name", "Write &amp; for the sign itself."],
  ["disallowed character in entity name", "Write &amp; for the sign itself."],
  ["disallowed character in tag name", "Write &lt; for the sign itself, or correct the tag."],
  ["disallowed character in attribute name", "Look for a missing quote or bracket before it."],
  ["disallowed character", "Write &lt; for <, and remove control characters."],
  ["an XML declaration", "Move <?xml …?> to the very beginning of the file."],
  ["the XML declaration", "Move <?xml …?> to the very beginning of the file."],
];

/** A message of the parser such as `robot.urdf:3:7: unclosed tag: link` as one of ours, with the fix. */
export function syntaxMistake(
  complaint: string,
  inside: { readonly name: string; readonly line: number } | null,
): string {
  const bare = complaint.replace(/^(?:[^\s:]*:)?\d+:\d+: /, "").replace(/\.$/, "");
  const fix = fixes.find(([start]) => bare.startsWith(start))?.[1] ?? "Correct the XML.";
  const where = inside === null ? "" : `, in <${inside.name}> of line ${inside.line}`;
  return `the XML is broken${where}: ${bare}. ${fix}`;
}
