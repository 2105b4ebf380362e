import type { MethodName } from "./integrators.js";
import { dop853 } from "./tableaus/dop853.js";
import { dormandPrince54 } from "./tableaus/dormand-prince-54.js";
import { eulerCromer } from "./tableaus/euler-cromer.js";
import { rk4 } from "./tableaus/rk4.js";
import { rkf45 } from "./tableaus/rkf45.js";
import type { Tableau } from "./tableaus/tableau.js";

/** A one-step method: a tableau, or Euler-Cromer, which takes the new speeds to move the coordinates. */
export interface Method {
  readonly name: MethodName;
  readonly tableau: Tableau;
  /** Coordinates move with the speeds at the end of the step (first order, but symplectic for separable systems). */
  readonly newSpeedsFirst: boolean;
  /** Has an error estimate, so that the step may follow a tolerance. */
  readonly adaptive: boolean;
  /** Exponent of the step in the error estimate. */
  readonly errorOrder: number;
}

const byTableau = (name: MethodName, tableau: Tableau): Method => ({
  name,
  tableau,
  newSpeedsFirst: false,
  adaptive: tableau.bHat !== undefined,
  errorOrder: Math.min(tableau.order, tableau.embeddedOrder ?? tableau.order) + 1,
});

/** The explicit integrators with their coefficients, by name, frozen. */
export const methods: Readonly<Record<MethodName, Method>> = Object.freeze({
  "euler-cromer": { ...byTableau("euler-cromer", eulerCromer), newSpeedsFirst: true },
  rk4: byTableau("rk4", rk4),
  rkf45: byTableau("rkf45", rkf45),
  "dormand-prince": byTableau("dormand-prince", dormandPrince54),
  // Its corrected estimate behaves like order 7: Hairer, Nørsett, Wanner I (1993), II.10.
  dop853: { ...byTableau("dop853", dop853), errorOrder: 8 },
});

/** Stages of a method with those that only its interpolant needs. */
export const stageCount = ({ tableau }: Method): number => tableau.a.length + tableau.dense.extraStages.a.length;
