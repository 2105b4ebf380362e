import type { Shape } from "../../model/types.js";
import { quoted } from "../format-error.js";
import { numberAttribute, numbersAttribute } from "../xml/values.js";
import type { XmlElement } from "../xml/xml.js";
import { readColor, type MeshAsset } from "./assets.js";
import { flag, keyword, referred, text } from "./attributes.js";
import type { Context } from "./context.js";
import { noMass, placed, type Mass } from "./mass/mass-sum.js";
import { readPlacement, unit } from "./orientation.js";
import {
  add,
  compose,
  conjugate,
  norm,
  nowhere,
  rotate,
  scale,
  subtract,
  turnZTo,
  type Placement,
  type Vec3,
} from "./mass/placement.js";
import { shellOf, sizesOf, solidOf, type SolidKind } from "./mass/solid-mass.js";

export interface Geom {
  readonly element: XmlElement;
  readonly group: number;
  /** In the body frame, or why it cannot be had. Asked for only where it counts, because a mesh may have to be read for it. */
  readonly mass: () => Mass | string;
  readonly shape: Shape | null;
  readonly collides: boolean;
}

const types = ["plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf"] as const;
type GeomType = (typeof types)[number];

const isSolid = (type: GeomType): type is SolidKind => Object.hasOwn(sizesOf, type);

/** Kilograms a cubic metre (a square metre for shells): water. */
const DEFAULT_DENSITY = 1000;

/** A geom completed by its class; `X_body_frame` is the frame around it. */
export function readGeom(context: Context, element: XmlElement, X_body_frame: Placement, name: string): Geom {
  const { report } = context;
  const type = keyword(report, element, "type", types, "sphere");
  const group = numberAttribute(report, element, "group", 0) ?? 0;
  const mask = (attribute: string): number => numberAttribute(report, element, attribute, 1) ?? 1;
  const collides = mask("contype") !== 0 || mask("conaffinity") !== 0;
  const common = { element, group, collides };
  const without = (reason: string): Geom => ({ ...common, mass: () => reason, shape: null });

  if (isSolid(type) && text(element, "mesh") !== null) {
    const why = "fitting a primitive to a mesh is not supported. Give the sizes and leave out the mesh.";
    report.unsupported(element, why);
    return without("it is fitted to a mesh");
  }
  if (isSolid(type)) return solidGeom(context, type, X_body_frame, name, common);
  if (type === "mesh") return meshGeom(context, X_body_frame, name, common);
  if (type === "sdf") {
    report.unsupported(element, "signed distance fields are not supported.");
    return without("it is a signed distance field");
  }
  report.unsupported(element, `shapes are bounded solids, and a ${type} is not. It has no mass.`);
  return { ...common, mass: () => noMass, shape: null };
}

type Common = Pick<Geom, "element" | "group" | "collides">;

function meshGeom(context: Context, X_body_frame: Placement, name: string, common: Common): Geom {
  const { report, compiler, assets } = context;
  const { element, collides } = common;
  const asset = referred(report, element, "mesh", "mesh", assets.meshes);
  if (asset === null) return { ...common, mass: () => "its mesh does not exist", shape: null };
  const X_body_geom = compose(X_body_frame, readPlacement(report, element, compiler));
  const isWeightless = ["mass", "density"].some((what) => numberAttribute(report, element, what, -1) === 0);
  const mass = (): Mass | string => {
    if (isWeightless) return noMass;
    const found = asset.mass();
    if (typeof found === "string") return `mesh ${quoted(asset.name)}: ${found}`;
    return placed(X_body_geom, weighed(context, element, found));
  };
  const shape = meshShape(context, element, asset, X_body_geom, commonShape(context, element, name, collides));
  return { ...common, mass, shape };
}

function solidGeom(context: Context, type: SolidKind, X_body_frame: Placement, name: string, common: Common): Geom {
  const { report } = context;
  const { element } = common;
  const given = numbersAttribute(report, element, "size", { least: 1, most: 3 }) ?? [];
  const span =
    type === "sphere" && element.attributes.has("fromto") ? refuseFromto(context, element) : spanOf(context, element);
  const sizes = span === null ? given : withLength(type, given, span.length / 2);
  const X_frame_geom = span?.placement ?? readPlacement(report, element, context.compiler);
  const needed = sizes.slice(0, sizesOf[type]);
  if (needed.length < sizesOf[type] || needed.some((size) => !(size > 0))) {
    const message = `"size" of the ${type} is ${quoted(element.attributes.get("size")?.value ?? "")}, must be ${sizesOf[type]} numbers > 0 (radii and half lengths). Give them.`;
    report.errorAt(element, "size", "geom-size", message, needed);
    return { ...common, mass: () => noMass, shape: null };
  }
  const X_body_geom = compose(X_body_frame, X_frame_geom);
  const isShell = flag(report, element, "shellinertia", false);
  const weight = weighed(context, element, isShell ? shellOf(type, needed) : solidOf(type, needed));
  const shape = solidShape(context, element, type, needed, X_body_geom, name, common.collides);
  return { ...common, mass: () => placed(X_body_geom, weight), shape };
}

/** The mass of density 1 scaled to the geom's mass, or to its density. */
function weighed({ report }: Context, element: XmlElement, { mass, com, inertia }: Mass): Mass {
  const hasMass = element.attributes.has("mass");
  const wanted = numberAttribute(report, element, hasMass ? "mass" : "density", DEFAULT_DENSITY) ?? 0;
  if (wanted < 0) {
    const what = hasMass ? "mass" : "density";
    const message = `"${what}" of <geom> is ${wanted}, must be >= 0. Correct it, or leave it out for the density of water.`;
    report.errorAt(element, what, "negative-value", message, wanted);
  }
  const factor = hasMass ? wanted / mass : wanted;
  const [xx, yy, zz, xy, xz, yz] = inertia.map((entry) => entry * factor);
  return { mass: hasMass ? wanted : mass * wanted, com, inertia: [xx, yy, zz, xy, xz, yz] };
}

interface Span {
  readonly placement: Placement;
  readonly length: number;
}

/** From one point to another: the z axis points from the second to the first, as in MuJoCo. Null without `fromto`. */
export function spanOf({ report }: Context, element: XmlElement): Span | null {
  const given = numbersAttribute(report, element, "fromto", 6);
  if (!given) return null;
  if (element.attributes.has("pos")) {
    const message = `<${element.name}> has both "fromto" and "pos". Keep one of them.`;
    report.errorAt(element, "fromto", "position-twice", message);
  }
  const from = [given[0], given[1], given[2]] as const;
  const to = [given[3], given[4], given[5]] as const;
  const direction = unit(subtract(from, to));
  if (direction === null) {
    const message = `"fromto" of <${element.name}> has no length. Give two different points.`;
    report.errorAt(element, "fromto", "no-direction", message, given);
    return { placement: nowhere, length: 1 };
  }
  const placement = { position: scale(0.5, add(from, to)), rotation: turnZTo(direction) };
  return { placement, length: norm(subtract(from, to)) };
}

function refuseFromto({ report }: Context, element: XmlElement): null {
  const message = `"fromto" needs a capsule, cylinder, box or ellipsoid, not a sphere. Write type="capsule", or pos="…".`;
  return report.errorAt(element, "fromto", "geom-type", message);
}

const withLength = (type: SolidKind, given: readonly number[], half: number): readonly number[] =>
  type === "box" || type === "ellipsoid" ? [given[0], given[0], half] : [given[0], half];

function commonShape(
  { report, assets }: Context,
  element: XmlElement,
  name: string,
  collides: boolean,
): Pick<Shape, "name" | "use" | "color"> {
  const material = text(element, "material");
  const ofMaterial = material === null ? null : referred(report, element, "material", "material", assets.colors);
  return { name, use: collides ? "both" : "display", color: readColor(report, element) ?? ofMaterial };
}

function solidShape(
  context: Context,
  element: XmlElement,
  type: SolidKind,
  [a, b, c]: readonly number[],
  pose: Placement,
  name: string,
  collides: boolean,
): Shape | null {
  const common = { ...commonShape(context, element, name, collides), pose };
  switch (type) {
    case "sphere":
      return { ...common, kind: "sphere", radius: a };
    case "box":
      return { ...common, kind: "box", size: [2 * a, 2 * b, 2 * c] };
    case "cylinder":
      return { ...common, kind: "cylinder", radius: a, length: 2 * b };
    case "capsule":
      return { ...common, kind: "capsule", radius: a, length: 2 * b };
    case "ellipsoid": {
      const message = `the ellipsoid ${quoted(name)} is not drawn: there is no such shape. Its mass is kept.`;
      return context.report.warn(element, "unsupported-shape", message, name);
    }
  }
}

/** A mesh at its geom. MuJoCo's own frame of the asset becomes part of the pose; null where that is not possible. */
function meshShape(
  { report }: Context,
  element: XmlElement,
  asset: MeshAsset,
  X_body_geom: Placement,
  common: Pick<Shape, "name" | "use" | "color">,
): Shape | null {
  const { uri, refpos, refquat } = asset;
  const [x, y, z] = asset.scale;
  const isTurned = refquat[1] !== 0 || refquat[2] !== 0 || refquat[3] !== 0;
  const leave = (why: string): null => {
    return report.warn(element, "unsupported-shape", `mesh ${quoted(asset.name)} is not drawn: ${why}`, asset.name);
  };
  if (uri === null) return leave("a shape names a file, and this mesh has none.");
  if (isTurned && (x !== y || y !== z)) return leave("it is turned and then stretched. Bake the two into its file.");
  // scale · R⁻¹ (corner - refpos): the turn and the shift move into the pose, in front of the scale.
  const back = conjugate(refquat);
  const moved = rotate(back, refpos);
  const shift: Vec3 = [-x * moved[0], -y * moved[1], -z * moved[2]];
  const pose = compose(X_body_geom, { position: shift, rotation: back });
  return { ...common, kind: "mesh", uri, scale: asset.scale, pose };
}
