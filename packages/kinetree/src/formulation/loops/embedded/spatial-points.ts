import type { Num } from "../../../graph/graph.js";
import { rotationChart } from "../../joints/charts.js";
import { jointOf } from "../../joints/node-joints.js";
import { rotate } from "../../../spatial/rotation.js";
import type { Vec3 } from "../../../spatial/vec3.js";
import type { Node, Skeleton } from "../../skeleton/skeleton.js";

/** A point or a direction of a node, and what moves it between there and the compound's parent. */
export interface SpatialPoint {
  /** The compound's parent itself if nothing moves it. */
  readonly node: number;
  readonly p: Vec3;
  readonly isDirection: boolean;
  /** Nodes whose own motion moves it, outermost first. */
  readonly movers: readonly number[];
}

/** Turns about any axis, in three coordinates. */
export const isBall = (node: Node): boolean => jointOf(node).chart === rotationChart;
export const isHinge = (node: Node): boolean => jointOf(node).plain === "angular";
export const isSlide = (node: Node): boolean => jointOf(node).plain === "linear";

/** Nodes from below the compound's parent to a node, outermost first. */
export function pathTo({ nodes }: Skeleton, parent: number, node: number): readonly Node[] {
  const path: Node[] = [];
  for (let i = node; i !== parent; i = nodes[i].parent) path.push(nodes[i]);
  return path.reverse();
}

export function spatialPoint(
  skeleton: Skeleton,
  parent: number,
  node: number,
  p: Vec3,
  isDirection = false,
): SpatialPoint {
  const movers: number[] = [];
  // The place in the node at hand, as long as nothing has moved it; what has been moved may be anywhere.
  let place: Vec3 | null = p;
  for (const each of [...pathTo(skeleton, parent, node)].reverse()) {
    const isStill = each.moving.nv === 0 && !each.modal;
    if (!isStill && !(place && staysOn(each, place))) {
      movers.push(each.index);
      place = null;
    }
    place = place && isZero(place) ? placeOf(each) : null;
  }
  return { node, p, isDirection, movers: movers.reverse() };
}

/** The origin of a node as a point of its parent, which a node's own turns leave where it is. */
export const originOf = (skeleton: Skeleton, parent: number, node: Node): SpatialPoint =>
  spatialPoint(skeleton, parent, node.parent, placeOf(node));

/** The origin of a node in its parent, at coordinate zero. */
const placeOf = ({ E, r, rAfterTurn }: Node): Vec3 => (rAfterTurn && "length" in E ? rotate(E.slice(0, 1), r) : r);

export const isZero = (v: Vec3): boolean => v.every((x: Num) => x === 0);

/** Whether a node turns about a point of its own. */
const staysOn = (node: Node, place: Vec3): boolean =>
  (isBall(node) && isZero(place)) || (isHinge(node) && place[0] === 0 && place[1] === 0);
