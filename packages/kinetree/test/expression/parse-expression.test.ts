import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Expression } from "../../src/expression/expression.js";
import { ExpressionError } from "../../src/expression/expression-error.js";
import { parseExpression } from "../../src/expression/parse-expression.js";

/** With all its parentheses. */
function show(e: Expression): string {
  switch (e.kind) {
    case "number":
      return String(e.value);
    case "name":
      return `<${e.name}>`;
    case "negate":
      return `(-${show(e.argument)})`;
    case "binary":
      return `(${show(e.left)}${e.operator}${show(e.right)})`;
    case "call":
      return `${e.function}(${e.arguments.map(show).join(",")})`;
  }
}

test.each([
  ["2*length + 0.1", "((2*<length>)+0.1)"],
  ["a-b-c", "((<a>-<b>)-<c>)"],
  ["a/b*c", "((<a>/<b>)*<c>)"],
  ["2^3^2", "(2^(3^2))"],
  ["-x^2", "(-(<x>^2))"],
  ["-5^2", "(-(5^2))"],
  ["-5*p", "(-5*<p>)"],
  ["2^-x", "(2^(-<x>))"],
  ["a - -5", "(<a>--5)"],
  ["+x", "<x>"],
  ["pi", String(Math.PI)],
  ["`pi`", "<pi>"],
  ["pos.arm.x - 0.1*cos(q.elbow)", "(<pos.arm.x>-(0.1*cos(<q.elbow>)))"],
  ["q.ball.0", "<q.ball.0>"],
  ['`left-arm/tip 1` * "a b"', "(<left-arm/tip 1>*<a b>)"],
  ["atan2(min(1, x), max(2, y))", "atan2(min(1,<x>),max(2,<y>))"],
  ["1e-3 + .5 + 2.", "((0.001+0.5)+2)"],
  [" x ** 2 · y − 1 ", "(((<x>^2)*<y>)-1)"],
])("%s / its structure", (text, structure) => expect(show(parseExpression(text))).toBe(structure));

describe("no expression / where", () => {
  test.each([
    ["", 0],
    ["2*", 2],
    ["2 m", 2],
    ["a b", 2],
    ["(a", 2],
    ["a)", 1],
    ["sinn(x)", 0],
    ["sin(1, 2)", 0],
    ["a $ b", 2],
    ["`abc", 0],
    ["``", 0],
  ])("%s", (text, position) => {
    const facts = { code: "expression-syntax", subject: `expression "${text}"`, value: text, position };
    expect(errorOf(text)).toMatchObject(facts);
  });

  test.each([
    ["parentheses", "(".repeat(50_000)],
    ["signs", `${"-".repeat(50_000)}1`],
    ["powers", `${"2^".repeat(40_000)}1`],
    ["a sum", `1${"+x".repeat(40_000)}`],
    ["calls", "sin(".repeat(20_000)],
  ])("deeply nested %s", (_, text) => expect(errorOf(text).code).toBe("expression-depth"));

  test("any text / an expression or an ExpressionError", () => {
    const signs = fc.constantFrom(
      "(",
      ")",
      "+",
      "-",
      "*",
      "/",
      "^",
      ",",
      "x",
      "sin(",
      "1",
      ".",
      "`",
      '"',
      " ",
      "e",
      "𝜋",
    );
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 30 }), (parts) => {
        expect(outcomeOf(parts.join(""))).toMatch(/^(expression|expression-\w+)$/);
      }),
      { seed: 7, numRuns: 2000 },
    );
  });
});

/** The code of its mistake, or that there is none; other errors are thrown on. */
function outcomeOf(text: string): string {
  try {
    parseExpression(text);
    return "expression";
  } catch (error) {
    if (error instanceof ExpressionError) return error.code;
    throw error;
  }
}

function errorOf(text: string): ExpressionError {
  try {
    parseExpression(text);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
  throw new Error(`"${text}" is an expression`);
}
