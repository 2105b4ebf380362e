/*
 * Arithmetic on 3-vectors, 3x3 matrices (row by row) and quaternions (w, x, y, z) inside longer arrays, which counts what it
 * does: each method adds the operations that its own body writes out. An array is followed by the place where the thing starts
 * in it. Results may overwrite operands. Changes of sign, comparisons and doubling by x + x (an addition) cost no multiplication.
 */
export class CountedArithmetic {
  /** Multiplications and divisions. */
  times = 0;
  /** Additions and subtractions. */
  plus = 0;

  /** out = a × b */
  cross(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
    const ax = a[i];
    const ay = a[i + 1];
    const az = a[i + 2];
    const bx = b[j];
    const by = b[j + 1];
    const bz = b[j + 2];
    out[o] = ay * bz - az * by;
    out[o + 1] = az * bx - ax * bz;
    out[o + 2] = ax * by - ay * bx;
    this.times += 6;
    this.plus += 3;
  }

  /** out += a × b */
  addCross(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
    const ax = a[i];
    const ay = a[i + 1];
    const az = a[i + 2];
    const bx = b[j];
    const by = b[j + 1];
    const bz = b[j + 2];
    out[o] += ay * bz - az * by;
    out[o + 1] += az * bx - ax * bz;
    out[o + 2] += ax * by - ay * bx;
    this.times += 6;
    this.plus += 6;
  }

  /** out += a */
  add(out: Float64Array, o: number, a: Float64Array, i: number): void {
    out[o] += a[i];
    out[o + 1] += a[i + 1];
    out[o + 2] += a[i + 2];
    this.plus += 3;
  }

  /** out -= a */
  subtract(out: Float64Array, o: number, a: Float64Array, i: number): void {
    out[o] -= a[i];
    out[o + 1] -= a[i + 1];
    out[o + 2] -= a[i + 2];
    this.plus += 3;
  }

  /** out = factor a */
  scale(out: Float64Array, o: number, factor: number, a: Float64Array, i: number): void {
    out[o] = factor * a[i];
    out[o + 1] = factor * a[i + 1];
    out[o + 2] = factor * a[i + 2];
    this.times += 3;
  }

  /** out += factor a */
  addScaled(out: Float64Array, o: number, factor: number, a: Float64Array, i: number): void {
    out[o] += factor * a[i];
    out[o + 1] += factor * a[i + 1];
    out[o + 2] += factor * a[i + 2];
    this.times += 3;
    this.plus += 3;
  }

  /** a · b of quaternions. */
  dot4(a: Float64Array, i: number, b: Float64Array, j: number): number {
    this.times += 4;
    this.plus += 3;
    return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2] + a[i + 3] * b[j + 3];
  }

  /** out = A b */
  turn(out: Float64Array, o: number, A: Float64Array, i: number, b: Float64Array, j: number): void {
    const bx = b[j];
    const by = b[j + 1];
    const bz = b[j + 2];
    out[o] = A[i] * bx + A[i + 1] * by + A[i + 2] * bz;
    out[o + 1] = A[i + 3] * bx + A[i + 4] * by + A[i + 5] * bz;
    out[o + 2] = A[i + 6] * bx + A[i + 7] * by + A[i + 8] * bz;
    this.times += 9;
    this.plus += 6;
  }

  /** out += A b */
  addTurned(out: Float64Array, o: number, A: Float64Array, i: number, b: Float64Array, j: number): void {
    const bx = b[j];
    const by = b[j + 1];
    const bz = b[j + 2];
    out[o] += A[i] * bx + A[i + 1] * by + A[i + 2] * bz;
    out[o + 1] += A[i + 3] * bx + A[i + 4] * by + A[i + 5] * bz;
    out[o + 2] += A[i + 6] * bx + A[i + 7] * by + A[i + 8] * bz;
    this.times += 9;
    this.plus += 9;
  }

  /** out -= A b */
  subtractTurned(out: Float64Array, o: number, A: Float64Array, i: number, b: Float64Array, j: number): void {
    const bx = b[j];
    const by = b[j + 1];
    const bz = b[j + 2];
    out[o] -= A[i] * bx + A[i + 1] * by + A[i + 2] * bz;
    out[o + 1] -= A[i + 3] * bx + A[i + 4] * by + A[i + 5] * bz;
    out[o + 2] -= A[i + 6] * bx + A[i + 7] * by + A[i + 8] * bz;
    this.times += 9;
    this.plus += 9;
  }

  /** out = Aᵀ b */
  turnBack(out: Float64Array, o: number, A: Float64Array, i: number, b: Float64Array, j: number): void {
    const bx = b[j];
    const by = b[j + 1];
    const bz = b[j + 2];
    out[o] = A[i] * bx + A[i + 3] * by + A[i + 6] * bz;
    out[o + 1] = A[i + 1] * bx + A[i + 4] * by + A[i + 7] * bz;
    out[o + 2] = A[i + 2] * bx + A[i + 5] * by + A[i + 8] * bz;
    this.times += 9;
    this.plus += 6;
  }

  /** out = A B */
  product(out: Float64Array, o: number, A: Float64Array, i: number, B: Float64Array, j: number): void {
    const b0 = B[j];
    const b1 = B[j + 1];
    const b2 = B[j + 2];
    const b3 = B[j + 3];
    const b4 = B[j + 4];
    const b5 = B[j + 5];
    const b6 = B[j + 6];
    const b7 = B[j + 7];
    const b8 = B[j + 8];
    for (let row = 0; row < 9; row += 3) {
      const x = A[i + row];
      const y = A[i + row + 1];
      const z = A[i + row + 2];
      out[o + row] = x * b0 + y * b3 + z * b6;
      out[o + row + 1] = x * b1 + y * b4 + z * b7;
      out[o + row + 2] = x * b2 + y * b5 + z * b8;
    }
    this.times += 27;
    this.plus += 18;
  }

  /** out -= A B; out is not B. */
  subtractProduct(out: Float64Array, o: number, A: Float64Array, i: number, B: Float64Array, j: number): void {
    for (let row = 0; row < 9; row += 3) {
      const x = A[i + row];
      const y = A[i + row + 1];
      const z = A[i + row + 2];
      out[o + row] -= x * B[j] + y * B[j + 3] + z * B[j + 6];
      out[o + row + 1] -= x * B[j + 1] + y * B[j + 4] + z * B[j + 7];
      out[o + row + 2] -= x * B[j + 2] + y * B[j + 5] + z * B[j + 8];
    }
    this.times += 27;
    this.plus += 27;
  }

  /** out = A Bᵀ; out is not B. */
  productTransposed(out: Float64Array, o: number, A: Float64Array, i: number, B: Float64Array, j: number): void {
    for (let row = 0; row < 9; row += 3) {
      const x = A[i + row];
      const y = A[i + row + 1];
      const z = A[i + row + 2];
      out[o + row] = x * B[j] + y * B[j + 1] + z * B[j + 2];
      out[o + row + 1] = x * B[j + 3] + y * B[j + 4] + z * B[j + 5];
      out[o + row + 2] = x * B[j + 6] + y * B[j + 7] + z * B[j + 8];
    }
    this.times += 27;
    this.plus += 18;
  }

  /** out = a × (each column of B) */
  crossColumns(out: Float64Array, o: number, a: Float64Array, i: number, B: Float64Array, j: number): void {
    const x = a[i];
    const y = a[i + 1];
    const z = a[i + 2];
    for (let column = 0; column < 3; column++) {
      const bx = B[j + column];
      const by = B[j + 3 + column];
      const bz = B[j + 6 + column];
      out[o + column] = y * bz - z * by;
      out[o + 3 + column] = z * bx - x * bz;
      out[o + 6 + column] = x * by - y * bx;
    }
    this.times += 18;
    this.plus += 9;
  }

  /** out += a × (each column of B); out is not B. */
  addCrossColumns(out: Float64Array, o: number, a: Float64Array, i: number, B: Float64Array, j: number): void {
    const x = a[i];
    const y = a[i + 1];
    const z = a[i + 2];
    for (let column = 0; column < 3; column++) {
      const bx = B[j + column];
      const by = B[j + 3 + column];
      const bz = B[j + 6 + column];
      out[o + column] += y * bz - z * by;
      out[o + 3 + column] += z * bx - x * bz;
      out[o + 6 + column] += x * by - y * bx;
    }
    this.times += 18;
    this.plus += 18;
  }

  /** out += a bᵀ - (a · b) 1, which is b × (a × .) as a matrix. */
  addTwiceCrossed(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
    const xx = a[i] * b[j];
    const yy = a[i + 1] * b[j + 1];
    const zz = a[i + 2] * b[j + 2];
    out[o] -= yy + zz;
    out[o + 1] += a[i] * b[j + 1];
    out[o + 2] += a[i] * b[j + 2];
    out[o + 3] += a[i + 1] * b[j];
    out[o + 4] -= xx + zz;
    out[o + 5] += a[i + 1] * b[j + 2];
    out[o + 6] += a[i + 2] * b[j];
    out[o + 7] += a[i + 2] * b[j + 1];
    out[o + 8] -= xx + yy;
    this.times += 9;
    this.plus += 12;
  }

  /** out += a 1× : the matrix that crosses with a from the left. */
  addSkew(out: Float64Array, o: number, a: Float64Array, i: number): void {
    out[o + 1] -= a[i + 2];
    out[o + 2] += a[i + 1];
    out[o + 3] += a[i + 2];
    out[o + 5] -= a[i];
    out[o + 6] -= a[i + 1];
    out[o + 7] += a[i];
    this.plus += 6;
  }
}
