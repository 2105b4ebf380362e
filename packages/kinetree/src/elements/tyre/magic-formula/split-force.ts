import type { Num } from "../../../graph/graph.js";
import { abs, div, lt, select, sub } from "../../../graph/num.js";
import type { InGround } from "../steady-law.js";

/** Forces as parts of the load: per own slip, and without it. */
export interface SplitForce {
  readonly slope: InGround;
  readonly offset: InGround;
}

/** Slips below it count as this large: the quotient keeps 11 digits there, and misses the limit by some 1e-6. */
const SMALLEST = 1e-7;

/** F(s) = slope s + offset along each direction, where the other slip is as it is. */
export function splitForce(along: (kappa: Num) => Num, across: (sy: Num) => Num, [sx, sy]: InGround): SplitForce {
  const [x, y] = [quotient(along, sx), quotient(across, sy)];
  return { slope: [x.slope, y.slope], offset: [x.offset, y.offset] };
}

function quotient(force: (s: Num) => Num, slip: Num): { readonly slope: Num; readonly offset: Num } {
  const s = select(lt(abs(slip), SMALLEST), SMALLEST, slip);
  const offset = force(0);
  return { slope: div(sub(force(s), offset), s), offset };
}
