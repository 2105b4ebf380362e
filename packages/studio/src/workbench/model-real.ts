import type { Real, RealExpression, RealOp } from "kinetree";

export const isExpression = (real: Real | undefined | null): real is RealExpression =>
  typeof real === "object" && real !== null;

/** The parameters that a number of the model uses, each once, in order of appearance. */
export function parametersUsed(real: Real): readonly string[] {
  if (!isExpression(real)) return [];
  if ("parameter" in real) return [real.parameter];
  return [...new Set(real.args.flatMap(parametersUsed))];
}

/** How an operation between two numbers is written, and how tightly it binds. */
const infix: Partial<Record<RealOp, { readonly sign: string; readonly level: number }>> = {
  add: { sign: " + ", level: 1 },
  sub: { sign: " - ", level: 1 },
  mul: { sign: " * ", level: 2 },
  div: { sign: " / ", level: 2 },
};

/** Precedence of a whole expression, of a leading sign, and of terms that never need brackets. */
const [LOOSE, PREFIX, ATOM] = [0, 3, 4];

export const realText = (real: Real): string => written(real, LOOSE);

function written(real: Real, outer: number): string {
  if (!isExpression(real)) return real < 0 && outer > 1 ? `(${real})` : String(real);
  if ("parameter" in real) return real.parameter;
  const { op, args } = real;
  const between = infix[op];
  if (between) {
    const [a, b] = args;
    // The right-hand side of - and / binds one step tighter: a - (b + c).
    const right = op === "sub" || op === "div" ? between.level + 1 : between.level;
    return bracketed(`${written(a, between.level)}${between.sign}${written(b, right)}`, between.level < outer);
  }
  if (op === "neg") return bracketed(`-${written(args[0], PREFIX)}`, outer > 1 && outer < ATOM);
  return `${op}(${args.map((each) => written(each, LOOSE)).join(", ")})`;
}

const bracketed = (text: string, needed: boolean): string => (needed ? `(${text})` : text);
