import { RequestError } from "../errors/kinetree-error.js";
import { unknownName } from "../errors/unknown-name.js";
import { tieRodParameter } from "../systems/vehicles/assembly/assemble-vehicle.js";
import type { AxleData, VehicleData } from "../systems/vehicles/data/vehicle.js";
import { createSuspensionRig } from "./suspension-kinematics.js";

/** A wanted toe, and where. */
export interface ToeSetting {
  /** Name of the axle: "F". */
  readonly axle: string;
  /** Mean of both wheels, positive where their front edges are towards each other [rad]. */
  readonly toeIn: number;
  /** Angle of the arms that travel, at which it is set [rad]; 0 if left out. */
  readonly travel?: number;
}

/** [rad] */
const TOLERANCE = 1e-12;
const MOST_STEPS = 30;
/** First change of length tried [m]. */
const TRIAL = 1e-3;

/** The vehicle with tie rods as long as gives the wanted toe, both of the axle alike: by secants on a rig. */
export function setToe(data: VehicleData, { axle: name, toeIn, travel = 0 }: ToeSetting): VehicleData {
  const axle = data.axles.find((each) => each.name === name);
  if (axle === undefined)
    throw unknownName(
      "axle",
      name,
      data.axles.map((each) => each.name),
    );
  const rig = createSuspensionRig(data);
  const errorAt = (change: number): number => {
    const poses = rig({ travel, parameters: { [tieRodParameter(axle)]: change } });
    const [left, right] = poses.filter(({ corner }) => corner === `${name}L` || corner === `${name}R`);
    return (left.toeIn + right.toeIn) / 2 - toeIn;
  };
  let [before, now] = [axle.suspension.tieRodChange, axle.suspension.tieRodChange + TRIAL];
  let errorBefore = errorAt(before);
  for (let step = 0; step < MOST_STEPS; step++) {
    const error = errorAt(now);
    if (Math.abs(error) < TOLERANCE || error === errorBefore) return withTieRods(data, axle, now);
    const next = now - (error * (now - before)) / (error - errorBefore);
    [before, errorBefore, now] = [now, error, next];
  }
  throw new RequestError({
    code: "no-toe",
    subject: `axle "${name}"`,
    value: toeIn,
    message: `axle "${name}": no length of its tie rods gives a toe-in of ${toeIn} rad at travel ${travel} rad. Ask for less.`,
  });
}

const withTieRods = (data: VehicleData, axle: AxleData, tieRodChange: number): VehicleData => ({
  ...data,
  axles: data.axles.map((each) =>
    each === axle ? { ...axle, suspension: { ...axle.suspension, tieRodChange } } : each,
  ),
});
