import type { Beam, BeamSection, Flexible, Model } from "kinetree";
import type { FlexibleInfo } from "../../engine/protocol.js";
import { largestOf } from "../../scene/flexible/beam-stress.js";
import { amplitudeNames } from "../amplitude-names.js";
import { derived, links, live, number, numbers, text, type Property, type Section } from "./property-sheet.js";

const MEGA = 1e6;

/** Material, natural frequencies and current deformation of a flexible body. */
export function flexibleSections(
  flexible: Flexible,
  given: Flexible | undefined,
  info: FlexibleInfo | undefined,
): readonly Section[] {
  return [
    ...(info === undefined ? [] : [{ title: "Current deformation", properties: bending(flexible, info) }]),
    flexible.kind === "beam"
      ? { title: "Beam", properties: beamProperties(flexible, given?.kind === "beam" ? given : undefined) }
      : {
          title: "Modal body",
          properties: [
            text("modes", String(flexible.mass.length)),
            text("nodes", String(flexible.nodes.length)),
            ...("ratio" in flexible.damping ? [number("damping ratio", "", flexible.damping.ratio)] : []),
          ],
        },
    ...(info === undefined
      ? []
      : [{ title: "Natural frequencies, clamped at its frame", properties: frequencies(flexible, info) }]),
  ];
}

function bending(flexible: Flexible, info: FlexibleInfo): readonly Property[] {
  const { columns, shape } = info;
  const names = amplitudeNames(flexible);
  const isBeam = shape.section !== null;
  const amplitudes = new Float64Array(columns.length);
  return [
    derived(isBeam ? "maximum stress" : "maximum displacement", isBeam ? "MPa" : "m", columns, (values) => {
      amplitudes.set(values);
      return largestOf(shape, amplitudes, 0) / (isBeam ? MEGA : 1);
    }),
    ...columns.map((column, i) => live(names[i]?.label ?? `mode ${i + 1}`, names[i]?.unit ?? "", column)),
  ];
}

function frequencies(flexible: Flexible, { frequencies: all }: FlexibleInfo): readonly Property[] {
  // Those of a modal body are of its modes together, in rising order; those of a beam belong to its modes.
  const names = flexible.kind === "beam" ? amplitudeNames(flexible) : [];
  return all.map((frequency, i) => number(names[i]?.label ?? `frequency ${i + 1}`, "Hz", frequency));
}

function beamProperties(beam: Beam, given: Beam | undefined): readonly Property[] {
  const { modes, corrections, material } = beam;
  const counts = [
    [modes.y, "along y"],
    [modes.z, "along z"],
    [modes.axial, "stretching"],
    [modes.torsion, "twisting"],
  ].flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
  return [
    number("length", "m", beam.length),
    ...sectionProperties(beam.section, given?.section),
    number("density", "kg/m³", material.density, given?.material.density),
    number("Young's modulus", "Pa", material.youngsModulus, given?.material.youngsModulus),
    number("shear modulus", "Pa", material.shearModulus, given?.material.shearModulus),
    text("modes", counts.join(", ") || "none"),
    ...(corrections.length === 0
      ? []
      : [text("static shapes", corrections.map(({ load, at }) => `${load} at ${at} m`).join(", "))]),
    number("damping ratio", "", beam.dampingRatio, given?.dampingRatio),
    text("geometric stiffness", beam.geometricStiffness ? "on" : "off"),
  ];
}

function sectionProperties(section: BeamSection, given: BeamSection | undefined): readonly Property[] {
  switch (section.kind) {
    case "circle":
      return [
        text("section", "circle"),
        number("radius", "m", section.radius, given?.kind === "circle" ? given.radius : undefined),
      ];
    case "tube": {
      const same = given?.kind === "tube" ? given : undefined;
      return [
        text("section", "tube"),
        number("outer radius", "m", section.outerRadius, same?.outerRadius),
        number("inner radius", "m", section.innerRadius, same?.innerRadius),
      ];
    }
    case "rectangle": {
      const same = given?.kind === "rectangle" ? given : undefined;
      return [
        text("section", "rectangle"),
        numbers("along y, along z", "m", [section.width, section.height], [same?.width, same?.height]),
      ];
    }
    case "general": {
      const same = given?.kind === "general" ? given : undefined;
      return [
        text("section", "general"),
        number("area", "m²", section.area, same?.area),
        numbers("moments about y, z", "m⁴", [section.momentY, section.momentZ], [same?.momentY, same?.momentZ]),
        number("torsion constant", "m⁴", section.torsionConstant, same?.torsionConstant),
        numbers("fibres along y, z", "m", [section.fibreY, section.fibreZ], [same?.fibreY, same?.fibreZ]),
      ];
    }
  }
}

/** Of a station: the body that it belongs to, and where on it. */
export function stationSection(name: string, { joints }: Model): readonly Section[] {
  const joint = joints.find(({ kind, child }) => kind === "flexible" && child === name);
  if (joint === undefined) return [];
  return [
    {
      title: "Station",
      properties: [
        links("of", { kind: "body", name: joint.parent }),
        numbers("undeformed position", "m", joint.X_parent_joint.position),
      ],
    },
  ];
}
