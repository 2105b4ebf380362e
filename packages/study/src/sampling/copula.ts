import { inverseNormalCdf } from "kinetree/random";
import { normalCdf } from "./normal-cdf.js";

/** The lower triangle of Cholesky's factor of a correlation matrix, row by row; null if the matrix is not positive definite. */
export function choleskyOfCorrelation(matrix: readonly (readonly number[])[]): number[][] | null {
  const n = matrix.length;
  const rows: number[][] = [];
  for (let i = 0; i < n; i++) {
    const row: number[] = [];
    for (let j = 0; j <= i; j++) {
      let rest = matrix[i][j];
      for (let k = 0; k < j; k++) rest -= row[k] * (rows[j] ?? row)[k];
      if (j < i) {
        row.push(rest / rows[j][j]);
        continue;
      }
      // What rounding leaves of a singular matrix is no pivot.
      if (!(rest > 8 * n * Number.EPSILON)) return null;
      row.push(Math.sqrt(rest));
    }
    rows.push(row);
  }
  return rows;
}

/**
 * A Gaussian copula: independent shares in (0, 1) become shares whose normal scores have the given correlation, each still
 * uniform on its own. Writes over `shares`.
 */
export function correlate(shares: number[], factor: readonly (readonly number[])[]): void {
  const scores = shares.map(inverseNormalCdf);
  for (let i = 1; i < shares.length; i++) {
    let score = 0;
    for (let k = 0; k <= i; k++) score += factor[i][k] * scores[k];
    shares[i] = openUnit(normalCdf(score));
  }
}

/** Scores beyond 8.3 round to 1, and a quantile of 1 may be infinite. */
const openUnit = (p: number): number => Math.min(Math.max(p, Number.MIN_VALUE), 1 - Number.EPSILON / 2);
