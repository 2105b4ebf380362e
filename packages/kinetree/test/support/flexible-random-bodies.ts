import { modelDefaults } from "../../src/model/defaults.js";
import type {
  Beam,
  BeamCorrection,
  BeamSection,
  Flexible,
  ModalBody,
  ModalNode,
  NumberTriple,
} from "../../src/model/flexible.js";
import type { Body, BodyDescription } from "../../src/model/types.js";
import type { Dice } from "./dice.js";
import { add, dot, scale, type V3 } from "./numbers.js";

/** A random flexible body, and where others may hold on to it; the mass of a beam follows from it. */
export interface RandomFlexible {
  readonly body: BodyDescription;
  readonly flexible: Flexible;
  readonly stations: readonly NumberTriple[];
}

/** Thick and soft, so that neither the inertia about the axis nor the bending is lost beside the rest. */
function randomSection(d: Dice): BeamSection {
  switch (d.integer(4)) {
    case 0:
      return { kind: "circle", radius: d.real(d.between(0.06, 0.1)) };
    case 1:
      return { kind: "tube", outerRadius: d.real(d.between(0.08, 0.12)), innerRadius: d.real(d.between(0.03, 0.06)) };
    case 2:
      return { kind: "rectangle", width: d.real(d.between(0.1, 0.15)), height: d.real(d.between(0.15, 0.25)) };
    default:
      return {
        kind: "general",
        area: d.real(d.between(0.01, 0.03)),
        momentY: d.real(d.between(2e-5, 9e-5)),
        momentZ: d.real(d.between(2e-5, 9e-5)),
        torsionConstant: d.real(d.between(2e-5, 9e-5)),
        fibreY: 0.1,
        fibreZ: 0.2,
      };
  }
}

/** Area, ∫ z² dA and ∫ y² dA, from the books. */
export function sectionNumbers(section: BeamSection): { area: number; momentY: number; momentZ: number } {
  switch (section.kind) {
    case "circle": {
      const r = section.radius as number;
      return { area: Math.PI * r ** 2, momentY: (Math.PI * r ** 4) / 4, momentZ: (Math.PI * r ** 4) / 4 };
    }
    case "tube": {
      const [outer, inner] = [section.outerRadius as number, section.innerRadius as number];
      const moment = (Math.PI * (outer ** 4 - inner ** 4)) / 4;
      return { area: Math.PI * (outer ** 2 - inner ** 2), momentY: moment, momentZ: moment };
    }
    case "rectangle": {
      const [y, z] = [section.width as number, section.height as number];
      return { area: y * z, momentY: (y * z ** 3) / 12, momentZ: (z * y ** 3) / 12 };
    }
    case "general":
      return {
        area: section.area as number,
        momentY: section.momentY as number,
        momentZ: section.momentZ as number,
      };
  }
}

const loads: readonly BeamCorrection["load"][] = ["force-x", "force-y", "force-z", "torque-x", "torque-y", "torque-z"];

export function randomBeam(d: Dice, name: string, isDamped = true): RandomFlexible {
  const length = d.between(0.8, 1.6);
  const section = randomSection(d);
  const modes = { y: d.integer(5), z: d.integer(5), axial: d.integer(3), torsion: d.integer(3) };
  if (modes.y + modes.z + modes.axial + modes.torsion === 0) modes.y = 1;
  const tip = d.chance(0.5) ? length : d.between(0.6, 1) * length;
  const corrections = d.chance(0.4) ? [{ at: tip, load: d.pick(loads) }] : [];
  if (corrections.length > 0 && d.chance(0.5)) corrections.push({ at: 0.45 * length, load: d.pick(loads) });
  const beam: Beam = {
    kind: "beam",
    length,
    section,
    material: {
      density: d.real(d.between(100, 300)),
      youngsModulus: d.real(d.between(5e5, 3e6)),
      shearModulus: d.real(d.between(2e5, 1e6)),
    },
    modes,
    corrections,
    dampingRatio: isDamped && d.chance(0.5) ? d.real(d.between(0.01, 0.1)) : 0,
    geometricStiffness: d.chance(0.75),
  };
  const offAxis = (): number => (d.chance(0.6) ? 0 : d.between(-0.1, 0.1));
  const stations = [tip, 0.3 * length, d.between(0.4, 0.55) * length].slice(0, 1 + d.integer(3));
  const { frames, shapes } = modelDefaults.body;
  return {
    body: { name, frames, shapes, flexible: beam },
    flexible: beam,
    stations: stations.map((x) => [x, offAxis(), offAxis()]),
  };
}

/** Of a rod with extended sections, from the books; its material and section in plain numbers. */
export function beamMass({ length, section, material }: Beam): Pick<Body, "mass" | "com" | "inertia"> {
  const { area, momentY, momentZ } = sectionNumbers(section);
  const density = material.density as number;
  const mass = density * area * length;
  const across = (mass * length ** 2) / 12;
  const own = [momentY + momentZ, momentY, momentZ].map((moment) => density * moment * length);
  return { mass, com: [length / 2, 0, 0], inertia: [own[0], across + own[1], across + own[2], 0, 0, 0] };
}

const randomTriple = (d: Dice, size: number): V3 => [
  d.between(-size, size),
  d.between(-size, size),
  d.between(-size, size),
];

const outer = (a: V3, b: V3, weight: number): number[] => a.flatMap((x) => b.map((y) => weight * x * y));

const addAll = (rows: readonly (readonly number[])[]): number[] =>
  rows.reduce<number[]>((total, row) => row.map((x, i) => (total[i] ?? 0) + x), []);

/** Points of mass at nodes: its integrals are sums, exact, and those of a body that could be. */
export interface LumpedBody extends RandomFlexible {
  readonly masses: readonly number[];
  readonly nodes: readonly ModalNode[];
}

export function randomModalBody(d: Dice, name: string, isDamped = true): LumpedBody {
  const count = 5 + d.integer(3);
  const modes = 1 + d.integer(4);
  const range = Array.from({ length: modes }, (_, i) => i);
  const masses = Array.from({ length: count }, () => d.between(0.2, 0.8));
  const nodes = masses.map((_, i): ModalNode => ({
    name: `node${i}`,
    position: randomTriple(d, 0.6),
    shapes: range.map(() => randomTriple(d, 1)),
    slopes: range.map(() => randomTriple(d, 1)),
  }));
  const sum = (term: (node: ModalNode, mass: number) => readonly number[]): number[] =>
    addAll(nodes.map((node, k) => term(node, masses[k])));
  const [mass] = sum((_, m) => [m]);
  const com = scale(1 / mass, sum(({ position }, m) => scale(m, position)) as unknown as V3);
  const inertia = sum(({ position }, m) => {
    const [x, y, z] = add(position, scale(-1, com));
    return [y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z].map((each) => m * each);
  }) as unknown as Body["inertia"];
  const roots = range.map(() => range.map(() => d.between(-5, 5)));
  const stiffness = range.map((i) =>
    range.map((j) => range.reduce((total, k) => total + roots[i][k] * roots[j][k], i === j ? 40 : 0)),
  );
  const flexible: ModalBody = {
    kind: "modal",
    mass: range.map((i) => range.map((j) => sum(({ shapes }, m) => [m * dot(shapes[i], shapes[j])])[0])),
    stiffness,
    damping:
      isDamped && d.chance(0.5)
        ? stiffness.map((row) => row.map((each) => 0.01 * each))
        : { ratio: isDamped ? d.real(d.between(0, 0.1)) : 0 },
    translation: range.map((j) => sum(({ shapes }, m) => scale(m, shapes[j])) as unknown as NumberTriple),
    firstMoments: range.map((j) => sum(({ position, shapes }, m) => outer(position, shapes[j], m))),
    secondMoments: d.chance(0.25)
      ? null
      : range.map((i) => range.map((j) => sum(({ shapes }, m) => outer(shapes[i], shapes[j], m)))),
    nodes,
    stiffnessScale: d.real(1),
  };
  return {
    body: { ...modelDefaults.body, name, mass, com, inertia, flexible },
    flexible,
    stations: nodes.slice(0, 1 + d.integer(3)).map(({ position }) => position),
    masses,
    nodes,
  };
}
