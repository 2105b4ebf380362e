/** Arithmetic as it was written; `at` is the offset in the text where the part begins. */
export type Expression =
  | { readonly kind: "number"; readonly value: number; readonly at: number }
  /** A name of the caller's world: a parameter, a channel. Written bare, with dots, or quoted. */
  | { readonly kind: "name"; readonly name: string; readonly at: number }
  | { readonly kind: "negate"; readonly argument: Expression; readonly at: number }
  | {
      readonly kind: "binary";
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
      readonly at: number;
    }
  | {
      readonly kind: "call";
      readonly function: FunctionName;
      readonly arguments: readonly Expression[];
      readonly at: number;
    };

/** An operator between two expressions. */
export type BinaryOperator = "+" | "-" | "*" | "/" | "^";

/** The functions that an expression may call, with their numbers of arguments. */
export const functionArities = Object.freeze({
  sqrt: 1,
  sin: 1,
  cos: 1,
  tan: 1,
  asin: 1,
  acos: 1,
  atan: 1,
  atan2: 2,
  exp: 1,
  log: 1,
  pow: 2,
  abs: 1,
  min: 2,
  max: 2,
} as const);

/** A function that an expression may call; `functionArities` has all of them. */
export type FunctionName = keyof typeof functionArities;

/** Names that mean a number wherever they stand bare. */
export const constants: ReadonlyMap<string, number> = new Map([["pi", Math.PI]]);

/** Consumers walk expressions by functions that call themselves; deeper than any formula, far from the end of the stack. */
export const DEEPEST_NESTING = 1000;
