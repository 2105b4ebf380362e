import {
  createSimulation,
  RequestError,
  stateFromJoints,
  type Simulation,
  type SimulationResult,
  type SingleRunOptions,
  type State,
} from "kinetree";
import type { TestVehicle } from "../vehicles/test-vehicle.js";
import { driveChannels, recordedChannels, type Drive } from "./drive.js";
import { driverController, type Driver, type Note } from "./driver.js";
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

/** Settles for so long with the first parameters, and with each further set [s]. */
const SETTLING = 4;
const SETTLING_ON = 1.5;
/** Faster than this it has not settled [m/s, rad/s]. */
const STILL = 0.01;

/** Compiles a vehicle and lets it settle. */
export function createBench(vehicle: TestVehicle): Bench {
  const { model, run } = vehicle;
  const simulation = createSimulation(model, { ...run, channels: recordedChannels(vehicle), energyBalance: false });
  const compiled = { vehicle, simulation, ...settle(vehicle, simulation) };
  return {
    vehicle,
    rest: compiled.rest,
    drive: (duration, driver, options = {}) => driveOnce(compiled, duration, driver, options),
  };
}

interface Compiled {
  readonly vehicle: TestVehicle;
  readonly simulation: Simulation;
  readonly rest: State;
  /** Of the actuation, with the brakes on. */
  readonly braked: readonly number[];
}

/** Brakes on: the vehicle stands where it is put. */
function settle(vehicle: TestVehicle, simulation: Simulation): Pick<Compiled, "rest" | "braked"> {
  const { model, chassis, driver, dropHeight } = vehicle;
  let state: State = stateFromJoints(model, { q: { [chassis.joint]: [0, 0, dropHeight, 1, 0, 0, 0] } });
  let braked = vehicle.actuation.start;
  (vehicle.parameters?.settling ?? [{}]).forEach((parameters, i) => {
    const duration = i === 0 ? SETTLING : SETTLING_ON;
    const pressing = { steering: straight, pedals: press({ brake: 1 }) };
    const note: Note = (_t, _inputs, memory) => (braked = memory);
    const { final } = simulation.run(duration, {
      state: { ...state, t: 0 },
      parameters,
      controllers: { [driver]: driverController(vehicle, pressing, note, braked) },
      sampleEvery: duration,
    });
    state = final;
  });
  const fastest = state.v.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  if (fastest > STILL) {
    const message =
      `vehicle "${vehicle.name}" still moves at ${fastest.toPrecision(3)} m/s (or rad/s) after it was put on the ground. ` +
      "Give it dampers, a dropHeight near to where it stands, or ground on which its brakes can hold it.";
    throw new RequestError({ code: "vehicle-not-settled", subject: vehicle.name, value: fastest, message });
  }
  const { qStart } = chassisPlace(vehicle);
  const q = Float64Array.from(state.q);
  // Ground is the same everywhere.
  q.fill(0, qStart, qStart + 2);
  return { rest: { ...state, t: 0, q, v: new Float64Array(state.v.length) }, braked };
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
  const { vehicle, simulation, braked } = compiled;
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
    speed === 0 ? braked : vehicle.actuation.start,
  );
  const run = simulation.begin(duration, {
    state: options.from ?? atSpeed(compiled, speed, radii),
    ...drivenWith(vehicle),
    controllers: { [vehicle.driver]: controller },
    sampleEvery,
  });
  while (run.advance(ATTEMPTS)) {
    if (isOver || onProgress?.(run.t) === false) break;
  }
  const result: SimulationResult = run.finish();
  return driveChannels(vehicle, result, noted);
}

const drivenWith = ({ parameters }: TestVehicle): Pick<SingleRunOptions, "parameters"> =>
  parameters ? { parameters: parameters.driving } : {};

/** Steps between questions whether to go on. */
const ATTEMPTS = 20;

/** Effective rolling radii at rest, by the tyres themselves. */
function rollingRadii({ vehicle, simulation, rest }: Compiled): readonly number[] {
  const controller = driverController(vehicle, { steering: straight, pedals: coast }, () => {});
  const { step } = vehicle.run;
  const { column } = simulation.run(step, {
    state: rest,
    ...drivenWith(vehicle),
    controllers: { [vehicle.driver]: controller },
    sampleEvery: step,
  });
  return vehicle.wheels.map(({ tyre }) => column(`tyre.${tyre}.radius`)[0]);
}
