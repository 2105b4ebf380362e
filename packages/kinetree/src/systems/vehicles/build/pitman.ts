import type { PitmanSteeringData } from "../data/steering.js";
import { addSteering } from "../steering-linkage.js";
import type { SteeringPart } from "./steering-part.js";

/** Bodies "pitmanArm" and "steeringLink", turned at "pitman"; its idler is a distance "idler" or a body "idlerArm". */
export const pitman: SteeringPart<PitmanSteeringData> = {
  kind: "pitman",
  fromChassis: ({ idlerMass }, { idler }) => (idler === "body" ? idlerMass : 0),
  perRadian: ({ leftSign }) => leftSign,
  add: (soFar, data, { suffix, chassis, spring }, { idler }) => {
    const { built, link, linkFrame } = addSteering(soFar, data, {
      chassis: chassis.body,
      suffix,
      idler,
      ...(spring === null ? {} : { spring }),
    });
    return { built, ports: { tieRods: { body: link, origin: linkFrame }, joint: `pitman${suffix}` } };
  },
};
