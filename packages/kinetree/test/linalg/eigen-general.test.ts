import { describe, expect, it } from "vitest";
import { eigenGeneral, balanceInPlace, hessenbergInPlace } from "../../src/linalg/eigen-general.js";
import { eigenSymmetric } from "../../src/linalg/eigen-symmetric.js";
import { copy, matMul, matrixFromRows, newMatrix, normMax, transpose, type Matrix } from "../../src/linalg/matrix.js";
import { realSchurInPlace } from "../../src/linalg/real-schur.js";
import { stream } from "../../src/random/stream.js";
import { normFrobenius, identity } from "../support/linalg.js";
import {
  difference,
  entry,
  EPS,
  fill,
  frank,
  largest,
  minus,
  randomMatrix,
  randomOrthogonal,
  randomSymmetric,
} from "./matrices.js";
import { refusal } from "../support/refusal.js";

/** x^n = 1: every QR step with the usual shifts leaves it as it is. */
const cyclic = (n: number): Matrix => fill(n, n, (i, j) => (j === (i + 1) % n ? 1 : 0));

const jordan = (n: number, lambda: number): Matrix => fill(n, n, (i, j) => (i === j ? lambda : j === i + 1 ? 1 : 0));

/** [0 I; −K −C] of a chain of masses with light damping. */
function damped(n: number): Matrix {
  const k = (i: number, j: number): number => (i === j ? 2 : Math.abs(i - j) === 1 ? -1 : 0);
  return fill(2 * n, 2 * n, (i, j) => {
    if (i < n) return j === i + n ? 1 : 0;
    return j < n ? -100 * k(i - n, j) : -0.05 * k(i - n, j - n);
  });
}

/** X diag(blocks) X⁻¹ with orthogonal X: prescribed real eigenvalues and complex pairs. */
function withPairs(seed: number, reals: readonly number[], pairs: readonly (readonly [number, number])[]): Matrix {
  const n = reals.length + 2 * pairs.length;
  const D = newMatrix(n, n);
  reals.forEach((value, k) => (D.data[k * n + k] = value));
  pairs.forEach(([re, im], p) => {
    const k = reals.length + 2 * p;
    D.data[k * n + k] = D.data[(k + 1) * n + k + 1] = re;
    D.data[k * n + k + 1] = im;
    D.data[(k + 1) * n + k] = -im;
  });
  const Q = randomOrthogonal(seed, n);
  return matMul(matMul(Q, D), transpose(Q));
}

const cases = [
  { name: "1 × 1", A: fill(1, 1, () => -3) },
  {
    name: "rotation by 0.3",
    A: matrixFromRows([
      [Math.cos(0.3), -Math.sin(0.3)],
      [Math.sin(0.3), Math.cos(0.3)],
    ]),
  },
  { name: "random, n = 3", A: randomMatrix(1, 3, 3) },
  { name: "random, n = 20", A: randomMatrix(2, 20, 20) },
  { name: "random, n = 75", A: randomMatrix(3, 75, 75) },
  { name: "symmetric", A: randomSymmetric(4, 15) },
  { name: "skew", A: fill(10, 10, (i, j) => (i - j) / (1 + i + j)) },
  { name: "triangular", A: fill(8, 8, (i, j) => (j >= i ? 1 + ((3 * i + 5 * j) % 7) : 0)) },
  { name: "lower triangular", A: fill(8, 8, (i, j) => (j <= i ? 1 + ((3 * i + 5 * j) % 7) : 0)) },
  { name: "cyclic, n = 2", A: cyclic(2) },
  { name: "cyclic, n = 7", A: cyclic(7) },
  { name: "cyclic, n = 30", A: cyclic(30) },
  { name: "Frank, n = 12", A: frank(12) },
  { name: "Jordan block, n = 6", A: jordan(6, 2) },
  {
    name: "two Jordan blocks, mixed",
    A: matMul(
      matMul(
        randomOrthogonal(5, 6),
        fill(6, 6, (i, j) => (i === j ? 1 : j === i + 1 && i !== 2 ? 1 : 0)),
      ),
      transpose(randomOrthogonal(5, 6)),
    ),
  },
  {
    name: "repeated pairs",
    A: withPairs(
      6,
      [3, 3, -1],
      [
        [1, 2],
        [1, 2],
        [0, 5],
      ],
    ),
  },
  { name: "identity", A: identity(5) },
  { name: "zero", A: newMatrix(4, 4) },
  { name: "damped chain", A: damped(8) },
  { name: "nilpotent", A: fill(5, 5, (i, j) => (j === i + 1 ? 1 : 0)) },
  { name: "orthogonal", A: randomOrthogonal(7, 12) },
];

/** Largest entry of A V − V diag(λ). */
function residual(A: Matrix): number {
  const n = A.rows;
  const { re, im, vectorsRe: X, vectorsIm: Y } = eigenGeneral(A);
  const real = fill(n, n, (i, j) => re[j] * entry(X, i, j) - im[j] * entry(Y, i, j));
  const imaginary = fill(n, n, (i, j) => re[j] * entry(Y, i, j) + im[j] * entry(X, i, j));
  return Math.max(normMax(difference(matMul(A, X), real)), normMax(difference(matMul(A, Y), imaginary)));
}

describe.each(cases)("$name", ({ A }) => {
  const n = A.rows;
  const norm = normFrobenius(A);
  const { re, im, vectorsRe, vectorsIm } = eigenGeneral(A);

  it("A v / λ v, within 8 n ε ‖A‖", () => {
    expect(residual(A)).toBeLessThanOrEqual(8 * n * EPS * norm);
  });

  it("vectors / of unit length, largest entry real and positive", () => {
    for (let j = 0; j < n; j++) {
      const sizes = Array.from({ length: n }, (_, i) => Math.hypot(entry(vectorsRe, i, j), entry(vectorsIm, i, j)));
      expect(Math.abs(Math.hypot(...sizes) - 1)).toBeLessThan(2 * n * EPS);
      const top = sizes.findIndex((size) => size > Math.max(...sizes) * (1 - 4 * EPS) && size > 0);
      const tops = sizes.flatMap((size, i) => (size > sizes[top] * (1 - 1e-12) ? [i] : []));
      expect(tops.some((i) => entry(vectorsIm, i, j) === 0 && entry(vectorsRe, i, j) > 0)).toBe(true);
    }
  });

  it("complex values / in conjugate pairs, positive imaginary part first", () => {
    for (let j = 0; j < n; j++) {
      if (im[j] === 0) continue;
      expect(im[j]).toBeGreaterThan(0);
      expect([re[j + 1], im[j + 1]]).toEqual([re[j], -im[j]]);
      for (let i = 0; i < n; i++) {
        expect(entry(vectorsRe, i, j + 1)).toBe(entry(vectorsRe, i, j));
        expect(entry(vectorsIm, i, j + 1) + entry(vectorsIm, i, j)).toBe(0);
      }
      j++;
    }
  });

  it("sum of the values / trace, within n² ε ‖A‖", () => {
    const trace = Array.from({ length: n }, (_, k) => entry(A, k, k)).reduce((sum, x) => sum + x, 0);
    expect(Math.abs(re.reduce((sum, x) => sum + x, 0) - trace)).toBeLessThanOrEqual(n * n * EPS * norm);
  });
});

describe.each(cases)("Schur form: $name", ({ A }) => {
  const n = A.rows;
  const T = copy(A);
  const Z = newMatrix(n, n);
  hessenbergInPlace(T, Z);
  const H = copy(T);
  const Q = copy(Z);
  const ended = realSchurInPlace(T, Z);
  const back = (X: Matrix, B: Matrix): Matrix => matMul(matMul(X, B), transpose(X));

  it("Q H Qᵀ / A, with H zero below the subdiagonal", () => {
    expect(normMax(difference(back(Q, H), A))).toBeLessThanOrEqual(8 * n * EPS * normFrobenius(A));
    for (let i = 0; i < n; i++) for (let j = 0; j + 1 < i; j++) expect(entry(H, i, j)).toBe(0);
  });

  it("Z T Zᵀ / A and Zᵀ Z / I, within 16 n ε", () => {
    expect(ended).toBe(true);
    expect(normMax(difference(back(Z, T), A))).toBeLessThanOrEqual(16 * n * EPS * normFrobenius(A));
    expect(normMax(difference(matMul(transpose(Z), Z), identity(n)))).toBeLessThanOrEqual(16 * n * EPS);
  });

  it("T / zero below its blocks, no two blocks overlap, and all blocks complex", () => {
    for (let i = 0; i < n; i++) {
      for (let j = 0; j + 1 < i; j++) expect(entry(T, i, j)).toBe(0);
      if (i === 0 || entry(T, i, i - 1) === 0) continue;
      expect(i > 1 ? entry(T, i - 1, i - 2) : 0).toBe(0);
      const half = (entry(T, i - 1, i - 1) - entry(T, i, i)) / 2;
      expect(half * half + entry(T, i - 1, i) * entry(T, i, i - 1)).toBeLessThan(0);
    }
  });
});

const LARGE = 200;
const coefficients = randomMatrix(8, LARGE, 1);

describe.each([
  {
    name: "companion of a random polynomial",
    at: (i: number, j: number) => (j === LARGE - 1 ? coefficients.data[i] : i === j + 1 ? 1 : 0),
  },
  {
    name: "companion, coefficients over 16 orders",
    at: (i: number, j: number) => (j === LARGE - 1 ? 10 ** (8 * coefficients.data[i]) : i === j + 1 ? 1 : 0),
  },
  {
    name: "graded over 20 orders",
    at: (i: number, j: number) => 10 ** ((-20 * Math.max(i, j)) / LARGE) * (((7 * i + 3 * j) % 11) - 5),
  },
  {
    name: "nearly defective",
    at: (i: number, j: number) => (i === j ? 2 : j === i + 1 ? 1 : j === 0 && i === LARGE - 1 ? 1e-30 : 0),
  },
  {
    name: "Jordan blocks of 10",
    at: (i: number, j: number) => (i === j ? 1 + (i % 3) : j === i + 1 && j % 10 > 0 ? 1e3 : 0),
  },
])("200 × 200, $name", ({ at }) => {
  it("Z T Zᵀ / Q H Qᵀ, within 16 n ε", () => {
    const A = fill(LARGE, LARGE, at);
    const T = copy(A);
    const Z = newMatrix(LARGE, LARGE);
    hessenbergInPlace(T, Z);
    expect(realSchurInPlace(T, Z)).toBe(true);
    const back = matMul(matMul(Z, T), transpose(Z));
    expect(normMax(difference(back, A))).toBeLessThanOrEqual(16 * LARGE * EPS * normFrobenius(A));
  });
});

it("NaN / ends without a result", () => {
  const T = fill(4, 4, () => NaN);
  expect(realSchurInPlace(T, newMatrix(4, 4))).toBe(false);
});

it("A v / λ v for 2000 matrices of small integers, mostly zero: repeated and defective eigenvalues abound", () => {
  const { integer } = stream(11);
  for (let k = 0; k < 2000; k++) {
    const n = 1 + integer(9);
    const A = fill(n, n, () => (integer(3) === 0 ? integer(5) - 2 : 0));
    expect(residual(A)).toBeLessThanOrEqual(8 * n * EPS * normFrobenius(A));
  }
});

const sorted = (x: Float64Array): Float64Array => x.slice().sort();

describe("known values", () => {
  it.each([0.1, 1.3, 2.9])("rotation by %f / cos ± i sin", (angle) => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const { re, im } = eigenGeneral(
      matrixFromRows([
        [c, -s],
        [s, c],
      ]),
    );
    expect(largest(minus(re, Float64Array.of(c, c)))).toBeLessThan(4 * EPS);
    expect(largest(minus(im, Float64Array.of(s, -s)))).toBeLessThan(4 * EPS);
  });

  it("cyclic permutation / roots of unity", () => {
    const n = 16;
    const { re, im } = eigenGeneral(cyclic(n));
    for (let k = 0; k < n; k++) {
      const gaps = Array.from(re, (x, j) =>
        Math.hypot(x - Math.cos((2 * Math.PI * k) / n), im[j] - Math.sin((2 * Math.PI * k) / n)),
      );
      expect(Math.min(...gaps)).toBeLessThan(4 * n * EPS); // normal matrix: condition 1
    }
  });

  it("Frank's matrix of size 8 / reference of 20 digits", () => {
    const { re, im } = eigenGeneral(frank(8));
    const exact = [
      0.05228762612153965, 0.10254961532853313, 0.22453441998550183, 0.5869844761825443, 1.7036225668240899,
      4.453660156267221, 9.75137738738804, 19.12498375190253,
    ];
    expect(largest(im)).toBe(0);
    // The condition of the smallest eigenvalue is some 1e3, n ε ‖A‖ = 6e-14.
    expect(largest(minus(sorted(re), Float64Array.from(exact)))).toBeLessThan(1e3 * 6e-14);
  });

  it("Frank's matrix / eigenvalues in reciprocal pairs", () => {
    const values = sorted(eigenGeneral(frank(6)).re);
    values.forEach((value, k) => expect(Math.abs(value * values[5 - k] - 1)).toBeLessThan(1e-11));
  });

  it("companion of (x − 1)(x − 2)(x − 3)(x − 4) / 1, 2, 3, 4", () => {
    const A = matrixFromRows([
      [10, -35, 50, -24],
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
    ]);
    // Condition numbers of these roots are a few hundred.
    expect(largest(minus(sorted(eigenGeneral(A).re), Float64Array.of(1, 2, 3, 4)))).toBeLessThan(1e3 * 60 * EPS);
  });

  it.each([2, 3, 4])("perturbed Jordan block of size %i / within (n ε)^(1/n) of the defective eigenvalue", (n) => {
    const Q = randomOrthogonal(n, n);
    const { re, im } = eigenGeneral(matMul(matMul(Q, jordan(n, 2)), transpose(Q)));
    for (let k = 0; k < n; k++) expect(Math.hypot(re[k] - 2, im[k])).toBeLessThan(4 * (8 * n * EPS) ** (1 / n));
  });

  it("prescribed reals and pairs / recovered", () => {
    const { re, im } = eigenGeneral(
      withPairs(
        8,
        [-4, 0, 0.5],
        [
          [1, 2],
          [-3, 0.25],
        ],
      ),
    );
    const expected = [
      [-4, 0],
      [0, 0],
      [0.5, 0],
      [1, 2],
      [1, -2],
      [-3, 0.25],
      [-3, -0.25],
    ];
    for (const [x, y] of expected) {
      const gaps = Array.from(re, (value, j) => Math.hypot(value - x, im[j] - y));
      expect(Math.min(...gaps)).toBeLessThan(8 * 7 * EPS * 4);
    }
  });

  it("symmetric matrix / the symmetric algorithm", () => {
    const A = randomSymmetric(9, 12);
    const { re, im } = eigenGeneral(A);
    expect(largest(im)).toBe(0);
    expect(largest(minus(sorted(re), eigenSymmetric(A).values))).toBeLessThan(8 * 12 * EPS * normFrobenius(A));
  });

  it("damped chain / −ζω ± i ω √(1 − ζ²) of its modes", () => {
    const n = 8;
    const { re, im } = eigenGeneral(damped(n));
    for (let k = 1; k <= n; k++) {
      const s = 4 * Math.sin((k * Math.PI) / (2 * n + 2)) ** 2; // eigenvalue of the second difference
      const [decay, omega] = [0.025 * s, Math.sqrt(100 * s - (0.025 * s) ** 2)];
      const gaps = Array.from(re, (value, j) => Math.hypot(value + decay, im[j] - omega));
      expect(Math.min(...gaps)).toBeLessThan(8 * 2 * n * EPS * 400);
    }
  });

  it("empty matrix / none", () => {
    expect(eigenGeneral(newMatrix(0, 0)).re.length).toBe(0);
  });

  it("NaN / refused", () => {
    expect(refusal(() => eigenGeneral(fill(2, 2, (i) => (i === 1 ? NaN : 0))))).toEqual({
      code: "not-finite",
      subject: "square matrix",
      value: NaN,
    });
  });
});

describe("balancing", () => {
  const A = randomMatrix(10, 6, 6);
  const factors = [1, 2 ** 20, 2 ** -17, 2 ** 9, 2 ** -30, 2 ** 25];
  const skewed = fill(6, 6, (i, j) => (entry(A, i, j) * factors[j]) / factors[i]);

  it("D⁻¹ A D / the balanced matrix, exactly", () => {
    const balanced = copy(skewed);
    const scale = new Float64Array(6);
    balanceInPlace(balanced, scale);
    expect(balanced).toEqual(fill(6, 6, (i, j) => (entry(skewed, i, j) * scale[j]) / scale[i]));
  });

  it("a matrix spoilt by units / its norm restored", () => {
    const balanced = copy(skewed);
    balanceInPlace(balanced, new Float64Array(6));
    expect(normFrobenius(skewed)).toBeGreaterThan(1e10);
    expect(normFrobenius(balanced)).toBeLessThan(2 * normFrobenius(A));
  });

  it("eigenvalues of a matrix spoilt by units / those of the matrix before", () => {
    const [plain, spoilt] = [eigenGeneral(A), eigenGeneral(skewed)];
    for (let k = 0; k < 6; k++) {
      const gaps = Array.from(plain.re, (x, j) => Math.hypot(x - spoilt.re[k], plain.im[j] - spoilt.im[k]));
      expect(Math.min(...gaps)).toBeLessThan(1e2 * 6 * EPS * normFrobenius(A)); // condition of the eigenvalues below 1e2
    }
  });

  it("a row without partners / left alone", () => {
    const lonely = matrixFromRows([
      [1, 1e9],
      [0, 2],
    ]);
    const scale = new Float64Array(2);
    balanceInPlace(lonely, scale);
    expect([...scale]).toEqual([1, 1]);
  });
});
