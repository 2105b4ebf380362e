import type { Num } from "../../../graph/graph.js";
import { add, div, mul, neg, sqrt, sub } from "../../../graph/num.js";
import { mulMatMat, mulMatVec, transpose3, type Mat3 } from "../../../spatial/mat3.js";
import { add3, cross3, dot3, norm3, scale3, sub3, type Vec3 } from "../../../spatial/vec3.js";
import { rootLike } from "./closed-form-triangle.js";

/*
 * One unknown from one condition in space: a circle meets a sphere or a plane, a line meets a sphere. Vectors are given as they
 * stand now, near to where they belong, so the result is how to move from there: of the two solutions the nearer one. Where
 * there is none, the result comes as near to the condition as the motion does.
 */

/** Cosine and sine of a turn. */
export type Turn = readonly [cosine: Num, sine: Num];

/** A vector turned about a unit axis: v cos + (z × v) sin + z (z·v) (1 − cos). */
export function turnedAbout(z: Vec3, [cosine, sine]: Turn, v: Vec3): Vec3 {
  const along = mul(dot3(z, v), sub(1, cosine));
  return add3(add3(scale3(cosine, v), scale3(sine, cross3(z, v))), scale3(along, z));
}

/** The turn about the unit axis z after which x has the component c along w, where c and w need not be of unit size. */
export function turnToComponent(z: Vec3, x: Vec3, w: Vec3, c: Num): Turn {
  // A cos + B sin = C
  const still = mul(dot3(z, x), dot3(z, w));
  const A = sub(dot3(x, w), still);
  const B = dot3(z, cross3(x, w));
  const C = sub(c, still);
  const size = add(mul(A, A), mul(B, B));
  const across = rootLike(B, sub(size, mul(C, C)));
  const inverse = div(1, size);
  return [mul(inverse, add(mul(A, C), mul(B, across))), mul(inverse, sub(mul(B, C), mul(A, across)))];
}

/** The turn about the unit axis z that takes x to y, as far as both lie across the axis. */
export function turnOnto(z: Vec3, x: Vec3, y: Vec3): Turn {
  const cosine = sub(dot3(x, y), mul(dot3(z, x), dot3(z, y)));
  const sine = dot3(z, cross3(x, y));
  const scale = div(1, sqrt(add(mul(cosine, cosine), mul(sine, sine))));
  return [mul(scale, cosine), mul(scale, sine)];
}

/** How far to go along the unit vector z from x for the length whose square is given. */
export function slideToLength(z: Vec3, x: Vec3, squared: Num): Num {
  const along = dot3(z, x);
  return sub(rootLike(along, add(mul(along, along), sub(squared, dot3(x, x)))), along);
}

/** Component of an arm along the way to a centre where its end is at a distance from that centre; squares of arm and distance. */
export const componentAtDistance = (arm: Num, way: Vec3, distance: Num): Num =>
  mul(0.5, sub(add(arm, dot3(way, way)), distance));

/** Two points of a link, seen from a third that stays where it is: all that does not change with its pose. */
export interface Link {
  /** Rows: towards the first point, across that towards the second, and the product of the two. */
  readonly axes: Mat3;
  /** Of the second point along the first of these, across it, and in all; the latter two squared. */
  readonly rise: Num;
  readonly off: Num;
  readonly size: Num;
}

export function linkOf(first: Vec3, second: Vec3): Link {
  const along = unitOf(first);
  const rise = dot3(along, second);
  const across = sub3(second, scale3(rise, along));
  return { axes: axesOf(along, across), rise, off: dot3(across, across), size: dot3(second, second) };
}

/** The rotation of a link that takes its first point along `target`, and the second to where it has a component along `way`. */
export function turnOfLink({ axes, rise, off }: Link, target: Vec3, way: Vec3, component: Num): Mat3 {
  const along = unitOf(target);
  const wayRise = dot3(along, way);
  // Across the axis: in the direction of the way, and at right angles to it, both as parts of it.
  const wayOff = sub3(way, scale3(wayRise, along));
  const inverse = div(1, dot3(wayOff, wayOff));
  const toward = mul(inverse, sub(component, mul(rise, wayRise)));
  const beside = cross3(along, wayOff);
  const amount = rootLike(dot3(beside, axes[1]), sub(mul(inverse, off), mul(toward, toward)));
  return mulMatMat(transpose3(axesOf(along, add3(scale3(toward, wayOff), scale3(amount, beside)))), axes);
}

const unitOf = (v: Vec3): Vec3 => scale3(div(1, norm3(v)), v);

/** Rows: a unit vector, the direction of a vector across it, and their product. */
function axesOf(first: Vec3, across: Vec3): Mat3 {
  const second = unitOf(across);
  return [first, second, cross3(first, second)];
}

/** δ of a rotation along the axes that it turns, for the Cayley map: see `charts.ts`. */
export function cayleyOf(Q: Mat3): Vec3 {
  const twice = div(2, add(1, add(Q[0][0], add(Q[1][1], Q[2][2]))));
  return scale3(twice, [sub(Q[2][1], Q[1][2]), sub(Q[0][2], Q[2][0]), sub(Q[1][0], Q[0][1])]);
}

/** Turns about two axes that meet, the second carried by the first, which take x along y. */
export function turnsOfTwo(z1: Vec3, z2: Vec3, x: Vec3, y: Vec3): readonly [Turn, Turn] {
  const second = turnToComponent(z2, x, z1, dot3(z1, y));
  return [turnOnto(z1, turnedAbout(z2, second, x), y), second];
}

/** Turns about three axes that meet, each carried by the one before, which amount to a rotation; x is across the third. */
export function turnsOfThree(z1: Vec3, z2: Vec3, z3: Vec3, x: Vec3, Q: Mat3): readonly [Turn, Turn, Turn] {
  const end = mulMatVec(Q, z3);
  const [first, second] = turnsOfTwo(z1, z2, z3, end);
  const carried = turnedAbout(z1, first, turnedAbout(z2, second, x));
  return [first, second, turnOnto(end, carried, mulMatVec(Q, x))];
}

/** The turn back. */
export const backOf = ([cosine, sine]: Turn): Turn => [cosine, neg(sine)];
