/**
 * A Rosenbrock method of s stages in the form that needs no products with J: for i = 1 … s
 *
 *   (M/(γ h) − J) u_i = f(t₀ + α_i h, y₀ + Σ_j a_ij u_j) + M Σ_j c_ij u_j / h + h γ_i ∂f/∂t.
 *
 * Hairer, Wanner, Solving Ordinary Differential Equations II (2nd ed. 1996), IV.7.
 */
export interface RosenbrockTableau {
  readonly name: string;
  readonly gamma: number;
  readonly a: readonly (readonly number[])[];
  readonly c: readonly (readonly number[])[];
  /** α_i = Σ_j α_ij and γ_i = Σ_j γ_ij. */
  readonly alphaSum: readonly number[];
  readonly gammaSum: readonly number[];
  /** y₁ = y₀ + Σ m_i u_i; the last increment is the error estimate. */
  readonly m: readonly number[];
  /** y(θ) = (1 − θ) y₀ + θ (y₁ + (1 − θ) Σ_i (d₀_i + θ d₁_i) u_i). */
  readonly dense: readonly [readonly number[], readonly number[]];
}

const stage5 = [-7.170454962423024, -4.741636671481785, -16.31002631330971, -1.062004044111401];

/**
 * RODASP of Steinebach (Preprint 1741, Technische Hochschule Darmstadt (1995)): order 4 with a companion of order 3, both stiffly
 * accurate and L-stable, dense output of order 3. Of the build of RODAS (Hairer, Wanner II, VI.4) and preferred to it, because it
 * loses less of its order where a solution is pulled towards a moving target: on Prothero and Robinson's problem with λ = −100 and a
 * tolerance of 1e-6 it takes an eighth of the steps.
 */
export const rodasp: RosenbrockTableau = {
  name: "rodasp",
  gamma: 0.25,
  a: [
    [],
    [3],
    [1.831036793486759, 0.4955183967433795],
    [2.304376582692669, -0.05249275245743001, -1.176798761832782],
    stage5,
    [...stage5, 1],
  ],
  c: [
    [],
    [-12],
    [-8.791795173947035, -2.207865586973518],
    [10.81793056857153, 6.780270611428266, 19.5348594464241],
    [34.19095006749676, 15.49671153725963, 54.7476087596413, 14.16005392148534],
    [34.62605830930532, 15.30084976114473, 56.99955578662667, 18.40807009793095, -5.714285714285717],
  ],
  alphaSum: [0, 0.75, 0.21, 0.63, 1, 1],
  gammaSum: [0.25, -0.5, -0.023504, -0.0362, 0, 0],
  m: [...stage5, 1, 1],
  dense: [
    [25.09876703708589, 11.62013104361867, 28.49148307714626, -5.664021568594133, 0, 0],
    [1.638054557396973, -0.7373619806678748, 8.47791821923899, 15.9925314877952, -1.882352941176471, 0],
  ],
};
