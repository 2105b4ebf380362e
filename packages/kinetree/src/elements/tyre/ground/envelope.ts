import { cos, pow, sin } from "../../../graph/elementary.js";
import type { Num } from "../../../graph/graph.js";
import { abs, add, div, lt, max, min, mul, select, square, sub } from "../../../graph/num.js";
import { add3, cross3, dot3, scale3, sum3, type Vec3 } from "../../../spatial/vec3.js";
import type { TracedSurface } from "../../terrain/surface.js";
import { directionOf, LEAST_SLOPE, lowestPoint, type Disc, type WheelGround } from "./disc.js";

/*
 * The ground as a disc meets it: the area of the disc below the line of the ground in its plane, by stations across the disc. Obstacles
 * shorter than the contact, steps and holes act as the area that they take.
 */

/** Stations across the disc. */
export const STATIONS = 40;

/** What stations add up. Vectors as parts along the wheel and up, in its plane. */
export interface EnvelopeSums {
  /** [m²] */
  readonly area: Num;
  /** Each piece of the area, times the direction from it to the centre as a part of the radius. */
  readonly back: Num;
  readonly up: Num;
  /** Area times the slope of the ground to the left. */
  readonly tilt: Num;
}

/** A disc and the directions in its plane. */
export interface DiscPlane {
  readonly centre: Vec3;
  readonly forward: Vec3;
  readonly up: Vec3;
  readonly axis: Vec3;
  readonly radius: Num;
}

/** @param n numbers that begin with those of the surface */
export function discPlane(surface: TracedSurface, disc: Disc, n: readonly Num[]): DiscPlane {
  const forward = directionOf(cross3(disc.axis, surface.up(n)));
  return { ...disc, forward, up: cross3(forward, disc.axis) };
}

/** Places of stations as parts of the radius, with the half chord there. */
export const stations: readonly (readonly [place: number, half: number])[] = Array.from(
  { length: STATIONS },
  (_, i) => {
    const place = (2 * i + 1) / STATIONS - 1;
    return [place, Math.sqrt(1 - place * place)];
  },
);

/** Half chords below this part of the radius count as this long for the bend of the disc. */
const SHORTEST = 0.2;

/** One station more. The mean of the overlap over its width, for a ground that is straight there. */
export function addStation(
  surface: TracedSurface,
  { centre, forward, up, axis, radius }: DiscPlane,
  [place, half]: readonly Num[],
  sums: EnvelopeSums,
  n: readonly Num[],
): EnvelopeSums {
  const [x, h] = [mul(radius, place), mul(radius, half)];
  const width = mul(2 / STATIONS, radius);
  const lower = sum3(centre, scale3(x, forward), scale3(mul(-1, h), up));
  const { depth, normal } = surface.touch(lower, 0, n);
  const upwards = max(LEAST_SLOPE, dot3(normal, up));
  const slope = div(dot3(normal, forward), mul(-1, upwards));
  // The disc bends away within a station.
  const bend = mul(div(square(width), 24), div(square(radius), cube(max(h, mul(SHORTEST, radius)))));
  const overlap = sub(div(depth, upwards), bend);
  const rise = max(1e-12, mul(mul(0.5, width), abs(sub(slope, div(x, h)))));
  const share = max(0, div(add(overlap, rise), mul(2, rise)));
  const mean = min(mul(2, h), select(lt(rise, overlap), overlap, mul(rise, square(min(1, share)))));
  const area = mul(mean, width);
  const perRadius = div(area, radius);
  return {
    area: add(sums.area, area),
    back: sub(sums.back, mul(perRadius, x)),
    up: add(sums.up, mul(perRadius, sub(h, mul(0.5, mean)))),
    tilt: add(sums.tilt, mul(area, div(dot3(normal, axis), upwards))),
  };
}

const cube = (x: Num): Num => mul(x, square(x));

/** Area [m²] that is no overlap at all. */
const NOTHING = 1e-15;

/** The contact with the plane whose flat ground takes the same area, across the resultant of that area. */
export function envelopeGround(disc: Disc, plane: DiscPlane, sums: EnvelopeSums): WheelGround {
  const { radius } = disc;
  const some = max(sums.area, NOTHING);
  const inPlane = directionOf(add3(scale3(sums.back, plane.forward), scale3(max(sums.up, NOTHING), plane.up)));
  const normal = directionOf(add3(inPlane, scale3(div(sums.tilt, some), disc.axis)));
  const { lowest, upright } = lowestPoint(disc, normal);
  const touches = lt(NOTHING, sums.area);
  const depth = select(touches, mul(upright, segmentDepth(some, radius)), 0);
  return {
    depth,
    normal,
    place: add3(lowest, scale3(depth, normal)),
    forward: scale3(div(1, upright), cross3(disc.axis, normal)),
    upright,
  };
}

/** Steps of Newton's method from a start that is right to some 1e-4. */
const ROUNDS = 2;

/** Depth of a segment of a disc by its area, R²(θ - sin θ cos θ): R (1 - cos θ). */
function segmentDepth(area: Num, radius: Num): Num {
  const y = div(area, square(radius));
  const start = pow(mul(1.5, y), 1 / 3);
  let angle = mul(start, add(1, mul(1 / 15, square(start))));
  for (let k = 0; k < ROUNDS; k++) {
    const [s, c] = [sin(angle), cos(angle)];
    angle = sub(angle, div(sub(sub(angle, mul(s, c)), y), mul(2, square(s))));
  }
  // 1 - cos θ without cancellation.
  return mul(mul(2, radius), square(sin(mul(0.5, angle))));
}
