import type { Shape } from "../../model/types.js";
import { quoted } from "../format-error.js";
import { childrenNamed, onlyChild, warnUnknownContent, type XmlReport } from "../xml/report.js";
import { numberOf } from "../xml/values.js";
import type { XmlElement } from "../xml/xml.js";

export type Colour = Exclude<Shape["color"], null>;
/** Colours by the name of the material; null where a material has none that can be used. */
export type Materials = ReadonlyMap<string, Colour | null>;

/** Materials are defined at the top of a file or where they are first used; either way the whole file may refer to them. */
export function readMaterials(report: XmlReport, robot: XmlElement): Materials {
  const inline = childrenNamed(robot, "link")
    .flatMap((link) => childrenNamed(link, "visual"))
    .flatMap((visual) => childrenNamed(visual, "material"));
  const known = new Map<string, Colour | null>();
  for (const material of [...childrenNamed(robot, "material"), ...inline]) {
    warnUnknownContent(report, material, { attributes: ["name"], children: ["color", "texture"] });
    const texture = onlyChild(report, material, "texture");
    if (texture !== null) report.unsupported(texture, "shapes have a plain colour only. Give the material a <color>.");
    const name = material.attributes.get("name")?.value ?? "";
    const color = readColour(report, material);
    if (name !== "" && (color !== undefined || texture !== null) && !known.has(name)) known.set(name, color ?? null);
  }
  return known;
}

/** The colour of a visual: its own, or that of the material it names. */
export function colourOf(report: XmlReport, visual: XmlElement, materials: Materials): Colour | null {
  const material = onlyChild(report, visual, "material");
  if (material === null) return null;
  // Mistakes in it have been reported with all materials.
  const own = readColour(null, material);
  if (own !== undefined) return own;
  const name = material.attributes.get("name")?.value ?? "";
  const named = materials.get(name);
  if (named === undefined && childrenNamed(material, "color").length === 0) {
    const message = `material ${quoted(name)} is not defined, so the shape has no colour. ${report.suggest(name, materials)}`;
    report.warn(material, "unknown-material", message, name);
  }
  return named ?? null;
}

function readColour(report: XmlReport | null, material: XmlElement): Colour | undefined {
  const [color] = childrenNamed(material, "color");
  if (color === undefined) return undefined;
  // A wrong colour is left out with a warning rather than refusing the file.
  const words = color.attributes.get("rgba")?.value.trim().split(/\s+/, 5) ?? [];
  const parts = words.map(numberOf);
  if (parts.length === 4 && parts.every((part) => part >= 0 && part <= 1))
    return [parts[0], parts[1], parts[2], parts[3]];
  if (report !== null) {
    const value = color.attributes.get("rgba")?.value;
    const given = value === undefined ? "missing" : quoted(value);
    const message = `"rgba" of <color> is ${given}, must be red, green, blue and opacity, each from 0 to 1; the colour is not used. Divide by 255 if they are bytes.`;
    report.warnAt(color, "rgba", "color-range", message, value);
  }
  return undefined;
}
