import { isExpr, type Num } from "./graph.js";
import { groundEntryAt, type GroundTable } from "./ground-table.js";
import { entryAt, type RowTable } from "./row-table.js";
import { curveAt, curveSlopeAt, mapAt, type CurveTable, type MapTable } from "./table.js";
import { nearestTriangleTo, type TriangleTable } from "./triangle-table.js";

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

/**
 * Number `first` + `offset` of a row. Both are whole, the sum is a place of the row whatever the state, and the offset is known
 * now: the caller sees to that. It follows its place in steps and has no derivative.
 */
export const entry = (table: RowTable, first: Num, offset: number): Num =>
  isExpr(first) ? first.graph.node("entry", [first, offset], table) : entryAt(table, first, offset);

/** The same of a ground, whose numbers are not known before code runs: the place must not be known either, or they would become part of the code. */
export const groundEntry = (table: GroundTable, first: Num, offset: number): Num =>
  isExpr(first) ? first.graph.node("groundEntry", [first, offset], table) : groundEntryAt(table, first, offset);

/** Number of the triangle that is nearest to a place; it has no derivative. */
export const nearestTriangle = (table: TriangleTable, place: readonly [Num, Num, Num]): Num => {
  const expr = place.find(isExpr);
  if (expr) return expr.graph.node("nearestTriangle", place, table);
  const [x, y, z] = place as readonly [number, number, number];
  return nearestTriangleTo(table, x, y, z);
};
