import type { Num } from "../../../graph/graph.js";
import { add, mul } from "../../../graph/num.js";
import type { Rec } from "../../../kernel/record.js";
import type { ClosureTrace } from "./closure-trace.js";
import type { Closure } from "./closures.js";

type Rows = { x: readonly Num[] };

/** Residual, drift and bias of a coordinate that follows another, each a record of its own. */
export function coordinateParts(trace: ClosureTrace, closure: Extract<Closure, { kind: "coordinate" }>) {
  const all = trace.coordinate(closure);
  return trace.tree.program.step("coordinate parts", { all }, ({ all }) => ({
    phi: { x: all.phi },
    drift: { x: all.drift },
    gamma: { x: all.gamma },
  }));
}

/** K times speeds, or times accelerations. */
export function traceRates(trace: ClosureTrace, closure: Closure, count: number, speeds: Rec): Rec<Rows> {
  const { program } = trace.tree;
  let sum: Rec<Rows> = program.zeros<Rows>({ x: count });
  if (closure.kind === "coordinate") {
    const one = (v: number): Rec<Rows> => program.slice<Rows>(speeds, v, { x: 1 });
    const inputs = {
      parts: trace.coordinate(closure),
      driven: one(closure.driven.v),
      driving: closure.driving ? one(closure.driving.v) : program.zeros<Rows>({ x: 1 }),
    };
    return program.step("coordinate rate", inputs, ({ parts, driven, driving }) => ({
      out: { x: [add(driven.x[0], mul(parts.slope[0], driving.x[0]))] },
    })).out;
  }
  for (const node of trace.moving(closure)) {
    const { v, nv } = node.moving;
    const inputs = {
      sum,
      K: trace.column(closure, node),
      speeds: program.slice<Rows>(speeds, v, { x: nv }),
    };
    sum = program.step(`closure rate ${count} ${nv}`, inputs, ({ sum, K, speeds }) => ({
      sum: {
        x: sum.x.map((start, k) => speeds.x.reduce<Num>((total, v, i) => add(total, mul(K.K[k * nv + i], v)), start)),
      },
    })).sum;
  }
  return sum;
}
