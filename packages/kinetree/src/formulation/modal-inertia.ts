import type { Num } from "../graph/graph.js";
import { add, mul, sub } from "../graph/num.js";
import type { Pair, RigidInertia } from "../spatial/inertia.js";
import { addMat, mulMatVec, scaleMat, symmetric3, type Mat3 } from "../spatial/mat3.js";
import { add3, cross3, dot3, scale3, vec3, zero3, type Vec3 } from "../spatial/vec3.js";
import { sumOf } from "./modal-motion.js";
import type { CouplingFields, ModalFields, StirFields } from "./modal-records.js";

/*
 * Inertia of a flexible body, from the kinetic energy T = ½ ∫ |v + ω × (x + u) + u̇|² dm with u = Φ η + ½ ηᵀ H η, without the
 * terms beyond second order in η and η̇. Every force here follows from that one T, so that energy and momentum are kept.
 */

/** The deformed body less the undeformed one, as a rigid body. */
export function deformedInertia(modal: ModalFields, eta: readonly Num[]): RigidInertia {
  const h = eta.reduce<Vec3>((sum, x, j) => {
    const half = scale3(0.5, pairSum(modal.translation2, eta, j));
    return add3(sum, scale3(x, add3(vec3(modal.translation, 3 * j), half)));
  }, zero3);
  const I = eta.reduce<Mat3>(
    (sum, x, j) => {
      const half = scaleMat(0.5, pairInertia(modal.inertia2, eta, j));
      return addMat(sum, scaleMat(x, addMat(symmetric3(modal.inertia1, 6 * j), half)));
    },
    [zero3, zero3, zero3],
  );
  return { m: 0, h, I };
}

/** Momenta of a unit rate of each amplitude. */
export function modalCoupling(modal: ModalFields, eta: readonly Num[]): CouplingFields {
  return {
    angular: eta.flatMap((_, j) => add3(vec3(modal.rotation, 3 * j), pairSum(modal.rotation2, eta, j))),
    linear: eta.flatMap((_, j) => add3(vec3(modal.translation, 3 * j), pairSum(modal.translation2, eta, j))),
  };
}

/** Coriolis and centrifugal forces of the deformation, for a frame that turns with ω. */
export function modalStir(
  modal: ModalFields,
  coupling: CouplingFields,
  eta: readonly Num[],
  rates: readonly Num[],
  omega: Vec3,
): StirFields {
  /** ∂I/∂ηⱼ */
  const slope = (j: number): Mat3 => addMat(symmetric3(modal.inertia1, 6 * j), pairInertia(modal.inertia2, eta, j));
  const turned = eta.map((_, j) => mulMatVec(slope(j), omega));
  const changing = rates.reduce<Vec3>((sum, rate, j) => add3(sum, scale3(rate, turned[j])), zero3); // İ ω
  const spun = sumOf(coupling.angular, rates);
  const flowing = sumOf(coupling.linear, rates);
  const angular = add3(add3(changing, doubleSum(modal.rotation2, rates)), cross3(omega, spun));
  const linear = add3(scale3(2, cross3(omega, flowing)), doubleSum(modal.translation2, rates));
  const modalForces = eta.map((_, j) => {
    // 2 ω · Σ ηᵢ̇ Fᵢⱼ, where 2 F = G − Gᵀ.
    const swirl = rates.reduce<Vec3>((sum, rate, i) => {
      const at = (a: number, b: number): Vec3 => vec3(modal.rotation2, 3 * (a * rates.length + b));
      return add3(
        sum,
        scale3(rate, [sub(at(i, j)[0], at(j, i)[0]), sub(at(i, j)[1], at(j, i)[1]), sub(at(i, j)[2], at(j, i)[2])]),
      );
    }, zero3);
    return sub(dot3(omega, swirl), mul(0.5, dot3(omega, turned[j])));
  });
  return { angular: [...angular], linear: [...linear], modal: modalForces };
}

/** Momentum of the rates, at the node's origin. */
export const momentumOf = (coupling: CouplingFields, rates: readonly Num[]): Pair => ({
  angular: sumOf(coupling.angular, rates),
  linear: sumOf(coupling.linear, rates),
});

/** Column j of the coupling. */
export const couplingAt = (coupling: CouplingFields, j: number): Pair => ({
  angular: vec3(coupling.angular, 3 * j),
  linear: vec3(coupling.linear, 3 * j),
});

/** Row i of a matrix times a vector. */
export const rowTimes = (matrix: readonly Num[], x: readonly Num[], i: number): Num =>
  x.reduce<Num>((sum, value, j) => add(sum, mul(matrix[i * x.length + j], value)), 0);

/** Σᵢ ηᵢ aᵢⱼ */
const pairSum = (vectors: readonly Num[], eta: readonly Num[], j: number): Vec3 =>
  eta.reduce<Vec3>((sum, x, i) => add3(sum, scale3(x, vec3(vectors, 3 * (i * eta.length + j)))), zero3);

const pairInertia = (inertias: readonly Num[], eta: readonly Num[], j: number): Mat3 =>
  eta.reduce<Mat3>(
    (sum, x, i) => addMat(sum, scaleMat(x, symmetric3(inertias, 6 * (i * eta.length + j)))),
    [zero3, zero3, zero3],
  );

/** Σᵢⱼ ηᵢ̇ ηⱼ̇ aᵢⱼ */
const doubleSum = (vectors: readonly Num[], rates: readonly Num[]): Vec3 =>
  rates.reduce<Vec3>((sum, rate, j) => add3(sum, scale3(rate, pairSum(vectors, rates, j))), zero3);
