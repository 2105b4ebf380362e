import { describe, expect, test } from "vitest";
import { inverseNormalCdf, uniform } from "kinetree/random";
import { choleskyOfCorrelation, correlate } from "../../src/sampling/copula.js";

const correlation = [
  [1, 0.8, -0.3],
  [0.8, 1, 0.1],
  [-0.3, 0.1, 1],
];

function drawn(samples: number): number[][] {
  const factor = choleskyOfCorrelation(correlation) ?? [];
  return Array.from({ length: samples }, (_, i) => {
    const shares = ["a", "b", "c"].map((key) => uniform(3, i, key));
    correlate(shares, factor);
    return shares;
  });
}

const pearson = (x: readonly number[], y: readonly number[]): number => {
  const mean = (z: readonly number[]): number => z.reduce((a, b) => a + b, 0) / z.length;
  const [mx, my] = [mean(x), mean(y)];
  const dot = (f: (i: number) => number): number => x.reduce((sum, _, i) => sum + f(i), 0);
  const sxy = dot((i) => (x[i] - mx) * (y[i] - my));
  return sxy / Math.sqrt(dot((i) => (x[i] - mx) ** 2) * dot((i) => (y[i] - my) ** 2));
};

describe("gaussian copula", () => {
  const samples = 20_000;
  const points = drawn(samples);
  const column = (i: number): number[] => points.map((point) => point[i]);

  test.each([
    [0, 1],
    [0, 2],
    [1, 2],
  ])("normal scores of %i and %i / the correlation that was asked for", (i, j) => {
    const r = pearson(column(i).map(inverseNormalCdf), column(j).map(inverseNormalCdf));
    // Standard error of a correlation: (1 - r²)/√n; five of them.
    expect(Math.abs(r - correlation[i][j])).toBeLessThan((5 * (1 - correlation[i][j] ** 2)) / Math.sqrt(samples));
  });

  test.each([
    [0, 1],
    [0, 2],
  ])("ranks of %i and %i / 6/π asin(r/2), Kruskal 1958", (i, j) => {
    // The shares are uniform, so that their own correlation is that of the ranks.
    const expected = (6 / Math.PI) * Math.asin(correlation[i][j] / 2);
    expect(Math.abs(pearson(column(i), column(j)) - expected)).toBeLessThan(5 / Math.sqrt(samples));
  });

  test.each([0, 1, 2])(
    "parameter %i is still uniform by itself: largest distance of its distribution function",
    (i) => {
      const rising = column(i).sort((a, b) => a - b);
      const distance = Math.max(...rising.map((u, k) => Math.abs(u - (k + 0.5) / samples)));
      // Kolmogorov: exceeded once in 1e6 where nothing is wrong.
      expect(distance).toBeLessThan(2.7 / Math.sqrt(samples));
    },
  );

  test("Cholesky's factor times its transpose / the matrix", () => {
    const L = choleskyOfCorrelation(correlation) ?? [];
    correlation.forEach((row, i) =>
      row.forEach((r, j) => {
        const sum = L[i].reduce((s, l, k) => s + l * (L[j][k] ?? 0), 0);
        expect(sum).toBeCloseTo(r, 14);
      }),
    );
  });

  test.each([
    {
      matrix: [
        [1, 1],
        [1, 1],
      ],
    },
    {
      matrix: [
        [1, 0.9, -0.9],
        [0.9, 1, 0.9],
        [-0.9, 0.9, 1],
      ],
    },
  ])("what no numbers can have is refused: $matrix", ({ matrix }) => {
    expect(choleskyOfCorrelation(matrix)).toBeNull();
  });
});
