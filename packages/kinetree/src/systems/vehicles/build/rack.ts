import { bar } from "../../parts/rod.js";
import type { RackSteeringData } from "../data/steering.js";
import { pitched } from "./pitched.js";
import type { SteeringPart } from "./steering-part.js";

/** A body "rack" that slides at "rack"; both tie rods end on it at the suspension's own points. */
export const rack: SteeringPart<RackSteeringData> = {
  kind: "rack",
  fromChassis: () => 0,
  perRadian: ({ leftSign, pinionRadius }) => leftSign * pinionRadius,
  add: (soFar, { origin, pitchDeg, rack: part, length }, { suffix, chassis, spring }) => {
    const name = `rack${suffix}`;
    const built = soFar
      .body(name, {
        mass: part.mass,
        inertia: pitched(part.moments, pitchDeg),
        shapes: [bar([0, length / 2, 0], [0, -length / 2, 0], 0.02)],
      })
      .prismatic(name, { parent: chassis.body, child: name, at: origin, axis: [0, 1, 0], ...spring });
    return { built, ports: { tieRods: { body: name, origin }, joint: name } };
  },
};
