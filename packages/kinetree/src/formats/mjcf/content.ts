import { quoted } from "../format-error.js";
import { numberAttribute, tripleAttribute } from "../xml/values.js";
import type { XmlElement } from "../xml/xml.js";
import type { Context } from "./context.js";
import { checkOneOrientation, fromEuler, readPlacement } from "./orientation.js";
import { add, compose, origin, rotate, type Placement, type Vec3 } from "./mass/placement.js";
import { checkContent } from "./unused.js";

/** An element of a body with its frame, class and suffix from the frames and copies around it. */
export interface Item {
  readonly element: XmlElement;
  /** The innermost frame around it, in its body. */
  readonly X_body_frame: Placement;
  readonly childclass: string | null;
  /** Appended to every name, for copies. */
  readonly suffix: string;
}

/** Elements that all copying together may make: a few thousand bodies, read within a second. */
const MOST_COPIES = 20_000;

/** Counts copied elements over the whole file, so that a typing mistake does not exhaust memory. */
export interface CopyBudget {
  copies: number;
}

/** The elements of a body in their order, out of all frames and copies. */
export function itemsOf(context: Context, budget: CopyBudget, around: Item): readonly Item[] {
  return around.element.children.flatMap((element): readonly Item[] => {
    if (element.name === "frame") return inFrame(context, budget, { ...around, element });
    if (element.name === "replicate") return copiesOf(context, budget, { ...around, element });
    return [{ ...around, element }];
  });
}

function inFrame(context: Context, budget: CopyBudget, around: Item): readonly Item[] {
  const { report, compiler, defaults } = context;
  const { element } = around;
  checkContent(report, element);
  checkOneOrientation(report, element);
  const X_body_frame = compose(around.X_body_frame, readPlacement(report, element, compiler));
  const childclass = defaults.childclass(element, around.childclass);
  return itemsOf(context, budget, { ...around, X_body_frame, childclass });
}

/** Copy i is turned by i times the angles; each stands one offset further on, along the axes of the one before it. */
function copiesOf(context: Context, budget: CopyBudget, around: Item): readonly Item[] {
  const { report, compiler, defaults } = context;
  const { element } = around;
  checkContent(report, element);
  const count = numberAttribute(report, element, "count", 0) ?? 0;
  const offset = tripleAttribute(report, element, "offset", origin) ?? origin;
  const angles = tripleAttribute(report, element, "euler", origin) ?? origin;
  const separator = element.attributes.get("sep")?.value ?? "";
  const childclass = defaults.childclass(element, around.childclass);
  budget.copies += Math.max(count, 0) * (1 + descendants(element));
  if (!Number.isInteger(count) || count < 1 || budget.copies > MOST_COPIES) {
    const given = quoted(element.attributes.get("count")?.value ?? "");
    const message = `"count" of <replicate> is ${given}, must be a whole number from 1 on that makes at most ${MOST_COPIES} elements in all. Correct it.`;
    report.errorAt(element, "count", "replicate-count", message, count);
    return [];
  }
  const items: Item[] = [];
  let position: Vec3 = origin;
  for (let i = 0; i < count; i++) {
    const rotation = fromEuler(
      angles.map((angle) => compiler.radians(i * angle)),
      compiler.eulerseq,
    );
    const X_body_frame = compose(around.X_body_frame, { position, rotation });
    const suffix = `${separator}${String(i).padStart(String(count).length, "0")}${around.suffix}`;
    items.push(...itemsOf(context, budget, { ...around, X_body_frame, childclass, suffix }));
    position = add(position, rotate(rotation, offset));
  }
  return items;
}

const descendants = (element: XmlElement): number =>
  element.children.reduce((sum, child) => sum + 1 + descendants(child), 0);
