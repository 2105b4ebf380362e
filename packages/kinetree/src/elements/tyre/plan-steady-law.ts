import type { Num } from "../../graph/graph.js";
import type { TyreLaw } from "../../model/tyre-laws.js";
import type { Real } from "../../model/types.js";
import { planBrush } from "./laws/brush.js";
import { planFiala } from "./laws/fiala.js";
import { planPac2002 } from "./laws/pac2002.js";
import { planPac89 } from "./laws/pac89.js";
import { planTmeasy } from "./laws/tmeasy.js";
import type { PlanSteadyLaw, SteadyLawPlan } from "./steady-law.js";

const plans: { readonly [K in TyreLaw["kind"]]: PlanSteadyLaw<Extract<TyreLaw, { readonly kind: K }>> } = {
  brush: planBrush,
  fiala: planFiala,
  tmeasy: planTmeasy,
  pac2002: planPac2002,
  pac89: planPac89,
};

/** Each plan takes laws of its own kind, which the compiler cannot see here. */
export const planSteadyLaw = (law: TyreLaw, num: (real: Real) => Num): SteadyLawPlan =>
  (plans[law.kind] as PlanSteadyLaw<TyreLaw>)(law, num);
