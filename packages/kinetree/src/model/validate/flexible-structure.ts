import type { ErrorFacts } from "../../errors/kinetree-error.js";
import { MOST_MODES } from "../bodies/complete-flexible.js";
import { issue, isRecord } from "../check.js";
import { shapesSay } from "./modal-nodes.js";
import { itemOf, memberOf, propertyOf, type Part } from "../part.js";

/** What is misshapen in how a body bends: lists that are none, parts that are not there. */
export function flexibleStructure(body: Part, flexible: unknown): readonly ErrorFacts[] {
  const found: ErrorFacts[] = [];
  const wrong = (part: Part, value: unknown, rest: string): void => {
    found.push(issue("wrong-shape", part, value, rest));
  };
  const isPart = (part: Part, value: unknown, fix: string): boolean => {
    if (!isRecord(value)) wrong(part, value, `must be an object. Give ${fix}.`);
    return isRecord(value);
  };
  const itemsOf = (part: Part, value: unknown): readonly unknown[] => {
    if (Array.isArray(value)) return value;
    wrong(part, value, "must be a list. Put it in [ ].");
    return [];
  };
  const rows = (part: Part, value: unknown): void =>
    itemsOf(part, value).forEach((row, i) => itemsOf(itemOf(part, i), row));

  const whole = memberOf(body, "flexible");
  const of = (key: string): Part => memberOf(whole, key);
  if (!isRecord(flexible)) {
    wrong(whole, flexible, `must be an object. Say how it bends, such as { kind: "beam", … }, or leave it out.`);
    return found;
  }
  if (flexible.kind === "beam") {
    isPart(of("section"), flexible.section, `a section such as { kind: "circle", radius }`);
    isPart(of("material"), flexible.material, "{ density, youngsModulus, shearModulus }");
    isPart(of("modes"), flexible.modes, "{ y, z, axial, torsion }");
    itemsOf(of("corrections"), flexible.corrections).forEach((each, i) =>
      isPart(itemOf(of("corrections"), i), each, "{ at, load }"),
    );
    if (typeof flexible.geometricStiffness !== "boolean")
      wrong(of("geometricStiffness"), flexible.geometricStiffness, "must be true or false. Write one of the two.");
  }
  if (flexible.kind === "modal") {
    rows(of("mass"), flexible.mass);
    rows(of("stiffness"), flexible.stiffness);
    if (Array.isArray(flexible.damping)) rows(of("damping"), flexible.damping);
    else isPart(of("damping"), flexible.damping, "a matrix, or { ratio }");
    rows(of("translation"), flexible.translation);
    rows(of("firstMoments"), flexible.firstMoments);
    if (flexible.secondMoments !== null)
      itemsOf(of("secondMoments"), flexible.secondMoments).forEach((row, i) =>
        rows(itemOf(of("secondMoments"), i), row),
      );
    itemsOf(of("nodes"), flexible.nodes).forEach((node, i) => {
      const part = itemOf(of("nodes"), i);
      if (!isPart(part, node, "{ name, position, shapes, slopes }") || !isRecord(node)) return;
      itemsOf(memberOf(part, "position"), node.position);
      for (const kind of ["shapes", "slopes"] as const) {
        if (node[kind] !== undefined) rows(memberOf(part, kind), node[kind]);
        else {
          const rest = `must be a list: ${shapesSay(kind, node.name)}`;
          found.push(issue("node-without-shapes", memberOf(part, kind), undefined, rest));
        }
      }
    });
  }
  return found;
}

/** The number of coordinates of a flexible joint decides how long other lists are, so it comes before them. */
export function modesStructure(joint: Part, modes: unknown): readonly ErrorFacts[] {
  if (Number.isInteger(modes) && Number(modes) >= 0 && Number(modes) <= MOST_MODES) return [];
  const rest = "must be a whole number. Leave it out: it follows from the body.";
  return [issue("wrong-shape", propertyOf(joint, "modes"), modes, rest)];
}
