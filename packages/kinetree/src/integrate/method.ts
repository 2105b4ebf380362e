import type { ImplicitName } from "./implicit/method.js";
import { dop853 } from "./tableaus/dop853.js";
import { dormandPrince54 } from "./tableaus/dormand-prince-54.js";
import { rk4 } from "./tableaus/rk4.js";
import { rkf45 } from "./tableaus/rkf45.js";
import { defineTableau, type Tableau } from "./tableaus/tableau.js";

/** An integration method. "euler-cromer" and "rk4" go by fixed steps only; the others can follow a tolerance. */
export type MethodName = "euler-cromer" | "rk4" | "rkf45" | "dormand-prince" | "dop853";

/** All integrators by name: those of fixed or embedded formulas, and the implicit ones. */
export type IntegratorName = MethodName | ImplicitName;

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

const euler: Tableau = defineTableau({
  name: "euler-cromer",
  order: 1,
  a: [[]],
  b: [1],
  c: [0],
  fsal: false,
  // Between steps a straight line: all that a method of order 1 can vouch for.
  dense: {
    order: 1,
    extraStages: { a: [[1]], c: [1] },
    endStage: 1,
    weights: [
      [1, 0],
      [0, 0],
    ],
  },
});

const embedded = (name: MethodName, tableau: Tableau): Method => ({
  name,
  tableau,
  newSpeedsFirst: false,
  adaptive: true,
  errorOrder: Math.min(tableau.order, tableau.embeddedOrder ?? tableau.order) + 1,
});

/** The integration methods by name, frozen. */
export const methods: Readonly<Record<MethodName, Method>> = Object.freeze({
  "euler-cromer": { name: "euler-cromer", tableau: euler, newSpeedsFirst: true, adaptive: false, errorOrder: 2 },
  rk4: { name: "rk4", tableau: rk4, newSpeedsFirst: false, adaptive: false, errorOrder: 5 },
  rkf45: embedded("rkf45", rkf45),
  "dormand-prince": embedded("dormand-prince", dormandPrince54),
  // Its corrected estimate behaves like order 7: Hairer, Nørsett, Wanner I (1993), II.10.
  dop853: { name: "dop853", tableau: dop853, newSpeedsFirst: false, adaptive: true, errorOrder: 8 },
});

/** Stages of a method with those that only its interpolant needs. */
export const stageCount = ({ tableau }: Method): number => tableau.a.length + tableau.dense.extraStages.a.length;

/** The explicit method of that name; null for an implicit one. */
export const explicitNamed = (name: IntegratorName): MethodName | null =>
  name in methods ? (name as MethodName) : null;
