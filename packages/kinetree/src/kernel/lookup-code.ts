import { Code, F64, I32, V128 } from "./code.js";
import { addresses } from "./memory-code.js";
import type { ModuleBuilder } from "./module-builder.js";
import { addNearestTriangle } from "./triangle-code.js";

/*
 * Table look-ups of both lanes, each lane by a scalar search: lanes seldom fall into the same segment. The arithmetic is that of
 * graph/table.ts, operation for operation.
 * Memory layout, all doubles. Curve: n, x[n], y[n], slope[n]. Map: x0, y0, dx, dy, nx, ny, z[ny][nx]. Row: its numbers.
 * Triangles: see `triangle-code.ts`.
 */

/** Functions (x, address) -> value or slope, (x, y, address) -> height or a derivative, (x, y, z, address) -> number of a triangle; by operation. */
export type LookupFunctions = Readonly<
  Record<"curve" | "curveSlope" | "map" | "mapDx" | "mapDy" | "mapDxDy" | "nearestTriangle", number>
>;

export function addLookupFunctions(module: ModuleBuilder): LookupFunctions {
  const segment = module.add(segmentCode());
  /** A function of `count` vectors and an address that applies a scalar function to each lane. */
  const bothLanes = (count: number, scalar: number): number => {
    const inputs = Array.from({ length: count }, (_, i) => i);
    const code = new Code([...inputs.map(() => V128 as typeof V128), I32], [V128]);
    const ofLane = (lane: 0 | 1): Code => {
      for (const x of inputs) code.get(x).lane(lane);
      return code.get(count).call(scalar);
    };
    ofLane(0).simd("f64x2.splat");
    return module.add(ofLane(1).replaceLane(1));
  };
  return {
    curve: bothLanes(1, module.add(curveCode(segment, false))),
    curveSlope: bothLanes(1, module.add(curveCode(segment, true))),
    map: bothLanes(2, module.add(mapCode("map"))),
    mapDx: bothLanes(2, module.add(mapCode("mapDx"))),
    mapDy: bothLanes(2, module.add(mapCode("mapDy"))),
    mapDxDy: bothLanes(2, module.add(mapCode("mapDxDy"))),
    nearestTriangle: bothLanes(3, addNearestTriangle(module)),
  };
}

/** A count that is stored as a double. */
function count(code: Code, table: number, offset: number): Code {
  return code.get(table).loadF64(offset).truncate();
}

/** (x, table) -> index of the segment, by halving. */
function segmentCode(): Code {
  const [x, table] = [0, 1];
  const code = new Code([F64, I32], [I32]);
  const [low, high, middle] = addresses(code, 3);
  count(code, table, 0).set(high);
  code.block().loop();
  code.get(high).get(low).op("i32.sub").i32(1).op("i32.gt_u").op("i32.eqz").brIf(1);
  code.get(low).get(high).op("i32.add").i32(1).op("i32.shr_u").set(middle);
  code.get(x).get(table).get(middle).i32(3).op("i32.shl").op("i32.add").loadF64(8).op("f64.ge");
  code.if().get(middle).set(low).op("else").get(middle).set(high).op("end");
  code.br(0).op("end").op("end");
  return code.get(low);
}

/** (x, table) -> y[i] + slope[i] (x - x[i]), or slope[i]. */
function curveCode(segment: number, slopeOnly: boolean): Code {
  const [x, table] = [0, 1];
  const code = new Code([F64, I32], [F64]);
  const [entry, stride] = addresses(code, 2);
  code.get(table).get(x).get(table).call(segment).i32(3).op("i32.shl").op("i32.add").set(entry); // &x[i] - 8
  count(code, table, 0).i32(3).op("i32.shl").set(stride);
  const at = (part: number): Code => {
    code.get(entry);
    for (let k = 0; k < part; k++) code.get(stride).op("i32.add");
    return code.loadF64(8);
  };
  if (slopeOnly) return at(2);
  at(1);
  at(2);
  code.get(x);
  at(0).op("f64.sub").op("f64.mul").op("f64.add");
  return code;
}

/** (x, y, table) -> bilinear height or a derivative. */
function mapCode(op: "map" | "mapDx" | "mapDy" | "mapDxDy"): Code {
  const [x, y, table] = [0, 1, 2];
  const code = new Code([F64, F64, I32], [F64]);
  const [s, t, column, row, u, v, z00, zx, zy, zxy, most] = Array.from({ length: 11 }, () => code.local(F64));
  const [cell, width] = addresses(code, 2);
  const locate = (
    coordinate: number,
    [origin, step, size]: readonly number[],
    [place, index]: readonly number[],
  ): void => {
    code.get(coordinate).get(table).loadF64(origin).op("f64.sub").get(table).loadF64(step).op("f64.div").set(place);
    code.get(table).loadF64(size).f64(2).op("f64.sub").set(most);
    code.get(place).op("f64.floor").set(index);
    code.f64(0).get(index).get(index).f64(0).op("f64.lt").op("select").set(index);
    code.get(most).get(index).get(most).get(index).op("f64.lt").op("select").set(index);
  };
  locate(x, [0, 16, 32], [s, column]);
  locate(y, [8, 24, 40], [t, row]);
  // A NaN place gives cell 0 and a NaN fraction, so the answer is NaN and no address is out of bounds.
  code.get(row).get(table).loadF64(32).op("f64.mul").get(column).op("f64.add").truncate().i32(3).op("i32.shl");
  code.get(table).op("i32.add").set(cell);
  count(code, table, 32).i32(3).op("i32.shl").get(cell).op("i32.add").set(width); // &z[i + nx] - 48
  code.get(s).get(column).op("f64.sub").set(u);
  code.get(t).get(row).op("f64.sub").set(v);
  code.get(cell).loadF64(48).set(z00);
  code.get(cell).loadF64(56).get(z00).op("f64.sub").set(zx);
  code.get(width).loadF64(48).get(z00).op("f64.sub").set(zy);
  code.get(width).loadF64(56).get(width).loadF64(48).op("f64.sub").get(zx).op("f64.sub").set(zxy);
  if (op === "map") {
    code.get(z00).get(zx).get(u).op("f64.mul").op("f64.add");
    return code.get(zy).get(zxy).get(u).op("f64.mul").op("f64.add").get(v).op("f64.mul").op("f64.add");
  }
  if (op === "mapDx")
    return code.get(zx).get(zxy).get(v).op("f64.mul").op("f64.add").get(table).loadF64(16).op("f64.div");
  if (op === "mapDy")
    return code.get(zy).get(zxy).get(u).op("f64.mul").op("f64.add").get(table).loadF64(24).op("f64.div");
  return code.get(zxy).get(table).loadF64(16).get(table).loadF64(24).op("f64.mul").op("f64.div");
}
