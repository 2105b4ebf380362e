import { modelDefaults } from "../../../model/defaults.js";
import type {
  BeamCorrection,
  BeamModes,
  BeamSection,
  Flexible,
  Material,
  ModalBody,
  ModalNode,
} from "../../../model/types.js";
import { dimension } from "../../../units/dimension.js";
import { measureKinds as k, type MeasureKind } from "../../../units/measure-kinds.js";
import type { Codec } from "../codec/codec.js";
import { list, three } from "../codec/list-codec.js";
import { literal, real } from "../codec/number-codecs.js";
import { boolean, choice, index, orNull, text } from "../codec/plain-codecs.js";
import { record } from "../codec/record-codec.js";
import { withShortForm } from "../codec/short-form.js";
import { union } from "../codec/union-codec.js";

const measure = (
  name: string,
  unit: string,
  example: string,
  exponents: Parameters<typeof dimension>[0],
): MeasureKind => Object.freeze({ name, unit, example, dimension: dimension(exponents) });

const areaMoment = measure("second moment of area", "m^4", "40 cm^4", { m: 4 });
const modulus = measure("modulus", "Pa", "70 GPa", { kg: 1, m: -1, s: -2 });

const size = real(k.length);

const section = union<BeamSection>({
  title: "section",
  doc: "The section of a beam, in the yz plane of its body frame.",
  common: {},
  kinds: {
    circle: { doc: "A solid circle.", fields: { radius: { doc: "radius", codec: size } } },
    tube: {
      doc: "A circle with a circular hole.",
      fields: {
        outerRadius: { doc: "radius outside", codec: size },
        innerRadius: { doc: "radius of the hole, less than that outside", codec: size },
      },
    },
    rectangle: {
      doc: "A solid rectangle.",
      fields: {
        width: { doc: "side along y", codec: size },
        height: { doc: "side along z", codec: size },
      },
    },
    general: {
      doc: "Any section whose principal axes are y and z, by its numbers.",
      fields: {
        area: { doc: "area", codec: real(k.area) },
        momentY: { doc: "∫ z² dA, against bending along z", codec: real(areaMoment) },
        momentZ: { doc: "∫ y² dA, against bending along y", codec: real(areaMoment) },
        torsionConstant: { doc: "torsion constant", codec: real(areaMoment) },
        fibreY: { doc: "greatest distance of the material from the axis along y, for stresses", codec: size },
        fibreZ: { doc: "the same along z", codec: size },
      },
    },
  },
});

const material = record<Material>({
  title: "material",
  doc: "What a beam is made of.",
  fields: {
    density: { doc: "mass of a cubic metre", codec: real(k.density) },
    youngsModulus: { doc: "stress for a unit of strain", codec: real(modulus) },
    shearModulus: { doc: "shear stress for a unit of shear", codec: real(modulus) },
  },
});

const beamModes = record<BeamModes>({
  title: "modes",
  doc: "How many modes a beam has, at most 40 of each; with geometric stiffness at most 8 along y and 8 along z, or 12 along one of them.",
  fields: {
    y: { doc: "bending along y", codec: index, default: 0 },
    z: { doc: "bending along z", codec: index, default: 0 },
    axial: { doc: "stretching along x", codec: index, default: 0 },
    torsion: { doc: "twisting about x", codec: index, default: 0 },
  },
});

const correction = record<BeamCorrection>({
  title: "correction",
  doc: "The static deflection under a unit load at a place of a beam, beside its modes.",
  fields: {
    at: { doc: "distance from the clamped end", codec: literal(k.length) },
    load: {
      doc: "force along, or torque about an axis of the body frame",
      codec: choice("force-x", "force-y", "force-z", "torque-x", "torque-y", "torque-z"),
    },
  },
});

const plain = literal(k.ratio);
const matrix: Codec<ModalBody["mass"]> = { ...list(list(plain)), label: "matrix of fixed numbers, row by row" };
const perMode = <T>(item: Codec<T>): Codec<readonly T[]> => list(item);

const ratio = record<{ readonly ratio: ModalBody["stiffnessScale"] }>({
  title: "modal-damping",
  doc: "The same share of critical damping for each mode of a modal body.",
  fields: { ratio: { doc: "0 to below 1", codec: real(k.ratio) } },
});

const isMatrix = (damping: ModalBody["damping"]): damping is ModalBody["mass"] => Array.isArray(damping);

const anyDamping: Codec<ModalBody["damping"]> = {
  ...ratio,
  write: (value) => (isMatrix(value) ? matrix.write(value) : ratio.write(value)),
};
const damping = withShortForm<ModalBody["damping"], ModalBody["mass"]>(anyDamping, {
  types: ["array"],
  codec: matrix,
  from: (rows) => rows,
  to: (value) => (isMatrix(value) ? value : undefined),
});

const node = record<ModalNode>({
  title: "node",
  doc: "A place of a modal body that others can hold on to.",
  fields: {
    name: { doc: "unique in its body", codec: text },
    position: { doc: "in the body frame, undeformed", codec: three(literal(k.length)) },
    shapes: { doc: "displacement of each mode at unit amplitude", codec: perMode(three(plain)) },
    slopes: { doc: "rotation of each mode at unit amplitude [rad]", codec: perMode(three(plain)) },
  },
});

const nine: Codec<readonly number[]> = { ...list(plain, { fewest: 9, most: 9 }), label: "9 fixed numbers, row by row" };

const beamDefaults = modelDefaults.beam;
const modalDefaults = modelDefaults.modalBody;

/** How a body bends. */
export const flexible = union<Flexible>({
  title: "flexible",
  doc: "How a body bends. Joints of kind `flexible` lead to the places of it that others hold on to.",
  common: {},
  kinds: {
    beam: {
      doc: "A straight slender beam along x of the body frame, clamped at its origin. Mass, mass centre and inertia of the body follow.",
      fields: {
        length: { doc: "length", codec: literal(k.length) },
        section: { doc: "its section", codec: section },
        material: { doc: "its material", codec: material },
        modes: { doc: "how many modes", codec: beamModes, default: beamDefaults.modes },
        corrections: {
          doc: "static deflections beside the modes",
          codec: list(correction),
          default: beamDefaults.corrections,
        },
        dampingRatio: {
          doc: "of each mode, as a share of critical damping",
          codec: real(k.ratio),
          default: beamDefaults.dampingRatio,
        },
        geometricStiffness: {
          doc: "sections move inwards where it bends, so that it stiffens where it spins",
          codec: boolean,
          default: beamDefaults.geometricStiffness,
        },
      },
    },
    modal: {
      doc: "Modes from elsewhere, such as a finite-element program, in SI: shapes relative to the body frame, integrals over the undeformed body.",
      fields: {
        mass: { doc: "∫ Φᵢ·Φⱼ dm", codec: matrix },
        stiffness: { doc: "stiffness of the modes", codec: matrix },
        damping: { doc: "damping of the modes", codec: damping, default: modalDefaults.damping },
        translation: { doc: "∫ Φⱼ dm of each mode", codec: perMode(three(plain)) },
        firstMoments: { doc: "∫ x Φⱼᵀ dm of each mode", codec: perMode(nine) },
        secondMoments: {
          doc: "∫ Φᵢ Φⱼᵀ dm of each pair of modes; without it rotation feels deformation to first order only",
          codec: orNull(list(list(nine))),
          default: modalDefaults.secondMoments,
        },
        nodes: { doc: "places that others can hold on to", codec: list(node) },
        stiffnessScale: {
          doc: "multiplies the stiffness",
          codec: real(k.ratio),
          default: modalDefaults.stiffnessScale,
        },
      },
    },
  },
});
