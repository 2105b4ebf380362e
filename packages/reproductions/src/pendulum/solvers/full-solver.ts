import type { CountedArithmetic } from "../arithmetic/counted.js";
import { DenseElimination } from "../arithmetic/dense-elimination.js";
import type { PendulumConstants } from "../equations/constants.js";
import { PointNumbers } from "../equations/point-numbers.js";
import type { PendulumNewtonSolver } from "./newton-solver.js";
import { ParameterBlocks } from "./parameter-blocks.js";

/** The whole of J, 14 n by 14 n, from exact blocks, and dense elimination. Chou, section 3. */
export class FullSolver implements PendulumNewtonSolver {
  private readonly body: PendulumConstants;
  private readonly dependent: Uint8Array;
  private readonly arithmetic: CountedArithmetic;
  private readonly point: PointNumbers;
  private readonly parts: ParameterBlocks;
  private readonly dense: DenseElimination;
  private readonly y: Float64Array;

  constructor(body: PendulumConstants, dependent: Uint8Array, arithmetic: CountedArithmetic) {
    this.body = body;
    this.dependent = dependent;
    this.arithmetic = arithmetic;
    this.point = new PointNumbers(body.n);
    this.parts = new ParameterBlocks(body.n);
    this.dense = new DenseElimination(14 * body.n);
    this.y = new Float64Array(14 * body.n);
  }

  linearize(_t: number, y: Float64Array, yDot: Float64Array): void {
    this.y.set(y);
    this.point.place(this.body, y, yDot, this.arithmetic);
    this.parts.evaluate(this.body, this.point, y, yDot, this.arithmetic);
  }

  blocks(sigma: number): void {
    const { body, parts, y, arithmetic, dense } = this;
    const { n, V, P, S, I1, I2, I3, F } = body;
    const J = dense.matrix;
    const size = dense.size;
    J.fill(0);
    for (let i = 0; i < n; i++) {
      const p = P + 4 * i;
      const s = S + 4 * i;
      for (let k = 0; k < 3; k++) {
        J[(3 * i + k) * size + 3 * i + k] = 1;
        J[(V + 3 * i + k) * size + V + 3 * i + k] = 1;
      }
      // The blocks of one column are equal below the diagonal.
      this.put(3 * i, p, parts.armByP, i);
      this.put(V + 3 * i, s, parts.armByP, i);
      this.put(V + 3 * i, p, parts.armRateByP, i);
      for (let k = i + 1; k < n; k++) {
        this.put(3 * k, p, parts.spanByP, i);
        this.put(V + 3 * k, s, parts.spanByP, i);
        this.put(V + 3 * k, p, parts.spanRateByP, i);
      }
      for (let k = 0, row = I3 + 3 * i; k < 4; k++) {
        J[(I1 + i) * size + p + k] = y[p + k] + y[p + k];
        J[(I2 + i) * size + p + k] = y[s + k];
        J[(I2 + i) * size + s + k] = y[p + k];
        if (k === this.dependent[i]) continue;
        J[row * size + p + k] = sigma;
        J[row * size + s + k] = -1;
        row += 1;
      }
      for (let row = 0; row < 3; row++)
        for (let column = 0; column < 4; column++) {
          const at = 12 * i + 4 * row + column;
          const place = (F + 3 * i + row) * size;
          J[place + p + column] = parts.torqueByP[at];
          J[place + s + column] = parts.torqueByS[at] + sigma * parts.torqueBySDot[at];
        }
      arithmetic.times += 12;
      arithmetic.plus += 4 + 12;
      // Right of the diagonal the blocks of one row are equal up to the masses.
      for (let k = i; k < n; k++) {
        const torque = k === i ? parts.armTorque : parts.spanTorque;
        const factor = sigma * body.mass[k];
        for (let row = 0; row < 3; row++)
          for (let column = 0; column < 3; column++)
            J[(F + 3 * i + row) * size + V + 3 * k + column] = factor * torque[9 * i + 3 * row + column];
        arithmetic.times += 10;
      }
    }
  }

  eliminate(): boolean {
    return this.dense.factor(this.arithmetic);
  }

  substitute(x: Float64Array): void {
    this.dense.solve(x, this.arithmetic);
  }

  /** J at (row, column) = -block of body i */
  private put(row: number, column: number, blocks: Float64Array, i: number): void {
    const { matrix, size } = this.dense;
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 4; c++) matrix[(row + r) * size + column + c] = -blocks[12 * i + 4 * r + c];
  }
}
