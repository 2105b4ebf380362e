import type { OperatingPoint } from "../evaluate/operating-point.js";
import { copy, matMul, matTransposedVec, matVec, transpose, type Matrix } from "../linalg/matrix.js";
import { addTo } from "./linear-kinematics.js";
import type { Directions, RestStates } from "./rest-states.js";

/** The stiffness at the position evaluated last, in independent directions. */
export interface Tangent {
  readonly K: Matrix;
  /** With the stiffness of bristles and the like, which hold the mechanism in directions that K leaves out. */
  readonly whole: Matrix;
  /** From the free speeds, and to them. */
  readonly reduce: (r: Float64Array) => Float64Array;
  readonly expand: (x: Float64Array) => Float64Array;
}

/** A tangent without internal states, at a point whose stiffness is given. */
export const plainTangent = (K: Matrix, { reduce, expand }: Pick<Tangent, "reduce" | "expand">): Tangent => ({
  K,
  whole: K,
  reduce,
  expand,
});

/**
 * A tangent in the directions that idle states do not hold, such as those in which no contact slips. What they hold is chosen anew.
 * @param stiffnessAt at given internal states, which stay as they are
 * @param settled the point with the internal states that it has, by what they hold at the time
 */
export function heldTangent(
  states: RestStates,
  directions: Directions,
  settled: () => OperatingPoint,
  stiffnessAt: (point: OperatingPoint) => Matrix,
  { reduce, expand }: Pick<Tangent, "reduce" | "expand">,
): Tangent {
  const relaxed = (point: OperatingPoint): Matrix => {
    const softening = states.softening(point, directions);
    const K = stiffnessAt(point);
    addTo(K, softening);
    return K;
  };
  const before = settled();
  const free = relaxed(before);
  const held = states.hold(before, directions, free);
  if (!held) return plainTangent(free, { reduce, expand });
  // Forces that nothing balanced are gone, and with them what a turn would have made of them.
  const K = relaxed(settled());
  const whole = copy(K);
  addTo(whole, held.stiffness);
  const N = held.free;
  return {
    K: matMul(transpose(N), matMul(K, N)),
    whole,
    reduce: (r) => matTransposedVec(N, reduce(r)),
    expand: (x) => expand(matVec(N, x)),
  };
}
