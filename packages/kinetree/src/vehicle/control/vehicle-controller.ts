import { aNumber, anything, checkOptions, type OptionTypes } from "../../errors/option-types.js";
import { unknownName } from "../../errors/unknown-name.js";
import { requireChoice } from "../../evaluate/option-checks.js";
import { requireFinite } from "../../linalg/shape.js";
import type { ShaftElementOf } from "../../model/shaft-elements.js";
import type { Model } from "../../model/types.js";
import { defineController, type ControllerComponent } from "../../simulate/clock/controllers.js";
import { DRIVER, DRIVER_PERIOD } from "../../systems/vehicles/build/driver.js";
import { notOurs, vehicleLayout } from "../layout.js";
import { antiLock, antiLockDefaults, unbraked, type AntiLockOptions, type AntiLockWheel } from "./anti-lock.js";
import { automaticGears, startIn, type GearOptions, type GearState } from "./automatic-gears.js";
import { heldBetween, type AnyDriver, type DriverInputs } from "./driver-inputs.js";
import { stabilityControl, stabilityDefaults, type StabilityOptions } from "./stability-control.js";
import {
  tractionDefaults,
  tractionLimit,
  unlimited,
  type TractionOptions,
  type TractionState,
} from "./traction-limit.js";
import { createMotionReader, STEERING } from "./vehicle-motion.js";

/** Who drives, and what assists. */
export interface VehicleControllerOptions {
  readonly driver: AnyDriver;
  /** Keeps brakes from locking the wheels. Default: off. */
  readonly antiLock?: boolean | Partial<AntiLockOptions>;
  /** Brakes single wheels to keep the yaw rate. Default: off. */
  readonly stability?: boolean | Partial<StabilityOptions>;
  /** Keeps the throttle from spinning the wheels. Default: off. */
  readonly traction?: boolean | Partial<TractionOptions>;
  /** "automatic" as the built-in driver does, "manual" by the driver's `gear`. */
  readonly gears?: "automatic" | "manual";
  /** Mean angle of the steered wheels at full lock [rad]; that of the HMMWV if left out. */
  readonly wheelLock?: number;
}

/** Mean of 28.09 and 24.84 degrees. */
const WHEEL_LOCK = 0.462;

const optionTypes: OptionTypes<VehicleControllerOptions> = {
  driver: anything,
  antiLock: anything,
  stability: anything,
  traction: anything,
  gears: anything,
  wheelLock: aNumber,
};

/** Plain data: checkpoints hold it. */
interface ControllerState {
  readonly driver: unknown;
  readonly brakes: readonly AntiLockWheel[];
  readonly wanted: number;
  readonly traction: TractionState;
  readonly gears: GearState;
  readonly shifting: GearOptions;
  readonly friction: number;
}

/** The numbers of an assistant; null where it is off. */
function assistant<T extends object>(
  name: string,
  given: boolean | Partial<T> | undefined,
  defaults: T,
  optional: readonly string[] = [],
): T | null {
  if (given === undefined || given === false) return null;
  if (given === true) return defaults;
  const known = [...Object.keys(defaults), ...optional];
  for (const [key, value] of Object.entries(given)) {
    if (!known.includes(key)) throw unknownName("option", `${name}.${key}`, known);
    requireFinite(`${name}.${key}`, [value as number]);
  }
  return { ...defaults, ...given };
}

/**
 * A driver in code with its assistants, for the controller "driver" of a vehicle: `controllers: { driver: vehicleController(…) }` of runs and batches.
 * In workers, export it from a module.
 */
export function vehicleController(model: Model, options: VehicleControllerOptions): ControllerComponent {
  checkOptions(options, optionTypes, "options of vehicleController");
  const { driver, gears = "automatic" } = options;
  requireChoice("gears", gears, ["automatic", "manual"]);
  const [locking, yawing, spinning] = [
    assistant("antiLock", options.antiLock, antiLockDefaults),
    assistant<StabilityOptions>("stability", options.stability, stabilityDefaults, ["friction"]),
    assistant("traction", options.traction, tractionDefaults),
  ];
  const layout = vehicleLayout(model, options.wheelLock ?? WHEEL_LOCK);
  const motionOf = createMotionReader(model, layout);
  const commandsOf = commandWriter(model);
  const box = model.shaftElements.find((each): each is ShaftElementOf<"gearbox"> => each.kind === "gearbox");
  return defineController<ControllerState>({
    state: (parameters) => ({
      driver: typeof driver === "function" ? null : (driver.state?.(parameters) ?? null),
      brakes: layout.wheels.map(() => unbraked),
      wanted: 0,
      traction: unlimited,
      gears: startIn(parameters["startGear"] ?? 1),
      shifting: {
        up: parameters["shiftUp"] ?? Infinity,
        down: parameters["shiftDown"] ?? 0,
        pause: parameters["shiftPause"] ?? 0,
        count: box?.ratios.length ?? 0,
      },
      friction: parameters["roadFriction"] ?? 1,
    }),
    step: (measured, state, tick) => {
      const motion = motionOf(measured, tick);
      const { inputs, state: remembered } =
        typeof driver === "function" ? { inputs: driver(motion), state: null } : driver.step(motion, state.driver);
      const yaw = yawing
        ? stabilityControl(motion, layout, state.wanted, { friction: state.friction, ...yawing }, DRIVER_PERIOD)
        : null;
      const traction = spinning ? tractionLimit(motion, state.traction, spinning, DRIVER_PERIOD) : unlimited;
      const pedal = heldBetween(0, inputs.brake ?? 0, 1);
      const asked = layout.wheels.map((_, i) => Math.min(1, pedal + (yaw?.brakes[i] ?? 0)));
      const brakes = locking ? antiLock(motion, asked, state.brakes, locking, DRIVER_PERIOD) : state.brakes;
      const pressures = locking ? brakes.map(({ pressure }) => pressure) : asked;
      const next = gears === "manual" ? state.gears : automaticGears(motion.crank ?? 0, state.gears, state.shifting);
      const selector = inputs.selector ?? 1;
      const gear = gears === "manual" ? (inputs.gear ?? 1) : next.gear;
      const commands = commandsOf({
        steering: inputs.steering ?? 0,
        throttle: Math.min(heldBetween(0, inputs.throttle ?? 0, 1) * (yaw?.throttle ?? 1), traction.limit),
        selector,
        turn: inputs.turn ?? 0,
        gear: selector > 0.5 ? gear : selector < -0.5 ? -1 : 0,
        pressures: pressures.map((pressure, i) =>
          layout.wheels[i].isFront ? pressure : Math.max(pressure, inputs.handBrake ?? 0),
        ),
      });
      return {
        commands,
        state: { ...state, driver: remembered, brakes, wanted: yaw?.wanted ?? 0, traction, gears: next },
      };
    },
  });
}

/** What is commanded, before it is written to actuators. */
type Commanded = Required<Pick<DriverInputs, "steering" | "throttle" | "selector" | "turn" | "gear">> & {
  readonly pressures: readonly number[];
};

/** Writes commands in the order of the actuators of the controller "driver". */
function commandWriter(model: Model): (commanded: Commanded) => readonly number[] {
  const controller = model.controllers.find(({ name }) => name === DRIVER);
  if (controller === undefined) throw notOurs(model, `controller "${DRIVER}"`);
  const wheels = model.tyres.map(({ name }) => name);
  const writers = controller.actuators.map((name): ((commanded: Commanded) => number) => {
    if (name.startsWith(STEERING)) return ({ steering }) => steering;
    if (name === "gear") return ({ gear }) => gear;
    if (name === "throttle") return ({ throttle }) => throttle;
    const wheel = wheels.findIndex((each) => name.endsWith(each));
    if (name.startsWith("brake")) return ({ pressures }) => pressures[wheel];
    const side = name.endsWith("L") ? -1 : 1;
    return ({ throttle, selector, turn }) => heldBetween(-1, throttle * selector + side * turn, 1);
  });
  return (commanded) => writers.map((write) => write(commanded));
}
