import type { BodyOptions } from "../model/builder/body.js";
import { capsule } from "../model/bodies/shapes.js";

/**
 * The link that chains and legs are made of: 1 kg, 1 m long down its z axis, mass centre in the middle,
 * diag(0.1, 0.1, 0.02) kg m² about it. Round numbers that other tools are fed too when speed is compared.
 */
export const standardLink: BodyOptions<"tip"> = Object.freeze({
  mass: 1,
  com: [0, 0, -0.5],
  inertia: [0.1, 0.1, 0.02],
  frames: { tip: [0, 0, -1] },
  shapes: [capsule(0.04, 0.92, { at: [0, 0, -0.5] })],
} satisfies BodyOptions<"tip">);

/** Where the next joint sits in a link. */
export const standardTip = Object.freeze([0, 0, -1] as const);
