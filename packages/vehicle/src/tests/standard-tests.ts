import { unknownName } from "kinetree/tools";
import { acceleration } from "./acceleration.js";
import { braking } from "./braking.js";
import { frequencyResponse } from "./frequency-response.js";
import { halfRound } from "./half-round.js";
import { doubleLaneChange } from "./iso3888-1.js";
import { obstacleAvoidance } from "./iso3888-2.js";
import { natoDoubleLaneChange } from "./nato-lane-change.js";
import { ride } from "./ride.js";
import { sineDwell } from "./sine-with-dwell.js";
import { slopes } from "./slopes.js";
import type { StandardTest } from "./standard-test.js";
import { steadyCircle } from "./steady-circle.js";
import { stepSteer } from "./step-steer.js";

/** All tests, in the order of lists. */
export const standardTests: readonly StandardTest[] = Object.freeze([
  steadyCircle,
  stepSteer,
  frequencyResponse,
  doubleLaneChange,
  obstacleAvoidance,
  natoDoubleLaneChange,
  sineDwell,
  acceleration,
  braking,
  slopes,
  ride,
  halfRound,
]);

/** A test by its name. */
export function standardTestNamed(name: string): StandardTest {
  const found = standardTests.find((each) => each.name === name);
  if (!found)
    throw unknownName(
      "test",
      name,
      standardTests.map((each) => each.name),
    );
  return found;
}
