import { elementStates } from "../../elements/states/element-states.js";
import type { JointActuator } from "../../model/actuators.js";
import { realFunctions } from "../../model/real-arithmetic.js";
import type { Model } from "../../model/types.js";
import type { State } from "../../state/state.js";
import { buildTopology } from "../../topology/build-topology.js";
import { effectiveRadius, placeOf, rootOf, spinOf, valueOf, type VehicleLayout } from "../layout.js";

/** What a driver and its assistants see of a vehicle. */
export interface VehicleMotion {
  /** [s] */
  readonly t: number;
  /** Ticks of the clock since the start of the run. */
  readonly tick: number;
  /** Of the chassis frame in the world [m]. */
  readonly position: readonly [x: number, y: number, z: number];
  /** Of the x axis of the chassis in the world's xy plane, positive to the left [rad]. */
  readonly heading: number;
  /** Velocity of the chassis frame along its axes [m/s], and rate about its z axis [rad/s]. */
  readonly forward: number;
  readonly lateral: number;
  readonly yawRate: number;
  /** Where the steering stands, from -1 (full lock to the right) to 1. */
  readonly steering: number;
  /** From the front axle backwards, left before right. */
  readonly wheels: readonly WheelMotion[];
  /** Speed of the crank [rad/s]; null without. */
  readonly crank: number | null;
  /** The measured state itself. */
  readonly state: State;
}

/** How a wheel moves. */
export interface WheelMotion {
  /** "FL". */
  readonly name: string;
  /** Speed of its rim [m/s], positive where it rolls forwards. */
  readonly rim: number;
  /** Speed of its centre over the ground, in the direction in which it points [m/s]. */
  readonly ground: number;
}

const { atan2, cos, sin } = realFunctions;

/** Reads the motion of a vehicle out of measured states. */
export function createMotionReader(
  model: Model,
  { wheels, wheelLock }: VehicleLayout,
): (state: State, tick: number) => VehicleMotion {
  const { tree } = buildTopology(model);
  const root = rootOf(model, tree);
  const spins = wheels.map(({ name }) => spinOf(model, tree, name).vStart);
  const radii = model.tyres.map(effectiveRadius);
  const steering = steeringOf(model, (joint) => placeOf(model, tree, joint).qStart);
  const crank = crankSpeedAt(model);
  return (state, tick) => {
    const { t, q, v, z } = state;
    const [x, y, up, w, i, j, k] = q.subarray(root.qStart, root.qStart + 7);
    const [, , yawRate, forward, lateral] = v.subarray(root.vStart, root.vStart + 6);
    const turned = steering === null ? 0 : q[steering.at] * steering.share;
    const angle = turned * wheelLock;
    const [cosine, sine] = [cos.of(angle, 0), sin.of(angle, 0)];
    return {
      t,
      tick,
      position: [x, y, up],
      heading: atan2.of(2 * (w * k + i * j), 1 - 2 * (j * j + k * k)),
      forward,
      lateral,
      yawRate,
      steering: turned,
      wheels: wheels.map(({ name, at, isFront }, n) => {
        const [along, across] = [forward - yawRate * at[1], lateral + yawRate * at[0]];
        return {
          name,
          rim: radii[n] * v[spins[n]],
          ground: isFront ? cosine * along + sine * across : along,
        };
      }),
      crank: crank < 0 || z === undefined ? null : z[crank],
      state,
    };
  };
}

/** The coordinate that steers, and its share of the lock: the spring of the column rests at lock · command. */
function steeringOf({ joints, actuators }: Model, at: (joint: string) => number) {
  const actuator = actuators.find(
    (each): each is JointActuator => each.kind === "joint" && each.name.startsWith(STEERING),
  );
  const spring = joints.find(({ name }) => name === actuator?.joint)?.coordinates[0].stiffness ?? 0;
  if (actuator === undefined || valueOf(spring) === 0) return null;
  return { at: at(actuator.joint), share: valueOf(spring) / valueOf(actuator.gain) };
}

/** First letters of the actuators that steer. */
export const STEERING = "steering";

/** Place of the speed of the crank among the internal states; -1 without. */
function crankSpeedAt(model: Model): number {
  const crank = elementStates(model).find(({ names }) => names.includes("crank, speed"));
  return crank === undefined ? -1 : crank.start + crank.names.indexOf("crank, speed");
}
