/*
 * Radau IIA with three stages, of order 5: collocation at the zeros of d²/dx² (x² (x − 1)³). Hairer, Wanner, Solving Ordinary
 * Differential Equations II (2nd ed. 1996), IV.5, table 5.6, and IV.8. The step works with T, its inverse and Λ in place of the
 * coefficients A of the stages.
 */

const r = Math.sqrt(6);

export const c: readonly [number, number, number] = [(4 - r) / 10, (4 + r) / 10, 1];

/** Eigenvalues of A⁻¹: γ̂, and α̂ ± i β̂. */
export const gammaHat = 3.637834252744496;
export const alphaHat = 2.681082873627752;
export const betaHat = 3.0504301992474105;

/** T⁻¹ A⁻¹ T = Λ with blocks γ̂ and (α̂, −β̂; β̂, α̂). Digits of the program RADAU5. */
export const T: readonly (readonly [number, number, number])[] = [
  [0.09123239487089295, -0.1412552950209542, -0.030029194105147424],
  [0.241717932707107, 0.20412935229379994, 0.3829421127572619],
  [0.966048182615093, 1, 0],
];
export const Tinverse: readonly (readonly [number, number, number])[] = [
  [4.325579890063155, 0.33919925181580984, 0.5417705399358749],
  [-4.178718591551904, -0.32768282076106237, 0.47662355450055044],
  [-0.5028726349457869, 2.571926949855605, -0.5960392048282249],
];

/** The error estimate is (γ̂/h M − J)⁻¹ (f(t₀, y₀) + M Σ e_i z_i / h), of order 3. */
export const e: readonly [number, number, number] = [-(13 + 7 * r) / 3, (-13 + 7 * r) / 3, -1 / 3];

/** The collocation polynomial at θ is y₀ + Σ out_i z_i: Lagrange's polynomials of 0, c₁, c₂, 1. At θ = 1 exactly 0, 0, 1. */
export function collocationInto(out: Float64Array, theta: number): void {
  const [c1, c2] = c;
  const [d1, d2, d3] = [theta - c1, theta - c2, theta - 1];
  out[0] = (theta * d2 * d3) / (c1 * (c1 - c2) * (c1 - 1));
  out[1] = (theta * d1 * d3) / (c2 * (c2 - c1) * (c2 - 1));
  out[2] = (theta * d1 * d2) / ((1 - c1) * (1 - c2));
}
