import type { CountedArithmetic } from "./counted.js";

/* Three equations with three unknowns, counted. */

/**
 * A ← factors of A by Gauss with exchanges of rows, reciprocals on the diagonal; `rows` gets the order of the rows. False if a
 * pivot is zero or not a number.
 */
export function factor3(
  arithmetic: CountedArithmetic,
  A: Float64Array,
  i: number,
  rows: Uint8Array,
  r: number,
): boolean {
  rows[r] = 0;
  rows[r + 1] = 1;
  rows[r + 2] = 2;
  for (let k = 0; k < 3; k++) {
    let best = k;
    for (let m = k + 1; m < 3; m++) if (Math.abs(A[i + 3 * m + k]) > Math.abs(A[i + 3 * best + k])) best = m;
    if (best !== k) {
      for (let c = 0; c < 3; c++) {
        const kept = A[i + 3 * k + c];
        A[i + 3 * k + c] = A[i + 3 * best + c];
        A[i + 3 * best + c] = kept;
      }
      const row = rows[r + k];
      rows[r + k] = rows[r + best];
      rows[r + best] = row;
    }
    const pivot = A[i + 4 * k];
    if (!(Math.abs(pivot) > 0 && Math.abs(pivot) < Infinity)) return false;
    A[i + 4 * k] = 1 / pivot;
    arithmetic.times += 1;
    for (let m = k + 1; m < 3; m++) {
      const share = A[i + 3 * m + k] * A[i + 4 * k];
      A[i + 3 * m + k] = share;
      for (let c = k + 1; c < 3; c++) A[i + 3 * m + c] -= share * A[i + 3 * k + c];
      arithmetic.times += 3 - k;
      arithmetic.plus += 2 - k;
    }
  }
  return true;
}

/** out = A⁻¹ b with those factors; entries of b and out are `stride` apart. */
export function solve3(
  arithmetic: CountedArithmetic,
  out: Float64Array,
  o: number,
  stride: number,
  A: Float64Array,
  i: number,
  rows: Uint8Array,
  r: number,
  b: Float64Array,
  j: number,
): void {
  const y0 = b[j + stride * rows[r]];
  const y1 = b[j + stride * rows[r + 1]] - A[i + 3] * y0;
  const y2 = b[j + stride * rows[r + 2]] - A[i + 6] * y0 - A[i + 7] * y1;
  const x2 = y2 * A[i + 8];
  const x1 = (y1 - A[i + 5] * x2) * A[i + 4];
  out[o] = (y0 - A[i + 1] * x1 - A[i + 2] * x2) * A[i];
  out[o + stride] = x1;
  out[o + 2 * stride] = x2;
  arithmetic.times += 9;
  arithmetic.plus += 6;
}
