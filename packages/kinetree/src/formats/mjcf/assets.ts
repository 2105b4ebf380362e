import { quoted } from "../format-error.js";
import { readMesh, type Triangles } from "../mesh/mesh-file.js";
import { contentOf, type ReadFile } from "../read-file.js";
import { numbersAttribute, tripleAttribute } from "../xml/values.js";
import type { XmlElement } from "../xml/xml.js";
import { keyword, text } from "./attributes.js";
import type { CompilerSettings } from "./compiler.js";
import { convexHull } from "./mass/convex-hull.js";
import type { DefaultClasses } from "./default-classes.js";
import type { Mass } from "./mass/mass-sum.js";
import { meshMass, type MeshInertia } from "./mass/mesh-mass.js";
import type { MjcfReport } from "./mjcf-report.js";
import { conjugate, normalized, noTurn, origin, rotate, subtract, type Quat, type Vec3 } from "./mass/placement.js";
import { checkContent } from "./unused.js";

export type Color = readonly [number, number, number, number];

export interface MeshAsset {
  readonly element: XmlElement;
  readonly name: string;
  /** Path from the model's folder; null for one whose corners stand in the model itself. */
  readonly uri: string | null;
  readonly scale: Vec3;
  /** Frame in the mesh that becomes the mesh's own. */
  readonly refpos: Vec3;
  readonly refquat: Quat;
  /** Mass properties of density 1, or why they cannot be had. */
  readonly mass: () => Mass | string;
}

export interface Assets {
  readonly meshes: ReadonlyMap<string, MeshAsset>;
  readonly colors: ReadonlyMap<string, Color | null>;
}

const MOST_NUMBERS = 10_000_000;

export function readAssets(
  report: MjcfReport,
  sections: readonly XmlElement[],
  settings: {
    readonly compiler: CompilerSettings;
    readonly defaults: DefaultClasses;
    readonly readFile: ReadFile | undefined;
  },
): Assets {
  const meshes = new Map<string, MeshAsset>();
  const colors = new Map<string, Color | null>();
  for (const element of sections.flatMap(({ children }) => children)) {
    if (element.name === "mesh") {
      checkContent(report, element);
      const asset = meshAsset(report, settings.defaults.complete(element, null), settings.compiler, settings.readFile);
      if (meshes.has(asset.name)) reportTwice(report, element, asset.name);
      meshes.set(asset.name, asset);
    } else if (element.name === "material") {
      checkContent(report, element);
      const name = text(element, "name") ?? "";
      colors.set(name, readColor(report, settings.defaults.complete(element, null)));
    } else report.unsupported(element, whyNot[element.name] ?? "assets of this kind are not supported.");
  }
  return { meshes, colors };
}

const whyNot: Readonly<Record<string, string>> = {
  texture: "shapes have one colour and no texture.",
  hfield: "height fields are not supported as shapes.",
  skin: "shapes are rigid.",
  model: "attached models are not supported; put its bodies into this file with <include>.",
};

function reportTwice(report: MjcfReport, element: XmlElement, name: string): void {
  const message = `mesh ${quoted(name)} is defined twice. Rename one of the two.`;
  report.errorAt(element, "name", "duplicate-name", message, name);
}

function meshAsset(
  report: MjcfReport,
  element: XmlElement,
  { meshdir, strippath }: CompilerSettings,
  readFile: ReadFile | undefined,
): MeshAsset {
  const file = text(element, "file");
  const stem = (file ?? "").replace(/^.*[/\\]/, "").replace(/\.[^.]*$/, "");
  const scale = tripleAttribute(report, element, "scale", [1, 1, 1]) ?? ([1, 1, 1] as const);
  const refpos = tripleAttribute(report, element, "refpos", origin) ?? origin;
  const quat = numbersAttribute(report, element, "refquat", 4) ?? noTurn;
  const refquat = quat.some((part) => part !== 0) ? normalized([quat[0], quat[1], quat[2], quat[3]]) : noTurn;
  const uri = file === null ? null : joined(meshdir, strippath ? file.replace(/^.*[/\\]/, "") : file);
  const how = keyword(report, element, "inertia", ["legacy", "exact", "convex", "shell"], "legacy");
  const ownTriangles = file === null ? trianglesIn(report, element) : null;
  const place = (corner: Vec3): Vec3 => {
    const [x, y, z] = rotate(conjugate(refquat), subtract(corner, refpos));
    return [scale[0] * x, scale[1] * y, scale[2] * z];
  };
  let known: Mass | string | null = null;
  const mass = (): Mass | string => {
    if (known !== null) return known;
    const found = ownTriangles ?? trianglesFrom(readFile, uri ?? "");
    known = typeof found === "string" ? found : massOf(found, how, place, scale);
    // A hull has no need of faces.
    for (const note of typeof found === "string" || how === "convex" ? [] : (found.notes ?? []))
      report.warnAt(element, "file", "mesh-faces", `mesh ${quoted(uri ?? "")}: ${note}`, uri);
    return known;
  };
  return { element, name: text(element, "name") ?? stem, uri, scale, refpos, refquat, mass };
}

/** A file below the folder of all meshes, unless its path is absolute. */
const joined = (folder: string, file: string): string =>
  folder === "" || /^([/\\]|[A-Za-z]:|\w+:\/\/)/.test(file) ? file : `${folder.replace(/[/\\]+$/, "")}/${file}`;

function massOf(triangles: Triangles, how: string, place: (corner: Vec3) => Vec3, scale: Vec3): Mass | string {
  const { vertices, faces } = triangles;
  const placed = new Float64Array(vertices.length);
  // MuJoCo keeps the corners of a file in single precision. So do we, or the masses would differ in the eighth digit.
  const single = Float32Array.from(vertices);
  for (let i = 0; i < single.length; i += 3) placed.set(place([single[i], single[i + 1], single[i + 2]]), i);
  // Corners without faces are those of their hull.
  if (how === "convex" || faces.length === 0) {
    const hull = convexHull(placed);
    return typeof hull === "string" ? hull : soundMass(hull, how === "shell" ? "shell" : "exact");
  }
  // A mirror turns every face inside out.
  const isMirrored = scale[0] * scale[1] * scale[2] < 0;
  const outward = isMirrored ? faces.map((_, i) => faces[i % 3 === 0 ? i : i % 3 === 1 ? i + 1 : i - 1]) : faces;
  return soundMass({ vertices: placed, faces: outward }, how === "exact" || how === "shell" ? how : "legacy");
}

function soundMass(triangles: Triangles, how: MeshInertia): Mass | string {
  const mass = meshMass(triangles, how);
  if (mass.mass > 0 && mass.inertia.every(Number.isFinite)) return mass;
  return `it encloses a volume of ${mass.mass} m³; close its surface and let its faces look outwards`;
}

function trianglesFrom(readFile: ReadFile | undefined, uri: string): Triangles | string {
  if (readFile === undefined) return "files cannot be read here; give the option readFile";
  const content = contentOf(readFile, uri);
  return content instanceof Error ? `it cannot be read: ${content.message}` : readMesh(uri, content, "first");
}

function trianglesIn(report: MjcfReport, element: XmlElement): Triangles | string {
  if (element.attributes.has("builtin")) return "builtin meshes are not generated";
  const vertices = numbersAttribute(report, element, "vertex", { least: 3, most: MOST_NUMBERS });
  const faces = numbersAttribute(report, element, "face", { least: 3, most: MOST_NUMBERS });
  if (!vertices) return "it has neither a file nor corners of its own";
  const corners = faces ?? [];
  if (vertices.length % 3 !== 0 || corners.length % 3 !== 0) return "its numbers do not come in threes";
  if (corners.some((corner) => !Number.isInteger(corner) || corner < 0 || corner >= vertices.length / 3))
    return "a face names a vertex that does not exist";
  return { vertices: Float64Array.from(vertices), faces: Uint32Array.from(corners) };
}

/** Colour of a geom or material; components outside 0 to 1 are clipped, with a warning. */
export function readColor(report: MjcfReport, element: XmlElement): Color | null {
  const given = numbersAttribute(report, element, "rgba", { least: 3, most: 4 });
  if (!given) return null;
  const clipped = given.map((part) => Math.min(1, Math.max(0, part)));
  if (clipped.some((part, i) => part !== given[i])) {
    const message = `"rgba" of <${element.name}> is ${quoted(given.join(" "))}, parts outside 0 to 1 are clipped. Divide by 255 if they are bytes.`;
    report.warnAt(element, "rgba", "color-range", message, given);
  }
  return [clipped[0], clipped[1], clipped[2], clipped[3] ?? 1];
}
