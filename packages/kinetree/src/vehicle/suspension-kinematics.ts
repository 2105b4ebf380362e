import { RequestError } from "../errors/kinetree-error.js";
import { createEvaluator } from "../evaluate/evaluator.js";
import { createAssembler } from "../formulation/loops/assemble/assemble.js";
import { identityPose } from "../model/pose.js";
import { realFunctions } from "../model/real-arithmetic.js";
import type { Attachment, Model } from "../model/types.js";
import { stateFromJoints, type State } from "../state/state.js";
import { lengthOf, minus, type Point } from "../systems/parts/point.js";
import { assembleVehicle } from "../systems/vehicles/assembly/assemble-vehicle.js";
import { STEER } from "../systems/vehicles/build/steering-input.js";
import type { CornerPorts } from "../systems/vehicles/build/ports.js";
import type { VehicleData } from "../systems/vehicles/data/vehicle.js";
import { directionAt, placesAt, pointAt, type Places } from "./places.js";

/** Where a rig puts the suspensions of a vehicle whose chassis is held. */
export interface RigPose {
  /** Angle of the arm that travels, positive lifts the wheel [rad]: one for all corners, or by corner ("FL"); 0 if left out. */
  readonly travel?: number | Readonly<Record<string, number>>;
  /** From -1, full lock to the right, to 1, full lock to the left; 0 if left out. */
  readonly steer?: number;
  /** Values of parameters of the model, such as "tieRodChangeF". */
  readonly parameters?: Readonly<Record<string, number>>;
}

/** One wheel and what holds it. */
export interface CornerPose {
  /** "FL". */
  readonly corner: string;
  /** [rad] */
  readonly travel: number;
  /** Of the wheel's centre from where it is drawn, in the chassis [m]. */
  readonly wheel: Point;
  /** About the vertical, positive to the left [rad]. */
  readonly steer: number;
  /** Positive where the front edges of left and right wheel are towards each other [rad]. */
  readonly toeIn: number;
  /** Positive where the top leans outwards [rad]. */
  readonly camber: number;
  /** Between the ends of the spring, and of the damper [m]. */
  readonly springLength: number;
  readonly damperLength: number;
}

/** A vehicle on a rig: poses of all corners, from front left to rear right. */
export type SuspensionRig = (pose?: RigPose) => readonly CornerPose[];

/** The suspensions of a vehicle on a rig that holds the chassis and sets steering and travel. Assembled once for many poses. */
export function createSuspensionRig(data: VehicleData): SuspensionRig {
  const vehicle = assembleVehicle(data, { chassis: "fixed", steeringInput: "angle" });
  const model = vehicle.built.build();
  const evaluator = createEvaluator(model);
  const assemble = createAssembler(model);
  const parameters = Object.fromEntries(model.parameters.map(({ name, value }) => [name, value]));
  const isSteered = STEER in parameters;
  return ({ travel = 0, steer = 0, parameters: given = {} } = {}) => {
    const angles = new Map(vehicle.corners.map((corner) => [corner.wheel.suffix, angleOf(corner, travel)]));
    const values = { ...parameters, ...given, ...(isSteered ? { [STEER]: steer } : {}) };
    const q = Object.fromEntries(
      vehicle.corners.map((corner) => [jointOf(corner), angles.get(corner.wheel.suffix) ?? 0]),
    );
    const held = [...Object.keys(q), ...vehicle.wheels.map(({ spin }) => spin)];
    const drawn: State = stateFromJoints(model, { q });
    const { state } = assemble(drawn, { parameters: values, pinned: held });
    evaluator.setParameters(values);
    const places = placesAt(evaluator, state);
    return vehicle.corners.map((corner) => cornerPose(model, places, corner, angles.get(corner.wheel.suffix) ?? 0));
  };
}

/** Rows of a table: the corners of a vehicle at one pose after the other. */
export function suspensionKinematics(data: VehicleData, poses: readonly RigPose[]): readonly (readonly CornerPose[])[] {
  const rig = createSuspensionRig(data);
  return poses.map((pose) => rig(pose));
}

function angleOf({ wheel }: CornerPorts, travel: NonNullable<RigPose["travel"]>): number {
  return typeof travel === "number" ? travel : (travel[wheel.suffix] ?? 0);
}

function jointOf({ wheel, travel }: CornerPorts): string {
  if (travel !== null) return travel.joint;
  throw new RequestError({
    code: "no-travel-joint",
    subject: `corner "${wheel.suffix}"`,
    value: null,
    message: `corner "${wheel.suffix}": its arms have bushings, so no hinge sets its travel. Give the suspension bushings: null.`,
  });
}

function cornerPose(model: Model, places: Places, { wheel }: CornerPorts, travel: number): CornerPose {
  const { suffix, side, carrier } = wheel;
  const [nx, ny, nz] = directionAt(places, carrier.body, [0, 1, 0]);
  const centre = pointAt(places, { body: wheel.wheel.body, pose: identityPose });
  const out = side === "left" ? 1 : -1;
  const steer = -realFunctions.atan2.of(nx, ny);
  return {
    corner: suffix,
    travel,
    wheel: minus(centre, wheel.wheel.origin),
    steer,
    // Straight ahead is 0, not -0.
    toeIn: 0 - out * steer,
    camber: 0 - out * realFunctions.asin.of(nz, 0),
    springLength: lengthBetween(model, places, `spring${suffix}`),
    damperLength: lengthBetween(model, places, `damper${suffix}`),
  };
}

/** Length of a load between two places. */
function lengthBetween({ loads }: Model, places: Places, name: string): number {
  const load = loads.find((each) => each.name === name) as
    { readonly a: Attachment; readonly b: Attachment } | undefined;
  return load === undefined ? NaN : lengthOf(minus(pointAt(places, load.a), pointAt(places, load.b)));
}
