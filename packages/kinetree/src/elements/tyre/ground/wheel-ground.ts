import type { Num } from "../../../graph/graph.js";
import { add, div, max, mul, sqrt, square, sub } from "../../../graph/num.js";
import type { TyreContactMethod } from "../../../model/tyres/tyre.js";
import { add3, cross3, dot3, scale3, sub3, type Vec3 } from "../../../spatial/vec3.js";
import { TINY } from "../../contact/normal-law.js";
import type { TracedSurface } from "../../terrain/surface.js";

/** A wheel as a disc, in world components. */
export interface Disc {
  readonly centre: Vec3;
  /** Unit vector along the axis, to the left. */
  readonly axis: Vec3;
  readonly radius: Num;
  readonly width: Num;
}

/** How a disc lies to the ground. */
export interface WheelGround {
  /** How far the lowest point of the disc reaches into the ground, along the normal [m]; negative apart. */
  readonly depth: Num;
  /** Unit vector out of the ground. */
  readonly normal: Vec3;
  /** On the ground, where the force acts. */
  readonly place: Vec3;
  /** Unit vector along which the wheel rolls, in the ground. */
  readonly forward: Vec3;
  /** Cosine of the lean. */
  readonly upright: Num;
}

/** Places of "four-point" from the foot of the disc: parts of the radius along the wheel, and of the width across. */
const ALONG = 0.1;
const ACROSS = 0.3;

/** Square of the cosine of a disc that lies flat: below it, rounding errors would lengthen the way to the lowest point. */
const FLAT = 1e-14;

/** Ground steeper than this has no height [cosine of the slope]. */
const LEAST_SLOPE = 1e-3;

/** @param n numbers that begin with those of the surface */
export function wheelGround(
  method: TyreContactMethod,
  surface: TracedSurface,
  disc: Disc,
  n: readonly Num[],
): WheelGround {
  const foot = lowestPoint(disc, surface.up(n)).lowest;
  if (method === "point") {
    const { depth, normal } = surface.touch(foot, 0, n);
    return pressed(disc, foot, depth, normal);
  }
  const up = surface.up(n);
  const along = scale3(mul(ALONG, disc.radius), directionOf(cross3(disc.axis, up)));
  const across = scale3(mul(ACROSS, disc.width), disc.axis);
  const [front, back, left, right] = [add3(foot, along), sub3(foot, along), add3(foot, across), sub3(foot, across)].map(
    (place) => {
      const { depth, normal } = surface.touch(place, 0, n);
      const rise = div(depth, max(LEAST_SLOPE, dot3(normal, up)));
      return { rise, onGround: add3(place, scale3(rise, up)) };
    },
  );
  const normal = directionOf(cross3(sub3(front.onGround, back.onGround), sub3(left.onGround, right.onGround)));
  const rise = mul(0.25, add(add(front.rise, back.rise), add(left.rise, right.rise)));
  return pressed(disc, foot, mul(rise, dot3(normal, up)), normal);
}

/** The contact with the plane that lies by `rise` above the disc's foot, which is not its lowest point where the ground is steep. */
function pressed(disc: Disc, foot: Vec3, rise: Num, normal: Vec3): WheelGround {
  const { lowest, upright } = lowestPoint(disc, normal);
  const depth = add(rise, dot3(sub3(foot, lowest), normal));
  return {
    depth,
    normal,
    place: add3(lowest, scale3(depth, normal)),
    forward: scale3(div(1, upright), cross3(disc.axis, normal)),
    upright,
  };
}

/** The point of the disc that lies deepest against the unit vector `up`, and the cosine of the disc's lean from it. */
function lowestPoint({ centre, axis, radius }: Disc, up: Vec3): { readonly lowest: Vec3; readonly upright: Num } {
  const lean = dot3(up, axis);
  const upright = sqrt(max(sub(1, square(lean)), FLAT));
  const inPlane = sub3(up, scale3(lean, axis));
  return { lowest: sub3(centre, scale3(mul(radius, div(1, upright)), inPlane)), upright };
}

/** A vector of length 1; zero where there is no direction. */
function directionOf(v: Vec3): Vec3 {
  return scale3(div(1, sqrt(max(dot3(v, v), TINY))), v);
}
