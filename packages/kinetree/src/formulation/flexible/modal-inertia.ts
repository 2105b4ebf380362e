import type { Num } from "../../graph/graph.js";
import { add, mul, sub } from "../../graph/num.js";
import { addRigid, type SpatialVector, type RigidInertia } from "../../spatial/inertia.js";
import { addMat, mulMatVec, scaleMat, symmetric3, type Mat3 } from "../../spatial/mat3.js";
import { add3, cross3, dot3, scale3, vec3, zero3, type Vec3 } from "../../spatial/vec3.js";
import { sumOf } from "./modal-motion.js";
import type { CouplingFields, ModalFields, StirFields } from "./modal-records.js";

/*
 * Inertia of a flexible body, from the kinetic energy T = ½ ∫ |v + ω × r + ṙ|² dm with r = x + Ψ ζ(η): see `ModalNumbers`. In ζ the body is
 * a linear one; what it is in η follows with J = ∂ζ/∂η. Nothing is left out, so that T is a square: the mass matrix stays positive
 * definite however far the body bends, and energy and momentum are kept.
 */

/** Pairs of modes whose product is an amplitude of its own. */
export type Pairs = readonly (readonly [number, number])[];

/** Inertia of the deformed body; `still` is that of the undeformed one. */
export function deformedInertia(
  modal: ModalFields,
  pairs: Pairs,
  eta: readonly Num[],
  still: RigidInertia,
): RigidInertia {
  const zeta = withProducts(pairs, eta);
  const h = sumOf(modal.translation, zeta);
  const I = zeta.reduce<Mat3>(
    (sum, x, a) => {
      const half = scaleMat(0.5, pairInertia(modal.inertia2, zeta, a));
      return addMat(sum, scaleMat(x, addMat(symmetric3(modal.inertia1, 6 * a), half)));
    },
    [zero3, zero3, zero3],
  );
  return addRigid(still, { m: 0, h, I });
}

export function modalCoupling(modal: ModalFields, pairs: Pairs, eta: readonly Num[]): CouplingFields {
  const all = allMomenta(modal, withProducts(pairs, eta));
  const back = (vectors: readonly Vec3[]): readonly Num[] => pulledBack(pairs, eta, vectors, add3, scale3).flat();
  return { angular: back(all.angular), linear: back(all.linear) };
}

/** Mass matrix of the amplitudes: Jᵀ M J. */
export function modalMass(modal: ModalFields, pairs: Pairs, eta: readonly Num[]): readonly Num[] {
  const n = eta.length + pairs.length;
  const rows = Array.from({ length: n }, (_, a) =>
    pulledBack(pairs, eta, modal.mass.slice(a * n, (a + 1) * n), add, mul),
  );
  const columns = eta.map((_, j) =>
    pulledBack(
      pairs,
      eta,
      rows.map((row) => row[j]),
      add,
      mul,
    ),
  );
  // Symmetric: the lower triangle serves for both.
  return eta.flatMap((_, i) => eta.map((__, j) => (j <= i ? columns[j][i] : columns[i][j])));
}

/** Coriolis and centrifugal forces of the deformation, for a frame that turns with ω. */
export function modalStir(
  modal: ModalFields,
  pairs: Pairs,
  eta: readonly Num[],
  rates: readonly Num[],
  omega: Vec3,
): StirFields {
  const m = eta.length;
  const zeta = withProducts(pairs, eta);
  const n = zeta.length;
  const momenta = allMomenta(modal, zeta);
  const flow = [...rates, ...pairs.map(([i, j]) => productRate(eta, rates, i, j))]; // ζ̇
  const swing = pairs.map(([i, j]) => mul(i === j ? 1 : 2, mul(rates[i], rates[j]))); // ζ̈ of the pairs at η̈ = 0
  const turned = zeta.map((_, a) =>
    mulMatVec(addMat(symmetric3(modal.inertia1, 6 * a), pairInertia(modal.inertia2, zeta, a)), omega),
  ); // ∂I/∂ζ ω
  const sum = (vectors: readonly Vec3[], by: readonly Num[]): Vec3 =>
    vectors.reduce<Vec3>((all, v, a) => add3(all, scale3(by[a], v)), zero3);
  const changing = sum(turned, flow); // İ ω
  const spun = cross3(omega, sum(momenta.angular, flow));
  const flowing = scale3(2, cross3(omega, sum(momenta.linear, flow)));
  const forces = zeta.map((_, a) => {
    // ω · Σ ζᵦ̇ (Gᵦₐ − Gₐᵦ), where G is antisymmetric.
    const swirl = flow.reduce<Vec3>(
      (all, rate, b) => add3(all, scale3(mul(2, rate), vec3(modal.rotation2, 3 * (b * n + a)))),
      zero3,
    );
    const turning = sub(dot3(omega, swirl), mul(0.5, dot3(omega, turned[a])));
    return swing.reduce<Num>((all, x, p) => add(all, mul(modal.mass[a * n + m + p], x)), turning);
  });
  return {
    angular: [...add3(add3(changing, spun), sum(momenta.angular.slice(m), swing))],
    linear: [...add3(flowing, sum(momenta.linear.slice(m), swing))],
    modal: pulledBack(pairs, eta, forces, add, mul),
  };
}

/** Momentum of the rates, at the node's origin. */
export const momentumOf = (coupling: CouplingFields, rates: readonly Num[]): SpatialVector => ({
  angular: sumOf(coupling.angular, rates),
  linear: sumOf(coupling.linear, rates),
});

export const couplingAt = (coupling: CouplingFields, j: number): SpatialVector => ({
  angular: vec3(coupling.angular, 3 * j),
  linear: vec3(coupling.linear, 3 * j),
});

export const rowTimes = (matrix: readonly Num[], x: readonly Num[], i: number): Num =>
  x.reduce<Num>((sum, value, j) => add(sum, mul(matrix[i * x.length + j], value)), 0);

/** ζ(η) */
const withProducts = (pairs: Pairs, eta: readonly Num[]): readonly Num[] => [
  ...eta,
  ...pairs.map(([i, j]) => mul(i === j ? 0.5 : 1, mul(eta[i], eta[j]))),
];

const productRate = (eta: readonly Num[], rates: readonly Num[], i: number, j: number): Num =>
  i === j ? mul(eta[i], rates[i]) : add(mul(eta[i], rates[j]), mul(eta[j], rates[i]));

/** Jᵀ times n numbers or vectors: one for each amplitude. */
function pulledBack<T>(
  pairs: Pairs,
  eta: readonly Num[],
  all: readonly T[],
  plus: (a: T, b: T) => T,
  times: (x: Num, a: T) => T,
): readonly T[] {
  const out = all.slice(0, eta.length);
  pairs.forEach(([i, j], p) => {
    const of = all[eta.length + p];
    out[i] = plus(out[i], times(eta[j], of));
    if (i !== j) out[j] = plus(out[j], times(eta[i], of));
  });
  return out;
}

/** Momenta of a unit rate of each ζ. */
function allMomenta(
  modal: ModalFields,
  zeta: readonly Num[],
): { readonly angular: readonly Vec3[]; readonly linear: readonly Vec3[] } {
  const n = zeta.length;
  return {
    angular: zeta.map((_, a) =>
      zeta.reduce<Vec3>(
        (sum, x, b) => add3(sum, scale3(x, vec3(modal.rotation2, 3 * (b * n + a)))),
        vec3(modal.rotation, 3 * a),
      ),
    ),
    linear: zeta.map((_, a) => vec3(modal.translation, 3 * a)),
  };
}

const pairInertia = (inertias: readonly Num[], zeta: readonly Num[], a: number): Mat3 =>
  zeta.reduce<Mat3>(
    (sum, x, b) => addMat(sum, scaleMat(x, symmetric3(inertias, 6 * (b * zeta.length + a)))),
    [zero3, zero3, zero3],
  );
