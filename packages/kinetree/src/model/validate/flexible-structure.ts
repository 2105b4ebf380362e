import type { ErrorFacts } from "../../errors/kinetree-error.js";
import { MOST_MODES } from "../bodies/complete-flexible.js";
import { issue, isRecord } from "../check.js";
import { shapesSay } from "./modal-nodes.js";

/** What is misshapen in how a body bends: lists that are none, parts that are not there. */
export function flexibleStructure(subject: string, flexible: unknown): readonly ErrorFacts[] {
  const found: ErrorFacts[] = [];
  const wrong = (what: string, value: unknown, rest: string): void => {
    found.push(issue("wrong-shape", subject, what, value, rest));
  };
  const isPart = (what: string, value: unknown, fix: string): boolean => {
    if (!isRecord(value)) wrong(what, value, `must be an object. Give ${fix}.`);
    return isRecord(value);
  };
  const itemsOf = (what: string, value: unknown): readonly unknown[] => {
    if (Array.isArray(value)) return value;
    wrong(what, value, "must be a list. Put it in [ ].");
    return [];
  };
  const rows = (what: string, value: unknown): void =>
    itemsOf(what, value).forEach((row, i) => itemsOf(`${what}[${i}]`, row));

  if (!isRecord(flexible)) {
    wrong("flexible", flexible, `must be an object. Say how it bends, such as { kind: "beam", … }, or leave it out.`);
    return found;
  }
  if (flexible.kind === "beam") {
    isPart("flexible.section", flexible.section, `a section such as { kind: "circle", radius }`);
    isPart("flexible.material", flexible.material, "{ density, youngsModulus, shearModulus }");
    isPart("flexible.modes", flexible.modes, "{ y, z, axial, torsion }");
    itemsOf("flexible.corrections", flexible.corrections).forEach((each, i) =>
      isPart(`flexible.corrections[${i}]`, each, "{ at, load }"),
    );
    if (typeof flexible.geometricStiffness !== "boolean")
      wrong("flexible.geometricStiffness", flexible.geometricStiffness, "must be true or false. Write one of the two.");
  }
  if (flexible.kind === "modal") {
    rows("flexible.mass", flexible.mass);
    rows("flexible.stiffness", flexible.stiffness);
    if (Array.isArray(flexible.damping)) rows("flexible.damping", flexible.damping);
    else isPart("flexible.damping", flexible.damping, "a matrix, or { ratio }");
    rows("flexible.translation", flexible.translation);
    rows("flexible.firstMoments", flexible.firstMoments);
    if (flexible.secondMoments !== null)
      itemsOf("flexible.secondMoments", flexible.secondMoments).forEach((row, i) =>
        rows(`flexible.secondMoments[${i}]`, row),
      );
    itemsOf("flexible.nodes", flexible.nodes).forEach((node, i) => {
      const what = `flexible.nodes[${i}]`;
      if (!isPart(what, node, "{ name, position, shapes, slopes }") || !isRecord(node)) return;
      itemsOf(`${what}.position`, node.position);
      for (const kind of ["shapes", "slopes"] as const) {
        if (node[kind] !== undefined) rows(`${what}.${kind}`, node[kind]);
        else {
          const rest = `must be a list: ${shapesSay(kind, node.name)}`;
          found.push(issue("node-without-shapes", subject, `${what}.${kind}`, undefined, rest));
        }
      }
    });
  }
  return found;
}

/** The number of coordinates of a flexible joint decides how long other lists are, so it comes before them. */
export function modesStructure(subject: string, modes: unknown): readonly ErrorFacts[] {
  if (Number.isInteger(modes) && Number(modes) >= 0 && Number(modes) <= MOST_MODES) return [];
  const rest = "must be a whole number. Leave it out: it follows from the body.";
  return [issue("wrong-shape", subject, "modes", modes, rest)];
}
