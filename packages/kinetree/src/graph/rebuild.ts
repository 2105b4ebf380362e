import * as elementary from "./elementary.js";
import { isExpr, type Cond, type Expr, type Num, type Op } from "./graph.js";
import * as lookup from "./lookup.js";
import * as num from "./num.js";
import type { GroundTable } from "./ground-table.js";
import type { RowTable } from "./row-table.js";
import type { CurveTable, MapTable, Table } from "./table.js";
import type { TriangleTable } from "./triangle-table.js";

/** The operation of a node applied to other arguments, through the simplifying arithmetic. */
export function applyOp(op: Exclude<Op, "input">, args: readonly (Num | Cond)[], table: Table | null): Num | Cond {
  const a = args[0] as Num;
  const b = args[1] as Num;
  switch (op) {
    case "add":
    case "sub":
    case "mul":
    case "div":
    case "min":
    case "max":
    case "lt":
    case "le":
    case "eq":
      return num[op](a, b);
    case "neg":
    case "abs":
    case "sqrt":
    case "floor":
    case "nearest":
    case "isOdd":
    case "pow2":
    case "exponent":
    case "mantissa":
    case "upper":
      return num[op](a);
    case "and":
    case "or":
      return num[op](args[0] as Cond, args[1] as Cond);
    case "not":
      return num.not(args[0] as Cond);
    case "select":
      return num.select(args[0] as Cond, args[1] as Num, args[2] as Num);
    case "sin":
    case "cos":
    case "tan":
    case "asin":
    case "acos":
    case "atan":
    case "exp":
    case "log":
      return elementary[op](a);
    case "atan2":
    case "pow":
      return elementary[op](a, b);
    case "curve":
    case "curveSlope":
      return lookup[op](table as CurveTable, a);
    case "map":
    case "mapDx":
    case "mapDy":
    case "mapDxDy":
      return lookup[op](table as MapTable, a, b);
    case "entry":
      return lookup.entry(table as RowTable, a, b as number);
    case "groundEntry":
      return lookup.groundEntry(table as GroundTable, a, b as number);
    case "nearestTriangle":
      return lookup.nearestTriangle(table as TriangleTable, [a, b, args[2] as Num]);
  }
}

/** Maps nodes by `step`, in order; returns the images of the outputs. */
export function rebuild(
  nodes: readonly Expr[],
  outputs: readonly Num[],
  step: (node: Expr, args: readonly (Num | Cond)[]) => Num | Cond,
): Num[] {
  const image = new Map<Expr, Num | Cond>();
  const of = (x: Num): Num | Cond => (isExpr(x) ? (image.get(x) as Num | Cond) : x);
  for (const node of nodes) image.set(node, step(node, node.args.map(of)));
  return outputs.map((x) => of(x) as Num);
}
