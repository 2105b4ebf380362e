import type { BodyOptions } from "../../model/builder/body.js";
import { capsule } from "../../model/bodies/shapes.js";

/** The link of chains and legs: 1 kg, 1 m down its z axis, mass centre in the middle, diag(0.1, 0.1, 0.02) kg m²: numbers that other tools are fed too. */
export const standardLink: BodyOptions<"tip"> = Object.freeze({
  mass: 1,
  com: [0, 0, -0.5],
  inertia: [0.1, 0.1, 0.02],
  frames: { tip: [0, 0, -1] },
  shapes: [capsule(0.04, 0.92, { at: [0, 0, -0.5] })],
} satisfies BodyOptions<"tip">);

/** Where the next joint sits in a link. */
export const standardTip = Object.freeze([0, 0, -1] as const);
