import { massPropertyProblem } from "../../model/bodies/mass-properties.js";
import { identityRotation, rotateVec3 } from "../../model/rotation.js";
import type { QuatR } from "../../model/real.js";
import type { Body } from "../../model/types.js";
import { vec3, zero3 } from "../../model/vector.js";
import { onlyChild, warnUnknownContent, type XmlReport } from "../xml/report.js";
import { numberAttribute, requiredNumber } from "../xml/values.js";
import type { XmlElement } from "../xml/xml.js";
import { readOrigin } from "./read-origin.js";

type MassProperties = Pick<Body, "mass" | "com" | "inertia" | "massless" | "unphysical">;
type Six = [number, number, number, number, number, number];

const massless: MassProperties = { mass: 0, com: zero3, inertia: [0, 0, 0, 0, 0, 0], massless: true };

/** Mass, mass centre and inertia along the link's axes. A link without them, or with zeros only, is massless. */
export function readInertial(report: XmlReport, link: XmlElement, strict: boolean): MassProperties {
  const inertial = onlyChild(report, link, "inertial");
  if (inertial === null) return massless;
  warnUnknownContent(report, inertial, { attributes: [], children: ["origin", "mass", "inertia"] });
  const { position: com, rotation } = readOrigin(report, inertial);
  const mass = readMass(report, inertial);
  const tensor = readTensor(report, inertial);
  if (mass === null || tensor === null) return massless;
  if (mass === 0 && tensor.every((entry) => entry === 0)) return massless;
  const inertia = inLinkAxes(rotation, tensor);
  const problem = massPropertyProblem(mass, inertia);
  const described = { mass, com, inertia, massless: false };
  if (problem === null) return described;
  const name = link.attributes.get("name")?.value ?? "";
  // Some problems already end so.
  const message = `link "${name}": ${problem.replace(/: no body has that inertia$/, "")}: no rigid body has that.`;
  if (strict)
    report.error(inertial, "unphysical-mass", `${message} Correct it, or read the file without strict.`, mass);
  else report.warn(inertial, "unphysical-mass", `${message} It is kept as written; correct it if you can.`, mass);
  return { ...described, unphysical: true };
}

function readMass(report: XmlReport, inertial: XmlElement): number | null {
  const mass = onlyChild(report, inertial, "mass");
  if (mass === null) {
    const message = '<inertial> has no <mass>. Write <mass value="…"/> with the mass in kg.';
    return report.error(inertial, "missing-element", message);
  }
  warnUnknownContent(report, mass, { attributes: ["value"], children: [] });
  return requiredNumber(report, mass, "value");
}

const moments = ["ixx", "iyy", "izz"] as const;
const products = ["ixy", "ixz", "iyz"] as const;

function readTensor(report: XmlReport, inertial: XmlElement): Six | null {
  const inertia = onlyChild(report, inertial, "inertia");
  if (inertia === null) {
    const fix = 'Write <inertia ixx="…" iyy="…" izz="…" ixy="…" ixz="…" iyz="…"/> in kg m² about the mass centre.';
    return report.error(inertial, "missing-element", `<inertial> has no <inertia>. ${fix}`);
  }
  warnUnknownContent(report, inertia, { attributes: [...moments, ...products], children: [] });
  for (const name of products)
    if (!inertia.attributes.has(name))
      report.warn(inertia, "missing-attribute", `<inertia> has no "${name}"; 0 is taken. Write ${name}="0".`);
  const entries = [
    ...moments.map((name) => requiredNumber(report, inertia, name)),
    ...products.map((name) => numberAttribute(report, inertia, name, 0)),
  ];
  return entries.every((entry) => entry !== null) ? (entries as Six) : null;
}

/** R I Rᵀ: the tensor along the axes of the link instead of those of the inertial frame. */
function inLinkAxes(quat_link_inertial: QuatR, tensor: Six): Six {
  // Most files do not turn the inertial frame, and their numbers stay as they are, to the bit.
  if (quat_link_inertial.every((component, i) => component === identityRotation[i])) return tensor;
  const [xx, yy, zz, xy, xz, yz] = tensor;
  const axes = [vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)].map((axis) => rotateVec3(quat_link_inertial, axis));
  const entry = (i: number, j: number): number => {
    const [x, y, z] = axes.map((axis) => axis[i] as number);
    const [u, v, w] = axes.map((axis) => axis[j] as number);
    return xx * x * u + yy * y * v + zz * z * w + xy * (x * v + y * u) + xz * (x * w + z * u) + yz * (y * w + z * v);
  };
  return [entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)];
}
