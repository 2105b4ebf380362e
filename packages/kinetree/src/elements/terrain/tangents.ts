import { add, div, max, mul, neg } from "../../graph/num.js";
import type { Vec3 } from "../../spatial/vec3.js";

/** Below this the normal points straight down, where the tangents are not defined. */
const LEAST = 1e-12;

/**
 * Tangents of a unit normal: the x and y axes carried along as z is turned to the normal by the shortest way, so that they turn with
 * it without a twist of their own. (Duff et al., Building an Orthonormal Basis, Revisited, JCGT 6(1), 2017, without the flip of the
 * lower half: terrain faces up.)
 */
export function tangentsOf([x, y, z]: Vec3): readonly [Vec3, Vec3] {
  const a = div(-1, max(LEAST, add(1, z)));
  const b = mul(mul(x, y), a);
  return [
    [add(1, mul(mul(x, x), a)), b, neg(x)],
    [b, add(1, mul(mul(y, y), a)), neg(y)],
  ];
}
