import { atan2, cos, sin } from "kinetree/graph";
import type { TestVehicle } from "../vehicles/test-vehicle.js";
import type { Steering } from "./driver.js";

/** A path on the ground by its length. */
export interface Path {
  /** Length from the start to the place nearest to a point [m]. */
  readonly locate: (x: number, y: number) => number;
  readonly at: (s: number) => { readonly x: number; readonly y: number };
}

/** A circle to the left that touches the x axis in the origin. */
export const circlePath = (radius: number): Path => ({
  locate: (x, y) => radius * atan2(x, radius - y),
  at: (s) => ({ x: radius * sin(s / radius), y: radius * (1 - cos(s / radius)) }),
});

/** A path along x, given by its y: for changes of lane, in which headings are small. */
export const alongX = (y: (x: number) => number): Path => ({
  locate: (x) => x,
  at: (s) => ({ x: s, y: y(s) }),
});

/** How a driver looks ahead. */
export interface Preview {
  /** Distance that is looked ahead: seconds times speed, but no less than `least`. */
  readonly time: number;
  readonly least: number;
  /** Steering in addition to the wheelbase's for each m/s² [rad s²/m]: what the driver knows of the vehicle's understeer. */
  readonly understeer: number;
}

/** Steers to the circle that leads from the rear axle to a place ahead on the path (pure pursuit). */
export function followPath(
  path: Path,
  { sizes, steering }: Pick<TestVehicle, "sizes" | "steering">,
  { time, least, understeer }: Preview,
): Steering {
  const rear = sizes.frontAxle - sizes.wheelbase;
  return ({ x, y, yaw, speed }) => {
    const [cosine, sine] = [cos(yaw), sin(yaw)];
    const [xr, yr] = [x + rear * cosine, y + rear * sine];
    const ahead = Math.max(least, time * speed);
    const goal = path.at(path.locate(xr, yr) + ahead);
    const [dx, dy] = [goal.x - xr, goal.y - yr];
    const aside = cosine * dy - sine * dx;
    const curvature = (2 * aside) / (dx * dx + dy * dy);
    const angle = curvature * (sizes.wheelbase + understeer * speed * speed);
    return angle / steering.roadWheelAtLock;
  };
}
