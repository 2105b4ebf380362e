import { describe, expect, test } from "vitest";
import { FormatError, type FormatIssue } from "../../../src/formats/format-error.js";
import { parseXml, xmlLimits } from "../../../src/formats/xml/xml.js";

function mistakeIn(text: string): FormatIssue {
  try {
    parseXml(text, "a.urdf");
  } catch (error) {
    if (error instanceof FormatError) return error.issues[0];
    throw error;
  }
  throw new Error("was read without an error");
}

describe("a text becomes a tree", () => {
  const text = `<?xml version="1.0"?>
<!-- a comment -->
<robot name="r">
  <link name="arm"><visual/><visual a='1'
    b = "x &amp; &#65;"/></link>
  <note> some <![CDATA[<text>]]> </note>
</robot>`;
  const root = parseXml(text, "a.urdf");

  test("with names, attributes and text as written, entities of XML resolved", () => {
    expect(root.name).toBe("robot");
    expect(root.attributes.get("name")?.value).toBe("r");
    expect(root.children[0].children[1].attributes.get("b")?.value).toBe("x & A");
    expect(root.children[1].text).toBe("some <text>");
  });

  test("each element and attribute with line and column, from 1", () => {
    const [link] = root.children;
    expect([root.line, root.column]).toEqual([3, 1]);
    expect([link.line, link.column]).toEqual([4, 3]);
    expect([link.children[1].line, link.children[1].column]).toEqual([4, 29]);
    const { line, column } = link.children[1].attributes.get("b") ?? { line: 0, column: 0 };
    expect([line, column]).toEqual([5, 5]);
  });

  test("nameless siblings of one kind are told apart by number", () => {
    expect(root.children[0].path).toBe("robot/link[@name='arm']");
    expect(root.children[0].children.map(({ path }) => path)).toEqual([
      "robot/link[@name='arm']/visual[1]",
      "robot/link[@name='arm']/visual[2]",
    ]);
    expect(root.children[1].path).toBe("robot/note");
  });

  test("a byte order mark and the line ends of all systems change nothing but positions", () => {
    expect(parseXml("\uFEFF<a><b/></a>", "f").children[0].column).toBe(4);
    expect(parseXml("<a>\r\n<b/></a>", "f").children[0].line).toBe(2);
    expect(parseXml("<a>\r<b/></a>", "f").children[0].line).toBe(2);
  });

  test("processing instructions are told", () => {
    const heard: FormatIssue[] = [];
    parseXml('<?xml version="1.0"?>\n<?xml-model href="x"?><a/>', "f", (issue) => heard.push(issue));
    expect(heard).toMatchObject([{ code: "xml-instruction", line: 2, column: 1, value: "xml-model" }]);
  });
});

describe("deviations from XML that public models have are told and change nothing", () => {
  const plain = `<a>\n<b x="1" y="2"/></a>`;
  const cases: readonly (readonly [string, string, string, number])[] = [
    ["a version that does not exist", `<?xml version="0.0" ?>\n${plain}`, "xml-declaration", 1],
    ["a declaration below an empty line", `\n<?xml version="1.0"?>${plain}`, "xml-declaration", 2],
    ["a declaration below a comment", `<!-- by hand -->\n\n<?xml version="1.0"?>${plain}`, "xml-declaration", 3],
    ["a double hyphen in a comment", `<!--- arm -- left --->\n${plain}`, "xml-comment", 1],
    ["a line of hyphens", `<a>\n<!------- <c/> -------><b x="1" y="2"/></a>`, "xml-comment", 2],
    ["zeros at the end", `${plain}\n\0\0`, "xml-zeros", 3],
    ["no space between attributes", `<a>\n<b x="1"y="2"/></a>`, "xml-space", 2],
  ];
  test.each(cases)("%s", (_, text, code, line) => {
    const heard: FormatIssue[] = [];
    const root = parseXml(text, "f", (issue) => heard.push(issue));
    expect(root.children.map(({ name, attributes }) => [name, attributes.get("x")?.value])).toEqual([["b", "1"]]);
    expect(root.children[0].attributes.get("y")?.value).toBe("2");
    expect(heard).toMatchObject([{ code, line }]);
  });

  test("and positions behind them stay right", () => {
    const [b] = parseXml(`<!-- a\n -- b --><?xml version="0.0"?><a><b/></a>`, "f").children;
    expect([b.line, b.column]).toEqual([2, 34]);
  });

  test("while hyphens in character data are data", () => {
    const text = `<a><![CDATA[<!-- 1 -- 2 -->]]></a>`;
    const heard: FormatIssue[] = [];
    expect(parseXml(text, "f", (issue) => heard.push(issue)).text).toBe("<!-- 1 -- 2 -->");
    expect(heard).toEqual([]);
  });
});

describe("what is refused, with the place", () => {
  test("a document type, so that entities cannot expand", () => {
    const bomb = `<?xml version="1.0"?>\n<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>\n<robot>&b;</robot>`;
    expect(mistakeIn(bomb)).toMatchObject({ code: "xml-doctype", line: 2, column: 1 });
  });

  test.each(["&b;", "&constructor;", "&__proto__;"])("the undefined entity %s", (entity) => {
    expect(mistakeIn(`<robot>\n ${entity}</robot>`)).toMatchObject({ code: "xml-syntax", line: 2, path: "robot" });
  });

  test(`nesting deeper than ${xmlLimits.depth}, and not ${xmlLimits.depth} itself`, () => {
    const nested = (depth: number): string => "<a>".repeat(depth) + "</a>".repeat(depth);
    expect(() => parseXml(nested(xmlLimits.depth), "f")).not.toThrow();
    expect(mistakeIn(nested(xmlLimits.depth + 1))).toMatchObject({ code: "xml-depth", line: 1 });
    expect(mistakeIn("<a>".repeat(1_000_000))).toMatchObject({ code: "xml-depth" });
  });

  test("texts, elements and attributes beyond the limits", () => {
    expect(mistakeIn(" ".repeat(xmlLimits.length + 1)).code).toBe("xml-too-long");
    expect(mistakeIn(`<a>${"<b/>".repeat(xmlLimits.elements)}</a>`).code).toBe("xml-too-long");
    const attributes = Array.from({ length: xmlLimits.attributes + 1 }, (_, i) => `a${i}=""`).join(" ");
    expect(mistakeIn(`<a ${attributes}/>`).code).toBe("xml-too-long");
  });

  test("an attribute given twice", () => {
    expect(mistakeIn('<a>\n<b x="1" x="2"/></a>')).toMatchObject({
      code: "xml-duplicate-attribute",
      line: 2,
      column: 10,
      value: "2",
    });
  });

  test.each([
    "",
    "   ",
    "no xml",
    "<a>",
    "<a></b>",
    "<a",
    '<a b="',
    "<a b=1/>",
    "<a/><b/>",
    "</a>",
    "<a>&</a>",
    "<a>\0</a>",
    '<a b="<"/>',
    "<!-- ",
    "<?xml",
    "<![CDATA[",
    "<!DOCTYPE",
  ])("broken XML %j, with a fix and without a stack trace", (text) => {
    const { code, message } = mistakeIn(text);
    expect(code).toBe("xml-syntax");
    expect(message).toMatch(/^the XML is broken.*: .+\. [A-Z].*\.$/s);
  });
});
