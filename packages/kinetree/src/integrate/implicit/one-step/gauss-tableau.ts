/** Collocation at the zeros of a Legendre polynomial, of order twice the number of its stages. */
export interface GaussTableau {
  /** On [0, 1], ascending. */
  readonly nodes: readonly number[];
  readonly b: readonly number[];
  /** a[i][j] = ∫ ℓ_j from 0 to node i */
  readonly a: readonly Float64Array[];
  /** Weights of the values at the nodes in the coefficient of the last Legendre polynomial that they determine. */
  readonly last: readonly number[];
  /** The same for the polynomial four degrees before: even and odd ones are of different size where rates are nearly symmetric. */
  readonly before: readonly number[];
}

/** Positive zeros of the Legendre polynomials of degree 16 and 15: Abramowitz and Stegun (1964), table 25.4. */
const positiveZeros = [
  [0.0950125098, 0.2816035508, 0.4580167777, 0.6178762444, 0.7554044084, 0.8656312024, 0.9445750231, 0.989400935],
  [0.2011940939, 0.3941513471, 0.5709721726, 0.7244177314, 0.8482065834, 0.9372733924, 0.9879925181],
] as const;

export const gaussTableaus: readonly GaussTableau[] = Object.freeze([
  tableauOf(16, positiveZeros[0]),
  tableauOf(15, positiveZeros[1]),
]);

/** The tableau whose nodes stay farthest away from a point of the step. */
export function farthestFrom(theta: number): GaussTableau {
  const distance = ({ nodes }: GaussTableau): number => Math.min(...nodes.map((c) => Math.abs(c - theta)));
  return gaussTableaus.reduce((best, each) => (distance(each) > distance(best) ? each : best));
}

/** w_j ← ∫ ℓ_j from 0 to θ: the weights of the collocation polynomial at θ. */
export function weightsUpTo({ nodes, b }: Pick<GaussTableau, "nodes" | "b">, theta: number, w: Float64Array): void {
  const s = nodes.length;
  const upper = legendre(2 * theta - 1, s);
  nodes.forEach((c, j) => {
    const P = legendre(2 * c - 1, s);
    // ℓ_j = b_j Σ (2k + 1) P_k(c_j) P_k on [0, 1], and ∫ P_k = (P_k+1 − P_k−1) / (2 (2k + 1)).
    let sum = theta;
    for (let k = 1; k < s; k++) sum += (P[k] * (upper[k + 1] - upper[k - 1])) / 2;
    w[j] = b[j] * sum;
  });
}

function tableauOf(degree: number, positive: readonly number[]): GaussTableau {
  const zeros = [...positive.map((x) => -x), ...(degree % 2 === 1 ? [0] : []), ...positive]
    .map((x) => polished(x, degree))
    .sort((x, y) => x - y);
  const nodes = zeros.map((x) => (1 + x) / 2);
  // 1 / ((1 − x²) P′²): half of the weights on [-1, 1].
  const b = zeros.map((x) => 1 / ((1 - x * x) * slope(x, degree) ** 2));
  const a = nodes.map((c) => {
    const w = new Float64Array(degree);
    weightsUpTo({ nodes, b }, c, w);
    return w;
  });
  const coefficient = (k: number): number[] => zeros.map((x, j) => (2 * k + 1) * b[j] * legendre(x, degree)[k]);
  return { nodes, b, a, last: coefficient(degree - 1), before: coefficient(degree - 5) };
}

/** P_0(x) to P_n(x) */
function legendre(x: number, n: number): readonly number[] {
  const P = [1, x];
  for (let k = 1; k < n; k++) P.push(((2 * k + 1) * x * P[k] - k * P[k - 1]) / (k + 1));
  return P;
}

function slope(x: number, n: number): number {
  const P = legendre(x, n);
  return (n * (P[n - 1] - x * P[n])) / (1 - x * x);
}

/** A zero of the table to the last digit. */
function polished(x: number, n: number): number {
  return x - legendre(x, n)[n] / slope(x, n);
}
