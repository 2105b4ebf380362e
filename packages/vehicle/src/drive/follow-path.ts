import { cos, sin } from "kinetree/graph";
import type { TestVehicle } from "../vehicles/test-vehicle.js";
import type { Steering } from "./driver.js";
import type { Path } from "./path.js";

/** How a driver steers along a path. */
export interface Follower {
  /** Looked ahead by so much [s]: about the time in which the vehicle answers to its steering. */
  readonly lead: number;
  /** Errors die away within about this time [s]. */
  readonly reach: number;
  /** Steering in addition to the wheelbase's for each m/s² [rad s²/m]: what the driver knows of the vehicle's understeer. */
  readonly understeer: number;
}

/** Errors do not die away within less than this [m]: near standstill there is no time. */
const LEAST_REACH = 3;

/**
 * Where the vehicle will be after the lead time if it goes on as it does now, it is compared with the path: the steering is that of the
 * path's curvature there, and of a curvature that takes the offset and the heading back, critically damped over the distance.
 */
export function followPath(
  path: Path,
  { sizes, steering }: Pick<TestVehicle, "sizes" | "steering">,
  { lead, reach, understeer }: Follower,
): Steering {
  return ({ x, y, yaw, speed, lateral, yawRate }) => {
    const middle = yaw + (yawRate * lead) / 2;
    const [cosine, sine] = [cos(middle), sin(middle)];
    const [xAhead, yAhead] = [
      x + lead * (speed * cosine - lateral * sine),
      y + lead * (speed * sine + lateral * cosine),
    ];
    const place = path.near(xAhead, yAhead);
    const [cosPath, sinPath] = [cos(place.heading), sin(place.heading)];
    const offset = cosPath * (yAhead - place.y) - sinPath * (xAhead - place.x);
    const turned = sin(yaw + yawRate * lead - place.heading);
    const length = Math.max(LEAST_REACH, reach * speed);
    const curvature = place.curvature - offset / (length * length) - (2 * turned) / length;
    return (curvature * (sizes.wheelbase + understeer * speed * speed)) / steering.roadWheelAtLock;
  };
}
