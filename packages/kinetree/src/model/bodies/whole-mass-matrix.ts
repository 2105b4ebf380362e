import { evaluateReal } from "../evaluate-real.js";
import type { Body, ModalBody, SquareMatrix } from "../types.js";

/**
 * The mass matrix of a modal body that is not deformed, for [angular, linear] velocity of its frame and the rates of its
 * amplitudes: T = ½ ∫ |v + ω × x + Φ η̇|² dm.
 */
export function wholeMassMatrix(
  { mass: m, com: c, inertia: I }: Pick<Body, "mass" | "com" | "inertia">,
  { mass, translation, firstMoments }: Pick<ModalBody, "mass" | "translation" | "firstMoments">,
  values: ReadonlyMap<string, number>,
): SquareMatrix {
  const total = evaluateReal(m, values);
  const [x, y, z] = c.map((real) => evaluateReal(real, values));
  const [xx, yy, zz, xy, xz, yz] = I.map((real) => evaluateReal(real, values));
  // About the frame, by Steiner.
  const rotation = [
    [xx + total * (y * y + z * z), xy - total * x * y, xz - total * x * z],
    [xy - total * x * y, yy + total * (x * x + z * z), yz - total * y * z],
    [xz - total * x * z, yz - total * y * z, zz + total * (x * x + y * y)],
  ];
  // ω · ∫ x dm × v
  const mixed = [
    [0, -total * z, total * y],
    [total * z, 0, -total * x],
    [-total * y, total * x, 0],
  ];
  const turning = firstMoments.map((F) => [F[5] - F[7], F[6] - F[2], F[1] - F[3]]); // ∫ x × Φ dm
  const size = 6 + mass.length;
  const entry = (i: number, j: number): number => {
    if (i > j) return entry(j, i);
    if (j < 3) return rotation[i][j];
    if (j < 6) return i < 3 ? mixed[i][j - 3] : i === j ? total : 0;
    if (i < 3) return turning[j - 6][i];
    return i < 6 ? translation[j - 6][i - 3] : mass[i - 6][j - 6];
  };
  return Array.from({ length: size }, (_, i) => Array.from({ length: size }, (__, j) => entry(i, j)));
}
