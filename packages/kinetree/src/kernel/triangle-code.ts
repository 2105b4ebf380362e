import { NODE_SIZE, nodePlaces, TRIANGLE_SIZE, trianglePlaces } from "../graph/triangle-table.js";
import { Code, F64, I32 } from "./code.js";
import { advance, offset } from "./memory-code.js";
import type { ModuleBuilder } from "./module-builder.js";

/* The search of graph/triangle-table.ts, operation for operation. In memory, all doubles: address of the triangles' numbers, number of boxes, boxes. */

const [X, Y, Z] = [0, 1, 2];
const BOX_BYTES = 8 * NODE_SIZE;
const HEADER_BYTES = 16;

/** Adds a function (x, y, z, table) -> number of the nearest triangle. */
export function addNearestTriangle(module: ModuleBuilder): number {
  return module.add(searchCode(module.add(triangleCode())));
}

/** Pushes number `place` of the record at the address in `base`. */
const entry = (code: Code, base: number, place: number): Code => code.get(base).loadF64(8 * place);

/** Pushes the number in `a`, or `bound` where the comparison with it fails. */
const limited = (code: Code, a: number, comparison: "f64.gt" | "f64.lt", bound: number): Code =>
  code.get(a).f64(bound).get(a).f64(bound).op(comparison).op("select");

/** Pushes the sum of three terms, each pushed by `term`. */
function sumOverAxes(code: Code, term: (k: number) => void): Code {
  for (const k of [X, Y, Z]) {
    term(k);
    if (k > 0) code.op("f64.add");
  }
  return code;
}

/** Pushes the square of the distance to a box. Inlined, since a search asks for hundreds of them. */
const boxDistance = (code: Code, box: number, [below, above, beyond]: readonly number[]): Code =>
  sumOverAxes(code, (k) => {
    entry(code, box, nodePlaces.lower + k).get(k);
    code.op("f64.sub").set(below).get(k);
    entry(code, box, nodePlaces.upper + k).op("f64.sub");
    code.set(above);
    code.get(below).get(above).get(below).get(above).op("f64.gt").op("select").set(beyond);
    limited(code, beyond, "f64.gt", 0).tee(beyond);
    code.get(beyond).op("f64.mul");
  });

/** Locals of the distance to a triangle: from a vertex to the point, along an edge, and scratch. */
interface TriangleLocals extends Readonly<Record<"rest" | "along" | "least" | "isOver", number>> {
  readonly d: readonly number[];
  readonly e: readonly number[];
}

/** (x, y, z, triangle) -> square of the distance to it. */
function triangleCode(): Code {
  const code = new Code([F64, F64, F64, I32], [F64]);
  const three = (): number[] => [code.local(F64), code.local(F64), code.local(F64)];
  const [d, e, [rest, along, least]] = [three(), three(), three()];
  const locals: TriangleLocals = { d, e, rest, along, least, isOver: code.local(I32) };
  code.i32(1).set(locals.isOver).f64(Infinity).set(least);
  for (let edge = 0; edge < 3; edge++) considerEdge(code, edge, locals);
  for (const k of [X, Y, Z]) {
    code.get(k);
    entry(code, TRIANGLE, trianglePlaces.vertices + k).op("f64.sub");
    code.set(d[k]);
  }
  dot(code, d, trianglePlaces.normal).tee(rest).get(rest).op("f64.mul");
  return code.get(least).get(locals.isOver).op("select");
}

/** The fourth parameter of the distance to a triangle, and of the search. */
const [TRIANGLE, TABLE] = [3, 3];

/** Pushes a · b, b from memory. */
const dot = (code: Code, a: readonly number[], place: number): Code =>
  sumOverAxes(code, (k) => {
    code.get(a[k]);
    entry(code, TRIANGLE, place + k).op("f64.mul");
  });

/** least ← min(least, squared distance to the edge); isOver ← isOver and the point lies on the inner side of the edge. */
function considerEdge(code: Code, edge: number, { d, e, rest, along, least, isOver }: TriangleLocals): void {
  const start = trianglePlaces.vertices + 3 * edge;
  const end = trianglePlaces.vertices + 3 * ((edge + 1) % 3);
  for (const k of [X, Y, Z]) {
    code.get(k);
    entry(code, TRIANGLE, start + k).op("f64.sub");
    code.set(d[k]);
    entry(code, TRIANGLE, end + k);
    entry(code, TRIANGLE, start + k).op("f64.sub");
    code.set(e[k]);
  }
  sumOverAxes(code, (k) => code.get(d[k]).get(e[k]).op("f64.mul"));
  entry(code, TRIANGLE, trianglePlaces.inverseSquares + edge).op("f64.mul");
  code.set(along);
  limited(code, along, "f64.gt", 0).set(along);
  limited(code, along, "f64.lt", 1).set(along);
  sumOverAxes(code, (k) => {
    code.get(d[k]).get(along).get(e[k]).op("f64.mul").op("f64.sub").tee(rest);
    code.get(rest).op("f64.mul");
  }).set(rest);
  code.get(rest).get(least).get(rest).get(least).op("f64.lt").op("select").set(least);
  dot(code, d, trianglePlaces.inward + 3 * edge).f64(0);
  code.op("f64.ge").get(isOver).op("i32.and").set(isOver);
}

type SearchInteger = "rows" | "boxes" | "end" | "node" | "second";
type SearchNumber = "nearest" | "found" | "least" | "distance";
interface SearchLocals extends Readonly<Record<SearchInteger | SearchNumber, number>> {
  readonly scratch: readonly number[];
  /** Function: squared distance to a triangle. */
  readonly triangle: number;
}

function searchCode(triangle: number): Code {
  const code = new Code([F64, F64, F64, I32], [F64]);
  const [rows, boxes, end, node, second] = Array.from({ length: 5 }, () => code.local(I32));
  const [nearest, found, least, distance] = Array.from({ length: 4 }, () => code.local(F64));
  const scratch = [code.local(F64), code.local(F64), code.local(F64)];
  const locals = { rows, boxes, end, node, second, nearest, found, least, distance, scratch, triangle };
  code.get(TABLE).loadF64(0).truncate().set(rows);
  offset(code, TABLE, HEADER_BYTES).tee(boxes).set(node);
  code.get(TABLE).loadF64(8).truncate().i32(BOX_BYTES).op("i32.mul").get(boxes).op("i32.add").set(end);
  descend(code, locals);
  distanceTo(code, nearest, locals).set(least);
  code.get(boxes).set(node);
  code.repeat(() => visitBox(code, locals), node, end);
  return code.get(nearest);
}

/** Pushes the address of the box behind all within the one at `node`. */
const behind = (code: Code, { node, boxes }: SearchLocals): Code => {
  entry(code, node, nodePlaces.behind).truncate();
  return code.i32(BOX_BYTES).op("i32.mul").get(boxes).op("i32.add");
};

/** Pushes the squared distance to the triangle of that number. */
const distanceTo = (code: Code, number: number, { rows, triangle }: SearchLocals): Code => {
  code.get(X).get(Y).get(Z).get(number).truncate();
  code.i32(8 * TRIANGLE_SIZE).op("i32.mul");
  return code.get(rows).op("i32.add").call(triangle);
};

/** From the outermost box into the nearer of its two, down to a triangle: a good bound for the search. */
function descend(code: Code, locals: SearchLocals): void {
  const { node, second, nearest, scratch } = locals;
  code.block().loop();
  entry(code, node, nodePlaces.triangle).tee(nearest).f64(0).op("f64.ge").brIf(1);
  advance(code, node, BOX_BYTES);
  behind(code, locals).set(second);
  code.get(second).get(node);
  boxDistance(code, second, scratch);
  boxDistance(code, node, scratch).op("f64.lt").op("select").set(node);
  code.br(0).op("end").op("end");
}

/** Goes into a box that may hold something nearer, or past it. */
function visitBox(code: Code, locals: SearchLocals): void {
  const { node, nearest, found, least, distance, scratch } = locals;
  boxDistance(code, node, scratch).get(least).op("f64.lt").if();
  entry(code, node, nodePlaces.triangle).tee(found).f64(0).op("f64.ge").if();
  distanceTo(code, found, locals).tee(distance).get(least).op("f64.lt").if();
  code.get(distance).set(least).get(found).set(nearest).op("end").op("end");
  advance(code, node, BOX_BYTES);
  code.op("else");
  behind(code, locals).set(node);
  code.op("end");
}
