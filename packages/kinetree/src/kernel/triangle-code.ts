import { NODE_SIZE, nodePlaces, TRIANGLE_SIZE, trianglePlaces } from "../graph/triangle-table.js";
import { Code, F64, I32 } from "./code.js";
import type { ModuleBuilder } from "./module-builder.js";

/*
 * The search of graph/triangle-table.ts, operation for operation.
 * In memory, all doubles: address of the triangles' numbers, number of boxes, boxes.
 */

const [X, Y, Z] = [0, 1, 2];
const BOX_BYTES = 8 * NODE_SIZE;
const HEADER_BYTES = 16;

/** Adds a function (x, y, z, table) -> number of the nearest triangle. */
export function addNearestTriangle(module: ModuleBuilder): number {
  return module.add(searchCode(module.add(triangleCode())));
}

/** Leaves the square of the distance to a box on the stack. In place, since a search asks for hundreds of them. */
function boxDistance(code: Code, box: number, [below, above, beyond]: readonly number[]): Code {
  for (const k of [X, Y, Z]) {
    code
      .get(box)
      .loadF64(8 * (nodePlaces.lower + k))
      .get(k)
      .op("f64.sub")
      .set(below);
    code
      .get(k)
      .get(box)
      .loadF64(8 * (nodePlaces.upper + k))
      .op("f64.sub")
      .set(above);
    code.get(below).get(above).get(below).get(above).op("f64.gt").op("select").set(beyond);
    code.get(beyond).f64(0).get(beyond).f64(0).op("f64.gt").op("select").tee(beyond);
    code.get(beyond).op("f64.mul");
    if (k > 0) code.op("f64.add");
  }
  return code;
}

/** (x, y, z, triangle) -> square of the distance to it. */
function triangleCode(): Code {
  const row = 3;
  const code = new Code([F64, F64, F64, I32], [F64]);
  const load = (place: number): Code => code.get(row).loadF64(8 * place);
  const [d, e] = [0, 1].map(() => [code.local(F64), code.local(F64), code.local(F64)]);
  const [rest, along, least] = [code.local(F64), code.local(F64), code.local(F64)];
  const isOver = code.local(I32);
  /** Leaves a · b on the stack, b from memory. */
  const dot = (a: readonly number[], place: number): Code => {
    for (const k of [X, Y, Z]) {
      code.get(a[k]);
      load(place + k).op("f64.mul");
      if (k > 0) code.op("f64.add");
    }
    return code;
  };
  code.i32(1).set(isOver).f64(Infinity).set(least);
  for (let edge = 0; edge < 3; edge++) {
    const start = trianglePlaces.vertices + 3 * edge;
    const end = trianglePlaces.vertices + 3 * ((edge + 1) % 3);
    for (const k of [X, Y, Z]) {
      code.get(k);
      load(start + k)
        .op("f64.sub")
        .set(d[k]);
      load(end + k);
      load(start + k)
        .op("f64.sub")
        .set(e[k]);
    }
    for (const k of [X, Y, Z]) {
      code.get(d[k]).get(e[k]).op("f64.mul");
      if (k > 0) code.op("f64.add");
    }
    load(trianglePlaces.inverseSquares + edge)
      .op("f64.mul")
      .set(along);
    code.get(along).f64(0).get(along).f64(0).op("f64.gt").op("select").set(along);
    code.get(along).f64(1).get(along).f64(1).op("f64.lt").op("select").set(along);
    for (const k of [X, Y, Z]) {
      code.get(d[k]).get(along).get(e[k]).op("f64.mul").op("f64.sub").tee(rest);
      code.get(rest).op("f64.mul");
      if (k > 0) code.op("f64.add");
    }
    code.set(rest);
    code.get(rest).get(least).get(rest).get(least).op("f64.lt").op("select").set(least);
    dot(d, trianglePlaces.inward + 3 * edge)
      .f64(0)
      .op("f64.ge")
      .get(isOver)
      .op("i32.and")
      .set(isOver);
  }
  for (const k of [X, Y, Z]) {
    code.get(k);
    load(trianglePlaces.vertices + k)
      .op("f64.sub")
      .set(d[k]);
  }
  dot(d, trianglePlaces.normal).tee(rest).get(rest).op("f64.mul");
  return code.get(least).get(isOver).op("select");
}

function searchCode(triangle: number): Code {
  const table = 3;
  const code = new Code([F64, F64, F64, I32], [F64]);
  const [rows, boxes, end, node, second] = Array.from({ length: 5 }, () => code.local(I32));
  const [nearest, found, least, distance] = Array.from({ length: 4 }, () => code.local(F64));
  const scratch = [code.local(F64), code.local(F64), code.local(F64)];
  const distanceToBox = (box: number): Code => boxDistance(code, box, scratch);
  /** Leaves the address of the box behind all within `of` on the stack. */
  const behind = (of: number): Code =>
    code
      .get(of)
      .loadF64(8 * nodePlaces.behind)
      .truncate()
      .i32(BOX_BYTES)
      .op("i32.mul")
      .get(boxes)
      .op("i32.add");
  const distanceTo = (number: number): Code => {
    code
      .get(X)
      .get(Y)
      .get(Z)
      .get(number)
      .truncate()
      .i32(8 * TRIANGLE_SIZE)
      .op("i32.mul")
      .get(rows)
      .op("i32.add");
    return code.call(triangle);
  };
  code.get(table).loadF64(0).truncate().set(rows);
  code.get(table).i32(HEADER_BYTES).op("i32.add").tee(boxes).set(node);
  code.get(table).loadF64(8).truncate().i32(BOX_BYTES).op("i32.mul").get(boxes).op("i32.add").set(end);

  code.block().loop();
  code
    .get(node)
    .loadF64(8 * nodePlaces.triangle)
    .tee(nearest)
    .f64(0)
    .op("f64.ge")
    .brIf(1);
  code.get(node).i32(BOX_BYTES).op("i32.add").set(node);
  behind(node).set(second);
  code.get(second).get(node);
  distanceToBox(second);
  distanceToBox(node).op("f64.lt").op("select").set(node);
  code.br(0).op("end").op("end");

  distanceTo(nearest).set(least);
  code.get(boxes).set(node);
  code.repeat(
    () => {
      distanceToBox(node).get(least).op("f64.lt").if();
      code
        .get(node)
        .loadF64(8 * nodePlaces.triangle)
        .tee(found)
        .f64(0)
        .op("f64.ge")
        .if();
      distanceTo(found).tee(distance).get(least).op("f64.lt").if();
      code.get(distance).set(least).get(found).set(nearest).op("end").op("end");
      code.get(node).i32(BOX_BYTES).op("i32.add").set(node);
      code.op("else");
      behind(node).set(node);
      code.op("end");
    },
    node,
    end,
  );
  return code.get(nearest);
}
