import type { ModalBody, ModalNode, NumberTriple } from "../types.js";
import { issue, type Check } from "../check.js";
import { checkNames } from "./names.js";
import { checkRow, checkRows } from "./number-rows.js";
import { itemOf, memberOf, named, type Part } from "../part.js";

/** Relative to the size of the body: nearer nodes are one place. */
export const NODE_SLACK = 1e-9;

/** Relative to the largest displacement or rotation. */
const STANDS_STILL = 1e-9;

export function checkModalNodes(check: Check, part: Part, { mass, nodes }: ModalBody): void {
  const m = mass.length;
  const list = memberOf(part, "nodes");
  if (nodes.length === 0) {
    const rest = "must be at least 1: without a node nothing can hold on to it. Give the nodes that others use.";
    check.report(issue("wrong-length", named(list, `number of ${list.name}`), 0, rest));
    return;
  }
  checkNames(check, list.path, nodes.entries(), `node of ${part.subject}`);
  const sound = nodes.filter(
    (node, i) =>
      checkRow(check, memberOf(itemOf(list, i), "position"), node.position, 3) &&
      checkShapes(check, itemOf(list, i), "shapes", node, m) &&
      checkShapes(check, itemOf(list, i), "slopes", node, m),
  );
  if (sound.length < nodes.length) return;
  checkPlaces(check, list, nodes);
  checkOrigin(check, list, nodes);
}

/** What the lists of a node are for, and what to do without them. */
export const shapesSay = (kind: "shapes" | "slopes", node: unknown): string =>
  `it says how node "${String(node)}" ${kind === "shapes" ? "moves" : "turns"} in each mode. Export them, or remove the node.`;

function checkShapes(check: Check, part: Part, kind: "shapes" | "slopes", node: ModalNode, m: number): boolean {
  const rows = memberOf(part, kind);
  if (node[kind].length > 0) return checkRows(check, rows, node[kind], m, 3);
  const rest = `must be ${m}: ${shapesSay(kind, node.name)}`;
  check.report(issue("node-without-shapes", named(rows, `number of entries of ${rows.name}`), 0, rest));
  return false;
}

const distance = (a: NumberTriple, b: NumberTriple): number =>
  Math.sqrt(a.reduce((sum, x, k) => sum + (x - b[k]) * (x - b[k]), 0));

const origin: NumberTriple = [0, 0, 0];

/** The largest distance of a node from the body frame. */
export const sizeOf = (nodes: readonly ModalNode[]): number =>
  nodes.reduce((size, { position }) => Math.max(size, distance(position, origin)), 0);

/** The node nearest to a place, and how far it is. */
export function nearestNode(
  nodes: readonly ModalNode[],
  place: NumberTriple,
): { readonly node: ModalNode; readonly distance: number } | null {
  let best: { readonly node: ModalNode; readonly distance: number } | null = null;
  for (const node of nodes) {
    const away = distance(node.position, place);
    if (best === null || away < best.distance) best = { node, distance: away };
  }
  return best;
}

/** Stations are found by their place, so that two nodes in one would leave open which is meant. */
function checkPlaces(check: Check, list: Part, nodes: readonly ModalNode[]): void {
  const slack = NODE_SLACK * sizeOf(nodes);
  // Along x first, so that a thousand nodes need no million comparisons.
  const sorted = [...nodes.entries()].sort(([, a], [, b]) => a.position[0] - b.position[0]);
  for (const [k, [i, node]] of sorted.entries())
    for (let l = k + 1; l < sorted.length && sorted[l][1].position[0] - node.position[0] <= slack; l++) {
      const [j, other] = sorted[l];
      if (distance(node.position, other.position) > slack) continue;
      const [first, second] = i < j ? [node, other] : [other, node];
      const rest = `where node "${first.name}" is already. Remove one of the two.`;
      const position = memberOf(itemOf(list, Math.max(i, j)), "position");
      const part = named(position, `${position.name} of node "${second.name}"`);
      check.report(issue("node-twice", part, second.position, rest));
      return;
    }
}

function checkOrigin(check: Check, list: Part, nodes: readonly ModalNode[]): void {
  const found = nearestNode(nodes, origin);
  if (found === null || found.distance > NODE_SLACK * sizeOf(nodes)) return;
  const { node } = found;
  const i = nodes.indexOf(node);
  for (const kind of ["shapes", "slopes"] as const) {
    const largest = Math.max(...nodes.flatMap((each) => each[kind].flat().map(Math.abs)));
    const mode = node[kind].findIndex((row) => row.some((x) => Math.abs(x) > STANDS_STILL * largest));
    if (mode < 0) continue;
    const rest =
      `must be 0: node "${node.name}" is at the origin of the body frame, which moves with the body. Subtract the rigid ` +
      `motion of that node from every shape, as readModalBody does with its option interface.`;
    const moving = itemOf(memberOf(itemOf(list, i), kind), mode);
    check.report(issue("origin-moves", moving, node[kind][mode], rest));
    return;
  }
}
