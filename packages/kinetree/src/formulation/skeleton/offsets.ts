import { neg } from "../../graph/num.js";
import { mulMatVec, transpose3, type Mat3 } from "../../spatial/mat3.js";
import type { PlaneRotation } from "../../spatial/plane-rotation.js";
import type { Rotation } from "../../spatial/rotation.js";
import type { Vec3 } from "../../spatial/vec3.js";
import { snapPoint } from "./axis-frame.js";
import type { Building } from "./skeleton.js";

/**
 * Lets siblings that differ only in their turn about the parent's z axis share one kernel: of six legs around a hub, four
 * stand at odd angles and two at quarter turns, and six iterations of one kernel beat four and two of cheaper ones.
 */
export function alignSiblings(nodes: readonly Building[]): void {
  for (const { children } of [{ children: nodes.filter((n) => n.parent < 0).map((n) => n.index) }, ...nodes]) {
    const general = children.map((i) => nodes[i]).filter((node) => node.rAfterTurn);
    for (const node of children.map((i) => nodes[i])) {
      if (node.rAfterTurn || !Array.isArray(node.E)) continue;
      const parts = node.E as readonly PlaneRotation[];
      const [first, tail]: [PlaneRotation, readonly PlaneRotation[]] =
        parts[0]?.axis === "z" ? [parts[0], parts.slice(1)] : [{ axis: "z", c: 1, s: 0 }, parts];
      const alike = general.filter(
        (other) => other.motion === node.motion && sameParts((other.E as PlaneRotation[]).slice(1), tail),
      );
      if (alike.length < 2) continue;
      node.E = [first, ...tail];
      node.r = beforeTurn(first, node.r);
      node.rAfterTurn = true;
      node.turnIsGeneral = true;
    }
  }
}

const sameParts = (a: readonly PlaneRotation[], b: readonly PlaneRotation[]): boolean =>
  a.length === b.length && a.every((part, i) => part.axis === b[i].axis && part.c === b[i].c && part.s === b[i].s);

/** Components of a vector along axes turned about z. */
function beforeTurn({ c, s }: PlaneRotation, p: Vec3): Vec3 {
  const R: Mat3 = [
    [c, neg(s), 0],
    [s, c, 0],
    [0, 0, 1],
  ];
  return snapPoint(mulMatVec(transpose3(R), p));
}

/**
 * Where to put the offset: a general turn about z in the parent often leaves fewer components behind it (six legs around a
 * hub all have theirs in one plane).
 */
export function placedBefore(E: Rotation, p: Vec3): { r: Vec3; rAfterTurn: boolean } {
  const first: PlaneRotation | undefined = Array.isArray(E) ? (E as readonly PlaneRotation[])[0] : undefined;
  if (!first || first.axis !== "z" || first.c === 0 || first.s === 0) return { r: p, rAfterTurn: false };
  const inner = beforeTurn(first, p);
  const count = (v: Vec3): number => v.filter((x) => x !== 0).length;
  return count(inner) < count(p) ? { r: inner, rAfterTurn: true } : { r: p, rAfterTurn: false };
}
