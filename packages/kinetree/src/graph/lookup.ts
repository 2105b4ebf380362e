import { isExpr, type Num } from "./graph.js";
import { curveAt, curveSlopeAt, mapAt, type CurveTable, type MapTable } from "./table.js";

/** Value of a piecewise-linear curve. */
export const curve = (table: CurveTable, x: Num): Num =>
  isExpr(x) ? x.graph.node("curve", [x], table) : curveAt(table, x);

/** Slope of a piecewise-linear curve; at a corner, that of the segment to the right. */
export const curveSlope = (table: CurveTable, x: Num): Num =>
  isExpr(x) ? x.graph.node("curveSlope", [x], table) : curveSlopeAt(table, x);

const lookup =
  (op: "map" | "mapDx" | "mapDy" | "mapDxDy") =>
  (table: MapTable, x: Num, y: Num): Num => {
    const expr = isExpr(x) ? x : y;
    return isExpr(expr) ? expr.graph.node(op, [x, y], table) : mapAt(table, op, x as number, y as number);
  };

/** Height of a map at (x, y), bilinear in each cell, and its derivatives. */
export const map = lookup("map");
export const mapDx = lookup("mapDx");
export const mapDy = lookup("mapDy");
export const mapDxDy = lookup("mapDxDy");
