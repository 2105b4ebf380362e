import type { Num } from "../../graph/graph.js";
import { mul, neg, sub } from "../../graph/num.js";
import { add3, cross3, dot3, sub3, type Vec3 } from "../../spatial/vec3.js";
import type { FrameMotion } from "../two-frame-load.js";
import type { WheelGround } from "./ground/disc.js";
import type { InGround } from "./steady-law.js";

/** A wheel and its contact, as seen along the axes of the contact. */
export interface WheelMotion {
  /** Across the wheel, in the ground, to the left. */
  readonly left: Vec3;
  /** From the centre of the wheel to the contact. */
  readonly lever: Vec3;
  /** Of the contact as the carrier moves it, along and across: with the spin, camber and roll would load the carcass [m/s]. */
  readonly speed: InGround;
  /** Of the contact into the ground [m/s]. */
  readonly sinking: Num;
  /** Relative to the carrier, forwards [rad/s]. */
  readonly spin: Num;
  /** Of the carrier about the normal [rad/s]. */
  readonly yaw: Num;
  /** Sine of the lean to the right. */
  readonly lean: Num;
  /** From the axis to the ground, in the plane of the wheel: the lever of the force along the wheel [m]. */
  readonly loadedRadius: Num;
}

/** @param carrier angular velocity of the body that carries the wheel */
export function wheelMotion(
  wheel: FrameMotion,
  axis: Vec3,
  carrier: Vec3,
  radius: Num,
  { depth, normal, place, forward, upright }: WheelGround,
): WheelMotion {
  const left = cross3(normal, forward);
  const lever = sub3(place, wheel.p);
  const velocity = add3(wheel.v, cross3(carrier, lever));
  const lean = dot3(axis, normal);
  return {
    left,
    lever,
    speed: [dot3(velocity, forward), dot3(velocity, left)],
    sinking: neg(dot3(velocity, normal)),
    spin: dot3(sub3(wheel.omega, carrier), axis),
    yaw: dot3(carrier, normal),
    lean,
    loadedRadius: sub(radius, mul(depth, upright)),
  };
}
