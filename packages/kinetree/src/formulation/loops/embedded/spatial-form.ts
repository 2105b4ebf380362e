import type { Num } from "../../../graph/graph.js";
import { mul } from "../../../graph/num.js";
import { transpose3 } from "../../../spatial/mat3.js";
import { dot3, type Vec3 } from "../../../spatial/vec3.js";
import type { Node, Skeleton } from "../../skeleton/skeleton.js";
import type { ClosureSet } from "../closures/block-structure.js";
import type { Closure, FrameClosure } from "../closures/closures.js";
import type { Compound } from "../closures/compounds.js";
import { rowNamed } from "../closures/loop-plan.js";
import { areOfPoints } from "../closures/meetings.js";
import { isBall, isHinge, isSlide, isZero, originOf, spatialPoint, type SpatialPoint } from "./spatial-points.js";

/** Coordinates that are found at once. Targets and centres stand still by then, as do all nodes on the way to the moving one. */
export type Construction<N = Node, P = SpatialPoint, S = Num, L = LinkPoints> =
  /** A hinge or a slide brings a point to a distance from a target: circle or line, and sphere. */
  | { readonly kind: "reach"; readonly node: N; readonly end: P; readonly target: P; readonly squared: S }
  /** Two hinges whose axes meet, perhaps with a slide behind them, bring a point to a target. */
  | {
      readonly kind: "aim";
      readonly turns: readonly [N, N];
      readonly slide: N | null;
      readonly end: P;
      readonly target: P;
    }
  /**
   * A ball joint, one node or three hinges whose axes meet, brings one point of a link to a target, and turns about that line until
   * another point is at a distance from a centre, or a direction has a component along the one that stands for the centre.
   */
  | {
      readonly kind: "place";
      readonly turns: readonly [N] | readonly [N, N, N];
      readonly link: L;
      readonly target: P;
      readonly by: "distance" | "component";
      readonly centre: P;
      /** The distance, squared; or the component. */
      readonly squared: S;
    };

/** Two points of the node of a ball joint, from its origin. */
export interface LinkPoints {
  readonly first: Vec3;
  readonly second: Vec3;
}

/** Rows that make points meet or keep them at distances, solved by one construction after the other. */
export interface SpatialSet {
  readonly kind: "spatial";
  /** The node, or ground, whose axes all points are given in. */
  readonly base: number;
  readonly constructions: readonly Construction[];
}

/** Two points at a distance, squared; `of` is the closure that says so. */
interface Apart {
  readonly of: Closure;
  readonly points: readonly [SpatialPoint, SpatialPoint];
  readonly squared: Num;
}

/** The last of the open nodes that move a point, where they turn about one centre. */
interface Group {
  readonly turns: readonly Node[];
  readonly slide: Node | null;
}

/** Two directions of which one has a component along the other. */
interface Angled {
  readonly directions: readonly [SpatialPoint, SpatialPoint];
  readonly component: Num;
}

/** A point that has to meet another, as the end of a group. */
interface Meeting {
  readonly of: Closure;
  readonly end: SpatialPoint;
  readonly target: SpatialPoint;
  readonly group: Group;
}

/** The relation of two points that meet and two axes at an angle. */
const UNIVERSAL = "universal";

/** Constructions for sets of rows that are solved together; the reason where there are none. */
export function spatialSet(
  skeleton: Skeleton,
  { closures, parent }: Compound,
  sets: readonly ClosureSet[],
): SpatialSet | string {
  const rows = new Set(sets.flatMap((set) => set.rows));
  const columns = new Set(sets.flatMap((set) => set.columns));
  const nodes = skeleton.nodes.filter(({ v, nv }) =>
    Array.from({ length: nv }, (_, k) => v + k).some((x) => columns.has(x)),
  );
  const own = closures.filter(({ first, rows: all }) => all.some((_, k) => rows.has(first + k)));
  const problem = problemOf(skeleton, nodes, columns, own, rows);
  if (problem !== null) return problem;
  const point = (closure: FrameClosure, side: "outer" | "inner"): SpatialPoint =>
    spatialPoint(skeleton, parent, closure[side].node, closure[side].p);
  const direction = (closure: FrameClosure, side: "outer" | "inner"): SpatialPoint =>
    spatialPoint(skeleton, parent, closure[side].node, transpose3(closure[side].R)[2], true);
  const open = new Map(nodes.map((node) => [node.index, node]));
  const apart: Apart[] = [];
  const meetings: Meeting[] = [];
  const angled: Angled[] = [];
  for (const closure of own as readonly FrameClosure[]) {
    const [a, b] = [point(closure, "outer"), point(closure, "inner")];
    if (closure.relation.key === "distance") {
      const [length] = closure.relation.numbers;
      apart.push({ of: closure, points: [a, b], squared: mul(length, length) });
      continue;
    }
    if (closure.relation.key === UNIVERSAL)
      angled.push({
        directions: [direction(closure, "outer"), direction(closure, "inner")],
        component: closure.relation.numbers[0],
      });
    for (const [end, target] of [
      [a, b],
      [b, a],
    ]) {
      const group = groupOf(end.movers.flatMap((index) => open.get(index) ?? []));
      if (!group || end.node !== lastOf(group).index) continue;
      meetings.push({ of: closure, end, target, group });
      if (group.slide) continue;
      const centre = originOf(skeleton, parent, group.turns[0]);
      apart.push({ of: closure, points: [centre, target], squared: dot3(end.p, end.p) });
    }
  }
  const constructions = construct(open, apart, meetings, angled);
  if (open.size === 0) return { kind: "spatial", base: parent, constructions };
  return `no formula is known that finds ${shown([...open.values()].map((node) => jointName(skeleton, node)))} from the independent coordinates and ${closureNames(own)}`;
}

/** The node that the others of a group carry. */
const lastOf = ({ turns, slide }: Group): Node => slide ?? turns[turns.length - 1];

/** Takes what can be found off the open nodes, until nothing more can be. */
function construct(
  open: Map<number, Node>,
  apart: readonly Apart[],
  meetings: readonly Meeting[],
  angled: readonly Angled[],
): readonly Construction[] {
  const constructions: Construction[] = [];
  const used = new Set<Closure | Angled>();
  const openOf = ({ movers }: SpatialPoint): readonly Node[] => movers.flatMap((index) => open.get(index) ?? []);
  const take = (construction: Construction, nodes: readonly Node[]): void => {
    constructions.push(construction);
    for (const { index } of nodes) open.delete(index);
  };

  const reach = (): boolean =>
    apart.some(({ of, points: [a, b], squared }) => {
      if (used.has(of)) return false;
      const [ofA, ofB] = [openOf(a), openOf(b)];
      const [node] = [...ofA, ...ofB];
      if (ofA.length + ofB.length !== 1 || isBall(node)) return false;
      used.add(of);
      const [end, target] = ofA.length === 1 ? [a, b] : [b, a];
      take({ kind: "reach", node, end, target, squared }, [node]);
      return true;
    });

  const settle = (): boolean =>
    meetings.some(({ of, end, target, group: { turns, slide } }) => {
      const nodes = slide ? [...turns, slide] : turns;
      const own = openOf(end);
      if (own.length !== nodes.length || !own.every((node) => nodes.includes(node)) || openOf(target).length > 0)
        return false;
      if (turns.length === 2) {
        take({ kind: "aim", turns: turns as [Node, Node], slide, end, target }, nodes);
        return true;
      }
      const ofPoints = apart.map((each) => ({ ...each, by: "distance" as const }));
      const ofDirections = angled.map((each) => {
        const { directions: points, component: squared } = each;
        return { of: each, points, squared, by: "component" as const };
      });
      for (const { of: other, points, squared, by } of [...ofPoints, ...ofDirections]) {
        const [second, centre] = points[0].node === end.node ? points : [points[1], points[0]];
        if (other === of || used.has(other) || second.node !== end.node || openOf(centre).length > 0) continue;
        used.add(other);
        const link = { first: end.p, second: second.p };
        take({ kind: "place", turns: turns as [Node], link, target, by, centre, squared }, nodes);
        return true;
      }
      return false;
    });

  while (reach() || settle());
  return constructions;
}

/** Why no construction can be looked for; null if one can. */
function problemOf(
  skeleton: Skeleton,
  nodes: readonly Node[],
  columns: ReadonlySet<number>,
  own: readonly Closure[],
  rows: ReadonlySet<number>,
): string | null {
  for (const node of nodes) {
    if (!isHinge(node) && !isSlide(node) && !isBall(node))
      return `${jointName(skeleton, node)} is neither a hinge, a slide nor a ball joint`;
    for (let k = 0; k < node.nv; k++)
      if (!columns.has(node.v + k))
        return `only some coordinates of ${jointName(skeleton, node)} follow from the others`;
  }
  for (const closure of own) {
    const isKnown = closure.kind === "frames" && ["distance", UNIVERSAL].includes(closure.relation.key);
    if (!isKnown && !areOfPoints(closure))
      return `${closureNames([closure])} is neither a ball joint, a universal joint nor a distance`;
    if (closure.rows.some((_, k) => !rows.has(closure.first + k)))
      return `only some rows of ${closureNames([closure])} count`;
  }
  return null;
}

/** The ball joint, or the hinges whose axes meet, at the end of these open nodes; null for others. */
function groupOf(open: readonly Node[]): Group | null {
  const last = open.at(-1);
  if (!last) return null;
  if (isBall(last)) return { turns: [last], slide: null };
  const slide = isSlide(last) ? last : null;
  const turns: Node[] = [];
  for (const node of [...(slide ? open.slice(0, -1) : open)].reverse()) {
    const next = turns.at(0) ?? slide;
    const isCarried = next === null || next.parent === node.index;
    if (!isHinge(node) || !isCarried || (turns.length > 0 && !isZero(turns[0].r)) || turns.length === 3) break;
    turns.unshift(node);
  }
  if (turns.length === 2) return { turns, slide };
  return turns.length === 3 && !slide ? { turns, slide } : null;
}

const jointName = ({ model }: Skeleton, { joint }: Node): string => `joint "${model.joints[joint].name}"`;

const closureNames = (closures: readonly Closure[]): string =>
  shown(closures.map((closure) => rowNamed([closure], closure.first).closure));

const MOST_SHOWN = 3;

/** Each name once, and of many the first. */
function shown(all: readonly string[]): string {
  const names = [...new Set(all)];
  const rest = names.length - MOST_SHOWN;
  return names.slice(0, MOST_SHOWN).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
