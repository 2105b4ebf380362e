import type { MethodName } from "kinetree";
import type { AugmentedOptions } from "kinetree/formulations";

/** How G̃ is multiplied together, solved, and ordered. */
export type Method = Pick<AugmentedOptions, "product" | "solve" | "ordering">;

/** The source's naive method: full matrices, factors with pivoting. */
export const naive: Method = Object.freeze({ product: "dense", solve: "lu", ordering: "given" });

/** Its improved method, with the joints as the model numbers them. */
export const numbered: Method = Object.freeze({ product: "block", solve: "banded", ordering: "given" });

/** Its improved method, with the joints reordered before the runs by reverse Cuthill-McKee, as it advises. */
export const improved: Method = Object.freeze({ ...numbered, ordering: "rcm" });

/** The same in the order of least bandwidth. */
export const ordered: Method = Object.freeze({ ...numbered, ordering: "minimum" });

/** Numbers of evaluations that one step takes. */
export const stages = Object.freeze({ rk4: 4, rkf45: 6 } satisfies Partial<Record<MethodName, number>>);

export type Integrator = keyof typeof stages;

/** One row of tables 5.1 and 5.2. */
export interface IntegratorCase {
  readonly number: number;
  readonly integrator: Integrator;
  readonly method: Method;
}

/** Tables 5.1 and 5.2, which are the same. Its banded Gauss-Jordan elimination is our banded elimination. */
export const integratorCases = (order: Method): readonly IntegratorCase[] =>
  (["rkf45", "rk4"] as const).flatMap((integrator, half) =>
    [naive, order, { ...order, solve: "fom" } as const, { ...order, solve: "rnsd" } as const].map((method, k) => ({
      number: 4 * half + k + 1,
      integrator,
      method,
    })),
  );

/** Errors of the joints are damped at this rate [rad/s], critically, as the source's controller does; it says no values. */
export const damping = Object.freeze({ dampingRatio: 1, naturalFrequency: 20 });

/** Of every run that has no fixed step. */
export const TOLERANCE = 1e-6;
