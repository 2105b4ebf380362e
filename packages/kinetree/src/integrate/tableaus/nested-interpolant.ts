/*
 * The interpolants of Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I (2nd ed. 1993), II.6, are
 * published in nested form, which continues cubic Hermite interpolation by correction terms that vanish at both ends:
 *
 *   y(t + θh) = y + θ(r₁ + (1−θ)(r₂ + θ(r₃ + (1−θ)(r₄ + θ(r₅ + …)))))
 *   r₁ = y₁ − y = h Σ b_i k_i,   r₂ = h k_first − r₁,   r₃ = 2 r₁ − h (k_first + k_end),   r₄₊ⱼ = h Σ_i d_ji k_i
 *
 * With no corrections d it is the cubic Hermite interpolant. Plain polynomials b_i(θ) serve every method alike and are
 * evaluated once per sample instead of once per component, so the nest is multiplied out here.
 */

/**
 * b_i(θ), coefficients from θ¹ upwards, for all stages.
 *
 * The largest coefficients are those of d times small binomials, so sums at θ = 1 cancel to b_i within about
 * 10 ε max|d|: 1e-12 for DOP853, and below 1e-14 for the others.
 */
export function nestedInterpolantWeights(
  b: readonly number[],
  stageCount: number,
  endStage: number,
  d: readonly (readonly number[])[],
): number[][] {
  const basis = nestedBasis(3 + d.length);
  const weights: number[][] = [];
  for (let i = 0; i < stageCount; i++) {
    const b_i = b[i] ?? 0;
    const first = i === 0 ? 1 : 0;
    const end = i === endStage ? 1 : 0;
    const r = [b_i, first - b_i, 2 * b_i - first - end, ...d.map((row) => row[i])];
    weights.push(linearCombination(r, basis));
  }
  return weights;
}

/** θ, θ(1−θ), θ²(1−θ), θ²(1−θ)², θ³(1−θ)², …: exact, since the coefficients are small integers. */
function nestedBasis(count: number): number[][] {
  let p = Array.from<unknown, number>({ length: count }, (_, k) => (k === 0 ? 1 : 0)); // p[k] multiplies θ^(k+1)
  const basis = [p];
  for (let m = 1; m < count; m++) {
    const previous = p;
    const shifted = previous.map((_, k) => (k === 0 ? 0 : previous[k - 1])); // θ p
    p = m % 2 === 1 ? previous.map((coefficient, k) => coefficient - shifted[k]) : shifted; // (1−θ) p or θ p
    basis.push(p);
  }
  return basis;
}

function linearCombination(r: readonly number[], basis: readonly (readonly number[])[]): number[] {
  return basis[0].map((_, k) => r.reduce((sum, r_m, m) => sum + r_m * basis[m][k], 0));
}
