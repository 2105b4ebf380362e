import { describe, expect, test } from "vitest";
import { holds, signedCondition } from "../../src/outputs/arithmetic.js";
import { namesInCondition, parseCondition } from "../../src/outputs/condition.js";
import { refusal } from "../../../kinetree/test/support/refusal.js";

const values: Readonly<Record<string, number>> = {
  a: 2,
  b: 3,
  tilt: 1.7,
  missing: NaN,
  "foot force": 5,
  "peak.time": 4,
  not_x: 1,
};
const valueOf = (name: string): number => values[name];
const isTrue = (text: string): boolean => holds(parseCondition(text), valueOf);

describe("conditions / what they say", () => {
  test.each([
    ["a < b", true],
    ["a > b", false],
    ["a + 1 >= b", true],
    ["a <= 2 and b <= 2", false],
    ["a <= 2 or b <= 2", true],
    ["not a > b", true],
    ["not (a < b and tilt > 1)", false],
    // and binds before or
    ["a > 5 and b > 5 or tilt > 1", true],
    ["a > 5 and (b > 5 or tilt > 1)", false],
    ["(a + b) * 2 == 10", true],
    ["((a < b))", true],
    ["a != 2", false],
    ["-a < -1", true],
    ["max(a, b) > 2.5 and min(a, b) < 2.5", true],
    ["`foot force` > 4", true],
    ["peak.time > 3", true],
    ["a", true],
    ["a - 2", false],
    ["not_x > 0", true],
    // What is missing compares to nothing
    ["missing < 1", false],
    ["missing >= 1", false],
    ["missing != 1", false],
    ["not missing < 1", true],
  ])("%s", (text, expected) => {
    expect(isTrue(text)).toBe(expected);
  });

  test.each(["1 < a < 3", "a = 2", "a >", "> 3", "a > 1 and", "a > 1)", ""])("%s / refused as a condition", (text) => {
    const subject = `condition "${text}"`;
    expect(refusal(() => parseCondition(text))).toEqual({ code: "condition-syntax", subject, value: text });
  });

  test.each([
    ["(a > 1", "(a > 1"],
    ["a > sinn(b)", "sinn(b)"],
  ])("%s / refused as an expression", (text, part) => {
    const subject = `expression "${part}"`;
    expect(refusal(() => parseCondition(text))).toEqual({ code: "expression-syntax", subject, value: part });
  });

  test("names / each once, quoted or not", () => {
    expect(namesInCondition(parseCondition("a > 1 and (b < a or not `foot force` > b)"))).toEqual([
      "a",
      "b",
      "foot force",
    ]);
  });
});

test("signed number of a condition / positive where the condition is true", () => {
  for (const text of ["x < 1", "x > 1", "x > 0 and x < 1", "x < 0 or x > 1", "not (x < 0 or x > 1)"]) {
    const condition = parseCondition(text);
    for (const x of [-1.5, -0.3, 0.2, 0.7, 1.3, 3])
      expect((signedCondition(condition, () => x) as number) > 0).toBe(holds(condition, () => x));
  }
});

describe("conditions / where a number rises through zero, from exactly zero", () => {
  const signOf = (text: string): number => Math.sign(signedCondition(parseCondition(text), () => 0) as number);

  test.each(["x > 0", "x < 0", "not x <= 0", "not (x >= 0 and x <= 0)", "x > 0 or x < 0"])(
    "%s is not true yet",
    (text) => {
      expect(signOf(text)).toBe(-1);
    },
  );

  test.each(["x >= 0", "x <= 0", "not x > 0", "not (x > 0 or x < 0)"])("%s is true", (text) => {
    expect(signOf(text)).toBe(0);
  });

  test("other numbers stay what they are", () => {
    for (const x of [1e-280, 1, -3, 1e300]) expect(signedCondition(parseCondition("x > 0"), () => x)).toBe(x);
  });
});
