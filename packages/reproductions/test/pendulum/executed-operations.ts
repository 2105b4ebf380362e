import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { parseAst } from "rolldown/parseAst";

/*
 * An oracle for operation counts: the sources of the pendulum are bundled with every + - * / replaced by a call that counts
 * while the code runs. Only numbers that are not whole count, so places in arrays do not, and numbers must be drawn at random.
 */

/** What was counted since the bundle was loaded. */
export interface Executed {
  times: number;
  plus: number;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly operator?: string;
  readonly left?: Node;
  readonly right?: Node;
}

/** The exports of a source of the pendulum, in which everything is counted. */
export async function loadCounted<T>(source: string): Promise<{ readonly exports: T; readonly executed: Executed }> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL(`../../src/pendulum/${source}`, import.meta.url)),
    plugins: [
      {
        name: "count operations",
        transform: (code, id) => (id.includes("/pendulum/") ? { code: instrumented(code) } : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  const executed: Executed = { times: 0, plus: 0 };
  const isCounted = (a: number, b: number): boolean => !Number.isInteger(a) || !Number.isInteger(b);
  const count = (operator: string, a: number, b: number): number => {
    if (isCounted(a, b)) executed[operator === "*" || operator === "/" ? "times" : "plus"] += 1;
    return operator === "*" ? a * b : operator === "/" ? a / b : operator === "+" ? a + b : a - b;
  };
  Object.assign(globalThis, { countOperation: count });
  const text = `const count = globalThis.countOperation;\n${output[0].code}`;
  const exports = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as T;
  return { exports, executed };
}

/** The same source with arithmetic as calls of `count`; texts are joined by templates there, so every + is of numbers. */
function instrumented(code: string): string {
  const edits: { readonly start: number; readonly end: number; readonly write: () => string }[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (node === null || typeof node !== "object") return;
    const { type, operator = "", left, right } = node as Node;
    if (left && right && type === "BinaryExpression" && "+-*/".includes(operator)) edits.push(callOf(node as Node));
    if (left && right && type === "AssignmentExpression" && ["+=", "-="].includes(operator))
      edits.push(callOf(node as Node));
    Object.values(node).forEach(visit);
  };
  const text = (from: number, to: number): string => {
    // Outermost edits within the range, each of which asks for its parts in turn.
    let out = "";
    let at = from;
    for (const edit of edits
      .filter(({ start, end }) => start >= from && end <= to)
      .sort((a, b) => a.start - b.start || b.end - a.end)) {
      if (edit.start < at) continue;
      out += code.slice(at, edit.start) + edit.write();
      at = edit.end;
    }
    return out + code.slice(at, to);
  };
  const callOf = ({ start, end, operator = "", left, right }: Node): (typeof edits)[number] => ({
    start,
    end,
    write: () => {
      const [a, b] = [left, right].map((part) => (part ? text(part.start, part.end) : ""));
      return operator.length === 1 ? `count("${operator}", ${a}, ${b})` : `${a} = count("${operator[0]}", ${a}, ${b})`;
    },
  });
  visit(parseAst(code, { lang: "ts" }));
  return text(0, code.length);
}
