import { nestedInterpolantWeights } from "./nested-interpolant.js";
import { defineTableau } from "./tableau.js";

const b = [1 / 6, 1 / 3, 1 / 3, 1 / 6];

/** The classical method of order 4 (Kutta 1901; Hairer, Nørsett, Wanner I (1993), table II.1.2), for fixed steps. Cubic Hermite interpolation, order 3. */
export const rk4 = defineTableau({
  name: "rk4",
  order: 4,
  a: [[], [1 / 2], [0, 1 / 2], [0, 0, 1]],
  b,
  c: [0, 1 / 2, 1 / 2, 1],
  dense: { order: 3, extraStages: { a: [b], c: [1] }, endStage: 4, weights: nestedInterpolantWeights(b, 5, 4, []) },
});
