import { atan2, cos, sin, sqrt } from "kinetree/graph";

/** A place on a path: where it is, which way it leads, how it bends (to the left is positive). */
export interface PathPlace {
  readonly x: number;
  readonly y: number;
  readonly heading: number;
  /** [1/m] */
  readonly curvature: number;
}

/** A path on the ground. */
export interface Path {
  /** The place of the path nearest to a point, or beside it. */
  readonly near: (x: number, y: number) => PathPlace;
}

/** A circle to the left that touches the x axis in the origin. */
export const circlePath = (radius: number): Path => ({
  near: (x, y) => {
    const angle = atan2(x, radius - y);
    return { x: radius * sin(angle), y: radius * (1 - cos(angle)), heading: angle, curvature: 1 / radius };
  },
});

/** Distance over which slopes of a path are taken [m]. */
const H = 0.25;

/** A path along x, given by its y: for changes of lane, whose headings are small. */
export const alongX = (y: (x: number) => number): Path => ({
  near: (x) => {
    const [before, here, after] = [y(x - H), y(x), y(x + H)];
    const slope = (after - before) / (2 * H);
    const bend = (after - 2 * here + before) / (H * H);
    const stretch = 1 + slope * slope;
    return { x, y: here, heading: atan2(slope, 1), curvature: bend / (stretch * sqrt(stretch)) };
  },
});
