import type { FlexiblePlan, StationShape } from "../elements/flexible/flexible-plan.js";
import type { Num } from "../graph/graph.js";
import { add, mul, sub } from "../graph/num.js";
import { entriesOfSymmetric, mulMatMat, mulMatVec, transpose3, type Mat3 } from "../spatial/mat3.js";
import { add3, scale3, sub3, vec3, zero3, type Vec3 } from "../spatial/vec3.js";

/**
 * A flexible body along the axes of the node that carries it. With amplitudes η and their rates, its inertia beyond that of the
 * undeformed body is a polynomial of η: first moment P η + ½ ηᵀ P₂ η, inertia I₁ η + ½ ηᵀ I₂ η, and for each amplitude
 * the momentum of a unit rate, P + P₂ η and C + G η. m modes; lists are flat.
 */
export interface ModalNumbers {
  readonly modes: number;
  /** m × m */
  readonly mass: readonly Num[];
  readonly stiffness: readonly Num[];
  readonly damping: readonly Num[];
  /** P, a vector for each mode. */
  readonly translation: readonly Num[];
  /** C, likewise: ∫ x × Φ dm. */
  readonly rotation: readonly Num[];
  /** I₁: six numbers for each mode: xx, yy, zz, xy, xz, yz. */
  readonly inertia1: readonly Num[];
  /** P₂: a vector for each pair, symmetric. */
  readonly translation2: readonly Num[];
  /** Gᵢⱼ: what ηᵢ adds to the angular momentum of a unit rate of ηⱼ. */
  readonly rotation2: readonly Num[];
  /** I₂: six numbers for each pair, symmetric. */
  readonly inertia2: readonly Num[];
}

/** A station along the same axes: at place + Φ η + ½ ηᵀ H η, turned by Ψ η. */
export interface StationNumbers {
  readonly modes: number;
  /** Where it is undeformed. */
  readonly place: Vec3;
  readonly shapes: readonly Num[];
  readonly slopes: readonly Num[];
  /** H: a vector for each pair, symmetric. */
  readonly shortening: readonly Num[];
}

/** The numbers of a plan along the axes of a node, in which the body frame has the pose R, p. */
export function modalNumbers(plan: FlexiblePlan, R: Mat3, p: Vec3): ModalNumbers {
  const m = plan.modes;
  const pairs = range(m * m);
  const total = (of: (integrals: FlexiblePlan["inertia"][number]["integrals"]) => readonly number[], at: number): Num =>
    plan.inertia.reduce<Num>((sum, { scale, integrals }) => add(sum, mul(scale, of(integrals)[at])), 0);
  const vector = (of: Parameters<typeof total>[0], k: number): Vec3 =>
    mulMatVec(R, [total(of, 3 * k), total(of, 3 * k + 1), total(of, 3 * k + 2)]);
  /** ∫ x aᵀ dm in the node's axes, from that in the body's and the integral of a. */
  const tensor = (of: Parameters<typeof total>[0], k: number, integral: Vec3): Mat3 => {
    const row = (i: number): Vec3 => vec3([0, 1, 2].map((j) => total(of, 9 * k + 3 * i + j)));
    return addOuter(mulMatMat(mulMatMat(R, [row(0), row(1), row(2)]), transpose3(R)), p, integral);
  };
  const P = range(m).map((j) => vector(({ translation }) => translation, j));
  const N1 = P.map((integral, j) => tensor(({ first }) => first, j, integral));
  const N2 = pairs.map((k) => tensor(({ second }) => second, k, zero3));
  const P2 = pairs.map((k) => vector(({ shortening }) => shortening, k));
  const N1H = P2.map((integral, k) => tensor(({ shorteningFirst }) => shorteningFirst, k, integral));
  return {
    modes: m,
    mass: pairs.map((k) => total(({ mass }) => mass, k)),
    stiffness: pairs.map((k) =>
      plan.stiffness.reduce<Num>((sum, { scale, matrix }) => add(sum, mul(scale, matrix[k])), 0),
    ),
    damping: plan.damping,
    translation: P.flat(),
    rotation: N1.flatMap(axial),
    inertia1: N1.flatMap(inertiaOf),
    translation2: P2.flat(),
    rotation2: pairs.flatMap((k) => add3(axial(N2[k]), axial(N1H[k]))),
    inertia2: pairs.flatMap((k) => {
      const [second, shortened] = [inertiaOf(N2[k]), inertiaOf(N1H[k])];
      return second.map((x, i) => add(x, shortened[i]));
    }),
  };
}

/** The numbers of a station along the axes of a node that are turned by R from the body's; `place` is in the node. */
export function stationNumbers(
  modes: number,
  { shapes, slopes, shortening }: StationShape,
  R: Mat3,
  place: Vec3,
): StationNumbers {
  const turned = (list: readonly number[]): readonly Num[] =>
    range(list.length / 3).flatMap((k) => mulMatVec(R, vec3(list, 3 * k)));
  return { modes, place, shapes: turned(shapes), slopes: turned(slopes), shortening: turned(shortening) };
}

const range = (n: number): number[] => Array.from({ length: n }, (_, k) => k);

const addOuter = (M: Mat3, a: Vec3, b: Vec3): Mat3 => [
  add3(M[0], scale3(a[0], b)),
  add3(M[1], scale3(a[1], b)),
  add3(M[2], scale3(a[2], b)),
];

/** ∫ x × a dm from ∫ x aᵀ dm. */
const axial = (N: Mat3): Vec3 => sub3([N[1][2], N[2][0], N[0][1]], [N[2][1], N[0][2], N[1][0]]);

/** Rate of the inertia ∫ (x² 1 − x xᵀ) dm where x changes by a, from ∫ x aᵀ dm: six numbers. */
function inertiaOf(N: Mat3): readonly Num[] {
  const trace = add(add(N[0][0], N[1][1]), N[2][2]);
  const entry = (i: 0 | 1 | 2, j: 0 | 1 | 2): Num => sub(i === j ? mul(2, trace) : 0, add(N[i][j], N[j][i]));
  return entriesOfSymmetric([
    [entry(0, 0), entry(0, 1), entry(0, 2)],
    [entry(0, 1), entry(1, 1), entry(1, 2)],
    [entry(0, 2), entry(1, 2), entry(2, 2)],
  ]);
}
