import { natoLaneChange } from "../metrics/lanes.js";
import { changeLanes, laneChangeDrives, laneChangeOptions } from "./lane-change.js";
import { defineTest } from "./standard-test.js";

/** NATO AVTP 03-160, double lane change. */
export const natoDoubleLaneChange = defineTest({
  name: "nato-lane-change",
  title: "NATO double lane change",
  norm: "NATO AVTP 03-160 W",
  summary: "highest entry speed of the lane change for military vehicles",
  options: { ...laneChangeOptions, lowest: { ...laneChangeOptions.lowest, default: 12 } },
  drives: laneChangeDrives,
  run: (session, options) => {
    const course = natoLaneChange(session.vehicle.sizes);
    return changeLanes(session, { test: "nato-lane-change", course, releaseAt: null }, options);
  },
});
