import type { Num } from "kinetree";
import { max, min, neg, sub } from "kinetree/graph";
import { evaluateExpression } from "kinetree/tools";
import type { Expression } from "kinetree/formats";
import type { Comparison, Condition } from "./condition.js";

/*
 * Conditions worked out: of known numbers, and as a number of a state to come that rises through zero.
 */

/** What an expression of known numbers is. */
export const evaluateNumber = (expression: Expression, valueOf: (name: string) => number): number =>
  evaluateExpression(expression, valueOf) as number; // numbers in, a number out

/** Whether a condition of known numbers is true. A comparison with a missing number (NaN) is false. */
export function holds(condition: Condition, valueOf: (name: string) => number): boolean {
  switch (condition.kind) {
    case "compare":
      return compares(
        condition.operator,
        evaluateNumber(condition.left, valueOf),
        evaluateNumber(condition.right, valueOf),
      );
    case "number": {
      const value = evaluateNumber(condition.expression, valueOf);
      return !Number.isNaN(value) && value !== 0;
    }
    case "not":
      return !holds(condition.argument, valueOf);
    case "and":
      return holds(condition.left, valueOf) && holds(condition.right, valueOf);
    case "or":
      return holds(condition.left, valueOf) || holds(condition.right, valueOf);
  }
}

function compares(operator: Comparison, a: number, b: number): boolean {
  switch (operator) {
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
    case "==":
      return a === b;
    case "!=":
      return !Number.isNaN(a) && !Number.isNaN(b) && a !== b;
  }
}

/**
 * A number that rises through zero where the condition becomes true: the difference of what is compared, the lesser of two that
 * must both be true, the greater of two of which one must. Equalities never become true for longer than an instant.
 * @param wanted false where the condition stands behind a "not"
 */
export function signedCondition(condition: Condition, valueOf: (name: string) => Num, wanted = true): Num {
  switch (condition.kind) {
    case "compare": {
      const [a, b] = [evaluateExpression(condition.left, valueOf), evaluateExpression(condition.right, valueOf)];
      const isBelow = (condition.operator === "<" || condition.operator === "<=") === wanted;
      const above = isBelow ? sub(b, a) : sub(a, b);
      const isStrict = (condition.operator === "<" || condition.operator === ">") === wanted;
      return isStrict ? sub(above, NOTHING) : above;
    }
    case "number": {
      const above = sub(evaluateExpression(condition.expression, valueOf), 0.5);
      return wanted ? above : neg(above);
    }
    case "not":
      return signedCondition(condition.argument, valueOf, !wanted);
    default: {
      const left = signedCondition(condition.left, valueOf, wanted);
      const right = signedCondition(condition.right, valueOf, wanted);
      return (condition.kind === "and") === wanted ? min(left, right) : max(left, right);
    }
  }
}

/**
 * Makes zero negative and leaves every other number as it is: "depth > 0" is not true yet while the depth is 0, and becomes true
 * where it leaves it, though it never was below.
 */
const NOTHING = 1e-300;

/** Whether a condition asks for equality somewhere. */
export function asksForEquality(condition: Condition): boolean {
  switch (condition.kind) {
    case "compare":
      return condition.operator === "==" || condition.operator === "!=";
    case "number":
      return false;
    case "not":
      return asksForEquality(condition.argument);
    default:
      return asksForEquality(condition.left) || asksForEquality(condition.right);
  }
}
