import type { Body } from "../../../model/types.js";
import { cosSinDeg } from "../../parts/point.js";
import { turnedInertia } from "../../parts/turned-inertia.js";

/** Moments along axes that are turned about y, as a tensor. */
export function pitched(moments: readonly [number, number, number], pitchDeg: number): Body["inertia"] {
  const [cosine, sine] = cosSinDeg(pitchDeg);
  return turnedInertia(moments, [
    [cosine, 0, -sine],
    [0, 1, 0],
    [sine, 0, cosine],
  ]);
}
