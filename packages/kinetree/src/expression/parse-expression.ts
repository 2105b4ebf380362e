import { suggestName } from "../errors/nearest-name.js";
import {
  constants,
  DEEPEST_NESTING,
  functionArities,
  type BinaryOperator,
  type Expression,
  type FunctionName,
} from "./expression.js";
import { ExpressionError } from "./expression-error.js";
import { tokensOf, type Token } from "./tokens.js";

/** Longer texts are data, not formulas. */
const LONGEST_EXPRESSION = 100_000;

/** An operator and the parenthesis around its right side count as one level of the tree, and as two of the parser. */
const MOST_CALLS = 2 * DEEPEST_NESTING;

/** How tightly operators bind; a power binds to the right and before a sign: -x^2 is -(x^2). */
const bindings: Readonly<Record<string, number>> = { "+": 1, "-": 1, "*": 2, "/": 2, "^": 4 };
const SIGN_BINDING = 3;

/**
 * Arithmetic of numbers and names: + - * / ^, parentheses, the functions of `functionArities`, the constant pi. Names are
 * bare (`length`, `pos.arm.x`) or quoted with backticks or double quotes, which takes any character. A sign in front of a
 * number belongs to the number. Throws an `ExpressionError`.
 */
export function parseExpression(text: string): Expression {
  if (text.length > LONGEST_EXPRESSION)
    throw new ExpressionError(
      "expression-length",
      text,
      0,
      `it has ${text.length} characters, more than ${LONGEST_EXPRESSION}`,
      "Split it.",
    );
  const tokens = tokensOf(text);
  let next = 0;
  const fail = (token: Token, problem: string, fix: string): never => {
    throw new ExpressionError("expression-syntax", text, token.at, problem, fix);
  };
  const isSign = (token: Token, sign: string): boolean => token.kind === "sign" && token.text === sign;
  const expect = (sign: string, fix: string): void => {
    const token = tokens[next];
    if (!isSign(token, sign)) fail(token, `${describe(token)} stands where "${sign}" is missing`, fix);
    next++;
  };

  /** What binds more tightly than `binding`; returns how deep it nests too, because chains of operators nest unseen. */
  const parse = (binding: number, above: number): { readonly tree: Expression; readonly depth: number } => {
    if (above > MOST_CALLS) return tooDeep(tokens[next]);
    let { tree, depth } = operand(above);
    for (;;) {
      const token = tokens[next];
      const tightness = token.kind === "sign" ? (bindings[token.text] ?? 0) : 0;
      if (tightness <= binding) {
        if (token.kind === "number" || token.kind === "name" || isSign(token, "("))
          fail(token, `an operator is missing before ${describe(token)}`, missingOperatorFix(tokens[next - 1], token));
        return { tree, depth };
      }
      next++;
      const right = parse(token.text === "^" ? tightness - 1 : tightness, above + 1);
      depth = 1 + Math.max(depth, right.depth);
      if (depth > DEEPEST_NESTING) return tooDeep(token);
      tree = { kind: "binary", operator: token.text as BinaryOperator, left: tree, right: right.tree, at: tree.at };
    }
  };
  const operand = (above: number): { tree: Expression; depth: number } => {
    const token = tokens[next++];
    if (token.kind === "number") return { tree: { kind: "number", value: token.value, at: token.at }, depth: 0 };
    if (token.kind === "name") return isSign(tokens[next], "(") && !token.quoted ? call(token, above) : name(token);
    if (isSign(token, "(")) {
      const inner = parse(0, above + 1);
      expect(")", "Close the parenthesis.");
      return inner;
    }
    if (isSign(token, "-")) return negated(token, above);
    if (isSign(token, "+")) return parse(SIGN_BINDING, above + 1);
    return fail(token, `${describe(token)} stands where a number or a name is missing`, "Add it, or remove the rest.");
  };
  const negated = (token: Token, above: number): { tree: Expression; depth: number } => {
    const after = tokens[next];
    if (after.kind === "number" && !isSign(tokens[next + 1], "^")) {
      next++;
      return { tree: { kind: "number", value: -after.value, at: token.at }, depth: 0 };
    }
    const { tree, depth } = parse(SIGN_BINDING, above + 1);
    return { tree: { kind: "negate", argument: tree, at: token.at }, depth: depth + 1 };
  };
  const name = ({ text: found, quoted, at }: Extract<Token, { kind: "name" }>): { tree: Expression; depth: number } => {
    const value = quoted ? undefined : constants.get(found);
    return { tree: value === undefined ? { kind: "name", name: found, at } : { kind: "number", value, at }, depth: 0 };
  };
  const call = (token: Token, above: number): { tree: Expression; depth: number } => {
    if (!Object.hasOwn(functionArities, token.text))
      fail(token, `function "${shortened(token.text)}" is unknown`, suggestName(shortened(token.text), functionNames));
    const called = token.text as FunctionName;
    next++;
    const parts: { readonly tree: Expression; readonly depth: number }[] = [];
    do parts.push(parse(0, above + 1));
    while (isSign(tokens[next], ",") && next++ > 0);
    expect(")", "Close the parenthesis of the function.");
    const arity = functionArities[called];
    if (parts.length !== arity)
      fail(token, `${called} has ${parts.length} arguments, must have ${arity}`, `Give it ${arity}.`);
    const depth = 1 + Math.max(...parts.map((part) => part.depth));
    return { tree: { kind: "call", function: called, arguments: parts.map(({ tree }) => tree), at: token.at }, depth };
  };
  const tooDeep = (token: Token): never => {
    const problem = `it nests deeper than ${DEEPEST_NESTING} levels`;
    throw new ExpressionError("expression-depth", text, token.at, problem, "Split it, or use parentheses in its sums.");
  };

  const { tree, depth } = parse(0, 0);
  const last = tokens[next];
  if (depth > DEEPEST_NESTING) tooDeep(last);
  if (last.kind !== "end") fail(last, `${describe(last)} is too much`, "Remove it, or open a parenthesis before it.");
  return tree;
}

const functionNames = Object.keys(functionArities);

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

const describe = (token: Token): string => (token.kind === "end" ? "the end" : `"${shortened(token.text)}"`);

/** A number before a name is most often a quantity. */
const missingOperatorFix = (before: Token, token: Token): string =>
  before.kind === "number" && token.kind === "name"
    ? "Write * between them; expressions take no units, all their numbers are SI."
    : "Write one of + - * / ^.";
