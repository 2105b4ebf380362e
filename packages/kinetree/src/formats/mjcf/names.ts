import { GROUND } from "../../model/types.js";
import { quoted } from "../format-error.js";
import type { XmlElement } from "../xml/xml.js";
import type { MjcfReport } from "./mjcf-report.js";

/** MuJoCo's own name of the body that does not move. */
export const WORLD = "world";

/** Names of one kind of element. Nameless ones get kind and number of MuJoCo, but never a name that the file gives to another. */
export class Names {
  readonly #report: MjcfReport;
  readonly #kind: string;
  readonly #given: ReadonlySet<string>;
  readonly #taken = new Set<string>();

  constructor(report: MjcfReport, kind: string, given: ReadonlySet<string>) {
    this.#report = report;
    this.#kind = kind;
    this.#given = given;
  }

  /** The name of an element with a suffix, or the fallback, changed until it is free. */
  of(element: XmlElement, fallback: string, suffix = ""): string {
    const given = element.attributes.get("name")?.value ?? "";
    return given === "" ? this.invent(fallback) : this.claim(element, `${given}${suffix}`);
  }

  /** The name in the file; reports a second element with that name. */
  claim(element: XmlElement, name: string): string {
    if (this.#taken.has(name)) {
      const message = `${this.#kind} ${quoted(name)} exists twice. Rename one of the two.`;
      this.#report.errorAt(element, "name", "duplicate-name", message, name);
      return this.invent(name);
    }
    this.#taken.add(name);
    return name;
  }

  /** A name of our own, with "_" behind it until it is free. */
  invent(wanted: string): string {
    let name = wanted;
    while (this.#taken.has(name) || this.#given.has(name)) name += "_";
    this.#taken.add(name);
    return name;
  }

  /** The name of a body, which must not be that of the ground nor hold a slash. */
  claimBody(element: XmlElement, given: string): string {
    if (given !== GROUND && !given.includes("/")) return this.claim(element, given);
    const name = this.invent(given === GROUND ? `${GROUND}_` : given.replaceAll("/", "_"));
    const why = given === GROUND ? "that name is reserved" : `"/" stands between a body and its frame`;
    const message = `body ${quoted(given)} is called ${quoted(name)} here, because ${why}. Rename it in the file to choose another name.`;
    this.#report.warnAt(element, "name", "renamed", message, given);
    return name;
  }
}

export function namesBelow(element: XmlElement, kinds: readonly string[], found = new Set<string>()): Set<string> {
  for (const child of element.children) {
    const name = child.attributes.get("name")?.value ?? "";
    if (name !== "" && kinds.includes(child.name)) found.add(name);
    namesBelow(child, kinds, found);
  }
  return found;
}
