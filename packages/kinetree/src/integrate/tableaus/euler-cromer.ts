import { defineTableau } from "./tableau.js";

/** Euler's step; Cromer's (Am. J. Phys. 49 (1981)), because the speeds at its end move the coordinates. */
export const eulerCromer = defineTableau({
  name: "euler-cromer",
  order: 1,
  a: [[]],
  b: [1],
  c: [0],
  // Between steps a straight line: all that a method of order 1 can vouch for.
  dense: {
    order: 1,
    extraStages: { a: [[1]], c: [1] },
    endStage: 1,
    weights: [
      [1, 0],
      [0, 0],
    ],
  },
});
