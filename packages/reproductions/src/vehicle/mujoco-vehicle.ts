import type { MainModule } from "@mujoco/mujoco";
import { hmmwvData, vehicleMass, type AxleData } from "kinetree/vehicle";
import type { Stepper } from "../bench/timing.js";
import { stepSteer } from "./manoeuvres.js";

/** Shapes of wheels that MuJoCo has. */
export const wheelShapes = ["cylinder", "ellipsoid"] as const;
export type WheelShape = (typeof wheelShapes)[number];

/** A four-wheel vehicle as MuJoCo may have it. */
export interface MujocoVehicle {
  /** Speeds. */
  readonly speeds: number;
  /** Steps from the start again and again, as it is told. */
  readonly stepper: (clock: () => number) => Stepper;
  /** Yaw rate in a step steer, a value every `sample` seconds. */
  readonly yawRates: (sample: number) => readonly number[];
  readonly close: () => void;
}

/** Of the front wheels at the end of the step steer [rad]. */
const ANGLE = 0.05;

const { speed: SPEED, from: FROM, until: UNTIL, duration: DURATION } = stepSteer;

/** Of the suspension at a wheel, about what springs and dampers of ours come to there [N/m, N s/m]. */
const [STIFFNESS, DAMPING] = [6e4, 6e3];

/** Of the steering at a front wheel [N m/rad, N m s/rad]. */
const [STEER_STIFFNESS, STEER_DAMPING] = [4e4, 400];

const GRAVITY = 9.81;
const FRICTION = 0.8;

/** Where yaw and spins stand among the speeds: behind the free chassis come travel, steering in front, and spin of each wheel. */
const YAW = 5;
const SPINS = [8, 11, 13, 15] as const;

export function mujocoVehicle(mj: MainModule, shape: WheelShape, step: number): MujocoVehicle {
  const model = mj.MjModel.from_xml_string(vehicleXml(shape, step));
  const data = new mj.MjData(model);
  const steps = Math.round(DURATION / step);
  // The first slice begins with a start.
  let done = steps;
  let commanded = 0;
  const start = (): void => {
    mj.mj_resetData(model, data);
    const v = data.qvel as Float64Array;
    v[0] = SPEED;
    for (const spin of SPINS) v[spin] = SPEED / hmmwvData.axles[0].wheel.tyre.radius;
    [done, commanded] = [0, 0];
  };
  const advance = (): void => {
    const angle = ANGLE * Math.min(1, Math.max(0, (done * step - FROM) / (UNTIL - FROM)));
    // To reach into its memory takes time that is not MuJoCo's.
    if (angle !== commanded) (data.ctrl as Float64Array).fill((commanded = angle));
    mj.mj_step(model, data);
    done++;
  };
  /** A state that is no longer finite is set back to its beginning by MuJoCo, with its clock. */
  const requireTime = (): void => {
    if (Math.abs(data.time - done * step) > step / 2)
      throw new RangeError(`MuJoCo could not step the vehicle by ${step} s: its clock is at ${data.time} s`);
  };
  return {
    speeds: model.nv,
    stepper: (clock) => ({
      steps,
      time: (count) => {
        if (done + count > steps) start();
        const from = clock();
        for (let i = 0; i < count; i++) advance();
        const took = clock() - from;
        requireTime();
        return took;
      },
    }),
    yawRates: (sample) => {
      start();
      const every = Math.round(sample / step);
      const rates: number[] = [];
      for (let i = 0; i < steps; i++) {
        if (i % every === 0) rates.push((data.qvel as Float64Array)[YAW]);
        advance();
      }
      requireTime();
      return rates;
    },
    close: () => {
      data.delete();
      model.delete();
    },
  };
}

/** Chassis, and each wheel on a slide with spring and damper, a hinge that steers in front, and a hinge that spins. Masses, sizes and places are ours. */
function vehicleXml(shape: WheelShape, step: number): string {
  const { chassis, axles } = hmmwvData;
  const [front] = axles;
  const wheelMass = ({ wheel: { hub, rim, tyre } }: AxleData): number => hub.mass + rim.mass + tyre.mass;
  const { upright } = front.suspension.masses;
  const sprung =
    vehicleMass(hmmwvData).mass - axles.reduce((sum, axle) => sum + 2 * (wheelMass(axle) + upright.mass), 0);
  const rest = (-sprung * GRAVITY) / (4 * STIFFNESS);
  const corner = (axle: AxleData, side: 1 | -1): string => {
    const { origin, suspension, steering, wheel } = axle;
    const { radius, width } = wheel.tyre;
    const [x, y, z] = suspension.points.wheel;
    const moments = [0, 1, 2].map((i) => wheel.hub.moments[i] + wheel.rim.moments[i] + wheel.tyre.moments[i]);
    moments[1] += wheel.axleShaft;
    const size = shape === "cylinder" ? `${radius} ${width / 2}` : `${radius} ${radius} ${width / 2}`;
    const name = `${axle.name}${side > 0 ? "L" : "R"}`;
    return [
      `<body pos="${origin[0] + x} ${side * (origin[1] + y)} ${origin[2] + z}">`,
      `<joint type="slide" axis="0 0 1" stiffness="${STIFFNESS}" damping="${DAMPING}" springref="${rest}"/>`,
      ...(steering === null
        ? []
        : [`<joint name="steer${name}" type="hinge" axis="0 0 1" damping="${STEER_DAMPING}"/>`]),
      `<inertial pos="0 0 0" mass="${upright.mass}" diaginertia="${upright.moments.join(" ")}"/>`,
      `<body><joint type="hinge" axis="0 1 0"/>`,
      `<inertial pos="0 0 0" mass="${wheelMass(axle)}" diaginertia="${moments.join(" ")}"/>`,
      `<geom type="${shape}" size="${size}" zaxis="0 1 0" mass="0" friction="${FRICTION}"/></body></body>`,
    ].join("");
  };
  const height = front.wheel.tyre.radius - front.origin[2] - front.suspension.points.wheel[2];
  return [
    `<mujoco><option timestep="${step}" gravity="0 0 ${-GRAVITY}"/><worldbody>`,
    `<geom type="plane" size="0 0 1" friction="${FRICTION}"/>`,
    `<body pos="0 0 ${height}"><freejoint/>`,
    `<inertial pos="${chassis.com.join(" ")}" mass="${sprung}" diaginertia="${chassis.moments.join(" ")}"/>`,
    ...axles.flatMap((axle) => [corner(axle, 1), corner(axle, -1)]),
    `</body></worldbody><actuator>`,
    ...["FL", "FR"].map((name) => `<position joint="steer${name}" kp="${STEER_STIFFNESS}"/>`),
    `</actuator></mujoco>`,
  ].join("");
}
