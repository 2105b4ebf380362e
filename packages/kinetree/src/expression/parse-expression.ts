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
  if (text.length > LONGEST_EXPRESSION) {
    const problem = `it has ${text.length} characters, more than ${LONGEST_EXPRESSION}`;
    throw new ExpressionError("expression-length", text, 0, problem, "Split it.");
  }
  return new ExpressionParser(text).whole();
}

/** A part of an expression, and how deep it nests: chains of operators nest unseen. */
interface Parsed {
  readonly tree: Expression;
  readonly depth: number;
}

const isSign = (token: Token, sign: string): boolean => token.kind === "sign" && token.text === sign;

class ExpressionParser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokensOf(text);
  }

  whole(): Expression {
    const { tree, depth } = this.#parse(0, 0);
    const last = this.#tokens[this.#next];
    if (depth > DEEPEST_NESTING) this.#tooDeep(last);
    if (last.kind !== "end")
      this.#fail(last, `${describe(last)} is unexpected`, "Remove it, or open a parenthesis before it.");
    return tree;
  }

  /** An expression of operators that bind more tightly than `binding`. */
  #parse(binding: number, above: number): Parsed {
    if (above > MOST_CALLS) return this.#tooDeep(this.#tokens[this.#next]);
    let { tree, depth } = this.#operand(above);
    for (;;) {
      const token = this.#tokens[this.#next];
      const tightness = token.kind === "sign" ? (bindings[token.text] ?? 0) : 0;
      if (tightness <= binding) {
        if (token.kind === "number" || token.kind === "name" || isSign(token, "(")) {
          const fix = missingOperatorFix(this.#tokens[this.#next - 1], token);
          this.#fail(token, `an operator is missing before ${describe(token)}`, fix);
        }
        return { tree, depth };
      }
      this.#next++;
      const right = this.#parse(token.text === "^" ? tightness - 1 : tightness, above + 1);
      depth = 1 + Math.max(depth, right.depth);
      if (depth > DEEPEST_NESTING) return this.#tooDeep(token);
      tree = { kind: "binary", operator: token.text as BinaryOperator, left: tree, right: right.tree, at: tree.at };
    }
  }

  #operand(above: number): Parsed {
    const token = this.#tokens[this.#next++];
    if (token.kind === "number") return { tree: { kind: "number", value: token.value, at: token.at }, depth: 0 };
    if (token.kind === "name")
      return isSign(this.#tokens[this.#next], "(") && !token.quoted ? this.#call(token, above) : nameOrConstant(token);
    if (isSign(token, "(")) {
      const inner = this.#parse(0, above + 1);
      this.#expect(")", "Close the parenthesis.");
      return inner;
    }
    if (isSign(token, "-")) return this.#negated(token, above);
    if (isSign(token, "+")) return this.#parse(SIGN_BINDING, above + 1);
    const problem = `${describe(token)} stands where a number or a name is missing`;
    return this.#fail(token, problem, "Add it, or remove the rest.");
  }

  #negated(token: Token, above: number): Parsed {
    const after = this.#tokens[this.#next];
    if (after.kind === "number" && !isSign(this.#tokens[this.#next + 1], "^")) {
      this.#next++;
      return { tree: { kind: "number", value: -after.value, at: token.at }, depth: 0 };
    }
    const { tree, depth } = this.#parse(SIGN_BINDING, above + 1);
    return { tree: { kind: "negate", argument: tree, at: token.at }, depth: depth + 1 };
  }

  #call(token: Token, above: number): Parsed {
    const given = shortened(token.text);
    if (!Object.hasOwn(functionArities, token.text))
      this.#fail(token, `function "${given}" is unknown`, suggestName(given, functionNames));
    const called = token.text as FunctionName;
    this.#next++;
    const parts: Parsed[] = [];
    do parts.push(this.#parse(0, above + 1));
    while (isSign(this.#tokens[this.#next], ",") && this.#next++ > 0);
    this.#expect(")", "Close the parenthesis of the function.");
    const arity = functionArities[called];
    if (parts.length !== arity)
      this.#fail(token, `${called} has ${parts.length} arguments, must have ${arity}`, `Give it ${arity}.`);
    const depth = 1 + Math.max(...parts.map((part) => part.depth));
    return { tree: { kind: "call", function: called, arguments: parts.map(({ tree }) => tree), at: token.at }, depth };
  }

  #expect(sign: string, fix: string): void {
    const token = this.#tokens[this.#next];
    if (!isSign(token, sign)) this.#fail(token, `${describe(token)} stands where "${sign}" is missing`, fix);
    this.#next++;
  }

  #fail(token: Token, problem: string, fix: string): never {
    throw new ExpressionError("expression-syntax", this.#text, token.at, problem, fix);
  }

  #tooDeep(token: Token): never {
    const problem = `it nests deeper than ${DEEPEST_NESTING} levels`;
    const fix = "Split it, or use parentheses in its sums.";
    throw new ExpressionError("expression-depth", this.#text, token.at, problem, fix);
  }
}

function nameOrConstant({ text: name, quoted, at }: Extract<Token, { kind: "name" }>): Parsed {
  const value = quoted ? undefined : constants.get(name);
  return { tree: value === undefined ? { kind: "name", name, at } : { kind: "number", value, at }, depth: 0 };
}

const functionNames = Object.keys(functionArities);

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

const describe = (token: Token): string => (token.kind === "end" ? "the end" : `"${shortened(token.text)}"`);

/** A number before a name is most often a quantity. */
const missingOperatorFix = (before: Token, token: Token): string =>
  before.kind === "number" && token.kind === "name"
    ? "Write * between them; expressions take no units, all their numbers are SI."
    : "Write one of + - * / ^.";
