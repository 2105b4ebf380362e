import { nestedInterpolantWeights } from "./nested-interpolant.js";
import { defineTableau } from "./tableau.js";

const b = [25 / 216, 0, 1408 / 2565, 2197 / 4104, -1 / 5, 0];

/**
 * Fehlberg's 4(5) pair (NASA TR R-315 (1969), formula 2, table III; Hairer, Nørsett, Wanner I (1993), table II.5.1).
 *
 * As Fehlberg meant it: the solution of order 4 is carried on, whose error he made small, and that of order 5 only measures
 * it. The estimate is then a true one of the error committed, which with local extrapolation it would not be.
 * Between steps cubic Hermite interpolation, order 3.
 */
export const rkf45 = defineTableau({
  name: "rkf45",
  order: 4,
  a: [
    [],
    [1 / 4],
    [3 / 32, 9 / 32],
    [1932 / 2197, -7200 / 2197, 7296 / 2197],
    [439 / 216, -8, 3680 / 513, -845 / 4104],
    [-8 / 27, 2, -3544 / 2565, 1859 / 4104, -11 / 40],
  ],
  b,
  c: [0, 1 / 4, 3 / 8, 12 / 13, 1, 1 / 2],
  bHat: [16 / 135, 0, 6656 / 12825, 28561 / 56430, -9 / 50, 2 / 55],
  embeddedOrder: 5,
  dense: { order: 3, extraStages: { a: [b], c: [1] }, endStage: 6, weights: nestedInterpolantWeights(b, 7, 6, []) },
});
