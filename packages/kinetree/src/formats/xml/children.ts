import type { XmlReport } from "./report.js";
import type { XmlElement } from "./xml.js";

export const childrenNamed = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.filter((child) => child.name === name);

/** The child of that name, or null; further ones are told, because only the first counts. */
export function onlyChild(report: XmlReport, element: XmlElement, name: string): XmlElement | null {
  const [first = null, ...others] = childrenNamed(element, name);
  for (const other of others) {
    const message = `<${name}> in <${element.name}> is given again and not used: the first one counts. Keep one of them.`;
    report.warn(other, "repeated-element", message);
  }
  return first;
}
