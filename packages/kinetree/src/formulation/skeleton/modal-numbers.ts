import type { FlexiblePlan, StationShape } from "../../elements/flexible/flexible-plan.js";
import type { Num } from "../../graph/graph.js";
import { add, mul, sub } from "../../graph/num.js";
import { entriesOfSymmetric, mulMatMat, mulMatVec, transpose3, type Mat3 } from "../../spatial/mat3.js";
import { sub3, vec3, type Vec3 } from "../../spatial/vec3.js";

/**
 * A flexible body along the axes of the node that carries it. Its particles are at x + Σ Ψₐ ζₐ, where Ψ are the shapes of its m modes,
 * then the shortenings of its pairs, and ζ the amplitudes η, then ηᵢ ηⱼ of each pair (half of that for i = j). In ζ, n of them,
 * the body is a linear one: first moment P ζ, inertia I₁ ζ + ½ ζᵀ I₂ ζ beyond that of the undeformed body, and for each ζ the momentum
 * of a unit rate, P and C + G ζ. Lists are flat.
 */
export interface ModalNumbers {
  readonly modes: number;
  readonly pairs: readonly (readonly [number, number])[];
  /** n × n: ∫ Ψₐ·Ψᵦ dm. */
  readonly mass: readonly Num[];
  /** m × m */
  readonly stiffness: readonly Num[];
  readonly damping: readonly Num[];
  /** P, a vector for each of n. */
  readonly translation: readonly Num[];
  /** C, likewise: ∫ x × Ψ dm. */
  readonly rotation: readonly Num[];
  /** I₁: six numbers for each of n: xx, yy, zz, xy, xz, yz. */
  readonly inertia1: readonly Num[];
  /** Gᵦₐ = ∫ Ψᵦ × Ψₐ dm, n × n vectors: what ζᵦ adds to the angular momentum of a unit rate of ζₐ. */
  readonly rotation2: readonly Num[];
  /** I₂: six numbers for each of n × n, symmetric. */
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

/** The numbers of a plan along the axes of a node, which are turned by R from those of the body. */
export function modalNumbers(plan: FlexiblePlan, R: Mat3): ModalNumbers {
  const { modes: m, pairs } = plan;
  const P = pairs.length;
  type Of = (integrals: FlexiblePlan["inertia"][number]["integrals"]) => readonly number[];
  const total = (of: Of, at: number): Num =>
    plan.inertia.reduce<Num>((sum, { scale, integrals }) => add(sum, mul(scale, of(integrals)[at])), 0);
  const vector = (of: Of, k: number): Vec3 =>
    mulMatVec(R, [total(of, 3 * k), total(of, 3 * k + 1), total(of, 3 * k + 2)]);
  const tensor = (of: Of, k: number): Mat3 => {
    const row = (i: number): Vec3 => vec3([0, 1, 2].map((j) => total(of, 9 * k + 3 * i + j)));
    return mulMatMat(mulMatMat(R, [row(0), row(1), row(2)]), transpose3(R));
  };
  const inPairs = pairs.map(([i, j]) => i * m + j);
  const translation = [
    ...range(m).map((j) => vector(({ translation }) => translation, j)),
    ...inPairs.map((k) => vector(({ shortening }) => shortening, k)),
  ];
  const N1 = [
    ...range(m).map((j) => tensor(({ first }) => first, j)),
    ...inPairs.map((k) => tensor(({ shorteningFirst }) => shorteningFirst, k)),
  ];
  const product = (a: number, b: number): Mat3 => {
    if (a < m && b < m) return tensor(({ second }) => second, a * m + b);
    if (a >= m && b >= m) return tensor(({ shorteningSecond }) => shorteningSecond, (a - m) * P + b - m);
    return a < m
      ? tensor(({ mixed }) => mixed, a * P + b - m)
      : transpose3(tensor(({ mixed }) => mixed, b * P + a - m));
  };
  const n = m + P;
  const N2 = range(n * n).map((k) => product(Math.floor(k / n), k % n));
  return {
    modes: m,
    pairs,
    mass: N2.map((N, k) => {
      const [a, b] = [Math.floor(k / n), k % n];
      // Data may come without second moments, and modes that turn sections have mass beyond that of their axis.
      return a < m && b < m ? total(({ mass }) => mass, a * m + b) : traceOf(N);
    }),
    stiffness: range(m * m).map((k) =>
      plan.stiffness.reduce<Num>((sum, { scale, matrix }) => add(sum, mul(scale, matrix[k])), 0),
    ),
    damping: plan.damping,
    translation: translation.flat(),
    rotation: N1.flatMap(axial),
    inertia1: N1.flatMap(inertiaOf),
    rotation2: N2.flatMap(axial),
    inertia2: N2.flatMap(inertiaOf),
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

const traceOf = (N: Mat3): Num => add(add(N[0][0], N[1][1]), N[2][2]);

/** ∫ x × a dm from ∫ x aᵀ dm. */
const axial = (N: Mat3): Vec3 => sub3([N[1][2], N[2][0], N[0][1]], [N[2][1], N[0][2], N[1][0]]);

/** Rate of the inertia ∫ (x² 1 − x xᵀ) dm where x changes by a, from ∫ x aᵀ dm: six numbers. */
function inertiaOf(N: Mat3): readonly Num[] {
  const trace = traceOf(N);
  const entry = (i: 0 | 1 | 2, j: 0 | 1 | 2): Num => sub(i === j ? mul(2, trace) : 0, add(N[i][j], N[j][i]));
  return entriesOfSymmetric([
    [entry(0, 0), entry(0, 1), entry(0, 2)],
    [entry(0, 1), entry(1, 1), entry(1, 2)],
    [entry(0, 2), entry(1, 2), entry(2, 2)],
  ]);
}
