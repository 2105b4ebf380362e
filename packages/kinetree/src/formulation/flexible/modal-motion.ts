import type { Num } from "../../graph/graph.js";
import { add, div, mul, neg } from "../../graph/num.js";
import type { SpatialVector } from "../../spatial/inertia.js";
import {
  addMat,
  crossMatrix,
  identity3,
  mat3,
  mulMatMat,
  mulMatVec,
  scaleMat,
  transpose3,
  type Mat3,
} from "../../spatial/mat3.js";
import { add3, cross3, dot3, scale3, sub3, vec3, zero3, type Vec3 } from "../../spatial/vec3.js";
import type { StationFields } from "./modal-records.js";
import type { PostureFields } from "../skeleton/records.js";

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

/** Pose of a station in its body, and its motion S per unit rate of each amplitude, along the body's axes, where S is sparse. */
export function stationPosture(station: StationFields, eta: readonly Num[]): PostureFields {
  const g = scale3(0.5, sumOf(station.slopes, eta));
  const s = div(2, add(1, dot3(g, g)));
  const moved = eta.map((_, j) => shortened(station.shortening, eta, j));
  const columns = eta.map((_, j) => {
    const half = scale3(0.5, vec3(station.slopes, 3 * j));
    return [...scale3(s, add3(half, cross3(g, half))), ...add3(vec3(station.shapes, 3 * j), moved[j])];
  });
  const second = eta.reduce<Vec3>((sum, x, j) => add3(sum, scale3(mul(0.5, x), moved[j])), zero3);
  return {
    sinCos: [],
    slide: [],
    R: rotationOf(g, s).flat(),
    p: [...add3(vec3(station.place), add3(sumOf(station.shapes, eta), second))],
    S: columns.flat(),
  };
}

function rotationOf(g: Vec3, s: Num): Mat3 {
  const tilde = crossMatrix(g);
  return addMat(identity3, scaleMat(s, addMat(tilde, mulMatMat(tilde, tilde))));
}

/** Spatial vectors in one list, [angular, linear] each. */
export const spatialColumns = (list: readonly Num[]): readonly SpatialVector[] =>
  Array.from({ length: list.length / 6 }, (_, k) => ({ angular: vec3(list, 6 * k), linear: vec3(list, 6 * k + 3) }));
export const flatColumns = (columns: readonly SpatialVector[]): readonly Num[] =>
  columns.flatMap(({ angular, linear }) => [...angular, ...linear]);

/** S: the motion of a station per unit rate of each amplitude, along the axes of its flexible body. */
export const stationColumns = ({ S }: PostureFields): readonly SpatialVector[] => spatialColumns(S);

/** From the axes of a flexible body to those of a station. */
export const toStation = ({ R }: PostureFields, v: Vec3): Vec3 => mulMatVec(transpose3(mat3(R)), v);

/** A force on a station, at its origin, along the axes of its flexible body. */
export const fromStation = ({ R }: PostureFields, { angular, linear }: SpatialVector): SpatialVector => ({
  angular: mulMatVec(mat3(R), angular),
  linear: mulMatVec(mat3(R), linear),
});

/** S times rates: [angular, linear] along the station's axes. */
export function stationRate(posture: PostureFields, rates: readonly Num[]): SpatialVector {
  const sum = stationColumns(posture).reduce<SpatialVector>(
    (all, { angular, linear }, k) => ({
      angular: add3(all.angular, scale3(rates[k], angular)),
      linear: add3(all.linear, scale3(rates[k], linear)),
    }),
    { angular: zero3, linear: zero3 },
  );
  return { angular: toStation(posture, sum.angular), linear: toStation(posture, sum.linear) };
}

/** Change of the rate `own` that the amplitudes' rates cause: ṡ (ġ − g × ġ), and Rᵀ η̇ᵀ H η̇ as the station turns away. */
export function stationSway(
  station: StationFields,
  posture: PostureFields,
  own: readonly Num[],
  eta: readonly Num[],
  rates: readonly Num[],
): readonly Num[] {
  const [omega, v] = [vec3(own), vec3(own, 3)];
  const g = scale3(0.5, sumOf(station.slopes, eta));
  const rate = scale3(0.5, sumOf(station.slopes, rates));
  const s = div(2, add(1, dot3(g, g)));
  const bent = rates.reduce<Vec3>((sum, x, j) => add3(sum, scale3(x, shortened(station.shortening, rates, j))), zero3);
  return [...scale3(neg(mul(s, dot3(g, rate))), omega), ...sub3(toStation(posture, bent), cross3(omega, v))];
}
