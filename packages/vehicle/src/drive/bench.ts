import {
  createSimulation,
  RequestError,
  stateFromJoints,
  type Simulation,
  type SimulationResult,
  type State,
} from "kinetree";
import type { TestVehicle } from "../vehicles/test-vehicle.js";
import { driveChannels, recordedChannels, type Drive } from "./drive.js";
import { driverController, type Driver } from "./driver.js";
import { coast, press } from "./pedals.js";
import { chassisPlace, seenBy, type Seen } from "./seen.js";
import { straight } from "./steering.js";

/** How a drive begins, what is recorded, who is told. */
export interface DriveOptions {
  /** Speed at the start [m/s]. Default 0. */
  readonly speed?: number;
  /** Interval between recorded rows [s]. Default 0.01. */
  readonly sampleEvery?: number;
  /** Told the time reached; false ends the run. */
  readonly onProgress?: (t: number) => unknown;
  /** Ends the drive when it returns true; asked at each sample of the driver. */
  readonly until?: (seen: Seen, t: number) => boolean;
  /** Where the drive begins in place of straight ahead from the origin. */
  readonly from?: State;
}

/** A vehicle whose equations are compiled, ready for many drives. */
export interface Bench {
  readonly vehicle: TestVehicle;
  /** At rest on the ground, in the origin. */
  readonly rest: State;
  readonly drive: (duration: number, driver: Driver, options?: DriveOptions) => Drive;
}

/** Settles from its height with dampers alone for so long [s]. */
const SETTLING = 4;
/** Faster than this it has not settled [m/s, rad/s]. */
const STILL = 0.01;

/** Compiles a vehicle and lets it settle. */
export function createBench(vehicle: TestVehicle): Bench {
  const { model, run } = vehicle;
  const simulation = createSimulation(model, { ...run, channels: recordedChannels(vehicle), energyBalance: false });
  const rest = settle(vehicle, simulation);
  return {
    vehicle,
    rest,
    drive: (duration, driver, options = {}) => driveOnce({ vehicle, simulation, rest }, duration, driver, options),
  };
}

interface Compiled {
  readonly vehicle: TestVehicle;
  readonly simulation: Simulation;
  readonly rest: State;
}

/** Brakes on: the vehicle stands where it is put. */
function settle(vehicle: TestVehicle, simulation: Simulation): State {
  const { model, chassis, driver, dropHeight } = vehicle;
  const controller = driverController(vehicle, { steering: straight, pedals: press({ brake: 1 }) }, () => {});
  const { final } = simulation.run(SETTLING, {
    state: stateFromJoints(model, { q: { [chassis.joint]: [0, 0, dropHeight, 1, 0, 0, 0] } }),
    controllers: { [driver]: controller },
    sampleEvery: SETTLING,
  });
  const fastest = final.v.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  if (fastest > STILL) {
    const message =
      `vehicle "${vehicle.name}" still moves at ${fastest.toPrecision(3)} m/s (or rad/s) after ${SETTLING} s on the ground. ` +
      "Give it dampers, or a dropHeight near to where it stands.";
    throw new RequestError({ code: "vehicle-not-settled", subject: vehicle.name, value: fastest, message });
  }
  const still = { ...final, t: 0, v: new Float64Array(final.v.length) };
  const { qStart } = chassisPlace(vehicle);
  const q = Float64Array.from(still.q);
  // Ground is the same everywhere.
  q.fill(0, qStart, qStart + 2);
  return { ...still, q };
}

/** The vehicle at rest, but all of it moves forward, with wheels that roll. */
function atSpeed({ vehicle, rest }: Compiled, speed: number, radii: readonly number[]): State {
  const { model, chassis, wheels } = vehicle;
  const spins = wheels.map(({ spin }, i): [string, number] => [spin, speed / radii[i]]);
  const moving = stateFromJoints(model, {
    v: { [chassis.joint]: [0, 0, 0, ...forwardIn(vehicle, rest, speed)], ...Object.fromEntries(spins) },
  });
  return { ...rest, v: moving.v };
}

/** Level motion in the axes of the chassis, which stands a little pitched. */
function forwardIn(vehicle: TestVehicle, rest: State, speed: number): readonly [number, number, number] {
  const probe = (v: readonly number[]): number => {
    const state = stateFromJoints(vehicle.model, { v: { [vehicle.chassis.joint]: [0, 0, 0, ...v] } });
    return seenBy(vehicle)({ ...rest, v: state.v }).speed;
  };
  // The first row of the rotation, found by asking: the speed that each axis contributes.
  return [speed * probe([1, 0, 0]), speed * probe([0, 1, 0]), speed * probe([0, 0, 1])];
}

function driveOnce(compiled: Compiled, duration: number, driver: Driver, options: DriveOptions): Drive {
  const { vehicle, simulation } = compiled;
  const { speed = 0, sampleEvery = 0.01, onProgress, until } = options;
  const noted: { t: number[]; inputs: number[][] } = { t: [], inputs: [] };
  const radii = options.from ? [] : rollingRadii(compiled);
  let isOver = false;
  const controller = driverController(
    vehicle,
    {
      steering: (now, t) => {
        if (until?.(now, t) === true) isOver = true;
        return driver.steering(now, t);
      },
      pedals: driver.pedals,
    },
    (t, inputs) => {
      noted.t.push(t);
      noted.inputs.push([inputs.steering, inputs.throttle, inputs.brake]);
    },
  );
  const run = simulation.begin(duration, {
    state: options.from ?? atSpeed(compiled, speed, radii),
    controllers: { [vehicle.driver]: controller },
    sampleEvery,
  });
  while (run.advance(ATTEMPTS)) {
    if (isOver || onProgress?.(run.t) === false) break;
  }
  const result: SimulationResult = run.finish();
  return driveChannels(vehicle, result, noted);
}

/** Steps between questions whether to go on. */
const ATTEMPTS = 20;

/** Effective rolling radii at rest, by the tyres themselves. */
function rollingRadii({ vehicle, simulation, rest }: Compiled): readonly number[] {
  const controller = driverController(vehicle, { steering: straight, pedals: coast }, () => {});
  const { step } = vehicle.run;
  const { column } = simulation.run(step, {
    state: rest,
    controllers: { [vehicle.driver]: controller },
    sampleEvery: step,
  });
  return vehicle.wheels.map(({ tyre }) => column(`tyre.${tyre}.radius`)[0]);
}
