import { suggestName } from "../../errors/nearest-name.js";
import { quoted } from "../format-error.js";
import type { XmlAttribute, XmlElement } from "../xml/xml.js";
import { actuatorKinds, applyActuator, neutralDrive, type Drive } from "./drive.js";
import type { MjcfReport } from "./mjcf-report.js";
import { checkOneOrientation, orientationNames } from "./orientation.js";
import { checkContent } from "./unused.js";

/** Attributes of each kind of element in a class, its own over those of the classes around it. */
interface DefaultClass {
  readonly attributes: Map<string, ReadonlyMap<string, XmlAttribute>>;
  /** All actuators share one set of properties, whatever their element is called. */
  drive: Drive;
}

/** Where fewer numbers than there are places override only the first ones, as MuJoCo reads them. */
const partial: readonly string[] = ["size", "rgba", "gear", "gainprm", "biasprm", "dynprm", "friction", "polycoef"];

/** Kinds whose defaults are read; defaults of others are reported as not used. */
const kinds: readonly string[] = ["joint", "geom", "site", "mesh", "material", "equality"];

/** The tree of `default` elements, flattened: the attributes that apply to an element of a class. */
export class DefaultClasses {
  readonly #report: MjcfReport;
  readonly #classes = new Map<string, DefaultClass>();
  readonly #main: DefaultClass = { attributes: new Map(), drive: neutralDrive };

  constructor(report: MjcfReport, sections: readonly XmlElement[]) {
    this.#report = report;
    this.#classes.set("main", this.#main);
    for (const section of sections) {
      const name = section.attributes.get("class")?.value ?? "main";
      if (name !== "main") {
        const message = `the outermost <default> is called ${quoted(name)}, must be "main". Leave out its class, or put it inside another <default>.`;
        report.errorAt(section, "class", "unknown-class", message, name);
      }
      this.#read(section, this.#main);
    }
  }

  #read(section: XmlElement, into: DefaultClass): void {
    for (const element of section.children) {
      if (element.name === "default") continue;
      if (actuatorKinds.includes(element.name)) {
        checkContent(this.#report, element);
        into.drive = applyActuator(this.#report, into.drive, element);
      } else if (kinds.includes(element.name)) {
        checkContent(this.#report, element);
        checkOneOrientation(this.#report, element);
        into.attributes.set(element.name, merged(element.attributes, into.attributes.get(element.name)));
      } else this.#report.unsupported(element, "elements of this kind are not supported.");
    }
    for (const nested of section.children.filter(({ name }) => name === "default")) this.#readNested(nested, into);
  }

  #readNested(nested: XmlElement, around: DefaultClass): void {
    const name = nested.attributes.get("class")?.value ?? "";
    if (name === "") {
      const message = `a <default> inside another has no "class". Name it: class="…".`;
      this.#report.error(nested, "missing-attribute", message);
      return;
    }
    if (this.#classes.has(name)) {
      const message = `class ${quoted(name)} is defined twice. Rename one of the two.`;
      this.#report.errorAt(nested, "class", "duplicate-name", message, name);
      return;
    }
    const own: DefaultClass = { attributes: new Map(around.attributes), drive: around.drive };
    this.#classes.set(name, own);
    this.#read(nested, own);
  }

  /** The class of an element: its own word, or that of the body or frame around it, or "main". */
  #classOf(element: XmlElement, childclass: string | null): DefaultClass {
    const own = element.attributes.get("class")?.value ?? "";
    return this.#find(element, own === "" ? childclass : own, own === "" ? "childclass" : "class");
  }

  #find(element: XmlElement, name: string | null, attribute: string): DefaultClass {
    if (name === null) return this.#main;
    const found = this.#classes.get(name);
    if (found !== undefined) return found;
    const message = `<${element.name}> is of class ${quoted(name)}, which does not exist. ${suggestName(name, this.#classes.keys())}`;
    this.#report.errorAt(element, attribute, "unknown-class", message, name);
    return this.#main;
  }

  /** `childclass` of a body or frame, checked, or that of the elements around it. */
  childclass(element: XmlElement, around: string | null): string | null {
    const name = element.attributes.get("childclass")?.value ?? "";
    if (name === "") return around;
    const isKnown = this.#find(element, name, "childclass") !== this.#main || name === "main";
    return isKnown ? name : around;
  }

  /** The element with everything that its class adds. */
  complete(element: XmlElement, childclass: string | null, kind: string = element.name): XmlElement {
    const inherited = this.#classOf(element, childclass).attributes.get(kind);
    return inherited === undefined ? element : { ...element, attributes: merged(element.attributes, inherited) };
  }

  /** The properties of an actuator's class, which the actuator then changes. */
  drive(element: XmlElement): Drive {
    return this.#classOf(element, null).drive;
  }
}

function merged(
  own: ReadonlyMap<string, XmlAttribute>,
  inherited: ReadonlyMap<string, XmlAttribute> | undefined,
): ReadonlyMap<string, XmlAttribute> {
  if (inherited === undefined) return own;
  const all = new Map(inherited);
  // One representation of an orientation replaces another, but a quaternion does not, as in MuJoCo.
  if (orientationNames.some((name) => own.has(name))) for (const name of orientationNames) all.delete(name);
  for (const [name, attribute] of own) {
    const before = all.get(name);
    all.set(name, before !== undefined && partial.includes(name) ? filledUp(attribute, before) : attribute);
  }
  return all;
}

function filledUp(own: XmlAttribute, inherited: XmlAttribute): XmlAttribute {
  const words = own.value.trim().split(/\s+/);
  const more = inherited.value.trim().split(/\s+/).slice(words.length);
  return more.length === 0 ? own : { ...own, value: [...words, ...more].join(" ") };
}
