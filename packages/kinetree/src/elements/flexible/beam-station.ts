import { ModelError } from "../../errors/kinetree-error.js";
import type { Beam, NumberTriple } from "../../model/flexible.js";
import type { BeamGroup } from "./beam-groups.js";
import { beamQuadrature } from "./beam-integrals.js";
import type { StationShape } from "./flexible-plan.js";

/** Share of the length by which rounding may put a place beyond an end. */
const SLACK = 1e-9;

/** Shapes at a place. The section stays plane: off the axis a place moves by u + θ × (0, y, z), θ = (torsion, -w', v'). */
export function beamStation(beam: Beam, groups: readonly BeamGroup[], m: number, position: NumberTriple): StationShape {
  const [, y, z] = position;
  const x = placeOnBeam(beam.length, position[0], `station at [${position.join(", ")}]`);
  const shapes = Array.from({ length: 3 * m }, () => 0);
  const slopes = Array.from({ length: 3 * m }, () => 0);
  for (const { direction, start, basis } of groups) {
    basis.at(x).forEach(([value, slope], k) => {
      const at = 3 * (start + k);
      switch (direction) {
        case "y":
          shapes[at + 1] = value;
          slopes[at + 2] = slope;
          if (y !== 0) shapes[at] = -slope * y;
          break;
        case "z":
          shapes[at + 2] = value;
          slopes[at + 1] = -slope;
          if (z !== 0) shapes[at] = -slope * z;
          break;
        case "axial":
          shapes[at] = value;
          break;
        case "torsion":
          slopes[at] = value;
          if (z !== 0) shapes[at + 1] = -value * z;
          if (y !== 0) shapes[at + 2] = value * y;
          break;
      }
    });
  }
  return { shapes, slopes, shortening: shorteningAt(beam, groups, m, x) };
}

/** -∫₀ˣ f' g' ds along x, of each pair that bends the beam in one plane. */
function shorteningAt(beam: Beam, groups: readonly BeamGroup[], m: number, x: number): readonly number[] {
  const out = Array.from({ length: 3 * m * m }, () => 0);
  if (!beam.geometricStiffness || x === 0) return out;
  const { points, weights } = beamQuadrature(beam.length, groups, x);
  const bending = groups.filter(({ direction }) => direction === "y" || direction === "z");
  points.forEach((s, p) => {
    // Both planes often share one basis, and its functions are what takes time.
    const [first] = bending;
    const shared = first?.basis.at(s) ?? [];
    for (const { start, basis } of bending) {
      const f = basis === first.basis ? shared : basis.at(s);
      f.forEach(([, a], k) =>
        f.forEach(([, b], l) => (out[3 * ((start + k) * m + start + l)] -= weights[p] * (a * b))),
      );
    }
  });
  return out;
}

/** x if it lies on the beam, but for rounding. */
export function placeOnBeam(length: number, x: number, subject: string): number {
  if (x >= -SLACK * length && x <= (1 + SLACK) * length) return Math.min(Math.max(x, 0), length);
  throw new ModelError({
    code: "station-off-beam",
    subject,
    value: x,
    message: `${subject}: x = ${x} m is not on the beam. Choose x from 0 to ${length} m.`,
  });
}
