import { isExpr, type Expr, type Num } from "./graph.js";
import type { Table } from "./table.js";

/** Where two lists of expressions differ: the index in the lists, and the innermost pair of nodes or numbers that differs. */
export interface Difference {
  readonly index: number;
  readonly a: Num;
  readonly b: Num;
}

/**
 * The first difference between two lists of expressions, each over a graph of its own, whose inputs correspond by their
 * numbers; null if both compute the same by the same operations. Each pair of nodes is visited once. A graph keeps every
 * expression once, so equal lists have as many pairs as nodes: the time is linear.
 */
function firstDifference(a: readonly Num[], b: readonly Num[]): Difference | null {
  const seen = new Set<number>();
  const pending: (readonly [Expr, Expr])[] = [];
  /** False if they differ at first sight; the arguments of nodes are compared later. */
  const meet = (x: Num, y: Num): boolean => {
    if (!isExpr(x) || !isExpr(y)) return Object.is(x, y);
    const pair = x.id * y.graph.nodes.length + y.id;
    if (!seen.has(pair)) pending.push([x, y]);
    seen.add(pair);
    return true;
  };
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    if (!meet(a[index], b[index])) return { index, a: a[index], b: b[index] };
    for (let pair = pending.pop(); pair; pair = pending.pop()) {
      const [x, y] = pair;
      if (!isSameOperation(x, y) || !x.args.every((arg, i) => meet(arg, y.args[i]))) return { index, a: x, b: y };
    }
  }
  return null;
}

const isSameOperation = (a: Expr, b: Expr): boolean =>
  a.op === b.op && a.input === b.input && a.args.length === b.args.length && isSameTable(a.table, b.table);

function isSameTable(a: Table | null, b: Table | null): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  // Its numbers are not part of what is compiled.
  if (a.kind === "ground") return b.kind === "ground" && a.name === b.name;
  const [left, right] = [a as unknown as Content, b as unknown as Content];
  return Object.keys(left).every((field) => isSameContent(left[field], right[field]));
}

/** Fields of tables: their kind, single numbers, rows of numbers, and tables. */
type Content = Readonly<Record<string, string | number | Float64Array | Table>>;

function isSameContent(a: Content[string], b: Content[string]): boolean {
  if (a instanceof Float64Array)
    return b instanceof Float64Array && a.length === b.length && a.every((value, i) => Object.is(value, b[i]));
  if (typeof a === "object") return typeof b === "object" && isSameTable(a, b as Table);
  return Object.is(a, b);
}

/** Describes the first difference, null if there is none: "in x[0] mul(a, 2) before, mul(a, 3) now". */
export function differenceText(
  before: readonly Num[],
  now: readonly Num[],
  names: { readonly entry: (index: number) => string; readonly input: (number: number) => string },
): string | null {
  const found = firstDifference(before, now);
  if (found === null) return null;
  const [a, b] = [found.a, found.b].map((x) => expressionText(x, names.input, DEPTH));
  // Nodes with equal texts have the same operation and constants, so their tables differ.
  return `in ${names.entry(found.index)} ${a === b ? `${a} with another table` : `${a} before, ${b} now`}`;
}

const DEPTH = 3;

/** An expression as short text: `mul(sin(q[0]), 2)`. Deeper levels are left out. */
function expressionText(x: Num, nameOf: (input: number) => string, depth: number): string {
  if (!isExpr(x)) return Object.is(x, -0) ? "-0" : String(x);
  if (x.op === "input") return nameOf(x.input);
  if (depth === 0) return "…";
  return `${x.op}(${x.args.map((arg) => expressionText(arg, nameOf, depth - 1)).join(", ")})`;
}
