import { pow } from "../../graph/elementary.js";
import type { Num } from "../../graph/graph.js";
import { add, div, lt, max, min, mul, select, sqrt, square, sub } from "../../graph/num.js";
import { HUNT_CROSSLEY_EXPONENT } from "../../model/contact-laws/hunt-crossley.js";
import type { NormalLaw, Real } from "../../model/types.js";

/** Rates of a law's internal states, and the states to keep. */
export interface StateRates {
  readonly rates: readonly Num[];
  /** The states as they count: forgotten apart. Force and rates of a state are those of its released self. */
  readonly released: readonly Num[];
}

/** The force across the surface, as structure and numbers. */
export interface NormalPlan {
  readonly key: string;
  readonly numbers: readonly Num[];
  /** Never pulls, and is zero apart (depth < 0); without a branch. `rate` is that of the depth; `numbers` begin with the plan's. */
  readonly at: (
    depth: Num,
    rate: Num,
    states: readonly Num[],
    numbers: readonly Num[],
  ) => { readonly force: Num } & StateRates;
}

export const stateless: StateRates = Object.freeze({ rates: [], released: [] });

/** Squares of speeds and depths that count as zero; keeps the derivatives of roots away from infinity. */
export const TINY = 1e-300;

type PlanLaw<K extends NormalLaw["kind"]> = (
  law: Extract<NormalLaw, { readonly kind: K }>,
  num: (real: Real) => Num,
) => NormalPlan;

const plans: { readonly [K in NormalLaw["kind"]]: PlanLaw<K> } = {
  "spring-damper": (law, num) => ({
    key: "spring-damper",
    numbers: [num(law.stiffness), num(law.damping)],
    at: (depth, rate, _, [stiffness, damping]) => {
      const force = max(0, add(mul(stiffness, depth), mul(damping, rate)));
      return { force: select(lt(0, depth), force, 0), ...stateless };
    },
  }),
  "hunt-crossley": (law, num) => {
    const { exponent = HUNT_CROSSLEY_EXPONENT } = law;
    const isKnown = typeof exponent === "number";
    return {
      key: `hunt-crossley ${isKnown ? exponent : "n"}`,
      numbers: [num(law.stiffness), mul(1.5, num(law.dissipation)), ...(isKnown ? [] : [num(exponent)])],
      at: (depth, rate, _, [stiffness, dissipation, n]) => {
        const elastic = mul(stiffness, powerOf(max(0, depth), isKnown ? exponent : n));
        return { force: max(0, mul(elastic, add(1, mul(dissipation, rate)))), ...stateless };
      },
    };
  },
  "standard-linear-solid": planStandardLinearSolid,
};

/** Each plan takes laws of its own kind, which the compiler cannot see here. */
export const planNormalLaw = (law: NormalLaw, num: (real: Real) => Num): NormalPlan =>
  (plans[law.kind] as PlanLaw<NormalLaw["kind"]>)(law as never, num);

/**
 * Wachlin 2018, (6.1) to (6.3), by the creep w = ε_v of the ground instead of the force: F = k_e (d - w), c w' = F - k_v w. That is
 * the same law, and w begins to grow a degree more smoothly on touch-down than F does, which spares the step control a kink. F >= 0
 * means w <= d: what has crept further than the body still presses is taken back at the end of each step, all of it on
 * lift-off. Within a step it only counts no further, so that nothing jumps.
 */
function planStandardLinearSolid(
  law: Extract<NormalLaw, { kind: "standard-linear-solid" }>,
  num: (real: Real) => Num,
): NormalPlan {
  return {
    key: "standard-linear-solid",
    numbers: [num(law.elastic), num(law.viscoelastic), div(1, num(law.damping))],
    at: (depth, _, [w], [elastic, viscoelastic, fluidity]) => {
      const pressed = max(0, depth);
      // At rest on the border the body lifts off, if it moves at all: derivatives are those of that side.
      const crept = min(pressed, w);
      const force = mul(elastic, sub(pressed, crept));
      return { force, rates: [mul(fluidity, sub(force, mul(viscoelastic, crept)))], released: [crept] };
    },
  };
}

/** d^n of d >= 0. */
function powerOf(d: Num, n: Num): Num {
  if (n === 1) return d;
  if (n === 1.5) return mul(d, sqrt(max(d, TINY)));
  return n === 2 ? square(d) : select(lt(0, d), pow(max(d, TINY), n), 0);
}
