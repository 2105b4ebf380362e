import { planSteadyLaw } from "../../../src/elements/tyre/plan-steady-law.js";
import type { SteadyLawPlan } from "../../../src/elements/tyre/steady-law.js";
import type { Num } from "../../../src/graph/graph.js";
import type { TyreLaw } from "../../../src/model/tyre-laws.js";
import type { Real } from "../../../src/model/types.js";

/* Tyre laws of plain numbers, which make plain numbers. */

const plain = (real: Real): Num => real as number;

export const planOf = (law: TyreLaw): SteadyLawPlan => planSteadyLaw(law, plain);

/** A point of plain numbers. */
export interface PlainPoint {
  readonly slip: readonly [number, number];
  readonly load: number;
  readonly camber: number;
  readonly friction: number;
  readonly depth: number;
}

export const pointAt = (given: Partial<PlainPoint>): PlainPoint => ({
  slip: [0, 0],
  load: 6400,
  camber: 0,
  friction: 1,
  depth: 0.015,
  ...given,
});

/** Slips of the usual letters. */
export const alphaOf = (kappa: number, alpha: number): readonly [number, number] => [kappa, -Math.tan(alpha)];

export interface PlainForces {
  readonly slope: readonly [number, number];
  readonly offset: readonly [number, number];
  readonly peak: readonly [number, number];
}

export const splitAt = (law: TyreLaw, at: PlainPoint, plan = planOf(law)): PlainForces =>
  plan.forces(at, plan.numbers) as PlainForces;

/** F_x and F_y. */
export function forceAt(law: TyreLaw, at: PlainPoint, plan = planOf(law)): [number, number] {
  const { slope, offset } = splitAt(law, at, plan);
  return [slope[0] * at.slip[0] + offset[0], slope[1] * at.slip[1] + offset[1]];
}

export interface PlainMoments {
  readonly overturning: number;
  readonly aligning: number;
}

export const momentAt = (
  law: TyreLaw,
  at: PlainPoint,
  [fx, fy]: readonly [number, number],
  plan = planOf(law),
): PlainMoments => plan.moments(at, [fx, fy, at.load], plan.numbers) as PlainMoments;
