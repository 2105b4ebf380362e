import type { AnyMechanism } from "../../../model/builder/mechanism.js";
import { cylinder } from "../../../model/bodies/shapes.js";
import { param, realMul } from "../../../model/real-arithmetic.js";
import type { SteeringData } from "../data/steering.js";
import type { VehicleForm } from "./form.js";
import type { BodyFrame } from "./ports.js";
import type { SteeringSpring } from "./steering-part.js";

/** The parameter that steers: -1 full lock to the right, 1 to the left. */
export const STEER = "steer";

interface SteeringInput {
  readonly suffix: string;
  readonly joint: string;
  /** Coordinate of the joint for a radian of the Pitman arm or the pinion to the left. */
  readonly perRadian: number;
  readonly chassis: BodyFrame;
}

const lockOf = ({ lockDeg }: SteeringData): number => (lockDeg * Math.PI) / 180;

/** The shaft of the column, seen from the joint that steers, towards the angle that is asked for. */
export function columnSpring(
  data: SteeringData,
  perRadian: number,
): SteeringSpring & { readonly stiffness: number; readonly damping: number } {
  const { ratio, stiffness, damping } = data.column;
  const gear = (ratio * ratio) / (perRadian * perRadian);
  return {
    stiffness: stiffness * gear,
    damping: damping * gear,
    rest: realMul(lockOf(data) * perRadian, param(STEER)),
  };
}

/**
 * Adds what turns a steering by the parameter "steer". A spring on the joint itself has come with the joint; an actuator "steering" turns
 * where it is at rest further, by its command times the lock, so that drivers in code steer as the parameter does.
 */
export function addSteeringInput(
  soFar: AnyMechanism,
  data: SteeringData,
  place: SteeringInput,
  input: VehicleForm["steeringInput"],
): AnyMechanism {
  const { suffix: s, joint, perRadian } = place;
  const lock = lockOf(data);
  switch (input) {
    case "spring": {
      const { stiffness } = columnSpring(data, perRadian);
      return soFar.actuator(`steering${s}`, { joint, gain: stiffness * lock * perRadian, lower: -1, upper: 1 });
    }
    case "angle":
      return soFar.prescribe(`steer${s}`, { joint, motion: [realMul(lock * perRadian, param(STEER))] });
    case "torque":
      return addServo(soFar, data, { suffix: s, joint, perRadian, ratio: 1 });
    case "column":
      return addServo(addColumn(soFar, data, place), data, {
        suffix: s,
        joint: `column${s}`,
        perRadian: 1,
        ratio: data.column.ratio,
      });
  }
}

/** A body "column" that turns in the chassis, positive to the left, tied to the steering by the spring of its shaft. */
function addColumn(
  soFar: AnyMechanism,
  { column }: SteeringData,
  { suffix: s, joint, perRadian, chassis }: SteeringInput,
): AnyMechanism {
  const { mass, at, axis, ratio, inertia, stiffness, damping } = column;
  const name = `column${s}`;
  return soFar
    .body(name, {
      mass,
      inertia: [inertia, inertia, inertia],
      shapes: [cylinder(0.19, 0.02, { at: { axisAngle: [[0, 1, 0], -Math.PI / 2] } })],
    })
    .continuous(name, { parent: chassis.body, child: name, at, axis })
    .coordinateSpring(`columnShaft${s}`, { a: name, b: joint, ratio: ratio / perRadian, stiffness, damping });
}

/**
 * An actuator "steering" [N m at the arm, the pinion or the column, positive to the left] and the controller "steeringServo",
 * which takes a target to the angle that is asked for at a bounded rate and holds it there.
 */
function addServo(
  soFar: AnyMechanism,
  data: SteeringData,
  turned: { readonly suffix: string; readonly joint: string; readonly perRadian: number; readonly ratio: number },
): AnyMechanism {
  const { suffix: s, joint, perRadian, ratio } = turned;
  const { period, deadTime, rateLimit, stiffness, damping, largestTorque } = data.servo;
  const largest = largestTorque / ratio;
  const step = rateLimit * period;
  const gear = ratio * ratio;
  // Numbers in brackets: a sign may not follow an operator.
  const inAngle = `(${1 / perRadian})`;
  const error = `${lockOf(data) * ratio} * target - ${inAngle} * q.${joint}`;
  return soFar
    .actuator(`steering${s}`, { joint, gain: 1 / perRadian, lower: -largest, upper: largest })
    .controller(`steeringServo${s}`, {
      period,
      latency: deadTime,
      actuators: [`steering${s}`],
      law: {
        memory: [
          {
            name: "target",
            start: 0,
            next: `target + min(${step}, max(-${step}, min(1, max(-1, ${STEER})) - target))`,
          },
        ],
        commands: [`${stiffness / gear} * (${error}) - ${damping / gear} * ${inAngle} * v.${joint}`],
      },
    });
}
