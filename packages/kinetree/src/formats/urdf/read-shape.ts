import type { Shape, ShapeUse } from "../../model/types.js";
import { quoted } from "../format-error.js";
import { onlyChild, warnUnknownContent, type XmlReport } from "../xml/report.js";
import { requiredNumber, requiredText, tripleAttribute } from "../xml/values.js";
import type { XmlElement } from "../xml/xml.js";
import { colourOf, type Materials } from "./read-material.js";
import { readOrigin } from "./read-origin.js";

type Geometry =
  | Pick<Extract<Shape, { kind: "box" }>, "kind" | "size">
  | Pick<Extract<Shape, { kind: "sphere" }>, "kind" | "radius">
  | Pick<Extract<Shape, { kind: "cylinder" | "capsule" }>, "kind" | "radius" | "length">
  | Pick<Extract<Shape, { kind: "mesh" }>, "kind" | "uri" | "scale">;

const attributesOf = {
  box: ["size"],
  sphere: ["radius"],
  cylinder: ["radius", "length"],
  capsule: ["radius", "length"],
  mesh: ["filename", "scale"],
} as const;

type GeometryKind = keyof typeof attributesOf;

const isGeometryKind = (name: string): name is GeometryKind => Object.hasOwn(attributesOf, name);

/** All visuals and collisions of a link, each with a name of its own. */
export function readShapes(report: XmlReport, link: XmlElement, materials: Materials): Shape[] {
  const shapes: Shape[] = [];
  const taken = new Set<string>();
  for (const element of link.children) {
    if (element.name !== "visual" && element.name !== "collision") continue;
    const isVisual = element.name === "visual";
    const shape = readShape(report, element, isVisual ? "display" : "contact", isVisual ? materials : null);
    if (shape === null) continue;
    const name = nameIn(report, taken, element, shape, shapes.length);
    taken.add(name);
    shapes.push({ ...shape, name });
  }
  return shapes;
}

/** The name in the file, or kind and number by default. */
function nameIn(
  report: XmlReport,
  taken: ReadonlySet<string>,
  element: XmlElement,
  shape: Shape,
  index: number,
): string {
  const given = element.attributes.get("name")?.value ?? "";
  if (given !== "" && !taken.has(given)) return given;
  let name = `${shape.kind}-${index}`;
  while (taken.has(name)) name += "'";
  if (given !== "") {
    const message = `<${element.name}> ${quoted(given)} has the name of another shape of the link and is called "${name}". Rename one of the two.`;
    report.warnAt(element, "name", "duplicate-name", message, given);
  }
  return name;
}

function readShape(report: XmlReport, element: XmlElement, use: ShapeUse, materials: Materials | null): Shape | null {
  const children = ["origin", "geometry", ...(materials === null ? [] : ["material"])];
  warnUnknownContent(report, element, { attributes: ["name"], children });
  const pose = readOrigin(report, element);
  const color = materials === null ? null : colourOf(report, element, materials);
  const geometry = readGeometry(report, element);
  return geometry === null ? null : { name: "", pose, use, color, ...geometry };
}

function readGeometry(report: XmlReport, owner: XmlElement): Geometry | null {
  const geometry = onlyChild(report, owner, "geometry");
  const known = Object.keys(attributesOf);
  const fix = `Write one of ${known.map((kind) => `<${kind}>`).join(", ")}.`;
  if (geometry === null)
    return report.warn(owner, "missing-element", `<${owner.name}> has no <geometry> and is not used. ${fix}`);
  warnUnknownContent(report, geometry, { attributes: [], children: known });
  const solids = geometry.children.filter(({ name }) => isGeometryKind(name));
  for (const extra of solids.slice(1))
    report.warn(extra, "repeated-element", `<${extra.name}> is the second solid in <geometry> and not used. ${fix}`);
  if (solids.length > 0) return readSolid(report, solids[0]);
  const message = `<geometry> holds no solid, so the <${owner.name}> is not used. ${fix}`;
  return report.warn(geometry, "missing-element", message);
}

function readSolid(report: XmlReport, solid: XmlElement): Geometry | null {
  const kind = solid.name as GeometryKind;
  warnUnknownContent(report, solid, { attributes: attributesOf[kind], children: [] });
  switch (kind) {
    case "box": {
      if (!solid.attributes.has("size"))
        return report.error(solid, "missing-attribute", '<box> has no "size". Write size="x y z" in metres.');
      const size = tripleAttribute(report, solid, "size", [0, 0, 0]);
      return size !== null && isPositive(report, solid, "size", size) ? { kind, size } : null;
    }
    case "sphere": {
      const radius = readSize(report, solid, "radius");
      return radius === null ? null : { kind, radius };
    }
    case "cylinder":
    case "capsule": {
      const radius = readSize(report, solid, "radius");
      const length = readSize(report, solid, "length");
      return radius === null || length === null ? null : { kind, radius, length };
    }
    case "mesh": {
      const uri = requiredText(report, solid, "filename");
      const scale = tripleAttribute(report, solid, "scale", [1, 1, 1]);
      return uri === null || scale === null ? null : { kind, uri, scale };
    }
  }
}

function readSize(report: XmlReport, solid: XmlElement, name: string): number | null {
  const value = requiredNumber(report, solid, name);
  return value !== null && isPositive(report, solid, name, [value]) ? value : null;
}

/** A shape without extent is left out with a warning: it does not affect the motion. */
function isPositive(report: XmlReport, solid: XmlElement, name: string, sizes: readonly number[]): boolean {
  if (sizes.every((size) => size > 0)) return true;
  const value = solid.attributes.get(name)?.value;
  const message = `"${name}" of <${solid.name}> is ${quoted(value)}, must be > 0; the shape is not used. Give the size in metres.`;
  report.warnAt(solid, name, "not-positive", message, value);
  return false;
}
