import type { Num } from "../graph/graph.js";
import { add, div, lt, max, mul, select, sqrt, square, sub } from "../graph/num.js";
import type { CurveTable } from "../graph/table.js";
import type { CoordinateProperties, Real } from "../model/types.js";
import { planSpringLaw } from "./spring-law.js";

/** Damping, friction, spring and stops along one coordinate, as structure and numbers. */
export interface CoordinateLoad {
  readonly key: string;
  readonly numbers: readonly Num[];
  readonly force: (q: Num, v: Num, numbers: readonly Num[]) => Num;
  readonly energy: (q: Num, numbers: readonly Num[]) => Num;
}

export function planCoordinateLoad(
  properties: CoordinateProperties,
  num: (real: Real) => Num,
  keyOf: (table: CurveTable) => string,
): CoordinateLoad | null {
  const { damping, friction, frictionSpeed, stiffness, rest, lower, upper, stopStiffness, stopDamping } = properties;
  const spring = planSpringLaw(stiffness, num, keyOf);
  const hasStops = stopStiffness !== 0 && (lower !== null || upper !== null);
  const isIdle = damping === 0 && friction === 0 && stiffness === 0 && !hasStops;
  if (isIdle) return null;
  const numbers: Num[] = [num(damping), num(friction), num(frictionSpeed), num(rest)];
  const at = { lower: -1, upper: -1, stiffness: -1, damping: -1 };
  if (hasStops) {
    at.stiffness = numbers.push(num(stopStiffness)) - 1;
    at.damping = numbers.push(num(stopDamping)) - 1;
    if (lower !== null) at.lower = numbers.push(num(lower)) - 1;
    if (upper !== null) at.upper = numbers.push(num(upper)) - 1;
  }
  const springAt = numbers.length;
  numbers.push(...spring.numbers);
  // A stop pushes and never pulls, also while the coordinate leaves it faster than its spring relaxes.
  const push = (depth: Num, closing: Num, k: Num, d: Num): Num =>
    select(lt(0, depth), max(0, add(mul(k, depth), mul(d, closing))), 0);
  return {
    key: `${spring.key}${at.lower >= 0 ? "l" : ""}${at.upper >= 0 ? "u" : ""}`,
    numbers,
    force: (q, v, n) => {
      const elastic = spring.force(sub(q, n[3]), n.slice(springAt));
      const viscous = mul(n[0], v);
      const dry = n[1] === 0 ? 0 : mul(n[1], div(v, sqrt(add(square(v), square(n[2])))));
      let force = sub(0, add(add(elastic, viscous), dry));
      if (at.lower >= 0) force = add(force, push(sub(n[at.lower], q), sub(0, v), n[at.stiffness], n[at.damping]));
      if (at.upper >= 0) force = sub(force, push(sub(q, n[at.upper]), v, n[at.stiffness], n[at.damping]));
      return force;
    },
    energy: (q, n) => {
      const stop = (depth: Num): Num => mul(mul(0.5, n[at.stiffness]), square(max(0, depth)));
      let energy = spring.energy(sub(q, n[3]), n.slice(springAt));
      if (at.lower >= 0) energy = add(energy, stop(sub(n[at.lower], q)));
      if (at.upper >= 0) energy = add(energy, stop(sub(q, n[at.upper])));
      return energy;
    },
  };
}
