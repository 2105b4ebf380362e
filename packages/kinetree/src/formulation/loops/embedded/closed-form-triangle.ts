import type { Num } from "../../../graph/graph.js";
import { add, div, le, max, mul, neg, select, sqrt, sub } from "../../../graph/num.js";

/*
 * Triangles in a plane, of which two coordinates are to be found: two hinges, or a hinge and a slide. Points are given as they
 * stand now, with the two coordinates near to where they belong; the result is how to move from there, so that whole turns
 * stay as they are, and it is the nearer of the two ways to close the triangle. Where it cannot close, the result comes as
 * near to closing as the line through the pivots does.
 */

/** A point or a direction in the plane. */
export type Planar = readonly [Num, Num];

/** A turn that takes one direction to another. Of any lengths: only the angle between them counts. */
export interface PlanarTurn {
  readonly from: Planar;
  readonly to: Planar;
}

export const plus = (a: Planar, b: Planar): Planar => [add(a[0], b[0]), add(a[1], b[1])];
const minus = (a: Planar, b: Planar): Planar => [sub(a[0], b[0]), sub(a[1], b[1])];
export const times = (k: Num, a: Planar): Planar => [mul(k, a[0]), mul(k, a[1])];
export const dot = (a: Planar, b: Planar): Num => add(mul(a[0], b[0]), mul(a[1], b[1]));
/** Positive where b lies to the left of a. */
export const cross = (a: Planar, b: Planar): Num => sub(mul(a[0], b[1]), mul(a[1], b[0]));
/** Turned and stretched as the turn [cosine, sine] says: the product of complex numbers. */
export const turned = ([c, s]: Planar, a: Planar): Planar => [
  sub(mul(c, a[0]), mul(s, a[1])),
  add(mul(s, a[0]), mul(c, a[1])),
];

/** The root, with the sign of another number; 0 for negative ones. */
export const rootLike = (sign: Num, squared: Num): Num => {
  const root = sqrt(max(squared, 0));
  return select(le(0, sign), root, neg(root));
};

/** The corner seen from one end of the base d, by the squared sides at this end and the other; left of d where `side` > 0. */
function corner(d: Planar, here: Num, there: Num, side: Num): Planar {
  const squared = dot(d, d);
  // Along the base and across it, both as parts of the base.
  const along = div(add(squared, sub(here, there)), add(squared, squared));
  const across = rootLike(side, sub(div(here, squared), mul(along, along)));
  return [sub(mul(along, d[0]), mul(across, d[1])), add(mul(along, d[1]), mul(across, d[0]))];
}

/** Two hinges a and b that stand still; the ends that each carries have to meet. */
export function twoArms(a: Planar, b: Planar, endOfA: Planar, endOfB: Planar): readonly [PlanarTurn, PlanarTurn] {
  const [d, armA, armB] = [minus(b, a), minus(endOfA, a), minus(endOfB, b)];
  const to = corner(d, dot(armA, armA), dot(armB, armB), cross(d, plus(armA, armB)));
  return [
    { from: armA, to },
    { from: armB, to: minus(to, d) },
  ];
}

/** A hinge a that carries a hinge b, whose end has to reach a target. */
export function armOnArm(a: Planar, b: Planar, end: Planar, target: Planar): readonly [PlanarTurn, PlanarTurn] {
  const [d, first, second] = [minus(target, a), minus(b, a), minus(end, b)];
  const to = corner(d, dot(first, first), dot(second, second), cross(d, minus(first, second)));
  // The first turn takes the second arm along; it stretches as well, which its direction does not feel.
  const carried = turned([dot(first, to), cross(first, to)], second);
  return [
    { from: first, to },
    { from: carried, to: minus(d, to) },
  ];
}

/** A hinge a whose arm has to meet a point that slides along the unit vector u. If the hinge slides instead: by −slide. */
export function armToLine(a: Planar, end: Planar, point: Planar, u: Planar): { turn: PlanarTurn; slide: Num } {
  const [arm, reach] = [minus(end, a), minus(point, a)];
  const off = cross(reach, u);
  const slide = sub(rootLike(dot(arm, u), sub(dot(arm, arm), mul(off, off))), dot(reach, u));
  return { turn: { from: arm, to: plus(reach, times(slide, u)) }, slide };
}

/** A hinge a that carries a slide along the unit vector u, whose end has to reach a target. */
export function armWithSlide(a: Planar, end: Planar, target: Planar, u: Planar): { turn: PlanarTurn; slide: Num } {
  const [arm, reach] = [minus(end, a), minus(target, a)];
  const [along, off] = [dot(arm, u), cross(arm, u)];
  const slide = sub(rootLike(along, sub(dot(reach, reach), mul(off, off))), along);
  return { turn: { from: plus(arm, times(slide, u)), to: reach }, slide };
}
