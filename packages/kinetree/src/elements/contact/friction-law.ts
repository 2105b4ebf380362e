import { exp, pow } from "../../graph/elementary.js";
import type { Cond, Num } from "../../graph/graph.js";
import { add, div, max, min, mul, neg, select, sqrt, square, sub } from "../../graph/num.js";
import { LUGRE_EXPONENT } from "../../model/contact-laws/lugre.js";
import type { FrictionLaw, Real } from "../../model/types.js";
import { stateless, TINY, type StateRates } from "./normal-law.js";

/** Components along the two tangents of a surface. */
export type Along = readonly [Num, Num];

/** The force along the surface, as structure and numbers. */
export interface FrictionPlan {
  readonly key: string;
  readonly numbers: readonly Num[];
  /** Zero apart; without a branch. `normal` >= 0; `slip` is the velocity along the surface; `numbers` begin with those of the plan. */
  readonly at: (
    isTouching: Cond,
    normal: Num,
    slip: Along,
    states: readonly Num[],
    numbers: readonly Num[],
  ) => { readonly force: Along } & StateRates;
}

type PlanLaw<K extends FrictionLaw["kind"]> = (
  law: Extract<FrictionLaw, { readonly kind: K }>,
  num: (real: Real) => Num,
) => FrictionPlan;

const plans: { readonly [K in FrictionLaw["kind"]]: PlanLaw<K> } = {
  none: () => ({ key: "none", numbers: [], at: () => ({ force: [0, 0], ...stateless }) }),
  viscous: (law, num) => ({
    key: "viscous",
    numbers: [num(law.coefficient)],
    at: (isTouching, _, slip, __, [coefficient]) => {
      const factor = select(isTouching, neg(coefficient), 0);
      return { force: [mul(factor, slip[0]), mul(factor, slip[1])], ...stateless };
    },
  }),
  coulomb: planCoulomb,
  lugre: planLuGre,
};

/** Each plan takes laws of its own kind, which the compiler cannot see here. */
export const planFrictionLaw = (law: FrictionLaw, num: (real: Real) => Num): FrictionPlan =>
  (plans[law.kind] as PlanLaw<FrictionLaw["kind"]>)(law as never, num);

/** -μ(|v|) F_n v / √(v² + v_t²). */
function planCoulomb(law: Extract<FrictionLaw, { kind: "coulomb" }>, num: (real: Real) => Num): FrictionPlan {
  const { kinetic, static: holding = kinetic, stribeckSpeed, transitionSpeed } = law;
  const stribeck = planStribeck(kinetic, holding, stribeckSpeed ?? transitionSpeed, 2, num);
  return {
    key: `coulomb ${stribeck.key}`,
    numbers: [square(num(transitionSpeed)), ...stribeck.numbers],
    at: (_, normal, slip, __, [transition, ...n]) => {
      const squared = add(square(slip[0]), square(slip[1]));
      // With the exponent 2, the speed itself is not asked for.
      const factor = neg(div(mul(stribeck.at(0, squared, n), normal), sqrt(add(squared, transition))));
      return { force: [mul(factor, slip[0]), mul(factor, slip[1])], ...stateless };
    },
  };
}

/**
 * Wachlin 2018, (6.4) to (6.6), for each of two directions with the speed |v| of both together. Bristles that are soft for
 * their length (σ₀ below 1/m) are kept as σ₀ z: a tolerance in metres would be finer than the force that follows from them.
 */
function planLuGre(law: Extract<FrictionLaw, { kind: "lugre" }>, num: (real: Real) => Num): FrictionPlan {
  const { exponent = LUGRE_EXPONENT } = law;
  const stribeck = planStribeck(law.kinetic, law.static, law.stribeckSpeed, exponent, num);
  const sigma0 = num(law.sigma0);
  const unit = min(1, sigma0);
  return {
    key: `lugre ${stribeck.key}`,
    numbers: [unit, sigma0, div(sigma0, unit), div(num(law.sigma1), unit), num(law.sigma2), ...stribeck.numbers],
    at: (isTouching, normal, slip, states, [scale, stiffness, spring, damper, viscous, ...n]) => {
      const squared = max(add(square(slip[0]), square(slip[1])), TINY);
      const speed = sqrt(squared);
      const decay = div(mul(stiffness, speed), stribeck.at(speed, squared, n));
      const bent = states.map((z) => select(isTouching, z, 0));
      const bending = bent.map((z, k) => sub(mul(scale, slip[k]), mul(decay, z)));
      const force = bent.map((z, k) =>
        neg(mul(normal, add(add(mul(spring, z), mul(damper, bending[k])), mul(viscous, slip[k])))),
      );
      return {
        force: [force[0], force[1]],
        rates: bending.map((rate) => select(isTouching, rate, 0)),
        released: bent,
      };
    },
  };
}

interface StribeckPlan {
  readonly key: string;
  readonly numbers: readonly Num[];
  /** Coefficient of friction by the speed, which is not 0 unless the exponent is 2, and its square. */
  readonly at: (speed: Num, squared: Num, numbers: readonly Num[]) => Num;
}

/** μ_k + (μ_s - μ_k) exp(-(|v|/v_s)^α), from the friction that holds down to the friction that slides. */
function planStribeck(
  kinetic: Real,
  holding: Real,
  speed: Real,
  exponent: Real,
  num: (real: Real) => Num,
): StribeckPlan {
  const excess = sub(num(holding), num(kinetic));
  if (excess === 0) return { key: "", numbers: [num(kinetic)], at: (_, __, [mu]) => mu };
  const isKnown = typeof exponent === "number";
  const inverse = div(1, num(speed));
  return {
    key: `stribeck ${isKnown ? exponent : "n"}`,
    numbers: [num(kinetic), excess, exponent === 2 ? square(inverse) : inverse, ...(isKnown ? [] : [num(exponent)])],
    at: (size, squared, [mu, drop, unit, n]) => {
      const order = isKnown ? exponent : n;
      const power = order === 2 ? mul(squared, unit) : order === 1 ? mul(size, unit) : pow(mul(size, unit), order);
      return add(mu, mul(drop, exp(neg(power))));
    },
  };
}
