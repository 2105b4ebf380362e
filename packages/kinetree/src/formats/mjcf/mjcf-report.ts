import { XmlReport } from "../xml/report.js";
import type { XmlElement } from "../xml/xml.js";

/** Lines that one warning lists before it only counts. */
const MOST_LINES = 10;

type Fate = "not used" | "approximated" | "only carried";

interface Unused {
  readonly attribute: string;
  readonly reason: string;
  readonly fate: Fate;
  readonly elements: XmlElement[];
}

/** Gathers attributes without a counterpart: the same one on every geom of a robot is one warning with all its lines. */
export class MjcfReport extends XmlReport {
  readonly #unused = new Map<string, Unused>();

  unused(element: XmlElement, attribute: string, reason: string, fate: Fate = "not used"): void {
    const key = `${element.name} ${attribute}`;
    const known = this.#unused.get(key);
    if (known === undefined) this.#unused.set(key, { attribute, reason, fate, elements: [element] });
    else known.elements.push(element);
  }

  tellUnused(): void {
    for (const { attribute, reason, fate, elements } of this.#unused.values()) {
      const [first] = elements;
      const lines = [...new Set(elements.map((element) => element.attributes.get(attribute)?.line ?? element.line))];
      const more = lines.length > MOST_LINES ? ` and ${lines.length - MOST_LINES} more` : "";
      const where = `line${lines.length > 1 ? "s" : ""} ${lines.slice(0, MOST_LINES).join(", ")}${more}`;
      const message = `"${attribute}" of <${first.name}> is ${fate} (${where}): ${reason}`;
      this.warnAt(first, attribute, "unsupported-attribute", message, first.attributes.get(attribute)?.value);
    }
    this.#unused.clear();
  }
}
