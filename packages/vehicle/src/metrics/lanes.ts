import { cos, sin } from "kinetree/graph";
import type { VehicleSizes } from "../vehicles/test-vehicle.js";

/** A stretch of a course in which the vehicle has to stay between two lines along x; y to the left [m]. */
export interface Lane {
  readonly from: number;
  readonly to: number;
  readonly right: number;
  readonly left: number;
}

/** A course of lanes, with gaps between them in which any place is allowed. */
export interface LaneCourse {
  readonly lanes: readonly Lane[];
  /** Where it begins and ends along x. */
  readonly length: number;
}

/** Lengths of five stretches: lane, gap, lane, gap, lane; widths of the lanes. */
interface Sections {
  readonly lengths: readonly [number, number, number, number, number];
  readonly widths: readonly [number, number, number];
  /** From the left line of the first lane to the left line of the second: the first lane's centre is y = 0. */
  readonly leftShift: number;
}

/** The third lane begins at the right line of the first, so that the way back is not longer for a wider lane. */
function course({ lengths, widths, leftShift }: Sections): LaneCourse {
  const starts = [0];
  for (const length of lengths) starts.push(starts[starts.length - 1] + length);
  const right = -widths[0] / 2;
  const second = widths[0] / 2 + leftShift;
  const lane = (i: number, from: number, low: number, width: number): Lane => ({
    from,
    to: from + lengths[i],
    right: low,
    left: low + width,
  });
  return {
    lanes: [
      lane(0, starts[0], right, widths[0]),
      lane(2, starts[2], second - widths[1], widths[1]),
      lane(4, starts[4], right, widths[2]),
    ],
    length: starts[5],
  };
}

/**
 * Severe double lane change of ISO 3888-1 for a vehicle of this width, to the left. Lines of the same side are 3.5 m apart. Lengths
 * and widths are as commonly quoted.
 */
export const iso3888Part1 = (width: number): LaneCourse => {
  const widths = [1.1 * width + 0.25, 1.2 * width + 0.25, 1.3 * width + 0.25] as const;
  // Right lines are 3.5 m apart.
  return course({ lengths: [15, 30, 25, 25, 15], widths, leftShift: 3.5 + widths[1] - widths[0] });
};

/** Obstacle avoidance of ISO 3888-2, to the left: a gap of 1 m between the lanes. Lengths and widths are as commonly quoted. */
export const iso3888Part2 = (width: number): LaneCourse => {
  const widths = [1.1 * width + 0.25, width + 1, Math.max(1.3 * width + 0.25, 3)] as const;
  return course({ lengths: [12, 13.5, 11, 12.5, 12], widths, leftShift: 1 + widths[1] });
};

/**
 * Lane change of NATO AVTP 03-160 as commonly quoted: ramps of the vehicle's length and 24 m, 25 m in the other lane; the shift
 * grows with the width.
 */
export const natoLaneChange = ({ length, width }: Pick<VehicleSizes, "length" | "width">): LaneCourse => {
  const widths = [1.1 * width + 0.25, 1.2 * width + 0.25, 1.1 * width + 0.25] as const;
  const ramp = length + 24;
  const shift = 3.5 + (widths[1] - widths[0]) / 2;
  return course({ lengths: [15, ramp, 25, ramp, 15], widths, leftShift: shift + (widths[1] - widths[0]) / 2 });
};

/** Rises smoothly from 0 to 1: rates and second rates are zero at both ends. */
export const quintic = (part: number): number => {
  const p = Math.max(0, Math.min(1, part));
  return p * p * p * (10 + p * (6 * p - 15));
};

const centre = ({ right, left }: Lane): number => (right + left) / 2;

/**
 * A smooth path through the middle of all lanes: y over x. Each change begins before its gap and ends behind it by a part of the gap,
 * since lanes are wider than the vehicle.
 */
export function middleOf({ lanes }: LaneCourse, overlap: number): (x: number) => number {
  return (x) => {
    let y = centre(lanes[0]);
    for (let i = 1; i < lanes.length; i++) {
      const gap = lanes[i].from - lanes[i - 1].to;
      const [from, to] = [lanes[i - 1].to - overlap * gap, lanes[i].from + overlap * gap];
      y += (centre(lanes[i]) - centre(lanes[i - 1])) * quintic((x - from) / (to - from));
    }
    return y;
  };
}

/** Corners of a vehicle from above, of one whose chassis frame stands in x, y with this heading. */
export function cornersOf(
  { length, width, middle }: Pick<VehicleSizes, "length" | "width" | "middle">,
  x: number,
  y: number,
  yaw: number,
): readonly (readonly [number, number])[] {
  const [cosine, sine] = [cos(yaw), sin(yaw)];
  return [1, -1].flatMap((front) =>
    [1, -1].map((side): readonly [number, number] => {
      const [ahead, aside] = [middle + (front * length) / 2, (side * width) / 2];
      return [x + cosine * ahead - sine * aside, y + sine * ahead + cosine * aside];
    }),
  );
}

/** How far a corner has left its lane at most [m]; negative: the least room that was left. */
export function worstExcess(
  { lanes }: LaneCourse,
  sizes: Pick<VehicleSizes, "length" | "width" | "middle">,
  motion: { readonly x: ArrayLike<number>; readonly y: ArrayLike<number>; readonly yaw: ArrayLike<number> },
): number {
  let worst = -Infinity;
  for (let k = 0; k < motion.x.length; k++) {
    for (const [x, y] of cornersOf(sizes, motion.x[k], motion.y[k], motion.yaw[k])) {
      for (const { from, to, right, left } of lanes)
        if (x >= from && x <= to) worst = Math.max(worst, y - left, right - y);
    }
  }
  return worst;
}
