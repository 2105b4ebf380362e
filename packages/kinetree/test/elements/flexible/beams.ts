import type { Num } from "../../../src/graph/graph.js";
import { sectionProperties, type SectionProperties } from "../../../src/model/bodies/beam-section.js";
import { evaluateReal } from "../../../src/model/evaluate-real.js";
import type { Beam, BeamCorrection } from "../../../src/model/flexible.js";
import type { Real } from "../../../src/model/real.js";

/** An aluminium strip, unless told otherwise: no two of its stiffnesses are the same. */
export const strip = (changes: Partial<Beam> = {}): Beam => ({
  kind: "beam",
  length: 1.7,
  section: { kind: "rectangle", width: 0.03, height: 0.012 },
  material: { density: 2700, youngsModulus: 70e9, shearModulus: 26e9 },
  modes: { y: 3, z: 2, axial: 2, torsion: 2 },
  corrections: [],
  dampingRatio: 0.01,
  geometricStiffness: true,
  ...changes,
});

/** At the tip of the strip and elsewhere, in every group. */
export const corrections: readonly BeamCorrection[] = [
  { at: 1.7, load: "force-y" },
  { at: 0.6, load: "torque-z" },
  { at: 1.7, load: "force-z" },
  { at: 0.9, load: "force-x" },
  { at: 1.7, load: "torque-x" },
];

/** Plain numbers of the model; those of parameters come from `values`. */
export const plain =
  (values: ReadonlyMap<string, number> = new Map()) =>
  (real: Real): number =>
    evaluateReal(real, values);

/** Of plans whose parameters were plain. */
export const number = (x: Num): number => {
  if (typeof x !== "number") throw new Error("not a plain number");
  return x;
};

/** |a - b| over the larger of them; 0 of two zeros. */
export const relative = (a: number, b: number): number => Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b), 1e-300);

/** ∫ f from 0 to `to` by Simpson's rule; far simpler than what it checks. */
export function simpson(f: (x: number) => number, to: number, steps: number): number {
  const h = to / steps;
  let total = 0;
  for (let k = 0; k <= steps; k++) total += (k === 0 || k === steps ? 1 : k % 2 === 1 ? 4 : 2) * f(k * h);
  return (total * h) / 3;
}

/** What `sectionProperties` says of a section of plain numbers. */
export const sectionOf = (beam: Beam): Readonly<Record<keyof SectionProperties, number>> =>
  sectionProperties(beam.section) as Readonly<Record<keyof SectionProperties, number>>;
