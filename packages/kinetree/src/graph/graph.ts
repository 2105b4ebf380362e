import { KinetreeError } from "../errors/kinetree-error.js";
import type { Table } from "./table.js";

/** Operations of one machine instruction or few; everything else is defined by them (see `definitions/`). */
export type BasicOp =
  | "add"
  | "sub"
  | "mul"
  | "div"
  | "neg"
  | "abs"
  | "sqrt"
  /** b < a ? b : a and a < b ? b : a, also for NaN: one instruction, where IEEE's own minimum takes eight. */
  | "min"
  | "max"
  | "floor"
  /** To the nearest integer, ties to even. */
  | "nearest"
  | "lt"
  | "le"
  | "eq"
  | "and"
  | "or"
  | "not"
  | "select"
  /** Of an integer-valued double below 2^51 in magnitude. */
  | "isOdd"
  /** 2^k of an integer-valued double, -1022 <= k <= 1023. */
  | "pow2"
  /** x = mantissa × 2^exponent with 1 <= mantissa < 2, of a positive normal x. */
  | "exponent"
  | "mantissa"
  /** x with the lower 27 bits of its significand cleared: the upper half of an exact product. */
  | "upper";

/** Functions with a definition of basic operations; kept whole so that their derivatives stay simple. */
export type FunctionOp = "sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "atan2" | "exp" | "log" | "pow";

/** Look-ups in a table that lives in memory. */
export type TableOp =
  "curve" | "curveSlope" | "map" | "mapDx" | "mapDy" | "mapDxDy" | "entry" | "groundEntry" | "nearestTriangle";

/** Operation of a node of a graph. */
export type Op = "input" | BasicOp | FunctionOp | TableOp;

/** A number known now, or an expression known when the graph is evaluated. */
export type Num = number | Expr;
/** A condition known now, or one known when the graph is evaluated. */
export type Cond = boolean | Expr;

/** A node of a graph. Arguments that are known now stand in it as plain numbers. */
export interface Expr {
  readonly graph: Graph;
  /** Rises in order of creation, so arguments come before the nodes that use them. */
  readonly id: number;
  readonly op: Op;
  readonly args: readonly Num[];
  /** Position among the inputs, for op "input". */
  readonly input: number;
  readonly table: Table | null;
}

/** Expressions in order of creation, each kept once: equal requests give the same node. It does not simplify; `num.ts` does, before it asks. */
export class Graph {
  readonly nodes: Expr[] = [];
  readonly inputs: Expr[] = [];
  readonly #known = new Map<string, Expr>();
  readonly #tables: Table[] = [];

  /** A number that is known later. */
  input(): Expr {
    const node: Expr = {
      graph: this,
      id: this.nodes.length,
      op: "input",
      args: [],
      input: this.inputs.length,
      table: null,
    };
    this.nodes.push(node);
    this.inputs.push(node);
    return node;
  }

  /** So many inputs, in the order of their numbers. */
  newInputs(count: number): Expr[] {
    return Array.from({ length: count }, () => this.input());
  }

  /** The node of an operation; the same one for the same arguments. Arguments of another graph are refused. */
  node(op: Exclude<Op, "input">, args: readonly Num[], table: Table | null = null): Expr {
    let key: string = op;
    for (const arg of args)
      key += typeof arg === "number" ? (Object.is(arg, -0) ? ",-0" : `,${arg}`) : `;${this.#own(arg).id}`;
    if (table) key += `@${this.#tableIndex(table)}`;
    const known = this.#known.get(key);
    if (known) return known;
    const node: Expr = { graph: this, id: this.nodes.length, op, args, input: -1, table };
    this.nodes.push(node);
    this.#known.set(key, node);
    return node;
  }

  #own(expr: Expr): Expr {
    if (expr.graph === this) return expr;
    const message = `expression ${expr.op}#${expr.id} belongs to another graph. Pass it in as an input of this one.`;
    throw new KinetreeError({ code: "graph-mixed", subject: `expression ${expr.op}#${expr.id}`, message });
  }

  #tableIndex(table: Table): number {
    const index = this.#tables.indexOf(table);
    return index >= 0 ? index : this.#tables.push(table) - 1;
  }
}

export const isExpr = (x: Num | Cond): x is Expr => typeof x === "object";

/** Nodes that the outputs need, arguments first. */
export function reachable(outputs: readonly (Num | Cond)[]): Expr[] {
  const seen = new Set<Expr>();
  const pending = outputs.filter(isExpr);
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    for (const arg of node.args) if (isExpr(arg) && !seen.has(arg)) pending.push(arg);
  }
  return [...seen].sort((a, b) => a.id - b.id);
}
