import { layoutOf, type BenchModel } from "./models.js";

export const STATE_COUNT = 64;

/** One state of a model with its joint forces, in the convention of `models.ts`. */
export interface BenchState {
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly tau: Float64Array;
}

/**
 * The same 64 states for every subject and every run: angles within ±1 rad, positions ±1 m, speeds and forces ±1,
 * unit quaternions of any orientation.
 */
export function statesOf(model: BenchModel): readonly BenchState[] {
  const layout = layoutOf(model);
  const symmetric = symmetricNumbers(12345);
  return Array.from({ length: STATE_COUNT }, () => {
    const q = new Float64Array(layout.nq);
    model.bodies.forEach((body, i) => {
      const start = layout.qStart[i];
      switch (body.joint.kind) {
        case "revolute":
          q[start] = symmetric();
          break;
        case "spherical":
          fillQuaternion(q, start, symmetric);
          break;
        case "free":
          for (let j = 0; j < 3; j++) q[start + j] = symmetric();
          fillQuaternion(q, start + 3, symmetric);
          break;
      }
    });
    return {
      q,
      v: Float64Array.from({ length: layout.nv }, symmetric),
      tau: Float64Array.from({ length: layout.nv }, symmetric),
    };
  });
}

/** Numbers in [-1, 1): the 32-bit linear congruential generator of Numerical Recipes (2nd ed., section 7.1). */
function symmetricNumbers(seed: number): () => number {
  let x = seed >>> 0;
  return () => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return x / 2 ** 31 - 1;
  };
}

function fillQuaternion(q: Float64Array, start: number, symmetric: () => number): void {
  let square = 0;
  // Points near the centre of the cube are drawn again: dividing by a small norm would lose the unit length.
  while (square < 0.01) {
    square = 0;
    for (let j = 0; j < 4; j++) {
      q[start + j] = symmetric();
      square += q[start + j] ** 2;
    }
  }
  const norm = Math.sqrt(square);
  for (let j = 0; j < 4; j++) q[start + j] /= norm;
}
