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
  options: {
    ...laneChangeOptions,
    // Slower ones roll to a stop before the end.
    lowest: { ...laneChangeOptions.lowest, default: 7 },
    reach: { ...laneChangeOptions.reach, default: 0.25 },
    // The gaps are short for a long vehicle.
    overlap: { ...laneChangeOptions.overlap, default: 0.1 },
  },
  drives: laneChangeDrives,
  run: (session, options) => {
    const course = iso3888Part2(session.vehicle.sizes.width);
    return changeLanes(session, { test: "iso3888-2", course, releaseAt: RELEASE }, options);
  },
});
