import type { CountedArithmetic } from "../arithmetic/counted.js";
import { DenseElimination } from "../arithmetic/dense-elimination.js";
import type { PendulumNewtonSolver } from "./newton-solver.js";

/** E(X, Ẋ) into r. */
export type ResidualFunction = (y: Float64Array, yDot: Float64Array, r: Float64Array) => void;

/** Square root of the distance of 1 from the next number: half of the digits go into the difference. */
const INCREMENT = Math.sqrt(Number.EPSILON);

/** The whole of J by forward differences, one residual a column, and dense elimination. Chou, section 6.1, first scheme. */
export class NumericalSolver implements PendulumNewtonSolver {
  private readonly evaluate: ResidualFunction;
  private readonly arithmetic: CountedArithmetic;
  private readonly dense: DenseElimination;
  private readonly y: Float64Array;
  private readonly yDot: Float64Array;
  private readonly base: Float64Array;
  private readonly moved: Float64Array;

  constructor(size: number, evaluate: ResidualFunction, arithmetic: CountedArithmetic) {
    this.evaluate = evaluate;
    this.arithmetic = arithmetic;
    this.dense = new DenseElimination(size);
    this.y = new Float64Array(size);
    this.yDot = new Float64Array(size);
    this.base = new Float64Array(size);
    this.moved = new Float64Array(size);
  }

  linearize(_t: number, y: Float64Array, yDot: Float64Array): void {
    this.y.set(y);
    this.yDot.set(yDot);
    this.evaluate(this.y, this.yDot, this.base);
  }

  blocks(sigma: number): void {
    const { y, yDot, base, moved, dense, arithmetic } = this;
    const { matrix, size } = dense;
    for (let j = 0; j < size; j++) {
      const keptY = y[j];
      const keptYDot = yDot[j];
      y[j] = keptY + INCREMENT * Math.max(1, Math.abs(keptY));
      // The increment that the sum really has, and X and Ẋ moved together: one column of ∂E/∂X + σ ∂E/∂Ẋ.
      const increment = y[j] - keptY;
      yDot[j] = keptYDot + sigma * increment;
      this.evaluate(y, yDot, moved);
      y[j] = keptY;
      yDot[j] = keptYDot;
      for (let i = 0; i < size; i++) matrix[i * size + j] = (moved[i] - base[i]) / increment;
      arithmetic.times += 2 + size;
      arithmetic.plus += 3 + size;
    }
  }

  eliminate(): boolean {
    return this.dense.factor(this.arithmetic);
  }

  substitute(x: Float64Array): void {
    this.dense.solve(x, this.arithmetic);
  }
}
