import type { Num } from "../../../graph/graph.js";
import { add, div, max, mul } from "../../../graph/num.js";
import type { TyreContactMethod } from "../../../model/tyres/tyre.js";
import { add3, cross3, dot3, scale3, sub3, type Vec3 } from "../../../spatial/vec3.js";
import type { TracedSurface } from "../../terrain/surface.js";
import { directionOf, LEAST_SLOPE, lowestPoint, type Disc, type WheelGround } from "./disc.js";
import { discPlane, envelopeGround, type EnvelopeSums } from "./envelope.js";

/** Places of "four-point" from the foot of the disc: parts of the radius along the wheel, and of the width across. */
const ALONG = 0.1;
const ACROSS = 0.3;

/**
 * @param n numbers that begin with those of the surface
 * @param sums what stations have added up; for "envelope"
 */
export function wheelGround(
  method: TyreContactMethod,
  surface: TracedSurface,
  disc: Disc,
  n: readonly Num[],
  sums: EnvelopeSums | null,
): WheelGround {
  if (method === "envelope" && sums) return envelopeGround(disc, discPlane(surface, disc, n), sums);
  const foot = lowestPoint(disc, surface.up(n)).lowest;
  if (method !== "four-point") {
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
