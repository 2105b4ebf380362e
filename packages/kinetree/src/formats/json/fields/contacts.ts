import { modelDefaults } from "../../../model/defaults.js";
import type { Contact, FrictionLaw, NormalLaw } from "../../../model/types.js";
import { dimension } from "../../../units/dimension.js";
import { measureKinds as k, type MeasureKind } from "../../../units/measure-kinds.js";
import { real, realMeasuring } from "../codec/number-codecs.js";
import { text } from "../codec/plain-codecs.js";
import { record, type Siblings } from "../codec/record-codec.js";
import { union } from "../codec/union-codec.js";
import { attachment } from "./pose.js";

/** Force for a depth to the power n, N/mⁿ. Units have whole exponents: with another n the number stands without a unit. */
function stiffnessFor({ exponent = modelDefaults.huntCrossley.exponent }: Siblings): MeasureKind {
  const isKnown = typeof exponent === "number";
  const unit = `N/m^${isKnown ? exponent : "n"}`;
  return {
    name: "stiffness",
    unit,
    example: Number.isInteger(exponent) ? `5 ${unit}` : "= 5e6",
    dimension: dimension({ kg: 1, s: -2, m: isKnown ? 1 - exponent : NaN }),
  };
}

const normalLaw = union<NormalLaw>({
  title: "normal-law",
  doc: "Force across the surface, from the depth d and its rate d'. It never pulls, and is zero apart.",
  common: {},
  kinds: {
    "spring-damper": {
      doc: "max(0, stiffness · d + damping · d').",
      fields: {
        stiffness: { doc: "more than 0", codec: real(k.stiffness) },
        damping: { doc: "not negative", codec: real(k.damping) },
      },
    },
    "hunt-crossley": {
      doc: "max(0, stiffness · d^exponent · (1 + 3/2 · dissipation · d')).",
      fields: {
        stiffness: {
          doc: "in N/m^exponent, for d in m",
          codec: realMeasuring(null),
          codecFor: (siblings) => real(stiffnessFor(siblings)),
        },
        dissipation: { doc: "restitution is about 1 − dissipation · speed, while small", codec: real(k.perSpeed) },
        exponent: {
          doc: "1.5 for a sphere, 1 for a flat end",
          codec: real(k.ratio),
          optional: true,
          defaultText: `\`${modelDefaults.huntCrossley.exponent}\``,
        },
      },
    },
    "standard-linear-solid": {
      doc: "A spring in line with a spring and damper side by side: F' = −(elastic + viscoelastic)/damping · F + elastic · viscoelastic/damping · d + elastic · d'.",
      fields: {
        elastic: { doc: "stiffness at once", codec: real(k.stiffness) },
        viscoelastic: { doc: "stiffness of the spring beside the damper", codec: real(k.stiffness) },
        damping: { doc: "of the damper, more than 0", codec: real(k.damping) },
      },
    },
  },
});

const holding = { doc: "coefficient that holds, not below the kinetic one", codec: real(k.ratio) };
const kinetic = { doc: "coefficient that slides", codec: real(k.ratio) };
const stribeckSpeed = { doc: "speed over which friction falls from static to kinetic", codec: real(k.speed) };

const frictionLaw = union<FrictionLaw>({
  title: "friction-law",
  doc: "Force along the surface, against the slip v, under the normal force N.",
  common: {},
  kinds: {
    none: { doc: "A perfectly smooth surface.", fields: {} },
    viscous: {
      doc: "−coefficient · v, while touching, whatever the normal force.",
      fields: { coefficient: { doc: "not negative", codec: real(k.damping) } },
    },
    coulomb: {
      doc: "−μ · N · v/√(v² + transitionSpeed²), with μ = kinetic + (static − kinetic) · exp(−(v/stribeckSpeed)²). It creeps where it should hold.",
      fields: {
        kinetic,
        static: { ...holding, optional: true, defaultText: "kinetic" },
        stribeckSpeed: { ...stribeckSpeed, optional: true, defaultText: "required with another static" },
        transitionSpeed: { doc: "speed over which friction builds up", codec: real(k.speed) },
      },
    },
    lugre: {
      doc: "Bristles z that bend: z' = v − sigma0 · |v|/g · z, with g = kinetic + (static − kinetic) · exp(−(|v|/stribeckSpeed)^exponent); force −(sigma0 · z + sigma1 · z' + sigma2 · v) · N. It holds.",
      fields: {
        sigma0: { doc: "stiffness of the bristles, for a unit of normal force", codec: real(k.perLength) },
        sigma1: { doc: "damping of the bristles, likewise", codec: real(k.perSpeed) },
        sigma2: { doc: "viscous part, likewise", codec: real(k.perSpeed) },
        static: holding,
        kinetic,
        stribeckSpeed,
        exponent: {
          doc: "how abruptly it falls",
          codec: real(k.ratio),
          optional: true,
          defaultText: `\`${modelDefaults.lugre.exponent}\``,
        },
      },
    },
  },
});

export const contact = record<Contact>({
  title: "contact",
  doc: "A point or a sphere of a body that touches a terrain. A wheel is a sphere at its hub.",
  fields: {
    name: { doc: "unique", codec: text },
    at: { doc: "centre of the sphere, or the point", codec: attachment },
    radius: { doc: "0 for a point", codec: real(k.length), default: modelDefaults.contact.radius },
    terrain: { doc: "name of the terrain", codec: text },
    normal: { doc: "force across the surface", codec: normalLaw },
    friction: { doc: "force along the surface", codec: frictionLaw, default: modelDefaults.contact.friction },
    scale: {
      doc: "multiplies the whole force",
      codec: real(k.ratio),
      optional: true,
      defaultText: "`1`",
    },
  },
});
