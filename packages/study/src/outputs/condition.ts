import { RequestError } from "kinetree";
import { parseExpression, type Expression } from "kinetree/formats";

/** Arithmetic that is compared and joined: what is true or false. */
export type Condition =
  | {
      readonly kind: "compare";
      readonly operator: Comparison;
      readonly left: Expression;
      readonly right: Expression;
    }
  /** A number by itself; true if it is not zero. */
  | { readonly kind: "number"; readonly expression: Expression }
  | { readonly kind: "and" | "or"; readonly left: Condition; readonly right: Condition }
  | { readonly kind: "not"; readonly argument: Condition };

/** How two numbers may be compared. */
export type Comparison = "<" | "<=" | ">" | ">=" | "==" | "!=";

interface Token {
  readonly text: string;
  readonly at: number;
  /** "word" only where it stands bare. */
  readonly kind: "word" | "quoted" | "comparison" | "open" | "close" | "other";
}

const pattern = /\s*(?:(`(?:[^`]|``)*`|"(?:[^"]|"")*")|(<=|>=|==|!=|<|>|=)|([\p{L}_][\p{L}\p{N}_.]*)|(\()|(\))|(.))/suy;

/** Deeper ones are no conditions that somebody wrote. */
const DEEPEST = 100;

/** Reads "a + b > 3 and not (c <= 1 or d > 2)". Arithmetic binds before comparisons, these before not, and, or. */
export function parseCondition(text: string): Condition {
  const tokens = tokensOf(text);
  let next = 0;
  const isWord = (word: string): boolean => tokens[next]?.kind === "word" && tokens[next].text === word;
  const joined = (word: "and" | "or", part: (depth: number) => Condition, depth: number): Condition => {
    let left = part(depth);
    while (isWord(word)) {
      next++;
      left = { kind: word, left, right: part(depth) };
    }
    return left;
  };
  const either = (depth: number): Condition => {
    if (depth > DEEPEST) throw wrong(text, "nests too deeply", "Split it into several outputs.");
    return joined("or", (d) => joined("and", negation, d), depth);
  };
  const negation = (depth: number): Condition => {
    if (!isWord("not")) return comparison(depth);
    next++;
    return { kind: "not", argument: negation(depth + 1) };
  };
  /** Up to the next and, or, or parenthesis that closes what is around. */
  const comparison = (depth: number): Condition => {
    const from = next;
    let open = 0;
    const compared: number[] = [];
    for (; next < tokens.length; next++) {
      const { kind, text: token } = tokens[next];
      if (kind === "open") open++;
      else if (kind === "close" && open-- === 0) break;
      else if (open === 0 && kind === "comparison") compared.push(next);
      else if (open === 0 && kind === "word" && (token === "and" || token === "or")) break;
    }
    const until = next;
    if (compared.length > 1)
      throw wrong(text, "compares more than two numbers in a row", `Write "1 < x and x < 2" for "1 < x < 2".`);
    if (compared.length === 1) {
      const [at] = compared;
      const operator = tokens[at].text;
      if (operator === "=") throw wrong(text, `has a single "="`, `Write "==" to compare.`);
      return {
        kind: "compare",
        operator: operator as Comparison,
        left: arithmetic(from, at),
        right: arithmetic(at + 1, until),
      };
    }
    if (tokens[from]?.kind === "open" && closes(from) === until - 1) {
      next = from + 1;
      const inner = either(depth + 1);
      next++;
      return inner;
    }
    return { kind: "number", expression: arithmetic(from, until) };
  };
  const closes = (from: number): number => {
    let open = 0;
    for (let i = from; i < tokens.length; i++) {
      if (tokens[i].kind === "open") open++;
      else if (tokens[i].kind === "close" && --open === 0) return i;
    }
    return -1;
  };
  const arithmetic = (from: number, until: number): Expression => {
    const end = until < tokens.length ? tokens[until].at : text.length;
    const part = from < until ? text.slice(tokens[from].at, end).trim() : "";
    if (part === "") throw wrong(text, "has nothing where a number is missing", "Add it, or remove what is around.");
    return parseExpression(part);
  };
  const condition = either(0);
  if (next < tokens.length)
    throw wrong(text, `has "${tokens[next].text}" too much`, "Remove it, or open a parenthesis.");
  return condition;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  pattern.lastIndex = 0;
  for (;;) {
    const start = pattern.lastIndex;
    const match = pattern.exec(text);
    if (match === null) break;
    const [all, quoted, comparison, word, open, close] = match;
    const at = start + all.search(/\S/);
    const token = all.trim();
    if (token === "") break;
    const kind = quoted
      ? "quoted"
      : comparison
        ? "comparison"
        : word
          ? "word"
          : open
            ? "open"
            : close
              ? "close"
              : "other";
    tokens.push({ text: token, at, kind });
  }
  return tokens;
}

const wrong = (text: string, problem: string, fix: string): RequestError =>
  new RequestError({
    code: "condition-syntax",
    subject: `condition "${text}"`,
    value: text,
    message: `condition "${text}" ${problem}. ${fix}`,
  });

/** The names that a condition uses, each once. */
export function namesInCondition(condition: Condition): readonly string[] {
  const names = new Set<string>();
  const visit = (part: Condition): void => {
    switch (part.kind) {
      case "compare":
        for (const name of [...namesInExpression(part.left), ...namesInExpression(part.right)]) names.add(name);
        return;
      case "number":
        for (const name of namesInExpression(part.expression)) names.add(name);
        return;
      case "not":
        visit(part.argument);
        return;
      default:
        visit(part.left);
        visit(part.right);
    }
  };
  visit(condition);
  return [...names];
}

/** The names that an expression uses, each once. */
export function namesInExpression(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case "number":
      return [];
    case "name":
      return [expression.name];
    case "negate":
      return namesInExpression(expression.argument);
    case "binary":
      return [...new Set([...namesInExpression(expression.left), ...namesInExpression(expression.right)])];
    case "call":
      return [...new Set(expression.arguments.flatMap(namesInExpression))];
  }
}
