import type { Beam } from "../../model/flexible.js";
import type { BeamBasis } from "./beam-basis.js";
import type { BeamDirection, BeamGroup } from "./beam-groups.js";
import type { ModalIntegrals } from "./flexible-plan.js";
import { composite, running, type Quadrature } from "./gauss-legendre.js";

/*
 * The integrals of a beam over its length, for a unit of mass a length (the axis), or of moment of inertia a length about y and
 * about z (the sections, which only torsion moves: modes that bend carry no rotary inertia). What symmetry or orthogonality makes
 * zero is written as zero: it leaves no trace in compiled code.
 */

type Writable = { -readonly [K in keyof ModalIntegrals]: number[] };

const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);

const emptyIntegrals = (m: number, pairs: number): Writable => ({
  mass: zeros(m * m),
  translation: zeros(3 * m),
  first: zeros(9 * m),
  second: zeros(9 * m * m),
  shortening: zeros(3 * m * m),
  shorteningFirst: zeros(9 * m * m),
  mixed: zeros(9 * m * pairs),
  shorteningSecond: zeros(9 * pairs * pairs),
});

/** Pairs of modes that bend in one plane: together they move sections inwards. */
export const shorteningPairs = (beam: Beam, groups: readonly BeamGroup[]): readonly (readonly [number, number])[] =>
  beam.geometricStiffness
    ? groups.flatMap(({ direction, start, basis }) =>
        direction === "y" || direction === "z"
          ? Array.from({ length: basis.count }, (_, i) => i).flatMap((i) =>
              Array.from({ length: basis.count - i }, (__, j) => [start + i, start + i + j] as const),
            )
          : [],
      )
    : [];

/** Which of x, y, z a mode of the axis moves along. */
const axisOf: Readonly<Record<Exclude<BeamDirection, "torsion">, number>> = { axial: 0, y: 1, z: 2 };

/** Points from 0 to `to`, enough for products of any two shapes of a beam. */
export function beamQuadrature(length: number, groups: readonly BeamGroup[], to: number): Quadrature {
  const waves = Math.max(1, ...groups.map(({ basis }) => basis.eigen));
  return composite(
    0,
    to,
    length / waves,
    groups.flatMap(({ basis }) => basis.breaks),
  );
}

/** ∫ over the axis, for 1 kg/m. */
export function axisIntegrals(beam: Beam, groups: readonly BeamGroup[], m: number): ModalIntegrals {
  const pairs = shorteningPairs(beam, groups);
  const out = emptyIntegrals(m, pairs.length);
  const { length } = beam;
  const { points, weights } = beamQuadrature(length, groups, length);
  const bases = new Set(groups.map(({ basis }) => basis)); // one for both planes, if they have the same modes
  const tables = new Map(Array.from(bases, (basis) => [basis, tabulate(basis, points)]));
  const table = (basis: BeamBasis): readonly ShapeTable[] => tables.get(basis) ?? [];
  for (const { direction, start, basis } of groups) {
    if (direction === "torsion") continue;
    const axis = axisOf[direction];
    table(basis).forEach(({ values }, k) => {
      const j = start + k;
      out.mass[j * m + j] = basis.mass[k];
      out.translation[3 * j + axis] = sumOver(weights, (p) => values[p]);
      out.first[9 * j + axis] = sumOver(weights, (p) => points[p] * values[p]);
    });
    for (const other of groups) {
      if (other.direction === "torsion") continue;
      const entry = 3 * axis + axisOf[other.direction];
      table(basis).forEach((f, k) =>
        table(other.basis).forEach((g, l) => {
          const at = 9 * ((start + k) * m + other.start + l) + entry;
          out.second[at] = knownProduct(basis, k, other.basis, l) ?? sumOver(weights, (p) => f.values[p] * g.values[p]);
        }),
      );
    }
    if (direction === "axial" || !beam.geometricStiffness) continue;
    // H(x) = -∫₀ˣ f' g' ds; so ∫ H dx = -∫ (L - s) f' g' ds, and ∫ x H dx = -∫ ½ (L² - s²) f' g' ds.
    table(basis).forEach((f, k) =>
      table(basis).forEach((g, l) => {
        const at = (start + k) * m + start + l;
        const product = (p: number): number => f.slopes[p] * g.slopes[p];
        out.shortening[3 * at] = -sumOver(weights, (p) => (length - points[p]) * product(p));
        out.shorteningFirst[9 * at] = -sumOver(
          weights,
          (p) => 0.5 * (length - points[p]) * (length + points[p]) * product(p),
        );
      }),
    );
  }
  if (pairs.length > 0) addShortening(out, beam, groups, pairs);
  return out;
}

/** A quarter of the panels of other integrals: H has the waves of a product, and is integrated before it is multiplied. */
const FINER = 4;

/** ∫ Φ Hᵀ and ∫ H Hᵀ: H is along x, so that it meets the modes along x, y and z in the first column. */
function addShortening(
  out: Writable,
  { length }: Beam,
  groups: readonly BeamGroup[],
  pairs: readonly (readonly [number, number])[],
): void {
  const waves = Math.max(1, ...groups.map(({ basis }) => basis.eigen));
  const breaks = groups.flatMap(({ basis }) => basis.breaks);
  const { points, weights, upTo } = running(0, length, length / (FINER * waves), breaks);
  const tables = new Map(groups.map(({ basis }) => [basis, tabulate(basis, points)]));
  const modes: { readonly table: ShapeTable; readonly axis: number }[] = [];
  for (const { direction, start, basis } of groups)
    tables.get(basis)?.forEach((table, k) => {
      if (direction !== "torsion") modes[start + k] = { table, axis: axisOf[direction] };
    });
  const H = pairs.map(([i, j]) => {
    const [f, g] = [modes[i].table.slopes, modes[j].table.slopes];
    return upTo(f.map((slope, p) => -slope * g[p]));
  });
  const P = pairs.length;
  H.forEach((h, p) => {
    modes.forEach(({ table, axis }, k) => {
      out.mixed[9 * (k * P + p) + 3 * axis] = sumOver(weights, (at) => table.values[at] * h[at]);
    });
    for (let r = 0; r <= p; r++) {
      const product = sumOver(weights, (at) => h[at] * H[r][at]);
      out.shorteningSecond[9 * (p * P + r)] = out.shorteningSecond[9 * (r * P + p)] = product;
    }
  });
}

/** ∫ over the sections of what torsion moves, (0, -z, y) θ: with ∫ z² dA about y, or ∫ y² dA about z, 1 kg m. */
export function sectionIntegrals(
  beam: Beam,
  groups: readonly BeamGroup[],
  m: number,
  about: "y" | "z",
): ModalIntegrals {
  const out = emptyIntegrals(m, shorteningPairs(beam, groups).length);
  const { points, weights } = beamQuadrature(beam.length, groups, beam.length);
  for (const { direction, start, basis } of groups) {
    if (direction !== "torsion") continue;
    tabulate(basis, points).forEach(({ values }, k) => {
      const j = start + k;
      const pair = j * m + j;
      const turned = sumOver(weights, (p) => values[p]);
      out.mass[pair] = basis.mass[k];
      // z (-z θ) in row z, column y; y (y θ) in row y, column z.
      out.first[9 * j + (about === "y" ? 7 : 5)] = about === "y" ? -turned : turned;
      out.second[9 * pair + (about === "y" ? 4 : 8)] = basis.mass[k];
    });
  }
  return out;
}

/** ∫ f g dx where orthogonality says what it is; null where it has to be integrated. */
function knownProduct(a: BeamBasis, k: number, b: BeamBasis, l: number): number | null {
  if (a === b) return k === l ? a.mass[k] : 0;
  if (a.motion !== b.motion) return null;
  if (k < a.eigen && l < b.eigen) return k === l ? a.mass[k] : 0;
  if (k < a.eigen && k < b.eigen) return 0; // l is orthogonal to all eigenfunctions of its own basis
  if (l < b.eigen && l < a.eigen) return 0;
  return null;
}

interface ShapeTable {
  readonly values: Float64Array;
  readonly slopes: Float64Array;
}

function tabulate(basis: BeamBasis, points: readonly number[]): readonly ShapeTable[] {
  const tables = Array.from({ length: basis.count }, () => ({
    values: new Float64Array(points.length),
    slopes: new Float64Array(points.length),
  }));
  points.forEach((x, p) =>
    basis.at(x).forEach(([value, slope], k) => {
      tables[k].values[p] = value;
      tables[k].slopes[p] = slope;
    }),
  );
  return tables;
}

function sumOver(weights: readonly number[], f: (p: number) => number): number {
  let sum = 0;
  for (let p = 0; p < weights.length; p++) sum += weights[p] * f(p);
  return sum;
}
