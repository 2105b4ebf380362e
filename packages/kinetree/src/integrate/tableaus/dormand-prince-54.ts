import { nestedInterpolantWeights } from "./nested-interpolant.js";
import { defineTableau } from "./tableau.js";

const b = [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84, 0];

/** The correction that raises cubic Hermite interpolation to order 4: the vector d of DOPRI5. */
const d = [
  -12715105075 / 11282082432,
  0,
  87487479700 / 32700410799,
  -10690763975 / 1880347072,
  701980252875 / 199316789632,
  -1453857185 / 822651844,
  69997945 / 29380423,
];

/**
 * Dormand and Prince's 5(4) pair (J. Comput. Appl. Math. 6 (1980) 19-26, table 2; Hairer, Nørsett, Wanner I (1993),
 * table II.5.2). The solution of order 5 is carried on; that of order 4 only serves the estimate.
 *
 * Dense output of order 4, continuously differentiable and free of further stages: Shampine's (Math. Comp. 46 (1986)
 * 135-150), in the nested form of the program DOPRI5 (Hairer, Nørsett, Wanner I, II.6).
 */
export const dormandPrince54 = defineTableau({
  name: "dormand-prince-54",
  order: 5,
  a: [
    [],
    [1 / 5],
    [3 / 40, 9 / 40],
    [44 / 45, -56 / 15, 32 / 9],
    [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
    [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
    b.slice(0, 6),
  ],
  b,
  c: [0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1],
  bHat: [5179 / 57600, 0, 7571 / 16695, 393 / 640, -92097 / 339200, 187 / 2100, 1 / 40],
  embeddedOrder: 4,
  dense: { order: 4, extraStages: { a: [], c: [] }, endStage: 6, weights: nestedInterpolantWeights(b, 7, 6, [d]) },
});
