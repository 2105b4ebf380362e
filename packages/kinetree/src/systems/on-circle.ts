import { realFunctions } from "../model/real-arithmetic.js";
import type { Point } from "./point.js";

/** A place on a level circle about the z axis, from the x axis on. */
export function onCircle(radius: number, angleDeg: number, height = 0): Point {
  const angle = (angleDeg * Math.PI) / 180;
  return [radius * realFunctions.cos.of(angle, 0), radius * realFunctions.sin.of(angle, 0), height];
}
