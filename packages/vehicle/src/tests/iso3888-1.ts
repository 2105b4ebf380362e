import { iso3888Part1 } from "../metrics/lanes.js";
import { changeLanes, laneChangeDrives, laneChangeOptions } from "./lane-change.js";
import { defineTest } from "./standard-test.js";

/** ISO 3888-1, severe double lane change. */
export const doubleLaneChange = defineTest({
  name: "iso3888-1",
  title: "Severe double lane change",
  norm: "ISO 3888-1",
  summary: "highest entry speed of a double lane change at held speed",
  options: laneChangeOptions,
  drives: laneChangeDrives,
  run: (session, options) => {
    const course = iso3888Part1(session.vehicle.sizes.width);
    return changeLanes(session, { test: "iso3888-1", course, releaseAt: null }, options);
  },
});
