import type { Num } from "../graph/graph.js";
import { neg } from "../graph/num.js";
import type { CurveTable } from "../graph/table.js";
import type { MappedDamper } from "../model/loads/mapped-damper.js";
import type { Real } from "../model/types.js";
import { dot3, scale3, sub3, zero3 } from "../spatial/vec3.js";
import { lengthBetween } from "./length-between.js";
import type { TwoFrameLoad } from "./two-frame-load.js";
import { planValueMap } from "./value-map.js";

/** A tension over length and rate of length. */
export function planMappedDamper(
  { tension }: MappedDamper,
  num: (real: Real) => Num,
  keyOf: (table: CurveTable) => string,
): TwoFrameLoad {
  const values = planValueMap(tension, num, keyOf);
  return {
    key: `mapped damper ${values.key}`,
    numbers: values.numbers,
    wrench: (a, b, n) => {
      const { value, direction } = lengthBetween(a, b);
      const rate = dot3(sub3(b.v, a.v), direction);
      return { angular: zero3, linear: scale3(neg(values.at(value, rate, n)), direction) };
    },
    energy: () => 0,
  };
}
