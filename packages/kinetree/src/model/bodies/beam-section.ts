import type { Beam, BeamSection } from "../flexible.js";
import type { Real } from "../real.js";
import {
  isLiteral,
  realAdd,
  realDiv,
  realExp,
  realMul,
  realNeg,
  realSqrt,
  realSquare,
  realSub,
} from "../real-arithmetic.js";
import type { MassProperties } from "./solids.js";

/** What a beam needs to know of its section, whose axes y and z are principal and meet in its centroid. */
export interface SectionProperties {
  /** [m²] */
  readonly area: Real;
  /** ∫ z² dA [m⁴]. */
  readonly momentY: Real;
  /** ∫ y² dA [m⁴]. */
  readonly momentZ: Real;
  /** Their sum, about the axis of the beam [m⁴]. */
  readonly polar: Real;
  /** J of the torque G J θ' [m⁴]: the polar moment only where the section is round, since others warp. */
  readonly torsionConstant: Real;
  /** Greatest distances of the material from the axis, along y and along z [m]. */
  readonly fibreY: Real;
  readonly fibreZ: Real;
}

/** Area, moments and torsion constant of a section. */
export function sectionProperties(section: BeamSection): SectionProperties {
  switch (section.kind) {
    case "circle":
      return ring(section.radius, 0);
    case "tube":
      return ring(section.outerRadius, section.innerRadius);
    case "rectangle":
      return rectangle(section.width, section.height);
    case "general": {
      const { area, momentY, momentZ, torsionConstant, fibreY, fibreZ } = section;
      return { area, momentY, momentZ, polar: realAdd(momentY, momentZ), torsionConstant, fibreY, fibreZ };
    }
  }
}

/** Mass, mass centre and inertia of a beam that is not deformed; the sections' own moments of inertia are part of them. */
export function beamMassProperties(beam: Pick<Beam, "length" | "section" | "material">): MassProperties {
  const { length, material } = beam;
  const { area, momentY, momentZ, polar } = sectionProperties(beam.section);
  const perMoment = realMul(material.density, length); // ρ L
  const mass = realMul(perMoment, area);
  const slender = realMul(mass, (length * length) / 12);
  const across = (moment: Real): Real => realAdd(slender, realMul(perMoment, moment));
  return {
    mass,
    com: [length / 2, 0, 0],
    inertia: [realMul(perMoment, polar), across(momentY), across(momentZ), 0, 0, 0],
  };
}

/** The differences of powers are factored, so that a thin tube keeps its digits. */
function ring(outer: Real, inner: Real): SectionProperties {
  const area = realMul(Math.PI, realMul(realSub(outer, inner), realAdd(outer, inner)));
  const moment = realMul(0.25, realMul(area, realAdd(realSquare(outer), realSquare(inner))));
  const polar = realMul(2, moment);
  return {
    area,
    momentY: moment,
    momentZ: moment,
    polar,
    torsionConstant: polar,
    fibreY: outer,
    fibreZ: outer,
  };
}

function rectangle(width: Real, height: Real): SectionProperties {
  const area = realMul(width, height);
  const momentY = realDiv(realMul(area, realSquare(height)), 12);
  const momentZ = realDiv(realMul(area, realSquare(width)), 12);
  return {
    area,
    momentY,
    momentZ,
    polar: realAdd(momentY, momentZ),
    torsionConstant: rectangleTorsion(width, height),
    fibreY: realMul(0.5, width),
    fibreZ: realMul(0.5, height),
  };
}

const fifthPower = (x: number): number => x * x * x * x * x;

/** Σ 1/n⁵ over odd n, 31/32 of the sum over all n. */
const ODD_FIFTH_POWERS = (31 / 32) * 1.03692775514337;

/**
 * J = a b³ (1/3 - 64/π⁵ (b/a) Σ tanh(n π a / 2b) / n⁵) over odd n, with sides a >= b: Timoshenko, Goodier, Theory of
 * Elasticity (3rd ed. 1970), section 109. The tanh are written as 1 minus what they lack, whose terms fall by e^(-2π) each:
 * four of them leave an error below 1e-16.
 */
function rectangleTorsion(width: Real, height: Real): Real {
  const [a, b] = longAndShort(width, height);
  const ratio = realDiv(a, b);
  const lacking = [1, 3, 5, 7].reduce<Real>((total, n) => {
    const decay = realExp(realMul(-n * Math.PI, ratio)); // 1 - tanh(z) = 2 e^(-2z) / (1 + e^(-2z))
    return realAdd(total, realDiv(realMul(2 / fifthPower(n), decay), realAdd(1, decay)));
  }, 0);
  const sum = realSub(ODD_FIFTH_POWERS, lacking);
  const bracket = realAdd(1 / 3, realNeg(realMul(64 / fifthPower(Math.PI), realDiv(sum, ratio))));
  return realMul(realMul(realMul(a, b), realSquare(b)), bracket);
}

/**
 * Which side is the longer is not known of parameters: (s ± |d|) / 2 with the sum s and the difference d. |d| is rounded off
 * within 1e-9 s of a square, where it has no derivative; J is even in d, so that changes it by some 1e-18 of itself.
 */
function longAndShort(width: Real, height: Real): readonly [Real, Real] {
  if (isLiteral(width) && isLiteral(height)) return width >= height ? [width, height] : [height, width];
  const s = realAdd(width, height);
  const d = realSub(width, height);
  const magnitude = realSqrt(realAdd(realSquare(d), realMul(1e-18, realSquare(s))));
  return [realMul(0.5, realAdd(s, magnitude)), realMul(0.5, realSub(s, magnitude))];
}
