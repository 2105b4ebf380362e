import type { FlexiblePlan, ModalIntegrals } from "../../src/elements/flexible/flexible-plan.js";
import { by, multiply, plus, type Dual } from "./flexible-dual.js";

/*
 * A body that moves by x + Φη + ½ ηᵀHη is linear in more amplitudes: x + Σ Ψ ζ, where the shapes Ψ are the Φ_i and the H_ij of
 * pairs i ≤ j, and ζ are the η_i and, of a pair, ½ η_i² or η_i η_j.
 */

/** Sums over j of a number times what stands at j. */
type Terms = readonly (readonly [j: number, factor: number])[];

/** Of the shapes Ψ, n of them: what a linear modal body needs. */
export interface ShapeIntegrals {
  readonly count: number;
  /** ∫ Ψ_i dm at 3 i. */
  readonly translation: readonly number[];
  /** ∫ x Ψ_iᵀ dm at 9 i. */
  readonly first: readonly number[];
  /** ∫ Ψ_i·Ψ_j dm over j, of each i. */
  readonly mass: readonly Terms[];
  /** ∫ Ψ_i Ψ_jᵀ dm over j, of each i and each of its nine entries; all of them, most are empty. */
  readonly second: readonly (readonly Terms[])[];
}

export const noShapes: ShapeIntegrals = { count: 0, translation: [], first: [], mass: [], second: [] };

/** Of integrals with their scales multiplied in, and summed. */
export function shapeIntegrals(
  modes: number,
  pairs: FlexiblePlan["pairs"],
  { mass, translation, first, second, shortening, shorteningFirst, mixed, shorteningSecond }: ModalIntegrals,
): ShapeIntegrals {
  const count = modes + pairs.length;
  const drawnIn = (list: readonly number[], size: number): number[] =>
    pairs.flatMap(([i, j]) => list.slice(size * (i * modes + j), size * (i * modes + j + 1)));
  /** ∫ Ψ_i Ψ_jᵀ dm, entry by entry. */
  const product = (i: number, j: number, entry: number): number => {
    const [p, r] = [i - modes, j - modes];
    if (p < 0 && r < 0) return second[9 * (i * modes + j) + entry];
    if (p < 0) return mixed[9 * (i * pairs.length + r) + entry];
    const transposed = 3 * (entry % 3) + Math.floor(entry / 3);
    return r < 0
      ? mixed[9 * (j * pairs.length + p) + transposed]
      : shorteningSecond[9 * (p * pairs.length + r) + entry];
  };
  /** Modal bodies may have no second moments, but their masses; other traces are sums of what stands above. */
  const trace = (i: number, j: number): number =>
    i < modes && j < modes ? mass[i * modes + j] : product(i, j, 0) + product(i, j, 4) + product(i, j, 8);
  const range = Array.from({ length: count }, (_, i) => i);
  const terms = (at: (j: number) => number): Terms =>
    range.map((j) => [j, at(j)] as const).filter(([, factor]) => factor !== 0);
  return {
    count,
    translation: [...translation, ...drawnIn(shortening, 3)],
    first: [...first, ...drawnIn(shorteningFirst, 9)],
    mass: range.map((i) => terms((j) => trace(i, j))),
    second: range.map((i) => Array.from({ length: 9 }, (_, entry) => terms((j) => product(i, j, entry)))),
  };
}

/** ζ and its rate. */
export function shapeAmplitudes(
  pairs: FlexiblePlan["pairs"],
  eta: readonly Dual[],
  etadot: readonly Dual[],
): { readonly zeta: readonly Dual[]; readonly zetadot: readonly Dual[] } {
  const half = (i: number, j: number, of: Dual): Dual => (i === j ? by(1 / 2, of) : of);
  return {
    zeta: [...eta, ...pairs.map(([i, j]) => half(i, j, multiply(eta[i], eta[j])))],
    zetadot: [
      ...etadot,
      ...pairs.map(([i, j]) => half(i, j, plus(multiply(etadot[i], eta[j]), multiply(eta[i], etadot[j])))),
    ],
  };
}

/** Σ factor · list_j, whose numbers come one by one: thousands of them make no objects. */
export function sumOf(terms: Terms, list: readonly Dual[]): Dual {
  let [value, x, t, xt] = [0, 0, 0, 0];
  for (const [j, factor] of terms) {
    value += factor * list[j].value;
    x += factor * list[j].x;
    t += factor * list[j].t;
    xt += factor * list[j].xt;
  }
  return { value, x, t, xt };
}
