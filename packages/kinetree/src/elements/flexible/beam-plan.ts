import type { Num } from "../../graph/graph.js";
import { mul } from "../../graph/num.js";
import { sectionProperties } from "../../model/bodies/beam-section.js";
import { modeCount, type Beam } from "../../model/flexible.js";
import type { Real } from "../../model/real.js";
import { realMul, realSqrt } from "../../model/real-arithmetic.js";
import { beamGroups, type BeamDirection } from "./beam-groups.js";
import { axisIntegrals, sectionIntegrals, shorteningPairs } from "./beam-integrals.js";
import { beamStation } from "./beam-station.js";
import type { FlexiblePlan } from "./flexible-plan.js";

/** The resistance of a beam to each kind of deformation: E Iz, E Iy, E A, G J. */
export function beamStiffnesses({ section, material }: Beam): Readonly<Record<BeamDirection, Real>> {
  const { area, momentY, momentZ, torsionConstant } = sectionProperties(section);
  const { youngsModulus, shearModulus } = material;
  return {
    y: realMul(youngsModulus, momentZ),
    z: realMul(youngsModulus, momentY),
    axial: realMul(youngsModulus, area),
    torsion: realMul(shearModulus, torsionConstant),
  };
}

/** Lengths shape the integrals; section, material and damping only scale them, so all of those may be parameters. */
export function planBeam(beam: Beam, num: (real: Real) => Num): FlexiblePlan {
  const m = modeCount(beam);
  const groups = beamGroups(beam);
  const { area, momentY, momentZ, polar } = sectionProperties(beam.section);
  const { density } = beam.material;
  const stiffnesses = beamStiffnesses(beam);

  const inertia = [{ scale: num(realMul(density, area)), integrals: axisIntegrals(beam, groups, m) }];
  if (groups.some(({ direction }) => direction === "torsion")) {
    inertia.push(
      { scale: num(realMul(density, momentY)), integrals: sectionIntegrals(beam, groups, m, "y") },
      { scale: num(realMul(density, momentZ)), integrals: sectionIntegrals(beam, groups, m, "z") },
    );
  }

  const zeros = (): number[] => Array.from({ length: m * m }, () => 0);
  const damping: Num[] = zeros();
  const stiffness = groups.map(({ direction, start, basis }) => {
    const matrix = zeros();
    const perLength = realMul(density, direction === "torsion" ? polar : area);
    // 2 ζ √(K M) of each mode, of which ζ, E I and ρ A may be parameters.
    const dampingScale = num(
      realMul(realMul(2, beam.dampingRatio), realSqrt(realMul(stiffnesses[direction], perLength))),
    );
    basis.stiffness.forEach((perScale, k) => {
      const diagonal = (start + k) * m + start + k;
      matrix[diagonal] = perScale;
      damping[diagonal] = mul(dampingScale, Math.sqrt(perScale * basis.mass[k]));
    });
    return { scale: num(stiffnesses[direction]), matrix };
  });

  return {
    modes: m,
    pairs: shorteningPairs(beam, groups),
    inertia,
    stiffness,
    damping,
    station: (position) => beamStation(beam, groups, m, position),
  };
}
