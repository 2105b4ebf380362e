import { iso3888Part2 } from "../metrics/lanes.js";
import { changeLanes, laneChangeDrives, laneChangeOptions } from "./lane-change.js";
import { defineTest } from "./standard-test.js";

/** Into the first lane the throttle is released after this [m]. */
const RELEASE = 2;

/** ISO 3888-2, obstacle avoidance. */
export const obstacleAvoidance = defineTest({
  name: "iso3888-2",
  title: "Obstacle avoidance",
  norm: "ISO 3888-2",
  summary: "highest entry speed round an obstacle, the throttle released",
  options: { ...laneChangeOptions, lowest: { ...laneChangeOptions.lowest, default: 20 / 3.6 } },
  drives: laneChangeDrives,
  run: (session, options) => {
    const course = iso3888Part2(session.vehicle.sizes.width);
    return changeLanes(session, { test: "iso3888-2", course, releaseAt: RELEASE }, options);
  },
});
