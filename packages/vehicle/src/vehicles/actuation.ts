import { exp } from "kinetree/graph";
import type { State } from "kinetree";
import type { Actuation, DriverInputs } from "./test-vehicle.js";

/** Torques at the wheels without a driveline. */
export interface IdealTorques {
  /** Of all driven wheels together: the largest torque [N m], and the power that bounds it at speed [W]. */
  readonly torque: number;
  readonly power: number;
  /** Share of each wheel in the torque. */
  readonly shares: readonly number[];
  /** Of the brake of each wheel [N m]. */
  readonly brakes: readonly number[];
  /** Time constant of the brakes [s]. */
  readonly brakeLag: number;
  /** ½ ρ c A [N s²/m²]. */
  readonly drag: number;
}

/** Of the bristles that let a brake stick [N m/rad, N m s/rad]: a stopped wheel stays stopped. */
const BRISTLE = { stiffness: 1e5, damping: 400 } as const;

/** Where the joints are in the speeds of a state. */
export interface ActuationPlaces {
  readonly spins: readonly number[];
  /** Speed forward of the free joint. */
  readonly forward: number;
}

/**
 * Commands, in this order: steering, a torque for each wheel, drag along the chassis. The memory: the brake as far as it has
 * come, and how far the bristles of each brake are turned.
 */
export function idealActuation(given: IdealTorques, { spins, forward }: ActuationPlaces): Actuation {
  const start = [0, ...spins.map(() => 0)];
  const step = ({ steering, throttle, brake }: DriverInputs, { v }: State, memory: readonly number[], dt: number) => {
    const pressed = brake + (memory[0] - brake) * exp(-dt / given.brakeLag);
    const bent: number[] = [];
    const torques = spins.map((place, i) => {
      const spin = v[place];
      const limit = pressed * given.brakes[i];
      const bound = limit / BRISTLE.stiffness;
      const turned = clamp(memory[1 + i] + spin * dt, bound);
      bent.push(turned);
      const braking = clamp(BRISTLE.stiffness * turned + BRISTLE.damping * spin, limit);
      const fastest = Math.max(1e-9, Math.abs(spin));
      return throttle * given.shares[i] * Math.min(given.torque, given.power / fastest) - braking;
    });
    const speed = v[forward];
    return { commands: [steering, ...torques, -given.drag * speed * Math.abs(speed)], memory: [pressed, ...bent] };
  };
  return { start, step };
}

const clamp = (x: number, bound: number): number => Math.max(-bound, Math.min(bound, x));
