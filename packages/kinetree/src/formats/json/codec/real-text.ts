import { RequestError } from "../../../errors/kinetree-error.js";
import type { BinaryOperator, Expression } from "../../../expression/expression.js";
import { ExpressionError } from "../../../expression/expression-error.js";
import { constants, functionArities } from "../../../expression/expression.js";
import { parseExpression } from "../../../expression/parse-expression.js";
import { isBareName } from "../../../expression/tokens.js";
import * as arithmetic from "../../../model/real-arithmetic.js";
import type { Real, RealExpression, RealOp } from "../../../model/real.js";
import { isSameData } from "../../../model/same-data.js";

/*
 * Numbers of the model as texts. "= 2*length" is arithmetic for people: what can be computed now is, zeros and ones vanish.
 * "== 1*length" is kept term by term; a writer uses it where simplifying would change the model.
 */

export const isExpressionText = (text: string): boolean => /^\s*=/.test(text);

/** Throws an `ExpressionError`. */
export function realFromText(text: string): Real {
  const [, signs, formula] = /^\s*(==?)(.*)$/s.exec(text) ?? [];
  return toReal(formula, parseExpression(formula), signs === "==" ? exactly : simplifying);
}

/** Larger expressions share parts so often that written out they would not end. */
const MOST_PARTS = 20_000;

export function textFromReal(real: RealExpression): string {
  if (partsOf(real, new Map()) > MOST_PARTS)
    throw notWritable(real, `it has more than ${MOST_PARTS} parts when written out`);
  const formula = printed(real, 0);
  for (const text of [`= ${formula}`, `== ${formula}`]) if (isReadAs(text, real)) return text;
  throw notWritable(real, "it nests too deeply to be read again");
}

function isReadAs(text: string, real: Real): boolean {
  try {
    return isSameData(realFromText(text), real);
  } catch (error) {
    if (error instanceof ExpressionError) return false;
    throw error;
  }
}

interface Arithmetic {
  readonly binary: (operator: BinaryOperator, a: Real, b: Real) => Real;
  readonly negate: (a: Real) => Real;
  readonly call: (op: RealOp, args: readonly Real[]) => Real;
}

function toReal(text: string, expression: Expression, by: Arithmetic): Real {
  switch (expression.kind) {
    case "number":
      return expression.value;
    case "name":
      return arithmetic.param(expression.name);
    case "negate":
      return by.negate(toReal(text, expression.argument, by));
    case "binary":
      return by.binary(expression.operator, toReal(text, expression.left, by), toReal(text, expression.right, by));
    case "call": {
      const args = expression.arguments.map((argument) => toReal(text, argument, by));
      const name = expression.function;
      if (name === "atan") return by.call("atan2", [...args, 1]);
      if (name !== "abs" && name !== "min" && name !== "max") return by.call(name, args);
      const problem = `${name} has corners, which numbers of a model must not have`;
      throw new ExpressionError("expression-function", text, expression.at, problem, "Use another function.");
    }
  }
}

const node = (op: RealOp, ...args: readonly Real[]): Real => Object.freeze({ op, args: Object.freeze(args) });

const operatorOps: Readonly<Record<BinaryOperator, RealOp>> = {
  "+": "add",
  "-": "sub",
  "*": "mul",
  "/": "div",
  "^": "pow",
};

const exactly: Arithmetic = {
  binary: (operator, a, b) => node(operatorOps[operator], a, b),
  negate: (a) => node("neg", a),
  call: (op, args) => node(op, ...args),
};

const simplified: Readonly<Record<BinaryOperator, (a: Real, b: Real) => Real>> = {
  "+": arithmetic.realAdd,
  "-": arithmetic.realSub,
  "*": arithmetic.realMul,
  "/": arithmetic.realDiv,
  "^": power,
};

const simplifying: Arithmetic = {
  binary: (operator, a, b) => simplified[operator](a, b),
  negate: arithmetic.realNeg,
  call: (op, args) => {
    if (op === "pow") return arithmetic.realPow(args[0], args[1]);
    if (!args.every(arithmetic.isLiteral)) return node(op, ...args);
    return arithmetic.realFunctions[op].of(args[0], args[1] ?? 0);
  },
};

/** Small whole powers are products: they hold for negative bases too, and need no logarithm. */
function power(base: Real, exponent: Real): Real {
  if (!arithmetic.isLiteral(exponent) || !Number.isInteger(exponent) || Math.abs(exponent) > 8 || exponent === 0)
    return arithmetic.realPow(base, exponent);
  let product = base;
  for (let i = 1; i < Math.abs(exponent); i++) product = arithmetic.realMul(product, base);
  return exponent > 0 ? product : arithmetic.realDiv(1, product);
}

const signs: Partial<Record<RealOp, readonly [sign: string, tightness: number]>> = {
  add: [" + ", 1],
  sub: [" - ", 1],
  mul: ["*", 2],
  div: ["/", 2],
};

/** With parentheses where something that binds as tightly as `binding` would tear it apart. */
function printed(real: Real, binding: number): string {
  if (arithmetic.isLiteral(real)) {
    const text = Object.is(real, -0) ? "-0" : String(real);
    if (!Number.isFinite(real)) throw notWritable(real, "it is not finite");
    return binding > 1 && text.startsWith("-") ? `(${text})` : text;
  }
  if ("parameter" in real) return printedName(real.parameter);
  const sign = signs[real.op];
  if (sign !== undefined) {
    const [a, b] = real.args;
    const text = `${printed(a, sign[1] - 1)}${sign[0]}${printed(b, sign[1])}`;
    return binding >= sign[1] ? `(${text})` : text;
  }
  if (real.op !== "neg") return `${real.op}(${real.args.map((argument) => printed(argument, 0)).join(", ")})`;
  const [argument] = real.args;
  // A sign before a number belongs to the number, so the negation of one needs parentheses.
  const inner = arithmetic.isLiteral(argument) ? `(${printed(argument, 0)})` : printed(argument, 3);
  return binding >= 3 ? `(-${inner})` : `-${inner}`;
}

const printedName = (name: string): string =>
  isBareName(name) && !constants.has(name) && !Object.hasOwn(functionArities, name)
    ? name
    : `\`${name.replaceAll("`", "``")}\``;

function partsOf(real: Real, known: Map<object, number>): number {
  if (arithmetic.isLiteral(real) || "parameter" in real) return 1;
  const before = known.get(real);
  if (before !== undefined) return before;
  const count = real.args.reduce<number>((sum, argument) => sum + partsOf(argument, known), 1);
  known.set(real, count);
  return count;
}

const notWritable = (value: unknown, why: string): RequestError => {
  const message = `an expression of parameters cannot be written: ${why}. Make a parameter of a part of it.`;
  return new RequestError({ code: "expression-not-writable", subject: "expression", value, message });
};
