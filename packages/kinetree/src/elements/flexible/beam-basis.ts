import { ModelError } from "../../errors/kinetree-error.js";
import { eigenGeneralized } from "../../linalg/eigen-generalized.js";
import { eigenSymmetric } from "../../linalg/eigen-symmetric.js";
import { newMatrix, type Matrix } from "../../linalg/matrix.js";
import { combine, normalisation, type AxisShape, type Derivatives } from "./axis-shape.js";
import { bendingEigenfunction, rodEigenfunction } from "./clamped-free.js";
import { composite } from "./gauss-legendre.js";
import { bendingDeflection, rodDeflection, type UnitLoad } from "./static-shape.js";

/** A beam that bends in a plane, or a rod that is stretched or twisted. */
export type BeamMotion = "bending" | "rod";

/** The shapes of one kind of motion of a beam, orthogonal in mass and in stiffness. */
export interface BeamBasis {
  readonly motion: BeamMotion;
  readonly count: number;
  /** The first so many are eigenfunctions of the beam, the others come from static deflections. */
  readonly eigen: number;
  readonly at: (x: number) => readonly Derivatives[];
  /** ∫ f² dx of each. */
  readonly mass: readonly number[];
  /** ∫ f''² dx of each where the beam bends, else ∫ f'² dx. */
  readonly stiffness: readonly number[];
  /** Places where a derivative may jump. */
  readonly breaks: readonly number[];
}

/**
 * `eigen` eigenfunctions and a shape for each load. A static deflection s is freed of the eigenfunctions φ it contains:
 * r = s - Σ φ (φ, s) / (φ, φ). Since ∫ φ'' f'' = λ ∫ φ f for every f that is clamped at 0, r is orthogonal to them in mass and in
 * stiffness, so that eigenfunctions stay what they are, and only the r among themselves need an eigenproblem. The same relation
 * gives (φ, s) = (unit load on φ) / λ without an integral.
 */
export function beamBasis(motion: BeamMotion, eigen: number, loads: readonly UnitLoad[], length: number): BeamBasis {
  const of = motion === "bending" ? bendingEigenfunction : rodEigenfunction;
  const functions = Array.from({ length: eigen }, (_, k) => of(k + 1, length));
  const eigenAt = (x: number): readonly Derivatives[] => functions.map(({ shape }) => shape(x));
  const mass = functions.map((each) => each.mass);
  const stiffness = functions.map((each) => each.stiffness);
  const breaks = loads.map(({ at }) => at);
  if (loads.length === 0) return { motion, count: eigen, eigen, at: eigenAt, mass, stiffness, breaks };

  const deflections = loads.map((load) => (motion === "bending" ? bendingDeflection(load) : rodDeflection(load)));
  const contained = loads.map(({ at, on }) => eigenAt(at).map((phi, k) => phi[on === "value" ? 0 : 1] / stiffness[k]));
  const residual = (j: number): AxisShape => {
    const coefficients = [1, ...contained[j].map((c) => -c)];
    return (x) => combine([deflections[j](x), ...eigenAt(x)], coefficients);
  };
  const panel = length / Math.max(1, eigen);
  const { points, weights } = composite(0, length, panel, breaks);
  const tables = loads.map((_, j) => points.map(residual(j)));
  const added = orthogonalise(tables, weights, motion === "bending" ? 2 : 1, `beam of ${length} m`);

  /** Of each added shape: shares of the deflections, then of the eigenfunctions. */
  const coefficients = added.map(({ shares }) => {
    const all = [...shares, ...functions.map((_, k) => -shares.reduce((sum, c, j) => sum + c * contained[j][k], 0))];
    const value = (x: number): number => combine(baseAt(x), all)[0];
    const factor = normalisation(value, length, 16 * (eigen + 2), breaks);
    return { factor, all: all.map((c) => c * factor) };
  });
  function baseAt(x: number): readonly Derivatives[] {
    return [...deflections.map((deflection) => deflection(x)), ...eigenAt(x)];
  }
  return {
    motion,
    count: eigen + loads.length,
    eigen,
    at: (x) => {
      const base = baseAt(x);
      return [...base.slice(loads.length), ...coefficients.map(({ all }) => combine(base, all))];
    },
    mass: [...mass, ...coefficients.map(({ factor }) => factor * factor)],
    stiffness: [
      ...stiffness,
      ...added.map(({ square }, j) => square * coefficients[j].factor * coefficients[j].factor),
    ],
    breaks,
  };
}

/** Modes of the beam within the span of tabulated shapes: of unit mass, with their squared frequencies, ascending. */
function orthogonalise(
  tables: readonly (readonly Derivatives[])[],
  weights: readonly number[],
  strain: 1 | 2,
  subject: string,
): readonly { readonly shares: readonly number[]; readonly square: number }[] {
  const n = tables.length;
  const product = (order: number, i: number, j: number): number =>
    weights.reduce((sum, weight, p) => sum + weight * tables[i][p][order] * tables[j][p][order], 0);
  // Each of unit mass first: static deflections under forces and torques differ by orders of magnitude.
  const unit = tables.map((_, i) => 1 / Math.sqrt(product(0, i, i)));
  const gram = (order: number): Matrix => {
    const out = newMatrix(n, n);
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) out.data[i * n + j] = unit[i] * unit[j] * product(order, i, j);
    return out;
  };
  const M = gram(0);
  requireIndependent(M, subject);
  const { values, vectors } = eigenGeneralized(gram(strain), M);
  return tables.map((_, j) => ({
    shares: unit.map((factor, i) => factor * vectors.data[i * n + j]),
    square: values[j],
  }));
}

/** Of unit shapes: the least eigenvalue is the square of how far one is from the span of the others. */
function requireIndependent(M: Matrix, subject: string): void {
  const [least] = eigenSymmetric(M).values;
  if (least > 1e-12) return;
  throw new ModelError({
    code: "corrections-dependent",
    subject,
    value: least,
    message:
      `${subject}: its static corrections are nearly the same shapes, one is within ${Math.sqrt(Math.max(0, least))} of the ` +
      `others. Leave out one of those that are close together.`,
  });
}
