import type { MainModule } from "@mujoco/mujoco";
import { relativeDifference } from "../bench/difference.js";
import { loadMujoco } from "../bench/mujoco.js";
import type { Stepper } from "../bench/timing.js";
import { SAMPLE } from "./manoeuvres.js";
import { mujocoVehicle, wheelShapes, type MujocoVehicle, type WheelShape } from "./mujoco-vehicle.js";

/** Steps that are timed [s]: its usual one, ours, and what its error asks for. */
const STEPS = [2e-3, 1e-3, 5e-4, 2.5e-4] as const;

/** The step by which their errors are measured [s]. */
const REFERENCE = 1.25e-4;

/** A vehicle of MuJoCo by one step. */
export interface Guest {
  readonly version: string;
  readonly shape: WheelShape;
  readonly step: number;
  readonly speeds: number;
  /** Of the yaw rate in a step steer, by its limit for small steps. */
  readonly error: number;
  /** The largest [rad/s]. */
  readonly yawRate: number;
  readonly stepper: Stepper;
  readonly close: () => void;
}

/** Vehicles of MuJoCo where it is installed; none where it is not. */
export async function guests(clock: () => number): Promise<readonly Guest[]> {
  const mj = await loadMujoco();
  return mj === null ? [] : wheelShapes.flatMap((shape) => guestsOf(mj, shape, clock));
}

function guestsOf(mj: MainModule, shape: WheelShape, clock: () => number): readonly Guest[] {
  const limit = used(mujocoVehicle(mj, shape, REFERENCE), (vehicle) => vehicle.yawRates(SAMPLE));
  return STEPS.map((step) => {
    const vehicle = mujocoVehicle(mj, shape, step);
    const rates = vehicle.yawRates(SAMPLE);
    return {
      version: mj.mj_versionString(),
      shape,
      step,
      speeds: vehicle.speeds,
      error: relativeDifference(rates, limit),
      yawRate: Math.max(...limit.map(Math.abs)),
      stepper: vehicle.stepper(clock),
      close: vehicle.close,
    };
  });
}

function used<T>(vehicle: MujocoVehicle, use: (vehicle: MujocoVehicle) => T): T {
  try {
    return use(vehicle);
  } finally {
    vehicle.close();
  }
}
