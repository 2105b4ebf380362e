import type { Num } from "../graph/graph.js";
import { add, div, mul, neg } from "../graph/num.js";
import {
  addMat,
  crossMatrix,
  identity3,
  mulMatMat,
  mulMatVec,
  scaleMat,
  transpose3,
  type Mat3,
} from "../spatial/mat3.js";
import { add3, cross3, dot3, scale3, sub3, vec3, zero3, type Vec3 } from "../spatial/vec3.js";
import type { StationFields } from "./modal-records.js";
import type { PostureFields } from "./records.js";

/*
 * How a station moves in its flexible body. Its turn is the Cayley map of Ψ η: R = 1 + s (g̃ + g̃²) with g = ½ Ψ η and
 * s = 2 / (1 + g²), which is rational and agrees with the small rotation to second order; its angular velocity along its own
 * axes is s (ġ − g × ġ), exactly that of R.
 */

/** Σ of vectors times amplitudes. */
export const sumOf = (vectors: readonly Num[], eta: readonly Num[], from = 0): Vec3 =>
  eta.reduce<Vec3>((sum, x, j) => add3(sum, scale3(x, vec3(vectors, from + 3 * j))), zero3);

/** Hᵢⱼ summed over i, for one j. */
const shortened = (H: readonly Num[], eta: readonly Num[], j: number): Vec3 =>
  eta.reduce<Vec3>((sum, x, i) => add3(sum, scale3(x, vec3(H, 3 * (i * eta.length + j)))), zero3);

/** Where a station is, and what a unit rate of each amplitude does to it, along its own axes. */
export function stationPosture(station: StationFields, eta: readonly Num[]): PostureFields {
  const g = scale3(0.5, sumOf(station.slopes, eta));
  const s = div(2, add(1, dot3(g, g)));
  const R = rotationOf(g, s);
  const back = transpose3(R);
  const columns = eta.map((_, j) => {
    const half = scale3(0.5, vec3(station.slopes, 3 * j));
    const moved = add3(vec3(station.shapes, 3 * j), shortened(station.shortening, eta, j));
    return [...scale3(s, sub3(half, cross3(g, half))), ...mulMatVec(back, moved)];
  });
  const second = eta.reduce<Vec3>(
    (sum, x, j) => add3(sum, scale3(mul(0.5, x), shortened(station.shortening, eta, j))),
    zero3,
  );
  return {
    sinCos: [],
    slide: [],
    R: R.flat(),
    p: [...add3(sumOf(station.shapes, eta), second)],
    S: columns.flat(),
  };
}

function rotationOf(g: Vec3, s: Num): Mat3 {
  const tilde = crossMatrix(g);
  return addMat(identity3, scaleMat(s, addMat(tilde, mulMatMat(tilde, tilde))));
}

/** S times rates: [angular, linear] along the station's axes. */
export function stationRate(S: readonly Num[], rates: readonly Num[]): readonly Num[] {
  return [0, 1, 2, 3, 4, 5].map((k) => rates.reduce<Num>((sum, rate, j) => add(sum, mul(S[6 * j + k], rate)), 0));
}

/** Change of the rate that the amplitudes' rates alone cause: ṡ (ġ − g × ġ), and Rᵀ η̇ᵀ H η̇ as the station turns away from it. */
export function stationSway(
  station: StationFields,
  posture: PostureFields,
  eta: readonly Num[],
  rates: readonly Num[],
): readonly Num[] {
  const own = stationRate(posture.S, rates);
  const [omega, v] = [vec3(own), vec3(own, 3)];
  const g = scale3(0.5, sumOf(station.slopes, eta));
  const rate = scale3(0.5, sumOf(station.slopes, rates));
  const s = div(2, add(1, dot3(g, g)));
  const bent = rates.reduce<Vec3>((sum, x, j) => add3(sum, scale3(x, shortened(station.shortening, rates, j))), zero3);
  const R: Mat3 = [vec3(posture.R), vec3(posture.R, 3), vec3(posture.R, 6)];
  return [...scale3(neg(mul(s, dot3(g, rate))), omega), ...sub3(mulMatVec(transpose3(R), bent), cross3(omega, v))];
}
