import { leastSquaresMinimumNorm } from "../linalg/least-squares.js";
import { copy, matMul, newMatrix, type Matrix } from "../linalg/matrix.js";
import type { Model } from "../model/types.js";
import { shaftPlaces } from "./internal-states.js";
import { addTo, columnsOf, rowsOf } from "./linear-kinematics.js";
import type { StateRates } from "./settled-states.js";

/*
 * At rest the speeds of shafts are zero, and their torques are in balance. Shafts find that balance by turning, which twists what they
 * are tied to. While rest is sought, the place of a shaft's speed in z therefore holds how far the shaft has turned.
 */
export class RestingShafts {
  /** Places of their speeds in z. */
  readonly speeds: Int32Array;

  constructor(model: Model) {
    this.speeds = Int32Array.from(shaftPlaces(model), ({ speed }) => speed);
  }

  get isNone(): boolean {
    return this.speeds.length === 0;
  }

  /** How all other states follow the turning of shafts: columns of ∂ż/∂z. */
  turning({ byZ }: StateRates): Matrix {
    const out = columnsOf(byZ, this.speeds);
    for (const i of this.speeds) out.data.fill(0, i * out.cols, (i + 1) * out.cols);
    return out;
  }

  /** States at rest, from states with turns in place of speeds. */
  turned(z: Float64Array, turning: Matrix): Float64Array {
    const out = z.slice();
    this.speeds.forEach((place, k) => {
      for (let i = 0; i < turning.rows; i++) out[i] += turning.data[i * turning.cols + k] * z[place];
    });
    for (const i of this.speeds) out[i] = 0;
    return out;
  }

  /** Rates, and their derivatives by turns in place of those by speeds. */
  byTurns({ rates, byZ }: StateRates, turning: Matrix): StateRates {
    const out = copy(byZ);
    const follow = matMul(byZ, turning);
    this.speeds.forEach((place, k) => {
      for (let i = 0; i < out.rows; i++) out.data[i * out.cols + place] = follow.data[i * follow.cols + k];
    });
    return { rates, byZ: out };
  }

  /**
   * How states bend with motions of the mechanism to which the shafts yield: they turn so that their torques stay in balance, which takes
   * the least turning where some are free.
   * @param bending with shafts that stand still; overwritten
   */
  yielding(bending: Matrix, { byZ }: StateRates, turning: Matrix): Matrix {
    for (const i of this.speeds) bending.data.fill(0, i * bending.cols, (i + 1) * bending.cols);
    const torques = rowsOf(byZ, this.speeds);
    const resists = matMul(torques, turning);
    const pushes = matMul(torques, bending);
    const turns = newMatrix(this.speeds.length, bending.cols);
    for (let j = 0; j < bending.cols; j++) {
      const column = Float64Array.from(this.speeds, (_, k) => 0 - pushes.data[k * pushes.cols + j]);
      leastSquaresMinimumNorm(resists, column).x.forEach((x, k) => (turns.data[k * turns.cols + j] = x));
    }
    addTo(bending, matMul(turning, turns));
    return bending;
  }
}
