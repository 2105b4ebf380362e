import {
  createSimulation,
  table,
  type JointValues,
  type Model,
  type SimulationResult,
  type SingleRunOptions,
} from "kinetree";
import { assembleHmmwv, hmmwv, hmmwvPitman } from "kinetree/vehicle";
import { RUN, STEP } from "./start.js";

/** A motion, and the number of it whose error is looked at. */
export interface Manoeuvre {
  readonly name: string;
  /** What is compared, with its unit. */
  readonly what: string;
  readonly model: Model;
  /** [s] */
  readonly duration: number;
  /** Channels of what is compared. */
  readonly channels: readonly string[];
  readonly options: Pick<SingleRunOptions, "state" | "parameters" | "controllers">;
  /** The numbers that are compared: over time, or one at the end. */
  readonly outcome: (result: SimulationResult) => readonly number[];
}

/** Samples [s]: whole numbers of all steps that are tried, and the period of the driver. */
export const SAMPLE = 0.01;

/** The step steer, by ours and by the guest: its speed, when the steering begins and ends to turn, and the end [m/s, s]. */
export const stepSteer = Object.freeze({ speed: 20, from: 0.5, until: 0.7, duration: 3 });

/** Speed of both steering manoeuvres [m/s]. */
const { speed: SPEED } = stepSteer;

/** Turns of the Pitman arm that the column asks for [rad]: about half of what the tyres can do. */
const [STEP_STEER, LANE_CHANGE] = [0.05, 0.06];

/** The manoeuvres of the comparison, each with TMeasy and shafts. @param accelerate how long to accelerate [s] */
export function manoeuvres(rest: JointValues, accelerate: number): readonly Manoeuvre[] {
  const acceleration: Manoeuvre = {
    name: "full acceleration",
    what: `distance after ${accelerate} s`,
    model: hmmwv(),
    duration: accelerate,
    channels: ["pos.chassis"],
    options: { state: { q: rest }, parameters: { throttle: 1 } },
    outcome: (result) => {
      const x = result.column("pos.chassis.x");
      return [x[x.length - 1] - x[0]];
    },
  };
  const cruising = cruise(rest);
  return [
    {
      name: "step steer",
      what: "yaw rate",
      model: steered([
        [stepSteer.from, 0],
        [stepSteer.until, STEP_STEER],
      ]),
      duration: stepSteer.duration,
      channels: ["v"],
      options: cruising,
      outcome: (result) => Array.from(result.column("v.root.2")),
    },
    {
      name: "lane change",
      what: "lateral acceleration",
      model: steered(laneChange(0.5, 2)),
      duration: 3.5,
      channels: ["v", "vdot"],
      options: cruising,
      outcome: lateralAcceleration,
    },
    acceleration,
  ];
}

/** The vehicle whose column asks for these angles [s, rad to the left], which are linear between them. */
function steered(points: readonly (readonly [number, number])[]): Model {
  const { column, leftSign } = hmmwvPitman;
  const torque = column.stiffness * column.ratio * column.ratio * leftSign;
  return assembleHmmwv()
    .built.jointForce("steered", { joint: "pitman", force: table(points, torque) })
    .build();
}

/** To one side and back along s² (1 - s)² (1 - 2s), s from 0 to 1, which is smooth at its ends. */
function laneChange(from: number, duration: number): readonly (readonly [number, number])[] {
  const most = 0.04 / Math.sqrt(5);
  const count = Math.round(duration / SAMPLE);
  return Array.from({ length: count + 1 }, (_, i) => {
    const s = i / count;
    return [from + i * SAMPLE, (LANE_CHANGE / most) * s * s * (1 - s) * (1 - s) * (1 - 2 * s)] as const;
  });
}

/** Of the chassis, to the left: its speeds are along its own axes. */
function lateralAcceleration(result: SimulationResult): readonly number[] {
  const [wx, wz, vx, vz] = [0, 2, 3, 5].map((i) => result.column(`v.root.${i}`));
  return Array.from(result.column("vdot.root.4"), (vdot, i) => vdot + wz[i] * vx[i] - wx[i] * vz[i]);
}

/** From rest by full throttle to the speed of the steering manoeuvres, from where a driver holds throttle and gear. */
function cruise(rest: JointValues): Manoeuvre["options"] {
  const simulation = createSimulation(hmmwv(), { ...RUN, step: STEP, channels: ["v", "drive"] });
  const result = simulation.run(LONGEST_RUN_UP, {
    state: { q: rest },
    parameters: { throttle: 1 },
    sampleEvery: SAMPLE,
  });
  const at = result.column("v.root.3").findIndex((speed) => speed >= SPEED);
  if (at < 0) throw new RangeError(`the vehicle does not reach ${SPEED} m/s within ${LONGEST_RUN_UP} s`);
  const gear = Math.round(result.column("drive.gearbox.command")[at]);
  return {
    state: { ...result.stateAt(at), t: 0 },
    controllers: {
      // Steering, throttle, gear, four brakes.
      driver: (_, commands) => commands.set([0, HELD_THROTTLE, gear, 0, 0, 0, 0]),
    },
  };
}

/** [s] */
const LONGEST_RUN_UP = 15;

/** Holds the speed about as it is. */
const HELD_THROTTLE = 0.3;
