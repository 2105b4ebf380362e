import { mechanism } from "../../src/model/builder/mechanism.js";
import type { FrictionLaw, Model, NormalLaw } from "../../src/model/types.js";

/** What the tests of contact let touch. */
export const g = 9.81;

/** The lander's icy ground: its normal law, and its friction (sigma0 far below 1/m, as published). */
export const ice: NormalLaw = { kind: "standard-linear-solid", elastic: 22000, viscoelastic: 920, damping: 5550 };
export const icyFriction: FrictionLaw = {
  kind: "lugre",
  sigma0: 0.0015,
  sigma1: 0.1,
  sigma2: 0.05,
  static: 0.09,
  kinetic: 0.05,
  stribeckSpeed: 0.2,
};
/** Bristles with physical sizes, damped so that a load put on at once does not overshoot. */
export const bristles: FrictionLaw = {
  kind: "lugre",
  sigma0: 1000,
  sigma1: 30,
  sigma2: 0,
  static: 0.4,
  kinetic: 0.3,
  stribeckSpeed: 0.1,
  exponent: 2,
};
export const firm: NormalLaw = { kind: "spring-damper", stiffness: 1e5, damping: 300 };

/** A sphere (a point for radius 0) of 1 kg, a solid one if it has a radius, on a plane that falls by `slope` along x. */
export function ball(
  normal: NormalLaw,
  friction: FrictionLaw,
  { radius = 0, slope = 0, gravity = g }: { radius?: number; slope?: number; gravity?: number } = {},
): Model {
  const I = radius === 0 ? 1e-2 : 0.4 * radius * radius;
  return mechanism("ball")
    .gravity(0, 0, -gravity)
    .body("ball", { mass: 1, inertia: [I, I, I] })
    .free("free", { parent: "ground", child: "ball" })
    .plane("floor", { at: { rpy: [0, slope, 0] } })
    .contact("touch", { body: "ball", radius, terrain: "floor", normal, friction })
    .build();
}

/** A flat box of 2 kg that stands on four points. */
export function block(normal: NormalLaw, friction: FrictionLaw, slope: number): Model {
  const [a, h] = [0.2, 0.05];
  const start = mechanism("block")
    .body("block", { mass: 2, inertia: [0.03, 0.03, 0.05] })
    .free("free", { parent: "ground", child: "block" })
    .plane("floor", { at: { rpy: [0, slope, 0] } });
  return start
    .repeat(4, (made, i) =>
      made.contact(`corner${i}`, {
        body: "block",
        at: [i % 2 === 0 ? a : -a, i < 2 ? a : -a, -h],
        terrain: "floor",
        normal,
        friction,
      }),
    )
    .build();
}

/** Start of a body at a height above the plane (below, if negative), moving along it, and turned with it. */
export function above(slope: number, height: number, along = 0, across = 0) {
  const [c, s] = [Math.cos(slope), Math.sin(slope)];
  return {
    q: { free: [height * s, 0, height * c, Math.cos(slope / 2), 0, Math.sin(slope / 2), 0] },
    v: { free: [0, 0, 0, along, 0, across] },
  };
}

/** Position and speed downhill, of a state of a free body. */
export const downhill = (slope: number, q: ArrayLike<number>): number =>
  q[0] * Math.cos(slope) - q[2] * Math.sin(slope);
