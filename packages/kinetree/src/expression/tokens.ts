import { ExpressionError } from "./expression-error.js";

export type Token =
  | { readonly kind: "number"; readonly value: number; readonly text: string; readonly at: number }
  | { readonly kind: "name"; readonly text: string; readonly quoted: boolean; readonly at: number }
  | { readonly kind: "sign"; readonly text: string; readonly at: number }
  | { readonly kind: "end"; readonly text: ""; readonly at: number };

/** A name with dots, its later parts of letters and digits: `pos.arm.x`, `q.ball.0`. */
const bareName = "[\\p{L}_][\\p{L}\\p{N}_]*(?:\\.[\\p{L}\\p{N}_]+)*";

const pattern = new RegExp(
  [
    "\\s*(?:",
    "((?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?)",
    `|(${bareName})`,
    // Any characters at all; a quote within is written twice.
    '|`((?:[^`]|``)*)`|"((?:[^"]|"")*)"',
    "|(\\*\\*|[-+*/^(),−·])",
    ")",
  ].join(""),
  "uy",
);

const whole = new RegExp(`^${bareName}$`, "u");

/** Whether a name can stand in an expression without quotes. */
export const isBareName = (name: string): boolean => whole.test(name);

/** Signs that are typed or pasted in place of others. */
const sameAs: ReadonlyMap<string, string> = new Map([
  ["**", "^"],
  ["−", "-"],
  ["·", "*"],
]);

export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let end = 0;
  const rest = text.length - (/\s*$/.exec(text.slice(-1000))?.[0].length ?? 0);
  while (end < rest) {
    pattern.lastIndex = end;
    const match = pattern.exec(text);
    if (match === null) throw notUnderstood(text, end);
    const [all, number, name, backticked, quoted, sign] = match;
    const at = end + all.search(/\S/);
    end = pattern.lastIndex;
    if (number !== undefined) tokens.push({ kind: "number", value: Number(number), text: number, at });
    else if (name !== undefined) tokens.push({ kind: "name", text: name, quoted: false, at });
    else if (sign !== undefined) tokens.push({ kind: "sign", text: sameAs.get(sign) ?? sign, at });
    else {
      const inner = backticked?.replaceAll("``", "`") ?? quoted.replaceAll('""', '"');
      if (inner === "") throw new ExpressionError("expression-syntax", text, at, "a quoted name is empty", "Name it.");
      tokens.push({ kind: "name", text: inner, quoted: true, at });
    }
  }
  tokens.push({ kind: "end", text: "", at: text.length });
  return tokens;
}

function notUnderstood(text: string, from: number): ExpressionError {
  const at = from + Math.max(0, text.slice(from, from + 1000).search(/\S/));
  const [sign] = text.slice(at, at + 2);
  const isQuote = sign === "`" || sign === '"';
  const [problem, fix] = isQuote
    ? ["a quoted name does not end", "Close the quote."]
    : [
        `"${sign}" is not understood`,
        "Use numbers, names, + - * / ^ and parentheses; quote other names with backticks.",
      ];
  return new ExpressionError("expression-syntax", text, at, problem, fix);
}
