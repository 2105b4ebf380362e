import { mechanism, type AnyMechanism } from "../../../model/builder/mechanism.js";
import { box } from "../../../model/bodies/shapes.js";
import { param } from "../../../model/real-arithmetic.js";
import { GROUND } from "../../../model/types.js";
import { addAerodynamics, type Wind } from "../build/aerodynamics.js";
import { addAntiRollBar } from "../build/anti-roll-bar.js";
import { vehicleFormDefaults, type VehicleForm } from "../build/form.js";
import type { BodyFrame, CornerPorts, Side, WheelPlace } from "../build/ports.js";
import { addSteeringInput, columnSpring, STEER } from "../build/steering-input.js";
import { steeringPart } from "../build/steerings.js";
import { suspensionPart } from "../build/suspensions.js";
import type { SteeringData } from "../data/steering.js";
import type { AxleData, ChassisData, VehicleData } from "../data/vehicle.js";

/** How a vehicle is assembled. */
export interface AssembleVehicleOptions extends VehicleForm {
  /** Down the z axis [m/s²]. */
  readonly gravity: number;
  /** Of the chassis frame over the world's in the drawn pose [m]. */
  readonly height?: number;
  /** Velocity of the air in the world [m/s]; the parameters "windX" and "windY" if left out. */
  readonly wind?: Wind;
}

/** A vehicle before it is built: tyres, driveline and brakes are added to it. */
export interface AssembledVehicle {
  readonly built: AnyMechanism;
  readonly chassis: BodyFrame;
  /** Left, then right, from the front axle backwards. */
  readonly wheels: readonly WheelPlace[];
  readonly corners: readonly CornerPorts[];
  /** Actuators that steer, their command 1 full lock to the left; none where steering is prescribed or a servo's. */
  readonly steering: readonly string[];
}

const sides: readonly Side[] = ["left", "right"];

/** Half of the mechanism so far, and what it offers. */
interface SoFar {
  readonly built: AnyMechanism;
  readonly corners: readonly CornerPorts[];
}

/**
 * A vehicle as bodies, joints and loads: "chassis" on the joint "root", and for each axle its steering, its two suspensions
 * and what ties them. Body frames have the axes of the chassis in the drawn pose, where all coordinates are zero and whose
 * chassis frame is that of the world.
 */
export function assembleVehicle(data: VehicleData, options: Partial<AssembleVehicleOptions> = {}): AssembledVehicle {
  const form: VehicleForm = { ...vehicleFormDefaults, ...options };
  const chassis: BodyFrame = { body: "chassis", origin: [0, 0, 0] };
  const root = { parent: GROUND, child: chassis.body, at: [0, 0, options.height ?? 0] } as const;
  const body = addParameters(mechanism(data.name), data)
    .gravity(0, 0, -(options.gravity ?? 9.81))
    .body(chassis.body, chassisBody(data.chassis, takenFromChassis(data, form)));
  const start: SoFar = {
    built: form.chassis === "free" ? body.free("root", root) : body.weld("root", root),
    corners: [],
  };
  const isOnly = data.axles.filter(({ steering }) => steering !== null).length === 1;
  const { built: onWheels, corners } = data.axles.reduce(
    (soFar, axle) => addAxle(soFar, axle, chassis, isOnly ? "" : axle.name, form),
    start,
  );
  const { aerodynamics } = data.chassis;
  const built =
    aerodynamics === null ? onWheels : addAerodynamics(onWheels, chassis, aerodynamics, options.wind ?? null);
  const steered = data.axles.filter(({ steering }) => steering !== null);
  const steering = form.steeringInput === "spring" ? steered.map(({ name }) => `steering${isOnly ? "" : name}`) : [];
  return { built, chassis, corners, wheels: corners.map(({ wheel }) => wheel), steering };
}

/** Of the length that is added to the tie rods of an axle [m]. */
export const tieRodParameter = (axle: Pick<AxleData, "name">): string => `tieRodChange${axle.name}`;

const addParameters = (soFar: AnyMechanism, { axles }: VehicleData): AnyMechanism =>
  axles.reduce(
    (built, axle) =>
      built.parameter(tieRodParameter(axle), axle.suspension.tieRodChange, {
        unit: "m",
        description: `added to the length of the tie rods of axle ${axle.name}`,
      }),
    axles.some(({ steering }) => steering !== null)
      ? soFar.parameter(STEER, 0, { min: -1, max: 1, description: "steering, 1 is full lock to the left" })
      : soFar,
  );

function takenFromChassis({ axles }: VehicleData, form: VehicleForm): number {
  const columnMass = ({ column }: SteeringData, { steeringInput }: VehicleForm): number =>
    steeringInput === "column" ? column.mass : 0;
  const ofAxle = ({ suspension, steering }: AxleData): number =>
    sides.length * suspensionPart(suspension).fromChassis(suspension, form) +
    (steering === null ? 0 : steeringPart(steering).fromChassis(steering, form) + columnMass(steering, form));
  return axles.reduce((sum, axle) => sum + ofAxle(axle), 0);
}

function chassisBody({ mass, com, moments, size, places }: ChassisData, taken: number) {
  const frames = Object.entries(places).map(([name, { at, pitchDeg }]) => [
    name,
    { position: at, axisAngle: [[0, 1, 0], (pitchDeg * Math.PI) / 180] as const },
  ]);
  return {
    mass: mass - taken,
    com,
    inertia: moments,
    frames: Object.fromEntries(frames) as Record<string, { position: ChassisData["com"] }>,
    // A hull between the wheels, and a cabin behind its bonnet.
    shapes: [
      box([0.94 * size.length, 0.52 * size.width, 0.28 * size.height], { at: [0, 0, 0.22 * size.height] }),
      box([0.62 * size.length, 0.86 * size.width, 0.42 * size.height], {
        at: [-0.14 * size.length, 0, 0.57 * size.height],
      }),
    ],
  };
}

function addAxle(soFar: SoFar, axle: AxleData, chassis: BodyFrame, steered: string, form: VehicleForm): SoFar {
  const { built: withSteering, tieRods } = addSteeringOf(soFar.built, axle, chassis, steered, form);
  const { built: withSides, corners } = sides.reduce<SoFar>(
    ({ built, corners: before }, side) => {
      const added = suspensionPart(axle.suspension).add(
        built,
        axle.suspension,
        {
          suffix: `${axle.name}${side === "left" ? "L" : "R"}`,
          side,
          chassis,
          origin: axle.origin,
          tieRods,
          tieRodChange: param(tieRodParameter(axle)),
          wheel: axle.wheel,
        },
        form,
      );
      return { built: added.built, corners: [...before, added.ports] };
    },
    { built: withSteering, corners: [] },
  );
  const { antiRollBar } = axle;
  const built = antiRollBar === null ? withSides : addAntiRollBar(withSides, axle, antiRollBar, chassis, corners);
  return { built, corners: [...soFar.corners, ...corners] };
}

function addSteeringOf(
  soFar: AnyMechanism,
  { steering }: AxleData,
  chassis: BodyFrame,
  suffix: string,
  form: VehicleForm,
): { readonly built: AnyMechanism; readonly tieRods: BodyFrame } {
  if (steering === null) return { built: soFar, tieRods: chassis };
  const part = steeringPart(steering);
  const perRadian = part.perRadian(steering);
  const spring = form.steeringInput === "spring" ? columnSpring(steering, perRadian) : null;
  const { built, ports } = part.add(soFar, steering, { suffix, chassis, spring }, form);
  const place = { suffix, joint: ports.joint, perRadian, chassis };
  return { built: addSteeringInput(built, steering, place, form.steeringInput), tieRods: ports.tieRods };
}
