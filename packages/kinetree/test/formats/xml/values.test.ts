import { describe, expect, test } from "vitest";
import { warnUnknownContent, XmlReport } from "../../../src/formats/xml/report.js";
import { numberOf, numbersAttribute, tripleAttribute } from "../../../src/formats/xml/values.js";
import { parseXml } from "../../../src/formats/xml/xml.js";
import { isXmlText, writeXml } from "../../../src/formats/xml/write-xml.js";

describe("numbers in attributes", () => {
  test.each([
    ["1", 1],
    ["-0", -0],
    ["+.5", 0.5],
    ["1.", 1],
    ["1e-3", 1e-3],
    ["0.1", 0.1],
    ["1e999", Infinity],
    ["-inf", -Infinity],
  ])("%s is %d", (word, value) => expect(numberOf(word)).toBe(value));

  test.each(["", "0x10", "1,5", "1e", "e3", "--1", "nan", "1_000", "Number", "1 2"])("%j is none", (word) =>
    expect(numberOf(word)).toBeNaN(),
  );

  test("are counted, with the place and the fix", () => {
    const report = new XmlReport("f");
    const element = parseXml('<a>\n<b xyz="1 2" ok=" 1\n2\t3 " many="1 2 3 4 5"/></a>', "f").children[0];
    expect(tripleAttribute(report, element, "ok", [0, 0, 0])).toEqual([1, 2, 3]);
    expect(tripleAttribute(report, element, "none", [7, 8, 9])).toEqual([7, 8, 9]);
    expect(tripleAttribute(report, element, "xyz", [0, 0, 0])).toBeNull();
    expect(numbersAttribute(report, element, "many", { least: 1, most: 3 })).toBeNull();
    expect(report.errors).toMatchObject([
      { code: "number-count", line: 2, column: 4, path: "a/b/@xyz", value: "1 2" },
      { code: "number-count", path: "a/b/@many" },
    ]);
    expect(report.errors[0].message).toBe(
      '"xyz" of <b> is "1 2", must be 3 numbers, has 2. Give 3 numbers with spaces between them.',
    );
  });
});

describe("a report", () => {
  test("tells what is unknown with the nearest name, and ends a list that would never end", () => {
    const report = new XmlReport("f");
    const root = parseXml(`<a colour="x">${"<blink/>".repeat(20_000)}</a>`, "f");
    warnUnknownContent(report, root, { attributes: ["color"], children: ["link"] });
    expect(report.warnings[0].message).toContain('Did you mean "color"?');
    expect(report.warnings[1].message).toContain('Did you mean "link"?');
    expect(report.warnings).toHaveLength(10_001);
    expect(report.warnings.at(-1)?.code).toBe("more-issues");
  });
});

describe("writing", () => {
  test("what is written reads back as it was", () => {
    const value = ` a"<>&'\t\n\r é \u{1F9BE}`;
    const numbers = [0.1, -0, 1e-320, 1.7976931348623157e308, 1 / 3];
    const text = writeXml(
      { name: "a", attributes: { value, numbers, none: null }, children: [{ name: "b", text: "<&>" }] },
      ["a -- b -"],
    );
    const root = parseXml(text, "f");
    expect(root.attributes.get("value")?.value).toBe(value);
    const words = root.attributes.get("numbers")?.value.split(" ").map(Number) ?? [];
    expect(words.map((word, i) => Object.is(word, numbers[i]))).toEqual(numbers.map(() => true));
    expect(root.attributes.has("none")).toBe(false);
    expect(root.children[0].text).toBe("<&>");
  });

  test("texts that XML cannot hold are known", () => {
    expect(["a b", "é\u{1F9BE}", "\t\n"].every(isXmlText)).toBe(true);
    expect(["\u0000", "\u0007", "\uD800", "\uDC00x", "\uFFFF"].some(isXmlText)).toBe(false);
  });
});
