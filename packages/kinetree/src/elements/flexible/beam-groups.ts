import type { Beam, BeamCorrection } from "../../model/flexible.js";
import { beamBasis, type BeamBasis } from "./beam-basis.js";
import type { UnitLoad } from "./static-shape.js";

/** What the modes of a group move: the axis along y, z or x, or the sections about x. */
export type BeamDirection = "y" | "z" | "axial" | "torsion";

/** The modes of a beam that move it in one way; numbered from `start` on among all. */
export interface BeamGroup {
  readonly direction: BeamDirection;
  readonly start: number;
  readonly basis: BeamBasis;
}

const groupOf: Readonly<Record<BeamCorrection["load"], readonly [BeamDirection, UnitLoad["on"]]>> = {
  "force-x": ["axial", "value"],
  "force-y": ["y", "value"],
  "force-z": ["z", "value"],
  "torque-x": ["torsion", "value"],
  // Its sign is that of the shape, which is chosen at the free end.
  "torque-y": ["z", "slope"],
  "torque-z": ["y", "slope"],
};

/** In the order of the modes: along y, along z, along x, about x; those without modes left out. */
export function beamGroups(beam: Beam): readonly BeamGroup[] {
  const groups: BeamGroup[] = [];
  const bases = new Map<string, BeamBasis>();
  let start = 0;
  for (const direction of ["y", "z", "axial", "torsion"] as const) {
    const eigen = beam.modes[direction];
    const loads = loadsOf(beam, direction);
    if (eigen + loads.length === 0) continue;
    const motion = direction === "y" || direction === "z" ? "bending" : "rod";
    // The same modes in both planes are one basis: then a shape of one plane is known to be orthogonal to others of the other.
    const key = JSON.stringify([motion, eigen, loads]);
    const basis = bases.get(key) ?? beamBasis(motion, eigen, loads, beam.length);
    bases.set(key, basis);
    groups.push({ direction, start, basis });
    start += basis.count;
  }
  return groups;
}

/** Sorted, since their order does not matter. */
const loadsOf = (beam: Beam, direction: BeamDirection): readonly UnitLoad[] =>
  beam.corrections
    .filter(({ load }) => groupOf[load][0] === direction)
    .map(({ at, load }) => ({ at, on: groupOf[load][1] }))
    .sort((a, b) => a.at - b.at || (a.on < b.on ? -1 : 1));
