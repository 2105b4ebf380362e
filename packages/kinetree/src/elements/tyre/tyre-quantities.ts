import { atan } from "../../graph/elementary.js";
import type { Num } from "../../graph/graph.js";
import { neg } from "../../graph/num.js";
import type { TyreForce } from "./plan-tyre.js";

/** A number that tells what a tyre does. */
interface TyreQuantity {
  readonly unit: string;
  readonly of: (force: TyreForce) => Num;
}

/** Numbers of a tyre, along the axes of its contact unless said otherwise, in the order of channels. */
export const tyreQuantities = {
  fx: { unit: "N", of: ({ inGround }) => inGround[0] },
  fy: { unit: "N", of: ({ inGround }) => inGround[1] },
  fz: { unit: "N", of: ({ load }) => load },
  mx: { unit: "N m", of: ({ overturning }) => overturning },
  my: { unit: "N m", of: ({ rolling }) => rolling },
  mz: { unit: "N m", of: ({ aligning }) => aligning },
  kappa: { unit: "", of: ({ slip }) => slip[0] },
  alpha: { unit: "rad", of: ({ slip }) => neg(atan(slip[1])) },
  camber: { unit: "rad", of: ({ camber }) => camber },
  depth: { unit: "m", of: ({ depth }) => depth },
  ex: { unit: "m", of: ({ deflection }) => deflection[0] },
  ey: { unit: "m", of: ({ deflection }) => deflection[1] },
  use: { unit: "", of: ({ use }) => use },
  radius: { unit: "m", of: ({ rollingRadius }) => rollingRadius },
  vx: { unit: "m/s", of: ({ speed }) => speed[0] },
  vy: { unit: "m/s", of: ({ speed }) => speed[1] },
  spin: { unit: "rad/s", of: ({ spin }) => spin },
  loss: { unit: "W", of: ({ loss }) => loss },
  /** In world components: the place of the contact, and the whole force on the wheel. */
  px: { unit: "m", of: ({ place }) => place[0] },
  py: { unit: "m", of: ({ place }) => place[1] },
  pz: { unit: "m", of: ({ place }) => place[2] },
  gx: { unit: "N", of: ({ force }) => force[0] },
  gy: { unit: "N", of: ({ force }) => force[1] },
  gz: { unit: "N", of: ({ force }) => force[2] },
} as const satisfies Readonly<Record<string, TyreQuantity>>;

/** Name of a number of a tyre. */
export type TyrePart = keyof typeof tyreQuantities;

export const tyreParts = Object.freeze(Object.keys(tyreQuantities)) as readonly TyrePart[];
