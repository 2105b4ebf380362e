/*
 * A Runge-Kutta method is data: s stages k_i = f(t + c_i h, y + h Σ_j a_ij k_j) and y₁ = y + h Σ_i b_i k_i. Everything that
 * is true of a method (its order, its companions, its interpolant) is stated here with the numbers and proved by the tests
 * from the numbers alone, with the order conditions of rooted trees.
 */

/** y(t + θh) = y + h Σ_i b_i(θ) k_i over the stages of the method followed by `extraStages`. */
export interface DenseOutput {
  /** The interpolant meets every order condition up to this order at each θ: its local error is O(h^(order + 1)). */
  readonly order: number;
  /** Stages that only the interpolant needs, numbered on from the method's own. Empty if the method's own suffice. */
  readonly extraStages: { readonly a: readonly (readonly number[])[]; readonly c: readonly number[] };
  /** The stage that is the derivative at the end (its row of `a` is `b`, its c is 1) and the first of the next step, so that it is paid for once. */
  readonly endStage: number;
  /** weights[i] = coefficients of b_i(θ), from θ¹ upwards (there is no constant: y(t) is met exactly). */
  readonly weights: readonly (readonly number[])[];
}

export interface Tableau {
  readonly name: string;
  /** Order of the solution that is carried on, the one with weights `b`. */
  readonly order: number;
  /** Strictly lower triangular: row i has i entries. */
  readonly a: readonly (readonly number[])[];
  readonly b: readonly number[];
  readonly c: readonly number[];
  /** Weights of the companion solution; h Σ (b − bHat)_i k_i estimates the error. */
  readonly bHat?: readonly number[];
  readonly embeddedOrder?: number;
  /** A second companion of lower order, by which a method of high order corrects its first estimate. See dop853.ts. */
  readonly bHatLow?: readonly number[];
  readonly embeddedLowOrder?: number;
  readonly dense: DenseOutput;
}

/** Freezes the tableau with all its arrays: it is shared by every run. */
export function defineTableau(tableau: Tableau): Tableau {
  freezeAll(tableau);
  return tableau;
}

function freezeAll(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const inner of Object.values(value)) freezeAll(inner);
  Object.freeze(value);
}
