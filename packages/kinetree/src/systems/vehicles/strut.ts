import type { AnyMechanism } from "../../model/builder/mechanism.js";
import { minus, times, unit, type Point } from "../parts/point.js";
import { rod } from "../parts/rod.js";
import type { Corner } from "./wishbone-corner.js";

interface StrutOptions {
  readonly suffix: string;
  readonly chassis: string;
  /** Of each half [kg]. */
  readonly mass: number;
  /** Along the strut [N s/m]; 0 if left out. */
  readonly damping?: number;
}

/** The damper as two bodies that slide in each other, from the chassis to the lower arm. */
export function addStrut(
  { built, points, lowerArmFrame }: Corner,
  { suffix: s, chassis, mass, damping = 0 }: StrutOptions,
): AnyMechanism {
  const { shockChassis: top, shockArm: foot } = points;
  const along: Point = minus(foot, top);
  return built
    .body(`strutUpper${s}`, rod([0, 0, 0], times(0.6, along), { mass, radius: 0.03 }))
    .body(`strutLower${s}`, rod(times(0.4, along), along, { mass, radius: 0.02 }))
    .universal(`strutTop${s}`, {
      parent: chassis,
      child: `strutUpper${s}`,
      at: top,
      axis1: [1, 0, 0],
      axis2: [0, 1, 0],
    })
    .prismatic(`strut${s}`, { parent: `strutUpper${s}`, child: `strutLower${s}`, axis: unit(along), damping })
    .spherical(`strutFoot${s}`, {
      parent: `strutLower${s}`,
      child: `lowerArm${s}`,
      at: along,
      childAt: minus(foot, lowerArmFrame),
      role: "loop",
    });
}
