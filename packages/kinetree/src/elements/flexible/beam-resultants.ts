import type { Num } from "../../graph/graph.js";
import { abs, add, div, mul, sqrt, square } from "../../graph/num.js";
import { sectionProperties } from "../../model/bodies/beam-section.js";
import { modeCount, type Beam, type BeamSection } from "../../model/flexible.js";
import type { Real } from "../../model/real.js";
import { beamGroups, type BeamGroup } from "./beam-groups.js";
import { beamStiffnesses } from "./beam-plan.js";
import { placeOnBeam } from "./beam-station.js";

/** Loads of a section per unit of each amplitude. They act on the part nearer to the clamped end, from the part beyond. */
export interface BeamResultants {
  /** N = E A u' [N a unit of amplitude]. */
  readonly axial: readonly Num[];
  /** G J θ' [N m]. */
  readonly torque: readonly Num[];
  /** My = -E Iy w'' [N m]. */
  readonly momentY: readonly Num[];
  /** Mz = E Iz v'' [N m]. */
  readonly momentZ: readonly Num[];
  /** Vy = -E Iz v''' [N]. */
  readonly shearY: readonly Num[];
  /** Vz = -E Iy w''' [N]. */
  readonly shearZ: readonly Num[];
}

/** Of the section at the distance x from the clamped end; from the left where a load of a correction makes it jump. */
export const beamResultants = (beam: Beam, num: (real: Real) => Num, x: number): BeamResultants =>
  resultantsAlong(beam, num)(x);

/** `beamResultants` at many places of one beam. */
export function resultantsAlong(beam: Beam, num: (real: Real) => Num): (x: number) => BeamResultants {
  const stiffnesses = beamStiffnesses(beam);
  const groups = beamGroups(beam).map((group) => ({ ...group, stiffness: num(stiffnesses[group.direction]) }));
  return (x) => resultantsAt(beam, groups, x);
}

function resultantsAt(
  beam: Beam,
  groups: readonly (BeamGroup & { readonly stiffness: Num })[],
  x: number,
): BeamResultants {
  const place = placeOnBeam(beam.length, x, `section at ${x} m`);
  const row = (): Num[] => Array.from({ length: modeCount(beam) }, () => 0);
  const rows = { axial: row(), torque: row(), momentY: row(), momentZ: row(), shearY: row(), shearZ: row() };
  for (const { direction, start, basis, stiffness } of groups) {
    basis.at(place).forEach(([, first, second, third], k) => {
      const j = start + k;
      switch (direction) {
        case "y":
          rows.momentZ[j] = mul(stiffness, second);
          rows.shearY[j] = mul(stiffness, -third);
          break;
        case "z":
          rows.momentY[j] = mul(stiffness, -second);
          rows.shearZ[j] = mul(stiffness, -third);
          break;
        case "axial":
          rows.axial[j] = mul(stiffness, first);
          break;
        case "torsion":
          rows.torque[j] = mul(stiffness, first);
          break;
      }
    });
  }
  return rows;
}

/** The numbers of a section that its stresses follow from. */
export type StressNumbers<N = Num> = Readonly<Record<"area" | "momentY" | "momentZ" | "fibreY" | "fibreZ", N>>;

export function stressNumbers<N extends Num>(section: BeamSection, num: (real: Real) => N): StressNumbers<N> {
  const { area, momentY, momentZ, fibreY, fibreZ } = sectionProperties(section);
  return {
    area: num(area),
    momentY: num(momentY),
    momentZ: num(momentZ),
    fibreY: num(fibreY),
    fibreZ: num(fibreZ),
  };
}

/**
 * The greatest normal stress in a section, without its sign [Pa]. Round sections: |N|/A + √(My² + Mz²) r/I. Others: that of the
 * corner of a rectangle, |N|/A + |My| z/Iy + |Mz| y/Iz, an upper bound where no material lies at both greatest distances.
 */
export function stressOf(kind: BeamSection["kind"], section: StressNumbers, n: Num, my: Num, mz: Num): Num {
  const direct = div(abs(n), section.area);
  if (kind === "circle" || kind === "tube") {
    const bending = sqrt(add(square(my), square(mz)));
    return add(direct, div(mul(bending, section.fibreZ), section.momentY));
  }
  const aboutY = div(mul(abs(my), section.fibreZ), section.momentY);
  const aboutZ = div(mul(abs(mz), section.fibreY), section.momentZ);
  return add(direct, add(aboutY, aboutZ));
}
