import type { JointMotion } from "./types.js";
import { unreachable } from "./unreachable.js";

/** Whether a speed turns or slides. A screw turns: its coordinate is the angle. */
export type SpeedKind = "rotation" | "translation";

const kinds = (...each: readonly SpeedKind[]): readonly SpeedKind[] => Object.freeze(each);

const none = kinds();
const turn = kinds("rotation");
const slide = kinds("translation");
const turnAndSlide = kinds("rotation", "translation");
const twoTurns = kinds("rotation", "rotation");
const inPlane = kinds("translation", "translation", "rotation");
const turns = kinds("rotation", "rotation", "rotation");
const all = kinds(...turns, "translation", "translation", "translation");

/** One for each speed of a joint; except for spherical and free joints, one for each coordinate too. */
export function speedKinds(motion: JointMotion): readonly SpeedKind[] {
  switch (motion.kind) {
    case "weld":
      return none;
    case "revolute":
    case "continuous":
    case "screw":
      return turn;
    case "prismatic":
      return slide;
    case "cylindrical":
      return turnAndSlide;
    case "universal":
      return twoTurns;
    case "planar":
      return inPlane;
    case "spherical":
      return turns;
    case "free":
      return all;
    case "general":
      return motion.axes.map(({ kind }) => (kind === "translation" ? "translation" : "rotation"));
    case "flexible":
      return Array.from({ length: motion.modes }, () => "translation");
    default:
      return unreachable(motion);
  }
}
